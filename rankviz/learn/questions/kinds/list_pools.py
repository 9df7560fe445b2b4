"""Pools of lists over the same documents, with the value of a measure on each."""

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
    is_nontrivial,
    random_integer,
    random_order,
    style_of,
)

MOST_SWAPS = 3
APART, EVEN = 0.02, 1e-9  # least difference of values that is seen by eye, and largest of equal ones


class ListPool(NamedTuple):
    """Lists over the same documents, with their values."""

    lists: tuple[Ranking, ...]
    convention: Convention
    values: tuple[float, ...]

    def build_question(self, spec: QuestionSpec, answer: float, kind_data: object = None) -> Question:
        """Return a question about these lists; the caller sets its kind, seed and number."""
        measure = spec.measure_text(self.convention)
        return Question("", measure, self.lists, self.convention, "", answer, (), DIGITS, spec.level, 0, 0, kind_data)


def draw_pools(spec: QuestionSpec, count: int, *, is_unrestricted: bool = False) -> Iterator[list[ListPool]]:
    """Yield batches of pools of lists over the same documents.

    Parameters
    ----------
    spec : QuestionSpec
    count : int
        Number of lists in a pool.
    is_unrestricted : bool
        Whether the lists of a pool are in any order and of any value; else they are a few swaps apart, with values away from
        the ends of the range.
    """
    for batch in draw_batches(spec, style_of(spec)):
        pools: dict[int, ListPool] = {}
        for k, drawn in batch.items():
            convention = spec.convention.with_choices({"cutoff": k})
            lists = {position: _draw_orders(each, count, is_unrestricted, spec.draw_one) for position, each in drawn.items()}
            all_rankings = [each for rankings in lists.values() for each in rankings]
            trace = compute(spec.metric, RawLists.from_rankings(all_rankings), convention)
            values = np.where(trace.undefined, np.nan, trace.value).reshape(-1, count).tolist()
            for (position, rankings), list_values in zip(lists.items(), values, strict=True):
                if not any(map(isnan, list_values)) and (
                    is_unrestricted or all(is_nontrivial(spec.metric, value) for value in list_values)
                ):
                    pools[position] = ListPool(rankings, convention, tuple(list_values))
        yield [pools[position] for position in sorted(pools)]


def grades_of(ranking: Ranking) -> tuple[float | None, ...]:
    """Return the grades of the entries, as listed."""
    return tuple(item.grade for item in ranking.items)


def _draw_orders(drawn: RandomList, count: int, is_unrestricted: bool, draw_one: Callable[[], float]) -> tuple[Ranking, ...]:
    """Return lists over the documents of the drawn one, named d1, d2 and so on in the order of the first list."""
    grades, shown_count = (*drawn.grades, *drawn.missed), len(drawn.grades)
    size = len(grades)
    orders = [
        random_order(draw_one, size) if is_unrestricted else _draw_swapped_order(size, shown_count, draw_one)
        for _ in range(count)
    ]
    names = {place: f"d{number}" for number, place in enumerate(orders[0], 1)}
    items = [Item(names[place], grade) for place, grade in enumerate(grades)]
    return tuple(_ranking([items[place] for place in order], shown_count) for order in orders)


def _ranking(items: Sequence[Item], shown_count: int) -> Ranking:
    return Ranking(
        tuple(items[:shown_count]), tuple(sorted(items[shown_count:], key=lambda item: (len(item.doc_id), item.doc_id)))
    )


def _draw_swapped_order(size: int, shown_count: int, draw_one: Callable[[], float]) -> list[int]:
    order = list(range(size))
    for _ in range(random_integer(draw_one, 1, MOST_SWAPS)):
        position, other_position = random_integer(draw_one, 0, shown_count - 1), random_integer(draw_one, 0, size - 1)
        order[position], order[other_position] = order[other_position], order[position]
    return order
