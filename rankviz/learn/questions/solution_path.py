"""How a list is reached: the moves of a shortest way, for who gives up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.reach import GRADE, ReachTarget
from rankviz.learn.questions.question import Question

Items = tuple[Item, ...]


class PathMove(NamedTuple):
    """One move.

    Parameters
    ----------
    document : str
    rank : int
        Where the document stands before it.
    before, after : int or float
        Of a document that moves its ranks, of one that is graded anew its grades; None if it is unjudged.
    """

    document: str
    rank: int
    before: float | None
    after: float


def solution_path(question: Question) -> tuple[PathMove, ...]:
    """The moves of one of the shortest ways to the target, of that which leads highest.

    Parameters
    ----------
    question : Question
        Of the kind `reach`.
    """
    return _best_path(question)[1]


def reach_target(question: Question) -> Ranking:
    """The list to which `way` leads."""
    given = question.given
    assert isinstance(given, ReachTarget)
    return Ranking(_best_path(question)[0], given.start.missed)


def _best_path(question: Question) -> tuple[Items, tuple[PathMove, ...]]:
    given = question.given
    assert isinstance(given, ReachTarget)
    begin = given.start.items
    known: dict[Items, tuple[PathMove, ...]] = {begin: ()}
    last = [begin]
    for _ in range(given.moves):
        fresh: dict[Items, tuple[PathMove, ...]] = {}
        for items in last:
            for step, after in _next_lists(items, given):
                if after not in known and after not in fresh:
                    fresh[after] = (*known[items], step)
        known |= fresh
        last = list(fresh)
    metric = parse_measure(question.measure).metric
    values = compute(
        metric, RawLists.from_rankings([Ranking(items, given.start.missed) for items in last]), question.convention
    ).value
    best = last[int(values.argmax())]
    return best, known[best]


def _next_lists(items: Items, given: ReachTarget) -> Iterator[tuple[PathMove, Items]]:
    """The lists that are one move away, each with that move."""
    for place, item in enumerate(items):
        rest = (*items[:place], *items[place + 1 :])
        if given.by == GRADE:
            for grade in range(given.top + 1):
                if grade != item.grade:
                    after = (*items[:place], item._replace(grade=float(grade)), *items[place + 1 :])
                    yield PathMove(item.doc_id, place + 1, item.grade, grade), after
        else:
            for to in range(len(items)):
                if to != place:
                    yield PathMove(item.doc_id, place + 1, place + 1, to + 1), (*rest[:to], item, *rest[to:])
