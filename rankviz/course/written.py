"""Questions about a list of one's own: their answer and their mistakes are computed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite

from rankviz.course.telling import taken_for_right
from rankviz.errors import InputError
from rankviz.evaluation import compute
from rankviz.lists.typed import RawLists
from rankviz.metrics import METRICS
from rankviz.metrics.measures import parse_measure, print_measure
from rankviz.state.app_state import AppState
from rankviz.teach.lists import DIGITS
from rankviz.teach.mistakes import core_of, values
from rankviz.teach.question import Mistake, Question

WRITTEN_KINDS = ("value",)  # what can be asked of a list of one's own


@dataclass(frozen=True)
class Written:
    """A question about a list that somebody wrote.

    Parameters
    ----------
    kind : str
    state : AppState
        Its list under study, metric and convention are asked about.
    say : tuple of (language, text)
        What is said of it.
    """

    kind: str
    state: AppState
    say: tuple[tuple[str, str], ...] = ()


def write_question(written: Written, number: int, level: int) -> Question:
    """Make a question of a list; its mistakes are those that give another number, whether or not it is their own.

    Raises
    ------
    InputError
        `undefined_question` where its value is undefined.
    """
    state, metric = written.state, METRICS[written.state.metric]
    lists = (replace(state.ranking, query_id=""),)
    measure = print_measure(metric, state.convention)
    answer = float(compute(metric, RawLists.of(lists), state.convention).value[0])
    if not isfinite(answer):
        message = f"{measure} is undefined on this list, so there is no number to ask for. Add a relevant document."
        raise InputError("undefined_question", message, measure=measure)
    asked = Question(
        kind="value",
        measure=measure,
        lists=lists,
        convention=state.convention,
        asked=metric.key,
        answer=answer,
        mistakes=(),
        digits=DIGITS,
        level=level,
        seed=0,
        number=number,
    )
    core, given = core_of(metric, state.convention), _given(asked)
    wrong = {key: value for key, value in given.items() if not taken_for_right(answer, value, asked.digits)}
    return replace(asked, mistakes=tuple(Mistake(key, value, key in core) for key, value in wrong.items()))


def _given(question: Question) -> dict[str, float]:
    """What each usual mistake gives on the list of a question, where it gives anything."""
    metric = parse_measure(question.measure).metric
    found = {key: float(value[0]) for key, value in values(metric, question.lists, question.convention).items()}
    return {key: value for key, value in found.items() if isfinite(value)}
