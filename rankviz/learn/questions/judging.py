"""Judging an answer: whether it is right, which mistake gives it, or that it is unknown."""

from __future__ import annotations

from dataclasses import replace

from rankviz.core.metrics.measures import parse_measure
from rankviz.core.metrics.registry import Metric
from rankviz.core.typed_number import PrintedNumber, read_typed
from rankviz.diagnose.candidate_order import STUDENT, UNFINISHED
from rankviz.diagnose.lookup_result import LookupResult, Match
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.diagnose.usual_mistakes import OTHER, usualness
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.number_judge import (
    ROUNDED,
    SLACK,
    as_share,
    is_ambiguous,
    is_looked_up,
    is_short,
    rounded_mistakes,
)
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict

MOST_DEPARTURES = 2  # in a match of the look-up that is believed
COINCIDENCE = 0.9  # values as plausible as a match expected by chance: nearly any number has one, so that it is not believed
PERCENT = "percent"
SLIPS = ("grade", "swap", "missing")  # of one row
MEANT = ("mistake", "choice", "metric", "cutoff", "forgotten")  # done on purpose, or for want of knowing better
ONE_THING = (*SLIPS, *MEANT)


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


def look_up_mistake(
    question: Question, verdict: Verdict, lookup: NumberLookup | None = None, *, is_answer_told: bool = False
) -> Verdict:
    """Look up a number that none of the usual mistakes gives, which takes some tenths of a second.

    Parameters
    ----------
    question : Question
    verdict : Verdict
    lookup : NumberLookup, optional
        One for the question that was prepared before.
    is_answer_told : bool
        Whether the right answer is known already, so that a match may reveal it.

    Returns
    -------
    Verdict
        Of the kind 'found' if the look-up has a plausible match; 'known' if a usual mistake with terms rounded on the way
        explains the number better; else the same verdict.
    """
    if not is_worth_lookup(question, verdict):
        return verdict
    metric, printed = parse_measure(question.measure).metric, read_typed(verdict.typed)
    space = lookup or NumberLookup(metric, question.lists, question.convention)
    match = _plausible_match(question, metric, space.find(printed, STUDENT), printed)
    rounded = () if is_short(question, printed) else rounded_mistakes(question, printed)
    if rounded and not (match is not None and _explains_digits(match)):
        return replace(verdict, kind="known", mistakes=tuple(each.key for each in rounded))
    if match is None or (not is_answer_told and not _is_undone(match) and _reveals_answer(question, printed)):
        return verdict
    return replace(verdict, kind="found", match=match)


def is_worth_lookup(question: Question, verdict: Verdict) -> bool:
    """Whether a number is worth a look-up: one with too few decimals is given by too many departures."""
    if verdict.kind != "unknown" or not is_looked_up(question):
        return False
    return not is_ambiguous(question, read_typed(verdict.typed))


def _plausible_match(question: Question, metric: Metric, result: LookupResult, printed: PrintedNumber) -> Match | None:
    """Return the first match without a metric that nobody takes for this one; None if it may as well be a coincidence."""
    match = next((each for each in result.matches if not _is_far_fetched(each, metric)), None)
    if match is None or match.weak or not 1 <= len(match.departures) <= MOST_DEPARTURES:
        return None
    departures = [each for each in match.departures if each.key != PERCENT] or [*match.departures]
    if _is_undone(match):
        return match
    if is_short(question, as_share(question, printed) if len(departures) < len(match.departures) else printed):
        return None
    is_usual = len(departures) == 1 and usualness(metric.key, departures[0]) < OTHER
    return match if is_usual or result.plausible_by_chance < COINCIDENCE else None


def _is_far_fetched(match: Match, metric: Metric) -> bool:
    return any(each.metric and each.metric not in metric.confused_with for each in match.departures)


def _explains_digits(match: Match) -> bool:
    """Whether one thing done otherwise, or one misread row, gives the digits, exact or rounded and not truncated."""
    return len(match.departures) == 1 and match.departures[0].kind in ONE_THING and match.agreement in ("exact", "rounded")


def _is_undone(match: Match) -> bool:
    """Whether a match is an undivided count, exactly, whose divisor stays open."""
    return match.agreement == "exact" and UNFINISHED in [each.key for each in match.departures]


def _reveals_answer(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number is one operation away from the answer, such as 1 minus it: naming it would reveal the answer."""
    cutoff = question.convention.cutoff
    answer, k = question.answer, len(question.lists[0].items) if cutoff is None else cutoff
    factors = (-1, 2, 1 / 2, 100, 1 / 100, *((k, 1 / k) if k else ()))
    forms = [1 - answer, 2 * answer - 1, *(factor * answer for factor in factors), *([1 / answer] if answer else [])]
    reach = ROUNDED * 10.0**-question.digits + SLACK
    return any(abs(float(printed.number) - form) <= reach for form in forms)
