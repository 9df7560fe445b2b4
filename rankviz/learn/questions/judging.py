"""What an answer says: that it is right, which mistake was made, or that it cannot be told."""

from __future__ import annotations

from dataclasses import replace

from rankviz.core.metrics.measures import parse_measure
from rankviz.core.printed_number import PrintedNumber, agreement, read_typed
from rankviz.diagnose.candidate_order import NEVER_MEANT, STUDENT, UNFINISHED
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.number_judge import ROUNDED, SLACK, is_short
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict

MOST_DEPARTURES = 2  # of an answer of the look-up that is told


def judge(question: Question, text: str, *, found: bool = False) -> Verdict:
    """Judge an answer by the question's own table, at once; what is `unknown` may be looked up then.

    Parameters
    ----------
    question : Question
    text : str
        Whatever was typed or chosen. Of a number: digits, a percentage, a fraction; of options: the key of one; of an order:
        the numbers of the lists, best first ("3.1.2.4"); of a list to be reached: the places that the documents had ("2.1.3"),
        or their grades ("3.0.1"); of a swap both ranks ("1.3").
    found : bool
        Whether the line with the mistake was found: then its right value is asked.

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
    return KINDS[question.kind].judge(question, text, found)


def look_up_mistake(question: Question, verdict: Verdict) -> Verdict:
    """Look up a number that none of the usual mistakes gives; it takes some tenths of a second.

    Returns
    -------
    Verdict
        'found' if the look-up has an answer that can be believed, and that does not hand over the right one; else the verdict
        as it is.
    """
    if not is_worth_lookup(question, verdict):
        return verdict
    space = NumberLookup(parse_measure(question.measure).metric, question.lists, question.convention, STUDENT)
    # Which measures are taken for this one the table knows; any other that gives the number does so by chance.
    printed = read_typed(verdict.typed)
    matches = space.find(printed).matches
    first = next((match for match in matches if not any(departure.metric for departure in match.departures)), None)
    if first is None or first.weak or not 1 <= len(first.departures) <= MOST_DEPARTURES:
        return verdict
    if any(each.metric in NEVER_MEANT for each in first.departures):
        return verdict
    # A whole number may be a count that was not divided, and by what it is to be is left open; else it proves nothing.
    is_undone = UNFINISHED in [each.key for each in first.departures] and agreement(first.value, printed) == "exact"
    if not is_undone and (is_short(question, printed) or _reveals_answer(question, printed)):
        return verdict
    return replace(verdict, kind="found", match=first)


def is_worth_lookup(question: Question, verdict: Verdict) -> bool:
    """Whether a number is worth a look-up: of fewer decimals than are asked for too much comes out by chance."""
    if verdict.kind != "unknown" or question.asked != parse_measure(question.measure).metric.key:
        return False
    printed = read_typed(verdict.typed)
    return not (is_short(question, printed) and printed.places)


def _reveals_answer(question: Question, printed: PrintedNumber) -> bool:
    """Whether a number is the answer but for one operation, as 1 minus it: to name that would hand the answer over."""
    cutoff = question.convention.cutoff
    answer, k = question.answer, len(question.lists[0].items) if cutoff is None else cutoff
    factors = (-1, 2, 1 / 2, 100, 1 / 100, *((k, 1 / k) if k else ()))
    forms = [1 - answer, 2 * answer - 1, *(factor * answer for factor in factors), *([1 / answer] if answer else [])]
    reach = ROUNDED * 10.0**-question.digits + SLACK
    return any(abs(float(printed.number) - form) <= reach for form in forms)
