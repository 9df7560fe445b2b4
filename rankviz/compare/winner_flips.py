"""Where the better one of two lists changes, along one number of the convention."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.compare.parameter_sweep import Sweep, SweepCurve, SweepValues
from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.metrics import Metric
from rankviz.evaluation.list_pair import SAME, ListPair

ROUNDS, INNER_POINTS = 3, 15  # of refining a crossing: how often, and the points tried between its two ends
MAX_NEAR_MISSES = 16  # places where the curves come close without crossing that are looked into


@dataclass(frozen=True)
class Stretch:
    """A part of the axis with one winner: 'first', 'second', 'even', or '' where a value is undefined.

    One with a single value has `low` = `high`.
    """

    low: float
    high: float
    winner: str


@dataclass(frozen=True)
class Flips:
    """Who wins along a number of the convention.

    Parameters
    ----------
    curve : SweepCurve
    stretches : tuple of Stretch
        The whole axis in its order. Where the number has steps only, from the first value to the last one with that winner.
    crossings : tuple of float
        Where one list takes over from the other; where the number has steps only, the first value of the new winner.
    touching_points : tuple of float
        Single values at which both are even, and the winner is the same before and after.
    margin, margin_at : float
        The smallest distance of the two values, and where: 0 where they cross; NaN where they are undefined everywhere.
    """

    curve: SweepCurve
    stretches: tuple[Stretch, ...]
    crossings: tuple[float, ...]
    touching_points: tuple[float, ...]
    margin: float
    margin_at: float

    @property
    def winner(self) -> str:
        """The list that wins for every value; '' if there is none."""
        found = {each.winner for each in self.stretches}
        return found.pop() if len(found) == 1 else ""


def flips(
    metric: Metric, pair: ListPair, convention: Convention, sweep: Sweep, low: float = np.nan, high: float = np.nan
) -> Flips:
    """Compute both curves, and find where they cross.

    Parameters
    ----------
    metric : Metric
    pair : ListPair
    convention : Convention
    sweep : Sweep
    low, high : float, optional
        A part of the axis, or an axis that is drawn out.

    Examples
    --------
    >>> from rankviz.core.lists.ranking import Ranking
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> from rankviz.compare.parameter_sweep import sweeps
    >>> two, chosen = pair_with_order(Ranking.from_grades([1, 1, 2]), ["d3"]), Convention(discount="none")
    >>> found = flips(METRICS["cg"], two, chosen, sweeps(METRICS["cg"], two, chosen)[0])        # 2 + (1 + b) against 1 + b
    >>> found.winner, round(found.margin, 12)
    ('first', 2.0)
    """
    values = SweepValues(metric, pair, convention, sweep)
    x = sweep.points(convention)
    if not sweep.discrete_values and not (np.isnan(low) and np.isnan(high)):
        ends = (sweep.low if np.isnan(low) else low), (sweep.high if np.isnan(high) else high)
        x = Sweep(sweep.key, sweep.field, sweep.choices, *ends, sweep.max_high, sweep.marks).points(convention)
    seen = FlipSearch(values, metric.lower_is_better)
    found = seen.add(x)
    if not sweep.discrete_values:
        seen.look_closer()
        seen.refine()
    return seen.flips(SweepCurve(sweep, x, found))


class FlipSearch:
    """All points that were computed, in their order; more are added where the winner changes.

    `values` gives those of both lists (2, P) for values of the number (P,).
    """

    def __init__(self, values: Callable[[Array], Array], lower_is_better: bool) -> None:
        self._values, self._turn = values, -1.0 if lower_is_better else 1.0
        self._x, self._y = np.zeros(0), np.zeros((2, 0))

    def add(self, x: Array) -> Array:
        """Compute more points, and give their values."""
        new = np.setdiff1d(x, self._x)
        y = self._values(new)
        together, values = np.concatenate([self._x, new]), np.concatenate([self._y, y], axis=1)
        order = np.argsort(together)
        self._x, self._y = together[order], values[:, order]
        return self._y[:, np.searchsorted(self._x, x)]

    @property
    def _difference(self) -> Array:
        """By how much the second list is better; 0 where both are even to twelve digits."""
        first, second = self._y
        difference = (second - first) * self._turn
        return np.where(np.abs(difference) <= SAME * np.maximum(1.0, np.abs(first)), 0.0, difference)

    def _add_between(self, brackets: Sequence[tuple[float, float]]) -> None:
        inner = np.linspace(0, 1, INNER_POINTS + 2)[1:-1]
        if brackets:
            low, high = np.asarray(brackets).T[:, :, None]
            self.add((low + (high - low) * inner).ravel())

    def _brackets(self) -> list[tuple[float, float]]:
        """Neighbours between which the winner changes."""
        sign = np.sign(self._difference)
        at = np.flatnonzero(sign[:-1] * sign[1:] < 0)
        return [(float(self._x[i]), float(self._x[i + 1])) for i in at]

    def look_closer(self) -> None:
        """Look for two crossings, or one touching, between neighbours with the same winner."""
        for _ in range(ROUNDS):
            size = np.abs(self._difference)
            sign = np.sign(self._difference)
            inner = (size[1:-1] < size[:-2]) & (size[1:-1] <= size[2:]) & (size[1:-1] > 0)
            same = (sign[:-2] == sign[1:-1]) & (sign[1:-1] == sign[2:])
            at = np.flatnonzero(inner & same) + 1
            at = at[np.argsort(size[at])][:MAX_NEAR_MISSES]
            if not len(at):
                return
            self._add_between([(float(self._x[i + by]), float(self._x[i + by + 1])) for i in at for by in (-1, 0)])

    def refine(self) -> None:
        """Narrow every crossing."""
        for _ in range(ROUNDS):
            self._add_between(self._brackets())

    def _crossing_after(self, i: int) -> float:
        """Where the straight line between two neighbours is 0."""
        (left, right), (x, further) = self._difference[i : i + 2], self._x[i : i + 2]
        return float(x + (further - x) * left / (left - right))

    def flips(self, curve: SweepCurve) -> Flips:
        """What the points say."""
        difference = self._difference
        winners = ["" if np.isnan(each) else ("first", "even", "second")[int(np.sign(each)) + 1] for each in difference]
        stepped = bool(curve.sweep.discrete_values)
        stretches = tuple(self._stretches(winners, stepped))
        defined = np.flatnonzero(~np.isnan(difference))
        at = int(defined[np.abs(difference[defined]).argmin()]) if len(defined) else -1
        margin, margin_at = (float(abs(difference[at])), float(self._x[at])) if at >= 0 else (float("nan"), float("nan"))
        known = [each for each in stretches if each.winner in ("first", "second")]
        crossings = tuple(after.low for before, after in itertools.pairwise(known) if before.winner != after.winner)
        if not stepped:
            crossings = tuple(self._gap_middles(stretches, known))
            margin, margin_at = (0.0, crossings[0]) if crossings else (margin, margin_at)
        return Flips(curve, stretches, crossings, tuple(_touching_points(stretches)), margin, margin_at)

    def _stretches(self, winners: Sequence[str], stepped: bool) -> Iterator[Stretch]:
        starts = [0, *(i for i in range(1, len(winners)) if winners[i] != winners[i - 1])]
        low = float(self._x[0])
        for start, end in zip(starts, [*starts[1:], len(winners)], strict=True):
            last = float(self._x[end - 1])
            if stepped:
                yield Stretch(float(self._x[start]), last, winners[start])
                continue
            high = last if end == len(winners) else self._end_of_stretch(end - 1, winners)
            yield Stretch(low, high, winners[start])
            low = high

    def _end_of_stretch(self, i: int, winners: Sequence[str]) -> float:
        """Where a winner's part ends whose last point is this one: at a crossing, or where both begin to be even."""
        if {winners[i], winners[i + 1]} == {"first", "second"}:
            return self._crossing_after(i)
        return float(self._x[i + (winners[i] != "even" and winners[i + 1] != "")])

    def _gap_middles(self, stretches: Sequence[Stretch], known: Sequence[Stretch]) -> Iterator[float]:
        """Crossings of two curves without steps: the middle of what is even between two winners."""
        for before, after in itertools.pairwise(known):
            gap = stretches[stretches.index(before) + 1 : stretches.index(after)]
            if before.winner != after.winner and all(each.winner for each in gap):
                yield (before.high + after.low) / 2 if not gap else (gap[0].low + gap[-1].high) / 2


def _touching_points(stretches: Sequence[Stretch]) -> Iterator[float]:
    for before, here, after in zip(stretches, stretches[1:], stretches[2:], strict=False):
        if here.winner == "even" and here.low == here.high and before.winner == after.winner:
            yield here.low
