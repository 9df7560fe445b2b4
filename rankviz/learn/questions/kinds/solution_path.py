"""The solution of a `reach` question: the moves of a shortest path to the target, shown to who gives up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.reach_target import GRADE, ReachTarget
from rankviz.learn.questions.question import Question

Items = tuple[Item, ...]


class PathMove(NamedTuple):
    """One move.

    Parameters
    ----------
    document : str
    rank : int
        Rank of the document before the move.
    before, after : int or float
        Ranks of a document that moves, or grades of one that is graded anew; `before` is None if it was unjudged.
    """

    document: str
    rank: int
    before: float | None
    after: float


def solution_path(question: Question) -> tuple[PathMove, ...]:
    """Return the moves of a shortest path to the target: of all of them, one that leads to the highest value.

    Parameters
    ----------
    question : Question
        A question of the kind `reach`.
    """
    return _best_path(question)[1]


def reach_target(question: Question) -> Ranking:
    """Return the list to which `solution_path` leads."""
    target = question.given
    assert isinstance(target, ReachTarget)
    return Ranking(_best_path(question)[0], target.start.missed)


def _best_path(question: Question) -> tuple[Items, tuple[PathMove, ...]]:
    target = question.given
    assert isinstance(target, ReachTarget)
    start = target.start.items
    paths: dict[Items, tuple[PathMove, ...]] = {start: ()}
    current = [start]
    for _ in range(target.moves):
        new_paths: dict[Items, tuple[PathMove, ...]] = {}
        for items in current:
            for move, moved_items in _next_lists(items, target):
                if moved_items not in paths and moved_items not in new_paths:
                    new_paths[moved_items] = (*paths[items], move)
        paths |= new_paths
        current = list(new_paths)
    metric = parse_measure(question.measure).metric
    values = compute(
        metric, RawLists.from_rankings([Ranking(items, target.start.missed) for items in current]), question.convention
    ).value
    best = current[int(values.argmax())]
    return best, paths[best]


def _next_lists(items: Items, target: ReachTarget) -> Iterator[tuple[PathMove, Items]]:
    """Yield the lists that are one move away, each with that move."""
    for place, item in enumerate(items):
        rest = (*items[:place], *items[place + 1 :])
        if target.by == GRADE:
            for grade in range(target.top + 1):
                if grade != item.grade:
                    graded_items = (*items[:place], item._replace(grade=float(grade)), *items[place + 1 :])
                    yield PathMove(item.doc_id, place + 1, item.grade, grade), graded_items
        else:
            for position in range(len(items)):
                if position != place:
                    yield PathMove(item.doc_id, place + 1, place + 1, position + 1), (*rest[:position], item, *rest[position:])
