"""Questions about a given list, such as a teacher's own: what is asked of it, and how a kind says that it can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isfinite
from typing import NamedTuple

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import parse_measure, print_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.announced_move import AnnouncedMove
from rankviz.learn.questions.mistake_values import core_mistakes, mistake_values
from rankviz.learn.questions.number_judge import is_taken_for_right
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.random_lists import DIGITS
from rankviz.state.app_state import AppState

MOVE, MISTAKE = "move", "mistake"  # fields of a question about a list, in links and files


@dataclass(frozen=True)
class ListQuestion:
    """A question about a given list.

    Parameters
    ----------
    kind : str
        One of `rankviz.learn.sets.list_question.LIST_QUESTION_KINDS`.
    state : AppState
        Its list under study, metric and convention are asked about; for a kind that compares, also its second list.
    note : tuple of (language, text)
        The note of a teacher on the question.
    move : AnnouncedMove or None
        For a kind with the field `MOVE`, the move that is announced.
    mistake : str
        For a kind with the field `MISTAKE`, the key of the mistake; "" for the first that shows.
    """

    kind: str
    state: AppState
    note: tuple[tuple[str, str], ...] = ()
    move: AnnouncedMove | None = None
    mistake: str = ""

    @property
    def metric(self) -> Metric:
        """The metric that is asked about."""
        return METRICS[self.state.metric]

    @property
    def measure(self) -> str:
        """The measure as printed."""
        return print_measure(self.metric, self.state.convention)


class AboutList(NamedTuple):
    """How a kind asks about a given list.

    Parameters
    ----------
    place : int
        Its place among the kinds that do, from 1: the key that chooses it on a teacher's page.
    build : function of ListQuestion to Question
        Raises InputError where it does not fit the list. The caller sets kind, number and level.
    field : {'', 'move', 'mistake'}
        What it is told besides the list.
    compares : bool
        Whether it is about the second list, too.
    """

    place: int
    build: Callable[[ListQuestion], Question]
    field: str = ""
    compares: bool = False


def value_question(list_question: ListQuestion) -> Question:
    """Return the question for the value of the measure, with all mistakes that give another number than the answer.

    Raises
    ------
    InputError
        `undefined_question`.
    """
    state, metric, ranking = list_question.state, list_question.metric, given_ranking(list_question)
    question = Question(
        kind=list_question.kind,
        measure=list_question.measure,
        lists=(ranking,),
        convention=state.convention,
        asked=metric.key,
        answer=defined_values(list_question, ranking)[0],
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


def given_ranking(list_question: ListQuestion) -> Ranking:
    """Return the list, without the name of a query."""
    return replace(list_question.state.ranking, query_id="")


def in_rank_order(list_question: ListQuestion) -> Ranking:
    """Return the list in the order of its ranks, which moves and swaps are about; entries without a rank come last."""
    ranking = given_ranking(list_question)
    if not ranking.scored:
        return ranking
    rankings = compute(list_question.metric, RawLists.from_rankings([ranking]), list_question.state.convention).rankings
    ranked = [place for place in rankings.source[0].tolist() if place >= 0]
    places = [*ranked, *(place for place in range(len(ranking.items)) if place not in set(ranked))]
    return replace(ranking, items=tuple(ranking.items[place] for place in places))


def defined_values(list_question: ListQuestion, *lists: Ranking) -> tuple[float, ...]:
    """Return the values of lists; InputError `undefined_question` if one is undefined."""
    trace = compute(list_question.metric, RawLists.from_rankings(lists), list_question.state.convention)
    numbers = tuple(float(value) for value in trace.value)
    if not all(map(isfinite, numbers)):
        measure = list_question.measure
        message = f"{measure} is undefined on this list, so there is no number to ask for. Add a relevant document."
        raise InputError("undefined_question", message, measure=measure)
    return numbers


def _mistake_values(question: Question) -> dict[str, float]:
    """Return the number that each usual mistake gives on the list of a question, without undefined ones."""
    metric = parse_measure(question.measure).metric
    numbers = {key: float(value[0]) for key, value in mistake_values(metric, question.lists, question.convention).items()}
    return {key: value for key, value in numbers.items() if isfinite(value)}
