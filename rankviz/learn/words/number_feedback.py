"""What is said of numbers: of one that was typed, and of those that the usual mistakes give."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.basics.errors import quoted
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.printed_number import read_typed
from rankviz.diagnose.lookup_result import Match
from rankviz.diagnose.words.findings import names_a_field, plain_words
from rankviz.display.error_text import error_text
from rankviz.display.number_format import fixed
from rankviz.learn.questions.kinds.gap import Hole
from rankviz.learn.questions.number_judge import is_short
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.texts import Texts

NO_CLAUSE = ("profile", "label", "grade")  # departures whose words cannot follow an "if"


def seen(question: Question) -> dict[str, object]:
    """Numbers that stand in the question, and may be said at any time."""
    cutoff, count = question.convention.cutoff, len(question.lists[0].items)
    return {"k": count if cutoff is None else cutoff, "count": count}


def plan(question: Question, texts: Texts) -> tuple[str, ...]:
    """How the value is come by, in a sentence; none where there is none for the metric."""
    key = f"hint.{parse_measure(question.measure).metric.key}"
    return (texts(key, **seen(question)),) if key in texts else ()


def printed(question: Question, value: float) -> str:
    """A number with the digits that are asked for."""
    return fixed(value, question.digits)


def of_number(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """What is said of a number when it is typed for the first time, in sentences: what it is, then a question that leads on."""
    n = quoted(verdict.typed)
    if verdict.problem is not None:
        return (error_text(verdict.problem, texts),)
    if verdict.right:
        return (texts(f"feedback.{verdict.kind}", measure=question.measure, value=printed(question, question.answer)),)
    if verdict.kind == "short":
        return (texts("feedback.short", digits=question.digits),)
    if verdict.kind == "percent":
        return (texts("feedback.percent"),)
    if verdict.match is not None:
        return texts("feedback.wrong", words=_found(verdict.match, n, texts)), texts("feedback.found_ask")
    if verdict.mistakes:
        return of_mistakes(question, verdict.mistakes, n, texts)
    said = texts("feedback.wrong", words=texts("feedback.unknown", n=n)), texts("feedback.unknown_ask")
    is_cut = is_short(question, read_typed(verdict.typed))
    return (said[0], texts("prompt.digits_or_fraction", digits=question.digits), *said[1:]) if is_cut else said


def _found(match: Match, n: str, texts: Texts) -> str:
    """Say what gives a number."""
    is_clause = not names_a_field(match, texts) and all(each.kind not in NO_CLAUSE for each in match.departures)
    return texts("feedback.found" if is_clause else "feedback.found_as", n=n, words=plain_words(match, texts))


def of_mistakes(question: Question, keys: Sequence[str], n: str, texts: Texts) -> tuple[str, ...]:
    """Name the mistakes that give a number, and ask for the missing thought of each."""
    names = [mistake_words(question, key, n, texts) for key in keys]
    separator = texts("words.separator")
    words = separator.join(names) if len(names) == 1 else texts("feedback.several", n=n, words=separator.join(names))
    asks = dict.fromkeys(_said(question, key, "ask", n, texts) for key in keys)
    return texts("feedback.wrong", words=words), *asks


def mistake_words(question: Question, key: str, n: str, texts: Texts) -> str:
    """Name a mistake that gives a number."""
    return _said(question, key, "name", n, texts)


def by_number(question: Question) -> tuple[tuple[str, tuple[Mistake, ...]], ...]:
    """The mistakes of a question by the number that they give, as it is printed: the core ones first."""
    found: dict[str, list[Mistake]] = {}
    for mistake in question.mistakes:
        found.setdefault(printed(question, mistake.value), []).append(mistake)
    return tuple((number, tuple(mistakes)) for number, mistakes in found.items())


def _said(question: Question, key: str, part: str, n: str, texts: Texts) -> str:
    """A sentence on a mistake; where a number in the middle is asked, or where a metric has its own, that."""
    own = [f"feedback.{key}.{part}_{parse_measure(question.measure).metric.key}", f"feedback.{key}.{part}"]
    if part == "name" and isinstance(question.given, Hole):
        own.insert(0, f"gap.{question.given.sort}.{key}")
    if any(item.grade is None for each in question.lists for item in each.items):
        own.insert(0, f"feedback.{key}.{part}_unjudged")  # what a mistake makes of those that are not 0 with it
    return texts(next(each for each in own if each in texts), n=n, **seen(question))
