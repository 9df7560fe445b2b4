"""Judging a typed number: whether it is right, which mistake gives it, or that it is unknown."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import PrintedNumber, agreement, read_typed
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.verdict import Verdict

HALF, ROUNDED = 0.5, 1.5  # units of the last digit asked for: of the answer, and of one with intermediate rounding
SLACK = 1e-9  # a number on the border counts as inside, whatever its floating-point error


def judge_number(question: Question, typed: str) -> Verdict:
    """Judge a typed number by the question's own mistakes, without a look-up."""
    try:
        printed = read_typed(typed)
    except InputError as problem:
        return Verdict("unreadable", typed.strip(), problem=problem)
    distance, unit = _distance(printed, question.answer), _unit(question)
    if distance <= HALF * unit + SLACK:
        return Verdict("right", printed.text)
    is_truncated_answer = is_short(question, printed) and bool(agreement(question.answer, printed))
    if distance <= ROUNDED * unit + SLACK and not is_truncated_answer:
        return Verdict("right_rounded", printed.text)
    if mistakes := _matching_mistakes(question, printed):
        return Verdict("known", printed.text, tuple(mistake.key for mistake in mistakes))
    if is_truncated_answer:
        return Verdict("short", printed.text)
    if _may_be_percentage(question) and _distance(printed, 100 * question.answer) <= 100 * HALF * unit + SLACK:
        return Verdict("percent", printed.text)
    return Verdict("unknown", printed.text)


def _matching_mistakes(question: Question, printed: PrintedNumber) -> tuple[Mistake, ...]:
    """Return the mistakes that give a number; for one with too few digits those that round to it, if all have one value."""
    reach = ROUNDED * _unit(question) + SLACK
    near_mistakes = tuple(mistake for mistake in question.mistakes if _distance(printed, mistake.value) <= reach)
    if near_mistakes or not is_short(question, printed) or agreement(question.answer, printed):
        return near_mistakes
    printed_mistakes = tuple(mistake for mistake in question.mistakes if agreement(mistake.value, printed))
    return printed_mistakes if len({round(mistake.value, question.digits) for mistake in printed_mistakes}) == 1 else ()


def _distance(printed: PrintedNumber, value: float) -> float:
    return abs(float(printed.number) - value)


def _unit(question: Question) -> float:
    return 10.0**-question.digits


def is_short(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number has fewer decimals than asked for; a fraction never has."""
    return printed.places is not None and printed.places < question.digits


def _may_be_percentage(question: Question) -> bool:
    metric = parse_measure(question.measure).metric
    return metric.high <= 1 and question.asked == metric.key
