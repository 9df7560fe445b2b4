"""The candidates that print typed numbers: a row and a joining, or two causes in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.typed_number import PrintedNumber, agreement
from rankviz.runs.lookup.causes import CUT_COST, PERCENT, TOGETHER_COST, RunCause, cost_of
from rankviz.runs.lookup.pair_values import PairValues
from rankviz.runs.lookup.pairs import ERRORS
from rankviz.runs.lookup.search_space import RunSpace

MOST_PAIRS = 8  # that print the numbers rounded; dearer ones are not computed
PERCENT_PLACES = 2
LEAST_CUT_PLACES = 2  # decimals of a number that may have been cut; who leaves one rounds it
Typed = Mapping[str, PrintedNumber]


class RunCandidate(NamedTuple):
    """Something that may have been done otherwise.

    Parameters
    ----------
    row : tuple of RunCause
        Readings and formulas: none, one or two.
    joining : int
        Among `Joinings.causes`.
    parts : tuple of RunCause
        All causes.
    values : tuple of float
        What it gives, by measure.
    cost : float
    agreements : tuple of str
        How the typed numbers follow from the values.
    """

    row: tuple[RunCause, ...]
    joining: int
    parts: tuple[RunCause, ...]
    values: tuple[float, ...]
    cost: float
    agreements: tuple[str, ...]


def scales(space: RunSpace, typed: Typed) -> Iterator[tuple[Typed, tuple[RunCause, ...]]]:
    """Yield the numbers as typed, and as shares where they are percentages, with what that is as a cause."""
    yield typed, ()
    highs = {each.name: each.maker.metric.high for each in space.measures}
    if all(float(printed.number) > highs[name] == 1.0 for name, printed in typed.items()):
        yield {name: _as_share(printed) for name, printed in typed.items()}, (PERCENT,)


def with_scale(found: RunCandidate, scale: tuple[RunCause, ...]) -> RunCandidate:
    """Return a candidate for shares as one for the numbers as they were typed."""
    if not scale:
        return found
    cost = found.cost + cost_of(scale) + TOGETHER_COST * bool(found.parts)
    return found._replace(parts=(*found.parts, *scale), values=tuple(100 * each for each in found.values), cost=cost)


def candidates(space: RunSpace, typed: Typed, pairs: PairValues | None) -> Iterator[RunCandidate]:
    """Yield what prints all the numbers: rows with their joinings, then pairs, the cheapest of each first."""
    yield from _of_rows(space, typed)
    if pairs is not None:
        yield from _of_pairs(space, typed, pairs)


def candidate_at(space: RunSpace, row: int, joining: int, typed: Typed) -> RunCandidate:
    """Return the candidate of a row and a joining, whatever it prints."""
    values = tuple(float(space.values[name][row, joining]) for name in typed)
    causes = space.causes[row]
    parts = (*causes, *space.joinings.causes[joining])
    return RunCandidate(causes, joining, parts, values, float(space.costs[row, joining]), agreements(values, typed))


def values_of(space: RunSpace, name: str, pairs: PairValues | None) -> Array:
    """Return all values of a measure, those of pairs last."""
    values = space.values[name].ravel()
    return values if pairs is None else np.concatenate([values, pairs.numbers[name]])


def agreements(values: tuple[float, ...], typed: Typed) -> tuple[str, ...]:
    """Return how each number follows from its value; '' for one that does not."""
    return tuple(_agreement(value, printed) for value, printed in zip(values, typed.values(), strict=True))


def _agreement(value: float, printed: PrintedNumber) -> str:
    kind = agreement(value, printed)
    return "" if kind == "cut" and (printed.places or 0) < LEAST_CUT_PLACES else kind


def _of_rows(space: RunSpace, typed: Typed) -> Iterator[RunCandidate]:
    """Yield the rows with their joinings, the cheapest first."""
    near = np.logical_and.reduce([_prints_about(space.values[name], printed) for name, printed in typed.items()])
    rows, joinings = np.nonzero(near)
    order = np.argsort(space.costs[rows, joinings], kind="stable")
    for row, joining in zip(rows[order].tolist(), joinings[order].tolist(), strict=True):
        found = candidate_at(space, row, joining, typed)
        if all(found.agreements):
            yield _with_cut(found)


def _of_pairs(space: RunSpace, typed: Typed, pairs: PairValues) -> Iterator[RunCandidate]:
    """Yield the pairs, the cheapest first; those that are near by estimate are computed."""
    measures = [next(each for each in space.measures if each.name == name) for name in typed]
    near = np.ones(len(pairs.pairs), dtype=bool)
    for name, printed in typed.items():
        near &= _prints_about(pairs.numbers[name], printed, ERRORS * pairs.errors[name])
    order = np.flatnonzero(near)
    found = 0
    for place in order[np.argsort(pairs.costs[order], kind="stable")].tolist():
        values = tuple(pairs.exact(place, each) for each in measures)
        kinds = agreements(values, typed)
        if all(kinds):
            causes = pairs.pairs[place]
            yield _with_cut(RunCandidate(causes, 0, causes, values, float(pairs.costs[place]), kinds))
            found += "cut" not in kinds
        if found == MOST_PAIRS:
            return


def _with_cut(found: RunCandidate) -> RunCandidate:
    return found._replace(cost=found.cost + CUT_COST * ("cut" in found.agreements))


def _prints_about(values: Array, printed: PrintedNumber, error: Array | float = 0.0) -> NDArray[np.bool_]:
    """Return which values are so near that they may print as a number, if each may be off by so much."""
    number = float(printed.number)
    reach = 1e-9 * max(1.0, abs(number)) if printed.places is None else 1.001 * 10.0**-printed.places
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(values - number) <= reach + error)


def _as_share(printed: PrintedNumber) -> PrintedNumber:
    places = None if printed.places is None else printed.places + PERCENT_PLACES
    return replace(printed, number=printed.number / 100, places=places)
