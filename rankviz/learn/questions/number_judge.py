"""What a typed number says: that it is right, which mistake gives it, or that it cannot be told."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.printed_number import PrintedNumber, agreement, read_typed
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.verdict import Verdict

HALF, ROUNDED = 0.5, 1.5  # units of the last asked digit: of the answer itself, and where terms were rounded on the way
SLACK = 1e-9  # a number on the border is inside, although it has no exact 64-bit form


def judge_number(question: Question, typed: str) -> Verdict:
    """Judge a typed number by the question's own table, at once; what is `unknown` may be looked up then."""
    try:
        printed = read_typed(typed)
    except InputError as problem:
        return Verdict("unreadable", typed.strip(), problem=problem)
    off, unit = _distance(printed, question.answer), _unit(question)
    if off <= HALF * unit + SLACK:
        return Verdict("right", printed.text)
    begins = is_short(question, printed) and bool(agreement(question.answer, printed))
    if off <= ROUNDED * unit + SLACK and not begins:
        return Verdict("right_rounded", printed.text)
    if named := _matching_mistakes(question, printed):
        return Verdict("known", printed.text, tuple(mistake.key for mistake in named))
    if begins:
        return Verdict("short", printed.text)
    if _may_be_percentage(question) and _distance(printed, 100 * question.answer) <= 100 * HALF * unit + SLACK:
        return Verdict("percent", printed.text)
    return Verdict("unknown", printed.text)


def _matching_mistakes(question: Question, printed: PrintedNumber) -> tuple[Mistake, ...]:
    """The mistakes that give a number; of a number with too few digits those that print it, if they are of one value."""
    reach = ROUNDED * _unit(question) + SLACK
    near = tuple(mistake for mistake in question.mistakes if _distance(printed, mistake.value) <= reach)
    if near or not is_short(question, printed) or agreement(question.answer, printed):
        return near
    printing = tuple(mistake for mistake in question.mistakes if agreement(mistake.value, printed))
    return printing if len({round(mistake.value, question.digits) for mistake in printing}) == 1 else ()


def _distance(printed: PrintedNumber, value: float) -> float:
    return abs(float(printed.number) - value)


def _unit(question: Question) -> float:
    return 10.0**-question.digits


def is_short(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number has fewer decimals than are asked for; a fraction has as many as one likes."""
    return printed.places is not None and printed.places < question.digits


def _may_be_percentage(question: Question) -> bool:
    metric = parse_measure(question.measure).metric
    return metric.high <= 1 and question.asked == metric.key
