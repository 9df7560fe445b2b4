"""Questions about a list of one's own: their answer and their mistakes are computed, and how telling the list is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite

from rankviz.errors import InputError
from rankviz.evaluation import compute
from rankviz.lists.typed import RawLists
from rankviz.metrics import METRICS
from rankviz.metrics.measures import parse_measure, print_measure
from rankviz.state.app_state import AppState
from rankviz.teach.judging import judge
from rankviz.teach.lists import DIGITS
from rankviz.teach.mistakes import core_of, values
from rankviz.teach.numbers import ROUNDED, SLACK
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


@dataclass(frozen=True)
class Telling:
    """How well a list tells the usual mistakes apart.

    Parameters
    ----------
    own : tuple of str
        Mistakes that give a number of their own.
    shared : tuple of tuples of str
        Those that share a number, together.
    right : tuple of str
        Those that give the right answer.
    """

    own: tuple[str, ...]
    shared: tuple[tuple[str, ...], ...]
    right: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.own) + len(self.right) + sum(map(len, self.shared))


def write_question(written: Written, number: int, level: int) -> Question:
    """Make a question of a list; its mistakes are those that give another number, whether or not it is their own.

    Raises
    ------
    InputError
        `no_questions` for a metric without usual mistakes, `undefined_question` where its value is undefined.
    """
    state, metric = written.state, METRICS[written.state.metric]
    if metric.exercise is None:
        raise no_questions(metric.name)
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
    return replace(
        asked, mistakes=tuple(Mistake(key, value, key in core) for key, value in given.items() if not _is_right(asked, value))
    )


def no_questions(name: str) -> InputError:
    """What is said of a metric whose usual mistakes are not known."""
    known = ", ".join(metric.name for metric in METRICS.values() if metric.exercise is not None)
    message = f"There are no questions about {name}; choose one of: {known}."
    return InputError("no_questions", message, name=name, known=known)


def telling_of(question: Question) -> Telling:
    """Say which of the usual mistakes a question's list tells apart, as a person who types their numbers is answered.

    Examples
    --------
    >>> from rankviz.state import permalink
    >>> state = permalink.decode({"m": "ndcg", "k": "all", "g": "321"}).state
    >>> telling_of(write_question(Written("value", state), 1, 2)).right
    ('ideal=retrieved', 'gain=exponential', ..., 'upside_down', ...)
    """
    groups: dict[tuple[str, ...], None] = {}
    for mistake in question.mistakes:
        named = judge(question, f"{mistake.value:.{question.digits}f}").mistakes
        groups[named if len(named) > 1 else (mistake.key,)] = None
    return Telling(
        own=tuple(each[0] for each in groups if len(each) == 1),
        shared=tuple(each for each in groups if len(each) > 1),
        right=tuple(key for key, value in _given(question).items() if _is_right(question, value)),
    )


def _given(question: Question) -> dict[str, float]:
    """What each usual mistake gives on the list of a question, where it gives anything."""
    metric = parse_measure(question.measure).metric
    found = {key: float(value[0]) for key, value in values(metric, question.lists, question.convention).items()}
    return {key: value for key, value in found.items() if isfinite(value)}


def _is_right(question: Question, value: float) -> bool:
    """Whether a number is taken for the answer."""
    return abs(value - question.answer) <= ROUNDED * 10.0**-question.digits + SLACK
