"""What a typed number says: that it is right, which mistake gives it, or that it cannot be told."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rankviz.diagnose.answer_space import Space
from rankviz.diagnose.answers import Match
from rankviz.diagnose.candidates import STUDENT
from rankviz.diagnose.printed import Printed, agreement, read_typed
from rankviz.errors import InputError
from rankviz.metrics import Metric
from rankviz.metrics.measures import parse_measure
from rankviz.teach.question import Mistake, Question

HALF, ROUNDED = 0.5, 1.5  # units of the last asked digit: of the answer itself, and where terms were rounded on the way
SLACK = 1e-9  # a number on the border is inside, although it has no exact 64-bit form
MOST_DEPARTURES = 2  # of an answer of the look-up that is told
SOLVED, TRIED = ("right", "right_rounded"), ("known", "found", "unknown")


@dataclass(frozen=True)
class Verdict:
    """What is known of a typed number.

    Parameters
    ----------
    kind : str
        'right'; 'right_rounded' (terms were rounded on the way); 'short' (right as far as it goes, but of too few digits);
        'percent' (a hundred times the answer, without a percent sign); 'known' (usual mistakes give it); 'found' (the look-up
        knows what gives it); 'unknown'; 'unreadable'.
    typed : str
        As it was typed, without spaces around it.
    mistakes : tuple of str
        Keys of the usual mistakes that give the number; of several that share it each.
    match : Match or None
        What the look-up found.
    problem : InputError or None
        Why it cannot be read.
    """

    kind: str
    typed: str
    mistakes: tuple[str, ...] = ()
    match: Match | None = None
    problem: InputError | None = None

    @property
    def right(self) -> bool:
        """Whether the question is solved."""
        return self.kind in SOLVED

    @property
    def is_try(self) -> bool:
        """Whether it counts as a wrong answer: what cannot be read, or was only written otherwise, does not."""
        return self.kind in TRIED


def judge(question: Question, typed: str) -> Verdict:
    """Judge a typed number by the question's own table, at once; what is `unknown` may be looked up then.

    Parameters
    ----------
    question : Question
    typed : str
        Whatever was typed: digits, a percentage, a fraction.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from rankviz.teach.draw import draw
    >>> question = draw("value", "nDCG", 7, 1)                          # 0.46059
    >>> [judge(question, text).kind for text in ("0.461", "0.462", "0.4", "46.1", "46.1 %", "2.172", "x")]
    ['right', 'right_rounded', 'short', 'percent', 'right', 'known', 'unreadable']
    """
    try:
        printed = read_typed(typed)
    except InputError as problem:
        return Verdict("unreadable", typed.strip(), problem=problem)
    off, unit = _off(printed, question.answer), _unit(question)
    if off <= ROUNDED * unit + SLACK:
        return Verdict("right" if off <= HALF * unit + SLACK else "right_rounded", printed.text)
    if named := _named(question, printed):
        return Verdict("known", printed.text, tuple(mistake.key for mistake in named))
    if _is_short(question, printed) and agreement(question.answer, printed):
        return Verdict("short", printed.text)
    if _metric(question).high <= 1 and _off(printed, 100 * question.answer) <= 100 * HALF * unit + SLACK:
        return Verdict("percent", printed.text)
    return Verdict("unknown", printed.text)


def search(question: Question, verdict: Verdict) -> Verdict:
    """Look up a number that none of the usual mistakes gives; it takes some tenths of a second.

    Returns
    -------
    Verdict
        'found' if the look-up has an answer that can be believed; else the verdict as it is.
    """
    if verdict.kind != "unknown":
        return verdict
    space = Space(_metric(question), question.lists, question.convention, STUDENT)
    first = next(iter(space.named(read_typed(verdict.typed)).matches), None)
    if first is None or first.weak or not 1 <= len(first.departures) <= MOST_DEPARTURES:
        return verdict
    return replace(verdict, kind="found", match=first)


def _named(question: Question, printed: Printed) -> tuple[Mistake, ...]:
    """The mistakes that give a number; of a number with too few digits those that print it, if they are of one value."""
    reach = ROUNDED * _unit(question) + SLACK
    near = tuple(mistake for mistake in question.mistakes if _off(printed, mistake.value) <= reach)
    if near or not _is_short(question, printed) or agreement(question.answer, printed):
        return near
    printing = tuple(mistake for mistake in question.mistakes if agreement(mistake.value, printed))
    return printing if len({round(mistake.value, question.digits) for mistake in printing}) == 1 else ()


def _off(printed: Printed, value: float) -> float:
    return abs(float(printed.number) - value)


def _unit(question: Question) -> float:
    return 10.0**-question.digits


def _is_short(question: Question, printed: Printed) -> bool:
    return printed.places is not None and printed.places < question.digits


def _metric(question: Question) -> Metric:
    return parse_measure(question.measure).metric
