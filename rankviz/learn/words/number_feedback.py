"""Feedback on numbers: on one that was typed, and on those that the usual mistakes give."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.basics.errors import shorten
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import PrintedNumber, read_typed
from rankviz.diagnose.lookup_result import Match
from rankviz.diagnose.words.findings import names_a_field, plain_words
from rankviz.display.error_text import error_text
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.number_judge import is_ambiguous, printing_mistakes
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.questions.written_derivation import Hole
from rankviz.texts import Texts

NO_CLAUSE = ("profile", "label", "grade")  # departures whose text cannot follow an "if"


def question_counts(question: Question) -> dict[str, object]:
    """Return the counts that any text may name, since the question shows them: `k` and `count`, the length of the list."""
    cutoff, count = question.convention.cutoff, len(question.lists[0].items)
    return {"k": count if cutoff is None else cutoff, "count": count}


def plan_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return how to compute the value, in a sentence; () if there is none for the metric."""
    key = f"hint.{parse_measure(question.measure).metric.key}"
    return (texts(key, **question_counts(question)),) if key in texts else ()


def format_value(question: Question, value: float) -> str:
    """Format a number with as many decimals as the question asks for; a whole one without, where that is asked for."""
    is_whole = KINDS[question.kind].is_whole(question)
    return plain(value, question.digits) if is_whole else fixed_decimals(value, question.digits)


def digits_of(question: Question, texts: Texts, *, fractions: bool = True) -> str:
    """Return how a number is to be written, in a sentence."""
    if KINDS[question.kind].is_whole(question):
        return texts("prompt.whole")
    return texts("prompt.digits_or_fraction" if fractions else "prompt.digits", digits=question.digits)


def number_label(question: Question, texts: Texts) -> str:
    """Return what the number that is asked for is called at its field: as its kind says, else the measure."""
    own = f"{question.kind}.label"
    return texts(own) if own in texts else question.measure


def number_feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Return the sentences on a number that is typed for the first time: what it is, then a question that leads on."""
    n = shorten(verdict.typed)
    if verdict.problem is not None:
        return (error_text(verdict.problem, texts),)
    if verdict.right:
        value = format_value(question, question.answer)
        return (texts(_own_key(question, verdict.kind, texts), measure=question.measure, value=value),)
    if verdict.kind == "short":
        return (texts("feedback.short", digits=question.digits),)
    if verdict.kind == "percent":
        return (texts("feedback.percent"),)
    if verdict.match is not None:
        return texts("feedback.wrong", words=_match_words(verdict.match, n, texts)), texts("feedback.found_ask")
    if verdict.mistakes:
        return mistake_feedback(question, verdict.mistakes, n, texts)
    words = texts(f"feedback.{_unknown_key(question, read_typed(verdict.typed))}", n=n)
    return texts("feedback.wrong", words=words), unknown_prompt(question, texts)


def _unknown_key(question: Question, printed: PrintedNumber) -> str:
    """Return what is said of a number that no mistake gives: how it has to be written stands with the question."""
    if KINDS[question.kind].is_whole(question):
        return "unknown" if printed.number.denominator == 1 else "not_whole"
    is_mistake_cut = bool(printed.places) and bool(printing_mistakes(question, printed))  # one that may be read as a percentage
    return "too_few" if is_ambiguous(question, printed) or is_mistake_cut else "unknown"


def unknown_prompt(question: Question, texts: Texts) -> str:
    """Return what is asked of a number that no usual mistake gives."""
    return texts(_own_key(question, "unknown_ask", texts))


def _own_key(question: Question, name: str, texts: Texts) -> str:
    """Return the key of a sentence on a number: that of the kind, where it has one, else that for the value of a measure."""
    own = f"{question.kind}.{name}"
    return own if own in texts else f"feedback.{name}"


def _match_words(match: Match, n: str, texts: Texts) -> str:
    """Return what gives a number."""
    is_clause = not names_a_field(match, texts) and all(each.kind not in NO_CLAUSE for each in match.departures)
    return texts("feedback.found" if is_clause else "feedback.found_as", n=n, words=plain_words(match, texts))


def mistake_feedback(question: Question, keys: Sequence[str], n: str, texts: Texts) -> tuple[str, ...]:
    """Name the mistakes that give a number, and ask for the missing thought of each."""
    names = [mistake_words(question, key, n, texts) for key in keys]
    separator = texts("words.separator")
    words = separator.join(names) if len(names) == 1 else texts("feedback.several", n=n, words=separator.join(names))
    prompts = dict.fromkeys(_mistake_sentence(question, key, "ask", n, texts) for key in keys)
    return texts("feedback.wrong", words=words), *prompts


def mistake_words(question: Question, key: str, n: str, texts: Texts) -> str:
    """Name a mistake that gives a number."""
    return _mistake_sentence(question, key, "name", n, texts)


def mistakes_by_number(question: Question) -> tuple[tuple[str, tuple[Mistake, ...]], ...]:
    """Return the mistakes of a question by the printed number that they give, the core ones first."""
    by_number: dict[str, list[Mistake]] = {}
    for mistake in question.mistakes:
        by_number.setdefault(format_value(question, mistake.value), []).append(mistake)
    return tuple((number, tuple(mistakes)) for number, mistakes in by_number.items())


def _mistake_sentence(question: Question, key: str, part: str, n: str, texts: Texts) -> str:
    """Return a sentence on a mistake: the most special one, of unjudged entries, of a gap or of the metric."""
    keys = [f"feedback.{key}.{part}_{parse_measure(question.measure).metric.key}", f"feedback.{key}.{part}"]
    if part == "name" and isinstance(question.given, Hole):
        keys.insert(0, f"gap.{question.given.sort}.{key}")
    if any(item.grade is None for each in question.lists for item in each.items):
        keys.insert(0, f"feedback.{key}.{part}_unjudged")  # the mistake may not count them as 0
    return texts(next((each for each in keys if each in texts), keys[-1]), n=n, **question_counts(question))
