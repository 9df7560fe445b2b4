"""Two runs along one number of the convention: on which queries the better one changes, and when the mean does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.compare.parameter_sweep import Sweep, sweeps_of
from rankviz.compare.winner_flips import Stretch
from rankviz.core.conventions import Convention
from rankviz.core.conventions.list_facts import ANY_LISTS
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics import Metric
from rankviz.evaluation.list_pair import SAME
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.run_difference import RunPairEvaluator

POINTS = 41  # of an axis
DEEPEST = 100  # cutoff that is swept
WORK = 16_000_000  # judgments that are read at all points together; of larger runs fewer points are computed
FEWEST = 9  # points, of runs of any size
ROUNDS = 8  # of narrowing where the mean changes sign
CLOSE = 1e-10
WINNERS = ("first", "even", "second")


@dataclass(frozen=True, eq=False)
class Decisive:
    """A query and what it adds to the difference of the means, second run less first, in the unit of the measure."""

    query: str
    part: float


@dataclass(frozen=True, eq=False)
class RunFlips:
    """Who wins along a number of the convention, query by query and in the mean.

    Parameters
    ----------
    sweep : Sweep
    x : float64 (P,)
    queries : tuple of str
        The queries that both runs have, sorted.
    ahead : float64 (P, Q)
        By how much the second run is better; 0 where both are even to twelve digits, NaN where the query counts for none or for
        one of them only, or the convention refuses the runs.
    weight : float64 (P, Q)
        The weight of each query in the mean.
    mean_ahead : float64 (P,)
        By how much the mean of the second run is better, over the queries that count for both there.
    crossings : tuple of float
        Where the mean changes sides; where the number has steps only, the first value of the new winner.
    """

    sweep: Sweep
    x: Array
    queries: tuple[str, ...]
    ahead: Array
    weight: Array
    mean_ahead: Array
    crossings: tuple[float, ...]

    @property
    def shares(self) -> Array:
        """(3, P): the share of the queries that the first run wins, that are even, and that the second wins."""
        counted = ~np.isnan(self.ahead)
        count = counted.sum(axis=1)
        won = np.stack([(self.ahead < 0).sum(axis=1), (self.ahead == 0).sum(axis=1), (self.ahead > 0).sum(axis=1)])
        shares: Array = np.divide(won, count, out=np.full(won.shape, np.nan), where=count > 0)
        return shares

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The axis cut into stretches by the winner of the mean, in order."""
        winners = ["" if np.isnan(each) else WINNERS[int(np.sign(each)) + 1] for each in self.mean_ahead.tolist()]
        starts = [0, *(at for at in range(1, len(winners)) if winners[at] != winners[at - 1])]
        bounds = [self._bound(winners, at) for at in starts]
        ends = [float(self.x[at - 1]) for at in starts[1:]] if self.sweep.discrete_values else bounds[1:]
        ends.append(float(self.x[-1]))
        return tuple(Stretch(low, high, winners[at]) for low, high, at in zip(bounds, ends, starts, strict=True))

    def _bound(self, winners: list[str], at: int) -> float:
        """Return where the stretch begins whose first point this is: at a crossing, or where both are even."""
        here = float(self.x[at])
        if self.sweep.discrete_values or not at:
            return here
        low = float(self.x[at - 1])
        if {winners[at - 1], winners[at]} == {"first", "second"}:
            return next(each for each in self.crossings if low <= each <= here)
        return low if winners[at - 1] == "even" or not winners[at] else here

    @property
    def flipping(self) -> tuple[str, ...]:
        """The queries on which each run wins somewhere on the axis."""
        both = np.flatnonzero((self.ahead < 0).any(axis=0) & (self.ahead > 0).any(axis=0))
        return tuple(self.queries[at] for at in both.tolist())

    @property
    def compared_count(self) -> int:
        """How many queries count for both runs somewhere on the axis."""
        return int((~np.isnan(self.ahead)).any(axis=0).sum())

    @property
    def left_out(self) -> int:
        """How many queries do not count for both runs somewhere on the axis, so that they are not compared there."""
        return int(np.isnan(self.ahead).any(axis=0).sum())

    def ahead_at(self, x: float) -> dict[str, float]:
        """By how much the second run is better, by query, at a point of the axis."""
        return dict(zip(self.queries, self.ahead[self._at(x)].tolist(), strict=True))

    def flipped_queries(self, x: float, usual: float) -> tuple[str, ...]:
        """The queries whose winner at one value is the other one than at the usual value."""
        here, there = self.ahead[self._at(x)], self.ahead[self._at(usual)]
        return tuple(self.queries[at] for at in np.flatnonzero(here * there < 0).tolist())

    def changes(self, low: float, high: float) -> tuple[Decisive, ...]:
        """Return what each query adds to the change of the mean's difference between two values, the largest first.

        A query that does not count at both adds nothing.
        """
        return self._decisive(self._parts(self._at(high)) - self._parts(self._at(low)))

    def deciding(self, x: float) -> tuple[Decisive, ...]:
        """The fewest queries without which the other run would be ahead in the mean, or both be even.

        They are those on which the winner of the mean is furthest ahead. () where the mean is even or undefined.
        """
        parts = self._parts(self._at(x))
        parts = np.where(np.isnan(parts), 0.0, parts)
        side = np.sign(np.round(parts.sum(), 12))
        removed = np.sort(-parts * side)
        remainder = parts.sum() * side + np.cumsum(removed)
        count = int(np.argmax(remainder <= SAME)) + 1 if side else 0
        return self._decisive(np.where(parts * side > 0, parts, 0.0))[:count]

    def _parts(self, at: int) -> Array:
        counted = ~np.isnan(self.ahead[at])
        whole = self.weight[at][counted].sum()
        return np.where(counted, self.ahead[at] * self.weight[at], np.nan) / (whole or 1.0)

    def _decisive(self, parts: Array) -> tuple[Decisive, ...]:
        parts = np.where(np.isnan(parts), 0.0, parts)
        order = np.lexsort((np.arange(len(parts)), -np.abs(parts)))
        return tuple(Decisive(self.queries[at], float(parts[at])) for at in order.tolist() if parts[at])

    def _at(self, x: float) -> int:
        return int(np.abs(self.x - x).argmin())


def run_sweeps(metric: Metric, first: Prepared, second: Prepared, convention: Convention) -> tuple[Sweep, ...]:
    """Return the parameters along which two runs can be compared, as for two lists; a cutoff to 100 at most."""
    longest = int(max(first.retrieved.max(initial=0), second.retrieved.max(initial=0)))
    grades = {*np.unique(first.grade).tolist(), *np.unique(first.missed_grade).tolist()}
    return sweeps_of(metric, convention, ANY_LISTS, min(longest, DEEPEST), grades)


def run_flips(metric: Metric, first: Prepared, second: Prepared, convention: Convention, sweep: Sweep) -> RunFlips:
    """Compare two runs under every value of a number.

    Parameters
    ----------
    metric : Metric
    first, second : Prepared
        With the same judgments.
    convention : Convention
    sweep : Sweep

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.runs.evaluate.prepared_run import prepare
    >>> one, two = ({"q": dict(zip(order, (2.0, 1.0)))} for order in ("ab", "bc"))
    >>> runs = [prepare(each, {"q": {"a": 2, "b": 1, "c": 1}}) for each in (one, two)]
    >>> base = run_sweeps(METRICS["dcg"], *runs, Convention())[0]
    >>> found = run_flips(METRICS["dcg"], *runs, Convention(discount="none"), base)        # (1 + b) + 1 against 1 + 1
    >>> found.shares[:, 0].tolist(), found.shares[:, -1].tolist(), found.flipping
    ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], ())
    """
    runs = RunPairEvaluator(metric, first, second)
    x = _points(sweep, convention, sum(len(each.query) + len(each.missed_query) for each in (first, second)))
    rows = [runs.evaluate(sweep.convention_at(convention, each)) for each in x.tolist()]
    ahead, weight, means = (np.array([getattr(row, name) for row in rows]) for name in ("queries", "weights", "mean"))
    crossings = tuple(
        _crossings(x, means, lambda at: runs.evaluate(sweep.convention_at(convention, at)).mean, bool(sweep.discrete_values))
    )
    return RunFlips(sweep, x, runs.queries, ahead, weight, means, crossings)


def _points(sweep: Sweep, convention: Convention, size: int) -> Array:
    """The values that are computed: fewer of large runs, and where the number has steps only, those at the beginning."""
    most = max(WORK // max(size, 1), FEWEST)
    x = sweep.points(convention, min(most, POINTS))
    return x[:most] if sweep.discrete_values else x


def _crossings(x: Array, ahead: Array, value: Callable[[float], float], stepped: bool) -> Iterator[float]:
    """Where a difference changes sides, narrowed between the points of the axis."""
    known: NDArray[np.int64] = np.flatnonzero(~np.isnan(ahead) & (ahead != 0))
    for before, after in zip(known[:-1].tolist(), known[1:].tolist(), strict=True):
        if ahead[before] * ahead[after] > 0 or np.isnan(ahead[before:after]).any():
            continue
        if stepped:
            yield float(x[after])
        elif after > before + 1:  # even in between
            yield float(x[before + 1 : after].mean())
        else:
            yield _root(value, (float(x[before]), float(x[after])), (float(ahead[before]), float(ahead[after])))


def _root(value: Callable[[float], float], ends: tuple[float, float], values: tuple[float, float]) -> float:
    """Where a difference is 0 between two ends of opposite sides: false position, an end that stays again counts half."""
    (low, high), (below, above) = ends, values
    at, moved = low, ""
    for _ in range(ROUNDS):
        at = low + (high - low) * below / (below - above)
        here = value(at)
        if abs(here) < CLOSE:
            break
        if here * above > 0:
            high, above, below, moved = at, here, below / (2 if moved == "high" else 1), "high"
        else:
            low, below, above, moved = at, here, above / (2 if moved == "low" else 1), "low"
    return at
