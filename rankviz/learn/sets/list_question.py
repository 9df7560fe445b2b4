"""Questions about a given list, such as a teacher's own: answer and mistakes are computed from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from types import MappingProxyType

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure, print_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds import better, swap, trend
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.kinds.step import possible_mistakes
from rankviz.learn.questions.mistake_values import core_mistakes, mistake_values
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.random_lists import DIGITS
from rankviz.learn.sets.mistake_separation import is_taken_for_right
from rankviz.state.app_state import AppState
from rankviz.state.second_order_edits import pair_of

MOST_LINES = 20  # of a derivation with a mistake: given lists are longer than generated ones


@dataclass(frozen=True)
class ListQuestion:
    """A question about a given list.

    Parameters
    ----------
    kind : str
        One of `WRITTEN_KINDS`.
    state : AppState
        Its list under study, metric and convention are asked about; for 'better' also its second list.
    note : tuple of (language, text)
        The note of a teacher on the question.
    move : Move or None
        For 'trend', the move that is announced.
    mistake : str
        For 'step', the key of the mistake; "" for the first that shows.
    """

    kind: str
    state: AppState
    note: tuple[tuple[str, str], ...] = ()
    move: trend.AnnouncedMove | None = None
    mistake: str = ""


def build_list_question(list_question: ListQuestion, number: int, level: int) -> Question:
    """Return the question about a list, with all mistakes that give another number than the answer.

    Raises
    ------
    InputError
        `undefined_question` if a value is undefined; `no_move`, `move_outside`, `no_second_list`, `no_such_mistake` or
        `no_better_swap` if the kind of question does not fit the list.
    """
    return replace(BUILDERS[list_question.kind](list_question), number=number, level=level)


def _value_question(list_question: ListQuestion) -> Question:
    state, metric = list_question.state, METRICS[list_question.state.metric]
    ranking = _ranking(state)
    question = Question(
        kind="value",
        measure=print_measure(metric, state.convention),
        lists=(ranking,),
        convention=state.convention,
        asked=metric.key,
        answer=_defined_values(state, ranking)[0],
        mistakes=(),
        digits=DIGITS,
        level=1,
        seed=0,
        number=1,
    )
    core_keys, values_by_mistake = core_mistakes(metric, state.convention), _mistake_values(question)
    wrong_values = {
        key: value
        for key, value in values_by_mistake.items()
        if not is_taken_for_right(question.answer, value, question.digits)
    }
    return replace(question, mistakes=tuple(Mistake(key, value, key in core_keys) for key, value in wrong_values.items()))


def _trend_question(list_question: ListQuestion) -> Question:
    state, move, count = list_question.state, list_question.move, len(list_question.state.ranking.items)
    if move is None:
        raise InputError("no_move", "This question is about a move: say from which rank to which, such as 4.1.")
    if max(move) > count:
        message = f'"{move}" is no move of this list: expected two different ranks from 1 to {count}, such as 2.1.'
        raise InputError("move_outside", message, text=str(move), count=count)
    ranking = _in_rank_order(state)
    _defined_values(state, ranking, trend.move_document(ranking, *move))
    return trend.build_trend_question(METRICS[state.metric], ranking, state.convention, move)


def _swap_question(list_question: ListQuestion) -> Question:
    state, metric, ranking = list_question.state, METRICS[list_question.state.metric], _in_rank_order(list_question.state)
    _defined_values(state, ranking)
    question = swap.build_swap_question(metric, ranking, state.convention)
    if question is None:
        measure = print_measure(metric, state.convention)
        raise InputError("no_better_swap", f"No swap makes {measure} of this list better.", measure=measure)
    return question


def _better_question(list_question: ListQuestion) -> Question:
    state, metric = list_question.state, METRICS[list_question.state.metric]
    pair = pair_of(state)
    if pair is None:
        raise InputError("no_second_list", "There is no second list to compare with.")
    first, second = _defined_values(state, *pair.lists)
    options = Options(better.KEYS, (first, second), better.right_key(metric, (first, second)))
    return replace(
        _value_question(list_question), kind="better", lists=pair.lists, asked="", answer=first, mistakes=(), given=options
    )


def _step_question(list_question: ListQuestion) -> Question:
    value = _value_question(list_question)
    by_line = possible_mistakes(value, MOST_LINES).values()
    derivations = [each for same_line in by_line for each in same_line if list_question.mistake in ("", each.mistake)]
    if not derivations:
        message = f"No usual mistake with {value.measure} shows in a single line on this list."
        raise InputError("no_such_mistake", message, measure=value.measure)
    return replace(value, kind="step", given=derivations[0])


BUILDERS: Mapping[str, Callable[[ListQuestion], Question]] = MappingProxyType(
    {
        "value": _value_question,
        "trend": _trend_question,
        "better": _better_question,
        "step": _step_question,
        "swap": _swap_question,
    }
)
LIST_QUESTION_KINDS = tuple(BUILDERS)  # kinds of questions about a given list


def _ranking(state: AppState) -> Ranking:
    return replace(state.ranking, query_id="")


def _in_rank_order(state: AppState) -> Ranking:
    """Return the list in the order of its ranks, which moves and swaps are about; entries without a rank come last."""
    ranking = _ranking(state)
    if not ranking.scored:
        return ranking
    rankings = compute(METRICS[state.metric], RawLists.from_rankings([ranking]), state.convention).rankings
    ranked = [place for place in rankings.source[0].tolist() if place >= 0]
    places = [*ranked, *(place for place in range(len(ranking.items)) if place not in set(ranked))]
    return replace(ranking, items=tuple(ranking.items[place] for place in places))


def _defined_values(state: AppState, *lists: Ranking) -> tuple[float, ...]:
    """Return the values of lists; InputError `undefined_question` if one is undefined."""
    metric = METRICS[state.metric]
    numbers = tuple(float(value) for value in compute(metric, RawLists.from_rankings(lists), state.convention).value)
    if not all(map(isfinite, numbers)):
        measure = print_measure(metric, state.convention)
        message = f"{measure} is undefined on this list, so there is no number to ask for. Add a relevant document."
        raise InputError("undefined_question", message, measure=measure)
    return numbers


def _mistake_values(question: Question) -> dict[str, float]:
    """Return the number that each usual mistake gives on the list of a question, without undefined ones."""
    metric = parse_measure(question.measure).metric
    numbers = {key: float(value[0]) for key, value in mistake_values(metric, question.lists, question.convention).items()}
    return {key: value for key, value in numbers.items() if isfinite(value)}
