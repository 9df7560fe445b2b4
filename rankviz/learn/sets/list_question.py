"""Questions about a list of one's own: their answer and their mistakes are computed."""

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

MOST_LINES = 20  # of a derivation with a mistake: a list of one's own has more than one that is drawn


@dataclass(frozen=True)
class ListQuestion:
    """A question about a list that somebody wrote.

    Parameters
    ----------
    kind : str
        One of `WRITTEN_KINDS`.
    state : AppState
        Its list under study, metric and convention are asked about; of 'better' with the list that it is compared with.
    note : tuple of (language, text)
        What is said of it.
    move : Move or None
        Of 'trend' what is announced.
    mistake : str
        Of 'step' the mistake in it; "" for the first that shows.
    """

    kind: str
    state: AppState
    note: tuple[tuple[str, str], ...] = ()
    move: trend.AnnouncedMove | None = None
    mistake: str = ""


def build_list_question(written: ListQuestion, number: int, level: int) -> Question:
    """Make a question of a list; its mistakes are those that give another number, whether or not it is their own.

    Raises
    ------
    InputError
        `undefined_question` where a value is undefined; `no_move`, `move_outside`, `no_second_list`, `no_such_mistake`,
        `no_better_swap` where the list cannot be asked so.
    """
    return replace(BUILDERS[written.kind](written), number=number, level=level)


def _value_question(written: ListQuestion) -> Question:
    state, metric = written.state, METRICS[written.state.metric]
    ranking = _ranking(state)
    asked = Question(
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
    core, given = core_mistakes(metric, state.convention), _mistake_values(asked)
    wrong = {key: value for key, value in given.items() if not is_taken_for_right(asked.answer, value, asked.digits)}
    return replace(asked, mistakes=tuple(Mistake(key, value, key in core) for key, value in wrong.items()))


def _trend_question(written: ListQuestion) -> Question:
    state, move, count = written.state, written.move, len(written.state.ranking.items)
    if move is None:
        raise InputError("no_move", "This question is about a move: say from which rank to which, such as 4.1.")
    if max(move) > count:
        message = f'"{move}" is no move of this list: expected two different ranks from 1 to {count}, such as 2.1.'
        raise InputError("move_outside", message, text=str(move), count=count)
    ranking = _in_rank_order(state)
    _defined_values(state, ranking, trend.move_document(ranking, *move))
    return trend.build_trend_question(METRICS[state.metric], ranking, state.convention, move)


def _swap_question(written: ListQuestion) -> Question:
    state, metric, ranking = written.state, METRICS[written.state.metric], _in_rank_order(written.state)
    _defined_values(state, ranking)
    found = swap.build_swap_question(metric, ranking, state.convention)
    if found is None:
        measure = print_measure(metric, state.convention)
        raise InputError("no_better_swap", f"No swap makes {measure} of this list better.", measure=measure)
    return found


def _better_question(written: ListQuestion) -> Question:
    state, metric = written.state, METRICS[written.state.metric]
    pair = pair_of(state)
    if pair is None:
        raise InputError("no_second_list", "There is no second list to compare with.")
    one, other = _defined_values(state, *pair.lists)
    given = Options(better.KEYS, (one, other), better.right_key(metric, (one, other)))
    return replace(_value_question(written), kind="better", lists=pair.lists, asked="", answer=one, mistakes=(), given=given)


def _step_question(written: ListQuestion) -> Question:
    value = _value_question(written)
    lines = possible_mistakes(value, MOST_LINES).values()
    found = [each for of_line in lines for each in of_line if written.mistake in ("", each.mistake)]
    if not found:
        message = f"No usual mistake with {value.measure} shows in a single line on this list."
        raise InputError("no_such_mistake", message, measure=value.measure)
    return replace(value, kind="step", given=found[0])


BUILDERS: Mapping[str, Callable[[ListQuestion], Question]] = MappingProxyType(
    {
        "value": _value_question,
        "trend": _trend_question,
        "better": _better_question,
        "step": _step_question,
        "swap": _swap_question,
    }
)
LIST_QUESTION_KINDS = tuple(BUILDERS)  # what can be asked of a list of one's own


def _ranking(state: AppState) -> Ranking:
    return replace(state.ranking, query_id="")


def _in_rank_order(state: AppState) -> Ranking:
    """The list as its scores rank it, for moves are from rank to rank; what has no rank comes last."""
    ranking = _ranking(state)
    if not ranking.scored:
        return ranking
    rankings = compute(METRICS[state.metric], RawLists.from_rankings([ranking]), state.convention).rankings
    ranked = [place for place in rankings.source[0].tolist() if place >= 0]
    places = [*ranked, *(place for place in range(len(ranking.items)) if place not in set(ranked))]
    return replace(ranking, items=tuple(ranking.items[place] for place in places))


def _defined_values(state: AppState, *lists: Ranking) -> tuple[float, ...]:
    """The values of some lists; `undefined_question` where one has none."""
    metric = METRICS[state.metric]
    found = tuple(float(value) for value in compute(metric, RawLists.from_rankings(lists), state.convention).value)
    if not all(map(isfinite, found)):
        measure = print_measure(metric, state.convention)
        message = f"{measure} is undefined on this list, so there is no number to ask for. Add a relevant document."
        raise InputError("undefined_question", message, measure=measure)
    return found


def _mistake_values(question: Question) -> dict[str, float]:
    """What each usual mistake gives on the list of a question, where it gives anything."""
    metric = parse_measure(question.measure).metric
    found = {key: float(value[0]) for key, value in mistake_values(metric, question.lists, question.convention).items()}
    return {key: value for key, value in found.items() if isfinite(value)}
