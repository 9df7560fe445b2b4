"""Judging a typed number: whether it is right, which mistake gives it, or that it is unknown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Bools
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import PrintedNumber, agreement, read_typed
from rankviz.diagnose.candidate_order import STUDENT, Candidate, sort_key
from rankviz.learn.questions.mistake_values import usual_departures
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
    if mistakes := _known_mistakes(question, printed) or (
        () if is_looked_up(question) else rounded_mistakes(question, printed)
    ):
        return Verdict("known", printed.text, tuple(mistake.key for mistake in mistakes))
    if is_truncated_answer:
        return Verdict("short", printed.text)
    if _may_be_percentage(question) and _distance(printed, 100 * question.answer) <= 100 * HALF * unit + SLACK:
        return Verdict("percent", printed.text)
    return Verdict("unknown", printed.text)


def _known_mistakes(question: Question, printed: PrintedNumber) -> tuple[Mistake, ...]:
    """Return the mistakes that surely give a number: those that print it, or a core mistake with terms rounded on the way.

    Of a number with too few digits those that it is exactly; or those that print it, or the core ones of them, if they have
    one value.
    """
    printing = printing_mistakes(question, printed)
    if not is_short(question, printed):
        return printing or tuple(mistake for mistake in rounded_mistakes(question, printed) if mistake.core)
    if exact := tuple(mistake for mistake in printing if agreement(mistake.value, printed) == "exact"):
        return exact
    if agreement(question.answer, printed) or has_too_few_digits(question, printed):
        return ()
    tiers = (printing, tuple(mistake for mistake in printing if mistake.core))
    return next((tier for tier in tiers if len({round(mistake.value, question.digits) for mistake in tier}) == 1), ())


def printing_mistakes(question: Question, printed: PrintedNumber) -> tuple[Mistake, ...]:
    """Return the mistakes that print a number, in the order in which the look-up has them; last those that it does not know."""
    printing = [(mistake, how) for mistake in question.mistakes if (how := agreement(mistake.value, printed))]
    if len(printing) < 2:
        return tuple(mistake for mistake, _ in printing)
    metric = parse_measure(question.measure).metric
    departures = usual_departures(metric, question.lists, question.convention)

    def order(each: tuple[Mistake, str]) -> tuple[float, ...]:
        (mistake, how), departure = each, departures.get(each[0].key)
        if departure is None:
            return (True,)
        return (False, *sort_key(Candidate((departure,), mistake.value, how), printed, STUDENT, metric.key))

    return tuple(mistake for mistake, _ in sorted(printing, key=order))


def rounded_mistakes(question: Question, printed: PrintedNumber) -> tuple[Mistake, ...]:
    """Return the mistakes that give a number if terms are rounded on the way."""
    reach = ROUNDED * _unit(question) + SLACK
    return tuple(mistake for mistake in question.mistakes if _distance(printed, mistake.value) <= reach)


def is_looked_up(question: Question) -> bool:
    """Whether a number that no usual mistake gives can be looked up: the value of the measure is asked for, and no more."""
    return question.given is None and question.asked == parse_measure(question.measure).metric.key


def is_taken_for_right(answer: float, value: float, digits: int) -> bool:
    """Whether the number of a mistake, typed with as many digits, is judged as the answer."""
    return bool(is_near(np.round([value], digits), np.array([answer]), digits)[0])


def is_near(typed: Array, value: Array, digits: int) -> Bools:
    """Whether typed numbers are judged as values, allowing for intermediate rounding."""
    return np.asarray(np.abs(typed - value) <= ROUNDED * 10.0**-digits + SLACK)


def _distance(printed: PrintedNumber, value: float) -> float:
    return abs(float(printed.number) - value)


def _unit(question: Question) -> float:
    return 10.0**-question.digits


def is_short(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number has fewer decimals than asked for; a fraction never has."""
    return printed.places is not None and printed.places < question.digits


def has_too_few_digits(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number has so few decimals that it cannot be told from others: 0.5 is not 0.541."""
    return printed.places is not None and printed.places < question.digits - 1


def is_ambiguous(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number is rounded to so few decimals that too much gives it; one without decimals is meant exactly."""
    return is_short(question, as_share(question, printed)) and bool(printed.places)


def as_share(question: Question, printed: PrintedNumber) -> PrintedNumber:
    """Return the number with the decimals it has if it is a percentage without its sign."""
    is_percentage = _may_be_percentage(question) and printed.number > parse_measure(question.measure).metric.high
    return replace(printed, places=printed.places + 2) if is_percentage and printed.places is not None else printed


def _may_be_percentage(question: Question) -> bool:
    metric = parse_measure(question.measure).metric
    return metric.high <= 1 and question.asked == metric.key
