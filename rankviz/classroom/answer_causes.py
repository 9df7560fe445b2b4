"""Causes of the answers in a room: one look-up a question, searched once and asked for every answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from rankviz.classroom.questions import EXACT, judge_class_answer, question_of
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import agreement, read_typed
from rankviz.diagnose.candidate_order import NEVER_MEANT, STUDENT
from rankviz.diagnose.departures import Departure
from rankviz.diagnose.lookup_result import Match
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.diagnose.usual_mistakes import CORE, OTHER, usualness
from rankviz.learn.questions.number_judge import is_short
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict

LOOKUPS_KEPT = 32
MOST_DEPARTURES = 2  # of an answer that is told
RIGHT, CAUSE, SLIP, CHOICE, SHORT, NONE = "right", "cause", "slip", "choice", "short", "none"
SLIPS = ("grade", "swap", "missing")  # of one row: all of a kind are one bar
ROUNDING, PERCENT = "rounding", "percent"
# What is done on purpose, or for want of knowing better; the rest are slips, roundings, and what libraries do.
MEANT = ("mistake", "choice", "metric", "cutoff", "forgotten")


@dataclass(frozen=True)
class AnswerCause:
    """The cause of an answer.

    Parameters
    ----------
    kind : str
        'right'; 'cause'; 'slip' (one row was misread); 'choice' (an option, a line, an order, two rows); 'short' (too few
        digits to tell); 'none' (no cause that can be believed).
    key : str
        Answers of one key are one bar.
    match : Match or None
        Of a number what the look-up found.
    variant : str
        Of a slip which one it is.
    """

    kind: str
    key: str
    match: Match | None = None
    variant: str = ""


@lru_cache(maxsize=LOOKUPS_KEPT)
def lookup_of(question_name: str) -> NumberLookup | None:
    """Search the departures that answer a question (a few tenths of a second); None if its answers are no values.

    Parameters
    ----------
    question_name : str
        As for `question_of`.
    """
    question = question_of(question_name)
    metric = parse_measure(question.measure).metric
    if question.kind != "value" or question.asked != metric.key:
        return None
    return NumberLookup(metric, question.lists, question.convention, STUDENT).search_all()


def cause_of(question: Question, lookup: NumberLookup | None, typed: str) -> AnswerCause | None:
    """Return the cause of an answer; None if the answer cannot be read.

    Parameters
    ----------
    question : Question
    lookup : NumberLookup or None
        Without it only the usual mistakes of the question are known.
    typed : str

    Examples
    --------
    >>> asked = "ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"
    >>> question, space = question_of(asked), lookup_of(asked)
    >>> [cause_of(question, space, typed).key for typed in ("0.785", "0.961", "0.96", "6.861", "12")]
    ['right', 'ideal=retrieved', 'ideal=retrieved', 'metric=dcg', 'none']
    """
    verdict = judge_class_answer(question, typed)
    if verdict.kind == "unreadable":
        return None
    if verdict.right or verdict.kind == "line_found":
        return AnswerCause(RIGHT, RIGHT)
    if verdict.kind == "short":
        return AnswerCause(SHORT, SHORT)
    if verdict.kind not in ("known", "percent", "unknown"):
        return AnswerCause(CHOICE, verdict.typed)
    if lookup is not None:
        match = _believable_match(question, lookup, verdict)
        if match is None:
            return AnswerCause(NONE, NONE)
        return AnswerCause(SHORT, SHORT) if _says_too_little(question, verdict, match) else _cause_of_match(match)
    if verdict.kind == "percent":
        return AnswerCause(CAUSE, PERCENT)
    return AnswerCause(CAUSE, verdict.mistakes[0]) if verdict.mistakes else AnswerCause(NONE, NONE)


def _believable_match(question: Question, lookup: NumberLookup, verdict: Verdict) -> Match | None:
    """Return the first match of the look-up that is plausible as an answer; None if there is none.

    A usual mistake whose terms were rounded on the way comes before libraries that print the digits, and before metrics with
    which nobody confuses this one. Before a slip of one row that gives the digits comes a core mistake only: it is made so
    often that some of those who make it round on the way.
    """
    metric = parse_measure(question.measure).metric
    printed = read_typed(verdict.typed)
    match = next(iter(lookup.find(printed).matches), None)
    match = match if match is not None and _is_believed(match, metric.key, metric.confused_with) else None
    departures = [each for each in match.departures if each.key != PERCENT] if match is not None else []
    # A percentage shows two more digits of the value than it has decimals.
    is_percent = match is not None and len(departures) < len(match.departures)
    places = printed.places + 2 if is_percent and printed.places is not None else printed.places
    is_short_number = is_short(question, replace(printed, places=places))
    only = departures[0] if len(departures) == 1 else None
    is_far = only is not None and bool(only.metric) and only.metric not in metric.confused_with
    is_meant = only is not None and only.kind in MEANT and not is_short_number and not (is_far and verdict.mistakes)
    if only is not None and (is_meant or usualness(metric.key, only) < OTHER):
        return match
    if verdict.mistakes:
        value = next(each.value for each in question.mistakes if each.key == verdict.mistakes[0])
        usual_match = next(iter(lookup.find(read_typed(f"{value:.9f}")).matches), None)
        is_rounded = not agreement(value, printed) and not (usual_match is not None and _is_core(usual_match, metric.key))
        return match if is_rounded and match is not None and not is_short_number and _is_clear_slip(match) else usual_match
    # Of fewer digits than are asked for too much comes out by chance.
    return None if is_short_number else match


def _is_core(match: Match, metric: str) -> bool:
    """Whether a match is one of the core mistakes of a metric."""
    return any(usualness(metric, each) == CORE for each in match.departures)


def _is_clear_slip(match: Match) -> bool:
    """Whether one misread row explains the answer, and its digits are exact or rounded, not truncated."""
    return [each.kind in SLIPS for each in match.departures] == [True] and match.agreement in ("exact", "rounded")


def _says_too_little(question: Question, verdict: Verdict, match: Match) -> bool:
    """Whether the answer has too few digits to tell it from other numbers: 0.5 is not 0.541."""
    printed = read_typed(verdict.typed)
    if printed.places is None:
        return False
    places = printed.places + 2 * any(each.key == PERCENT for each in match.departures)
    return places < question.digits - 1 and abs(float(printed.number) - match.value) > EXACT


def _is_believed(match: Match, metric: str, confused: tuple[str, ...]) -> bool:
    if match.weak or not 1 <= len(match.departures) <= MOST_DEPARTURES:
        return False
    return not any(each.metric in NEVER_MEANT and each.metric not in confused for each in match.departures)


def _cause_of_match(match: Match) -> AnswerCause:
    """Return the cause that a match stands for; for a library the choices it makes, since its name means nothing in a room."""
    only = match.departures[0] if len(match.departures) == 1 else None
    if only is not None and only.kind in SLIPS:
        return AnswerCause(SLIP, f"slip:{only.kind}", match, only.key)
    keys = {_departure_key(each) for each in match.departures if each.kind != "profile"} | {
        each.key for each in match.library_choices
    }
    keys |= {each.key for each in match.departures if each.kind == "profile" and not match.library_choices}
    return AnswerCause(CAUSE, "+".join(sorted(keys - {PERCENT} or keys)), match)


def _departure_key(departure: Departure) -> str:
    """Return the key of a departure; all roundings share one, since the result does not show what was rounded, or how far."""
    return ROUNDING if departure.kind == "rounding" else departure.key
