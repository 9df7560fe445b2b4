"""One query of two runs as two lists that can be compared, over the documents of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import Metric
from rankviz.evaluation.list_pair import ListPair, kept_grades_notice, merge_pools
from rankviz.runs.evaluate.query_list import check_same_value, is_wanted, rank_order


def fitted_pair(
    first: Ranking, second: Ranking, most: int, metric: Metric, convention: Convention
) -> tuple[ListPair, tuple[InputError, ...]]:
    """Join two lists of one query, cut to so many documents in all.

    Both are cut at the same depth, in the order that the convention gives each: as deep as leaves room for every document with
    a grade above 0, but not above a quarter of `most`. What is left out of a list there counts as not retrieved by it.

    Returns
    -------
    tuple
        The pair, and notices: on documents that the lists judge differently, as two logs may; what was left out, and whether
        that changes the metric's value.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> one, two = (Ranking.from_judgments([*names], {"c": 1, "z": 0}) for names in ("abcd", "dcba"))
    >>> pair, (cut, same) = fitted_pair(one, two, 4, METRICS["precision"], Convention(cutoff=1))
    >>> [[item.doc_id for item in each.items] for each in pair.lists], cut.where, same.key
    ([['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'a']], {'shown': 4, 'first': 4, 'second': 4, 'left_out': 1}, 'run_value_same')
    """
    whole, differing = merge_pools(first, second)
    notices = (kept_grades_notice(differing),) if differing else ()
    pool, orders = whole.pool, [rank_order(each, metric, convention) for each in whole.lists]
    places = [_places(each, order) for each, order in zip(whole.lists, orders, strict=True)]
    copies = [np.sort([*each.copies, inf]) for each in places]
    if len(pool) + max(len(each) - 1 for each in copies) <= most:
        return whole, notices
    nearest = {item.doc_id: min(each.first.get(item.doc_id, inf) for each in places) for item in pool}
    depth = _depth(np.array([*nearest.values()]), np.array([is_wanted(item) for item in pool]), copies, most)
    room = most - max(int(np.searchsorted(each, depth)) for each in copies)
    kept_ids = _kept_ids(pool, {name for name, place in nearest.items() if place < depth}, room)
    left_out = sum(item.grade is not None and item.doc_id not in kept_ids for item in pool)
    pair = ListPair(*(_cut(each, {*order[:depth]}, kept_ids) for each, order in zip(whole.lists, orders, strict=True)))
    counts = tuple(len(each.items) for each in whole.lists)
    values = [check_same_value(here, there, metric, convention) for here, there in zip(pair.lists, whole.lists, strict=True)]
    same = [each for each in values if each and each[0].key == "run_value_same"]
    differs = [each[0] for each in values if each and each not in same]
    return pair, (*notices, _cut_notice(depth, counts, left_out), *(differs or [each[0] for each in same[:1]]))


class _Places(NamedTuple):
    """How many entries stand above each document's first one, and above each further copy of one."""

    first: dict[str, int]
    copies: list[int]


def _places(ranking: Ranking, order: Sequence[int]) -> _Places:
    places = _Places({}, [])
    for place, at in enumerate(order):
        if places.first.setdefault(ranking.items[at].doc_id, place) != place:
            places.copies.append(place)
    return places


def _depth(nearest: Array, is_relevant: NDArray[np.bool_], copies: Sequence[Array], most: int) -> int:
    """Return the deepest cut at which the documents above it in either list, and the relevant others, are at most `most`."""
    listed, further = np.sort(nearest[np.isfinite(nearest)]), np.sort(nearest[is_relevant])
    deepest = max(len(listed), *(int(each[np.isfinite(each)].max(initial=0)) + 1 for each in copies))
    depths = np.arange(most // 4, max(deepest, most // 4) + 1)
    sizes = np.searchsorted(listed, depths) + len(further) - np.searchsorted(further, depths)
    sizes += np.max([np.searchsorted(each, depths) for each in copies], axis=0)
    return int(depths[max(int(np.searchsorted(sizes, most, side="right")) - 1, 0)])


def _kept_ids(pool: tuple[Item, ...], above: set[str], most: int) -> set[str]:
    """Return the ids above the cut in either list, and of the other judged documents those with the highest grades."""
    others = [item for item in pool if item.grade is not None and item.doc_id not in above]
    best = sorted(others, key=lambda item: -(item.grade or 0.0))[: most - len(above)]
    return above | {item.doc_id for item in best}


def _cut(ranking: Ranking, above: set[int], kept_ids: set[str]) -> Ranking:
    items = tuple(item for at, item in enumerate(ranking.items) if at in above)
    below = kept_ids - {item.doc_id for item in items}
    others = (item._replace(score=None) for item in (*ranking.items, *ranking.missed) if item.doc_id in below)
    missed = {item.doc_id: item for item in others}
    return replace(ranking, items=items, missed=tuple(missed.values()))


def _cut_notice(depth: int, counts: tuple[int, ...], left_out: int) -> InputError:
    """Return the notice that two lists do not hold all that the runs have for their query."""
    first, second = counts
    extent = f"Of the entries of A ({first}) and B ({second}), the lists have the first {depth}"
    if not left_out:
        message = f"{extent}; what stands further down counts as not retrieved."
        return InputError("run_pair_cut", message, shown=depth, first=first, second=second)
    message = f"{extent}; what stands further down counts as not retrieved, or is left out (judged documents: {left_out})."
    return InputError("run_pair_left_out", message, shown=depth, first=first, second=second, left_out=left_out)
