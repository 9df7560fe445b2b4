"""Several lists over the same documents, with what a measure gives on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isnan
from typing import NamedTuple

import numpy as np

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import (
    DIGITS,
    QuestionSpec,
    RandomList,
    draw_batches,
    is_not_trivial,
    random_integer,
    random_order,
    style_of,
)

MOST_SWAPS = 3
APART, EVEN = 0.02, 1e-9  # values that can be told by eye, and equal ones


class ListPool(NamedTuple):
    """Lists over the same documents, and their values."""

    lists: tuple[Ranking, ...]
    convention: Convention
    values: tuple[float, ...]

    def build_question(self, wanted: QuestionSpec, answer: float, given: object) -> Question:
        """A question about these lists."""
        printed = wanted.measure_text(self.convention)
        return Question("", printed, self.lists, self.convention, "", answer, (), DIGITS, wanted.level, 0, 0, given)


def draw_pools(wanted: QuestionSpec, count: int, *, anyhow: bool = False) -> Iterator[list[ListPool]]:
    """Draw batches of some lists over the same documents.

    Parameters
    ----------
    wanted : QuestionSpec
    count : int
        How many lists a pool has.
    anyhow : bool
        Whether they may differ in everything, and be as good or bad as can be; else they are some swaps apart, and not trivial.
    """
    for batch in draw_batches(wanted, style_of(wanted)):
        found: dict[int, ListPool] = {}
        for k, drawn in batch.items():
            convention = wanted.convention.with_choices({"cutoff": k})
            lists = {place: _draw_orders(each, count, anyhow, wanted.draw_one) for place, each in drawn.items()}
            everything = [each for some in lists.values() for each in some]
            trace = compute(wanted.metric, RawLists.from_rankings(everything), convention)
            values = np.where(trace.undefined, np.nan, trace.value).reshape(-1, count).tolist()
            for (place, some), own in zip(lists.items(), values, strict=True):
                if not any(map(isnan, own)) and (anyhow or all(is_not_trivial(wanted.metric, value) for value in own)):
                    found[place] = ListPool(some, convention, tuple(own))
        yield [found[place] for place in sorted(found)]


def grades_of(ranking: Ranking) -> tuple[float | None, ...]:
    """Grades of the entries, as listed."""
    return tuple(item.grade for item in ranking.items)


def _draw_orders(drawn: RandomList, count: int, anyhow: bool, draw_one: Callable[[], float]) -> tuple[Ranking, ...]:
    """Lists over the documents of the one that was drawn; in the first they are called d1, d2 and so on."""
    everything, shown = (*drawn.grades, *drawn.missed), len(drawn.grades)
    size = len(everything)
    orders = [random_order(draw_one, size) if anyhow else _draw_swapped_order(size, shown, draw_one) for _ in range(count)]
    names = {place: f"d{number}" for number, place in enumerate(orders[0], 1)}
    items = [Item(names[place], grade) for place, grade in enumerate(everything)]
    return tuple(_ranking([items[place] for place in order], shown) for order in orders)


def _ranking(items: Sequence[Item], shown: int) -> Ranking:
    return Ranking(tuple(items[:shown]), tuple(sorted(items[shown:], key=lambda item: (len(item.doc_id), item.doc_id))))


def _draw_swapped_order(size: int, shown: int, draw_one: Callable[[], float]) -> list[int]:
    order = list(range(size))
    for _ in range(random_integer(draw_one, 1, MOST_SWAPS)):
        one, other = random_integer(draw_one, 0, shown - 1), random_integer(draw_one, 0, size - 1)
        order[one], order[other] = order[other], order[one]
    return order
