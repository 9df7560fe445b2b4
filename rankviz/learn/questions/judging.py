"""Judging an answer: whether it is right, which mistake gives it, or that it is unknown."""

from __future__ import annotations

from dataclasses import replace

from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import PrintedNumber, agreement, read_typed
from rankviz.diagnose.candidate_order import NEVER_MEANT, STUDENT, UNFINISHED
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.number_judge import ROUNDED, SLACK, is_short
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict

MOST_DEPARTURES = 2  # in a match of the look-up that is believed


def judge(question: Question, text: str, *, line_found: bool = False) -> Verdict:
    """Judge an answer by the question's own mistakes, without a look-up; `look_up_mistake` may explain an `unknown` one.

    Parameters
    ----------
    question : Question
    text : str
        The answer as typed or chosen: a number as digits, percentage or fraction; the key of an option; an order as the
        numbers of the lists, best first ("3.1.2.4"); a list to be reached as the positions that its documents had ("2.1.3"),
        or as their grades ("3.0.1"); a swap as both ranks ("1.3").
    line_found : bool
        Whether the line with the mistake was found before, so that its right value is asked now.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from rankviz.learn.questions.generate import draw
    >>> question = draw("value", "nDCG", 7, 1)                          # 0.46059
    >>> [judge(question, text).kind for text in ("0.461", "0.462", "0.4", "46.1", "46.1 %", "2.172", "x")]
    ['right', 'right_rounded', 'short', 'percent', 'right', 'known', 'unreadable']
    """
    return KINDS[question.kind].judge(question, text, line_found)


def look_up_mistake(question: Question, verdict: Verdict) -> Verdict:
    """Look up a number that none of the usual mistakes gives, which takes some tenths of a second.

    Returns
    -------
    Verdict
        Of the kind 'found' if the look-up has a plausible match that does not reveal the answer; else the same verdict.
    """
    if not is_worth_lookup(question, verdict):
        return verdict
    space = NumberLookup(parse_measure(question.measure).metric, question.lists, question.convention, STUDENT)
    # The usual mistakes contain the measures that are confused with this one; any other match is a coincidence.
    printed = read_typed(verdict.typed)
    matches = space.find(printed).matches
    first = next((match for match in matches if not any(departure.metric for departure in match.departures)), None)
    if first is None or first.weak or not 1 <= len(first.departures) <= MOST_DEPARTURES:
        return verdict
    if any(each.metric in NEVER_MEANT for each in first.departures):
        return verdict
    # A whole number may be an undivided count, whose divisor stays open; else a short number proves nothing.
    is_undone = UNFINISHED in [each.key for each in first.departures] and agreement(first.value, printed) == "exact"
    if not is_undone and (is_short(question, printed) or _reveals_answer(question, printed)):
        return verdict
    return replace(verdict, kind="found", match=first)


def is_worth_lookup(question: Question, verdict: Verdict) -> bool:
    """Whether a number is worth a look-up: one with too few decimals is given by too many departures."""
    if verdict.kind != "unknown" or question.asked != parse_measure(question.measure).metric.key:
        return False
    printed = read_typed(verdict.typed)
    return not (is_short(question, printed) and printed.places)


def _reveals_answer(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number is one operation away from the answer, such as 1 minus it: naming it would reveal the answer."""
    cutoff = question.convention.cutoff
    answer, k = question.answer, len(question.lists[0].items) if cutoff is None else cutoff
    factors = (-1, 2, 1 / 2, 100, 1 / 100, *((k, 1 / k) if k else ()))
    forms = [1 - answer, 2 * answer - 1, *(factor * answer for factor in factors), *([1 / answer] if answer else [])]
    reach = ROUNDED * 10.0**-question.digits + SLACK
    return any(abs(float(printed.number) - form) <= reach for form in forms)
