"""From the values of the queries to one number: which queries, what stands for 0/0, and how they are averaged.

A number is Σ w·x / Σ w·c, where a query adds x and counts c under a row, and w is the joining's. So one query left out is a
difference of sums, for all queries at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.option_formulas import Array
from rankviz.runs.lookup.causes import (
    SETS,
    RunCause,
    edge_cause,
    head_cause,
    nothing_causes,
    other_mean_causes,
    set_causes,
    without_cause,
)
from rankviz.runs.lookup.rows import VariantRow

HEADS = (10, 20, 25, 30, 40, 50, 100, 150, 200, 250, 300, 500, 1000, 2000, 5000)
OWN = ""  # a set or an answer to 0/0 that is the row's own
SAME = 1e-12  # numbers that are closer are one
Mask = NDArray[np.bool_]


class Joinings:
    """Every way from the values of some queries to one number.

    Parameters
    ----------
    queries : tuple of str (Q,)
        All queries of run and judgments.
    file_order : sequence of str
        Queries of the run, in the order of the file.
    """

    def __init__(self, queries: tuple[str, ...], file_order: Sequence[str]) -> None:
        self.queries = queries
        place = {query: i for i, query in enumerate(queries)}
        sets, answers = [None, *set_causes()], [None, *nothing_causes()]
        self._pairs = [(one, two) for one in sets for two in answers]
        self._others = [*other_mean_causes()]
        self._masks = [*_parts_of_file(file_order, place)]
        self._whole = len(self._pairs) + len(self._others)
        causes: list[tuple[RunCause, ...]] = [tuple(each for each in pair if each) for pair in self._pairs]
        causes += [(each,) for each in self._others] + [(cause,) for cause, _ in self._masks]
        causes += [(without_cause(query, len(queries)),) for query in queries]
        self.causes: tuple[tuple[RunCause, ...], ...] = tuple(causes)
        self.first_without = len(causes) - len(queries)

    def values(self, row: VariantRow) -> Array:
        """Return the number of a row by each joining (J,); NaN where there is none, or where it is the row's own way."""
        values = np.full(len(self.causes), np.nan)
        if row.number is not None:
            values[0] = row.number
            return values
        with np.errstate(all="ignore"):
            values[: self._whole] = [*self._by_sets(row), *(_other_mean(each.key, row) for each in self._others)]
            if row.queries == self.queries:
                values[self._whole :] = [*self._by_masks(row), *_without_each(row)]
        return values

    def members(self, row: VariantRow, joining: int) -> Mask:
        """Return the queries (Q,) that count under a joining."""
        if joining < len(self._pairs):
            name, answer = (_name(each) for each in self._pairs[joining])
            members = row.members(SETS[name]) if name else row.own_members
            left_out = row.left_out if answer == OWN else row.nothing if answer == "skip" else np.zeros_like(members)
            return np.asarray(members & ~left_out)
        if joining >= self.first_without:
            return np.asarray(row.is_counted & (np.arange(len(row.queries)) != joining - self.first_without))
        if joining >= self._whole:
            return row.is_counted & self._masks[joining - self._whole][1]
        if self.causes[joining][0].key == "hits_only":
            return row.is_counted & (row.value > 0)
        return row.is_counted

    def _by_sets(self, row: VariantRow) -> list[float]:
        answered = {OWN: (row.weight * row.value, row.weight * ~row.left_out)}
        value, nothing = np.where(row.nothing, 0.0, row.value), row.nothing
        for answer, stand_in in (("zero", 0.0), ("one", 1.0)):
            answered[answer] = row.weight * (value + stand_in * nothing), row.weight
        answered["skip"] = row.weight * value, row.weight * ~nothing
        numbers = []
        for chosen_set, chosen_answer in self._pairs:
            name = _name(chosen_set)
            members = row.members(SETS[name]) if name else row.own_members
            added, counts = answered[_name(chosen_answer)]
            if chosen_answer and row.nothing[members].all() and (row.relevant[members] > 0).any():
                numbers.append(np.nan)  # no value at all, as of a formula that takes no such list: nothing is left to average
                continue
            counts = np.where(members, counts, 0.0)
            numbers.append(float(np.where(counts != 0, added, 0.0).sum() / counts.sum()))
        return numbers

    def _by_masks(self, row: VariantRow) -> list[float]:
        weight = np.where(row.is_counted, row.weight, 0.0)
        added = np.where(weight != 0, weight * row.value, 0.0)
        return [float(added[mask].sum() / weight[mask].sum()) for _, mask in self._masks]


def _name(cause: RunCause | None) -> str:
    return OWN if cause is None else cause.key.partition("=")[2]


def _parts_of_file(file_order: Sequence[str], place: dict[str, int]) -> list[tuple[RunCause, Mask]]:
    """Return the causes that the first or last query is missing, or that only the first ones count, with those that do."""
    orders = [list(file_order), sorted(file_order)]
    if all(name.isdecimal() for name in file_order):
        orders.append(sorted(file_order, key=int))
    found = []
    for which, at in (("first", 0), ("last", -1)):
        edges = dict.fromkeys(order[at] for order in orders if order)
        found += [(edge_cause(which, query), np.arange(len(place)) != place[query]) for query in edges]
    heads = [count for count in HEADS if count < len(file_order)]
    for count in heads:
        mask = np.zeros(len(place), dtype=bool)
        mask[[place[query] for query in file_order[:count]]] = True
        found.append((head_cause(count, len(heads)), mask))
    return found


def _without_each(row: VariantRow) -> Array:
    """Return the mean without each query (Q,); NaN for one that does not count anyhow."""
    weight = np.where(row.is_counted, row.weight, 0.0)
    added = np.where(weight != 0, weight * row.value, 0.0)
    return np.where(weight != 0, (added.sum() - added) / (weight.sum() - weight), np.nan)


def _other_mean(key: str, row: VariantRow) -> float:
    """Return the number that is made otherwise of the values that count; NaN where there is none."""
    counted = row.is_counted
    value, count = row.value[counted], float(counted.sum())
    if not count or not np.isfinite(value).all():
        return float("nan")
    if key == "micro":
        return float("nan") if row.parts is None else _quotient(*(part[counted].sum() for part in row.parts))
    if key.startswith("weights="):
        weight = (row.relevant if key == "weights=R" else row.entries)[counted]
        return _quotient((weight * value).sum(), weight.sum())
    if key.startswith("round="):
        return float(np.round(value, int(key[-1])).mean())
    return {
        "sum": lambda: float(value.sum()),
        "n_plus_one": lambda: float(value.sum() / (count + 1)),
        "n_minus_one": lambda: _quotient(value.sum(), count - 1),
        "median": lambda: float(np.median(value)),
        "geometric": lambda: float(np.exp(np.log(np.maximum(value, 1e-5)).mean())),
        "hits_only": lambda: float(value[value > 0].mean()) if (value > 0).any() else float("nan"),
    }[key]()


def are_close(one: Array, two: Array) -> Mask:
    """Return which numbers are the same up to rounding; where there is none on either side they are."""
    with np.errstate(invalid="ignore"):
        return np.asarray((np.abs(one - two) <= SAME) | (np.isnan(one) & np.isnan(two)))


def _quotient(above: float, below: float) -> float:
    return float(above / below) if below else float("nan")
