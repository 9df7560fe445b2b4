"""Causes of the answers in a room: one look-up a question, searched once and asked for every answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rankviz.classroom.questions import judge_class_answer, question_of
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import agreement, read_typed
from rankviz.diagnose.candidate_order import STUDENT
from rankviz.diagnose.departures import Departure
from rankviz.diagnose.lookup_result import Match
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.diagnose.usual_mistakes import mistake_name
from rankviz.learn.questions.judging import PERCENT, SLIPS, look_up_mistake
from rankviz.learn.questions.number_judge import has_too_few_digits, is_looked_up
from rankviz.learn.questions.question import Question

LOOKUPS_KEPT = 32
RIGHT, CAUSE, SLIP, CHOICE, SHORT, NONE = "right", "cause", "slip", "choice", "short", "none"
ROUNDING = "rounding"


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
    if not is_looked_up(question):
        return None
    return NumberLookup(parse_measure(question.measure).metric, question.lists, question.convention).search_all()


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
    verdict = verdict if lookup is None else look_up_mistake(question, verdict, lookup, is_answer_told=True)
    if verdict.mistakes:
        return AnswerCause(CAUSE, verdict.mistakes[0], _match_of_mistake(question, lookup, verdict.mistakes[0]))
    if verdict.kind == "percent":
        return AnswerCause(
            CAUSE, PERCENT, None if lookup is None else next(iter(lookup.find(read_typed(typed), STUDENT).matches), None)
        )
    if verdict.match is not None:
        return _cause_of_match(verdict.match)
    printed = read_typed(typed)
    is_some = any(agreement(each.value, printed) for each in question.mistakes) and has_too_few_digits(question, printed)
    return AnswerCause(SHORT, SHORT) if is_some else AnswerCause(NONE, NONE)


def _match_of_mistake(question: Question, lookup: NumberLookup | None, key: str) -> Match | None:
    """Return the match of a usual mistake, of which its words and its derivation come; None without a look-up."""
    if lookup is None:
        return None
    value = next(each.value for each in question.mistakes if each.key == key)
    matches = lookup.find(read_typed(f"{value:.9f}"), STUDENT).matches
    named = (each for each in matches if key in [mistake_name(one) for one in (*each.departures, *each.synonyms)])
    return next(named, next(iter(matches), None))


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
    return ROUNDING if departure.kind == "rounding" else mistake_name(departure)
