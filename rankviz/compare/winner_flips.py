"""Where the winner of two lists changes along one number of the convention."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.compare.parameter_sweep import Sweep, SweepCurve, SweepValues
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics import Metric
from rankviz.evaluation.list_pair import SAME, ListPair

ROUNDS, INNER_POINTS = 3, 15  # of refining a crossing: how often, and points computed between its two ends
MAX_NEAR_MISSES = 16  # points at which the curves come close without crossing, and more are computed


@dataclass(frozen=True)
class Stretch:
    """A part of the axis with one winner: 'first', 'second', 'even', or '' where a value is undefined.

    A stretch of a single value has `low` = `high`.
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
        The whole axis in its order. For discrete values a stretch goes from its first value to its last.
    crossings : tuple of float
        Where one list takes over from the other; for discrete values the first value of the new winner.
    touching_points : tuple of float
        Single values at which both lists are even, with the same winner before and after.
    margin, margin_at : float
        The smallest distance of the two values, and where it is: 0 if they cross; NaN if they are undefined everywhere.
    """

    curve: SweepCurve
    stretches: tuple[Stretch, ...]
    crossings: tuple[float, ...]
    touching_points: tuple[float, ...]
    margin: float
    margin_at: float

    @property
    def winner(self) -> str:
        """The winner for every value: 'first', 'second' or 'even'; '' if there is none."""
        winners = {each.winner for each in self.stretches}
        return winners.pop() if len(winners) == 1 else ""


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
        Other ends of the axis; by default those of the sweep.

    Examples
    --------
    >>> from rankviz.core.lists.ranking import Ranking
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> from rankviz.compare.parameter_sweep import sweeps
    >>> pair, convention = pair_with_order(Ranking.from_grades([1, 1, 2]), ["d3"]), Convention(discount="none")
    >>> sweep = sweeps(METRICS["cg"], pair, convention)[0]
    >>> base_flips = flips(METRICS["cg"], pair, convention, sweep)        # 2 + (1 + b) against 1 + b
    >>> base_flips.winner, round(base_flips.margin, 12)
    ('first', 2.0)
    """
    values = SweepValues(metric, pair, convention, sweep)
    x = sweep.points(convention)
    if not sweep.discrete_values and not (np.isnan(low) and np.isnan(high)):
        ends = (sweep.low if np.isnan(low) else low), (sweep.high if np.isnan(high) else high)
        x = Sweep(sweep.key, sweep.field, sweep.choices, *ends, sweep.max_high, sweep.marks).points(convention)
    search = FlipSearch(values, metric.lower_is_better)
    y = search.add(x)
    if not sweep.discrete_values:
        search.look_closer()
        search.refine()
    return search.flips(SweepCurve(sweep, x, y))


class FlipSearch:
    """The computed points of both curves in their order; more are added where the winner changes.

    Parameters
    ----------
    values : function of float64 (P,) to float64 (2, P)
        The values of both lists for values of the number.
    lower_is_better : bool
    """

    def __init__(self, values: Callable[[Array], Array], lower_is_better: bool) -> None:
        self._values, self._sign = values, -1.0 if lower_is_better else 1.0
        self._x, self._y = np.zeros(0), np.zeros((2, 0))

    def add(self, x: Array) -> Array:
        """Compute points that are new, and return the values of both lists at all of x (2, P)."""
        new = np.setdiff1d(x, self._x)
        y = self._values(new)
        all_x, all_y = np.concatenate([self._x, new]), np.concatenate([self._y, y], axis=1)
        order = np.argsort(all_x)
        self._x, self._y = all_x[order], all_y[:, order]
        return self._y[:, np.searchsorted(self._x, x)]

    @property
    def _difference(self) -> Array:
        """By how much the second list is better (P,); 0 where both are even to twelve digits."""
        first, second = self._y
        difference = (second - first) * self._sign
        return np.where(np.abs(difference) <= SAME * np.maximum(1.0, np.abs(first)), 0.0, difference)

    def _add_between(self, brackets: Sequence[tuple[float, float]]) -> None:
        inner = np.linspace(0, 1, INNER_POINTS + 2)[1:-1]
        if brackets:
            low, high = np.asarray(brackets).T[:, :, None]
            self.add((low + (high - low) * inner).ravel())

    def _brackets(self) -> list[tuple[float, float]]:
        """Return the pairs of neighbouring points between which the winner changes."""
        sign = np.sign(self._difference)
        changes = np.flatnonzero(sign[:-1] * sign[1:] < 0)
        return [(float(self._x[i]), float(self._x[i + 1])) for i in changes]

    def look_closer(self) -> None:
        """Compute more points where two crossings, or one touching point, may be between neighbours with the same winner."""
        for _ in range(ROUNDS):
            size = np.abs(self._difference)
            sign = np.sign(self._difference)
            is_minimum = (size[1:-1] < size[:-2]) & (size[1:-1] <= size[2:]) & (size[1:-1] > 0)
            same_winner = (sign[:-2] == sign[1:-1]) & (sign[1:-1] == sign[2:])
            minima = np.flatnonzero(is_minimum & same_winner) + 1
            minima = minima[np.argsort(size[minima])][:MAX_NEAR_MISSES]
            if not len(minima):
                return
            self._add_between([(float(self._x[i + by]), float(self._x[i + by + 1])) for i in minima for by in (-1, 0)])

    def refine(self) -> None:
        """Narrow down every crossing."""
        for _ in range(ROUNDS):
            self._add_between(self._brackets())

    def _crossing_after(self, i: int) -> float:
        """Return where the straight line from point i to the next crosses 0."""
        (left, right), (x, next_x) = self._difference[i : i + 2], self._x[i : i + 2]
        return float(x + (next_x - x) * left / (left - right))

    def flips(self, curve: SweepCurve) -> Flips:
        """Return the stretches, crossings and the margin of the computed points."""
        difference = self._difference
        winners = ["" if np.isnan(each) else ("first", "even", "second")[int(np.sign(each)) + 1] for each in difference]
        is_discrete = bool(curve.sweep.discrete_values)
        stretches = tuple(self._stretches(winners, is_discrete))
        defined = np.flatnonzero(~np.isnan(difference))
        closest = int(defined[np.abs(difference[defined]).argmin()]) if len(defined) else -1
        margin, margin_at = float("nan"), float("nan")
        if closest >= 0:
            margin, margin_at = float(abs(difference[closest])), float(self._x[closest])
        won = [each for each in stretches if each.winner in ("first", "second")]
        crossings = tuple(after.low for before, after in itertools.pairwise(won) if before.winner != after.winner)
        if not is_discrete:
            crossings = tuple(self._gap_middles(stretches, won))
            margin, margin_at = (0.0, crossings[0]) if crossings else (margin, margin_at)
        return Flips(curve, stretches, crossings, tuple(_touching_points(stretches)), margin, margin_at)

    def _stretches(self, winners: Sequence[str], is_discrete: bool) -> Iterator[Stretch]:
        starts = [0, *(i for i in range(1, len(winners)) if winners[i] != winners[i - 1])]
        low = float(self._x[0])
        for start, end in zip(starts, [*starts[1:], len(winners)], strict=True):
            last = float(self._x[end - 1])
            if is_discrete:
                yield Stretch(float(self._x[start]), last, winners[start])
                continue
            high = last if end == len(winners) else self._end_of_stretch(end - 1, winners)
            yield Stretch(low, high, winners[start])
            low = high

    def _end_of_stretch(self, i: int, winners: Sequence[str]) -> float:
        """Return where a stretch ends whose last point is i: at a crossing, or where both lists begin to be even."""
        if {winners[i], winners[i + 1]} == {"first", "second"}:
            return self._crossing_after(i)
        return float(self._x[i + (winners[i] != "even" and winners[i + 1] != "")])

    def _gap_middles(self, stretches: Sequence[Stretch], won: Sequence[Stretch]) -> Iterator[float]:
        """Yield the crossings of continuous curves: the middle of the even stretches between two winners."""
        for before, after in itertools.pairwise(won):
            gap = stretches[stretches.index(before) + 1 : stretches.index(after)]
            if before.winner != after.winner and all(each.winner for each in gap):
                yield (before.high + after.low) / 2 if not gap else (gap[0].low + gap[-1].high) / 2


def _touching_points(stretches: Sequence[Stretch]) -> Iterator[float]:
    for before, middle, after in zip(stretches, stretches[1:], stretches[2:], strict=False):
        if middle.winner == "even" and middle.low == middle.high and before.winner == after.winner:
            yield middle.low
