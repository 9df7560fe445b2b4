"""The values of two lists along one number of the convention, computed as one batch."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention, ListFacts
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import arrange, at_cutoffs, repeat_lists
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute, fields_that_matter, narrow, run_metric
from rankviz.evaluation.list_pair import ListPair

POINTS = 200  # of a curve
PERSISTENCE = (0.01, 0.99), (0.5, 0.8, 0.9, 0.95)  # ends of its axis, and the usual values


@dataclass(frozen=True)
class Sweep:
    """A number of the convention that can be swept.

    Parameters
    ----------
    key : str
        Stands in links.
    field : str
        The convention's field that holds the number.
    choices : mapping of field to option
        The choices under which the number is read.
    low, high : float
        The ends of the axis.
    max_high : float
        The end of the axis drawn out as far as it goes.
    marks : tuple of (float, str)
        Points with the option that is the same as the number there; "" for a usual value without such an option.
    discrete_values : tuple of float
        All values of the number; () if it is continuous.
    """

    key: str
    field: str
    choices: Mapping[str, object]
    low: float
    high: float
    max_high: float
    marks: tuple[tuple[float, str], ...] = ()
    discrete_values: tuple[float, ...] = ()

    def points(self, convention: Convention, count: int = POINTS) -> Array:
        """Return the x of a curve: `count` even steps, the marks, and the convention's value if it is on the axis."""
        if self.discrete_values:
            return np.asarray(self.discrete_values, dtype=float)
        current = [x for x in (self.current_x(convention),) if x is not None and self.low <= x <= self.high]
        marks = [x for x, _ in self.marks if self.low <= x <= self.high]
        return np.unique([*np.linspace(self.low, self.high, count).tolist(), *marks, *current])

    def current_x(self, convention: Convention) -> float | None:
        """Return where the convention is on the axis, with one of the marked options too; None if it is not on the axis."""
        if all(getattr(convention, name) == value for name, value in self.choices.items()):
            value = getattr(convention, self.field)
            return None if value is None else float(value)
        return next((x for x, option in self.marks for name in self.choices if getattr(convention, name) == option), None)

    def convention_at(self, convention: Convention, x: float) -> Convention:
        """Return the convention with another value of the number."""
        return convention.with_choices({**self.choices, self.field: int(x) if FIELDS[self.field].is_integer else float(x)})


@dataclass(frozen=True, eq=False)
class SweepCurve:
    """The values of both lists along a number.

    Parameters
    ----------
    sweep : Sweep
    x : float64 (P,)
    values : float64 (2, P)
        Of the first and of the second list; NaN where undefined, and where the convention refuses the lists.
    """

    sweep: Sweep
    x: Array
    values: Array


def sweeps(metric: Metric, pair: ListPair, convention: Convention) -> tuple[Sweep, ...]:
    """Return the numbers that a metric reads, or would read with another option, and that may change its value on these lists.

    Examples
    --------
    >>> from rankviz.core.lists.ranking import Ranking
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> pair = pair_with_order(Ranking.from_grades([2, 0, 1]), ["d3", "d1"])
    >>> [each.key for each in sweeps(METRICS["dcg"], pair, Convention())]
    ['gain_base', 'discount_power', 'discount_rank_power', 'rbp_p', 'cutoff']
    """
    raw = RawLists.from_rankings(pair.lists)
    grades = {item.grade for item in pair.pool if item.grade is not None}
    return sweeps_of(metric, convention, facts_of(raw), raw.present.shape[1], grades)


def sweeps_of(
    metric: Metric, convention: Convention, facts: ListFacts, longest: int, grades: Collection[float]
) -> tuple[Sweep, ...]:
    """Return the sweeps as `sweeps` does, from facts on the lists: the length of the longest, and all grades."""
    offered = [*_option_sweeps(metric), *_persistence_sweeps(metric)]
    if "cutoff" in metric.uses and longest > 1:
        offered.append(_discrete_sweep("cutoff", tuple(float(depth) for depth in range(1, longest + 1))))
    positive = tuple(sorted(grade for grade in grades if grade > 0))
    if len(positive) > 1 and "threshold" in fields_that_matter(metric, facts, convention):
        offered.append(_discrete_sweep("threshold", positive))
    return tuple(offered)


def _option_sweeps(metric: Metric) -> Iterator[Sweep]:
    for owner, options in metric.uses.items():
        for key in options:
            option = (FIELDS[owner].options or {})[key]
            name = FIELDS[owner].custom_field_of(key)
            if option.special_cases and name in metric.uses:
                low, high = FIELDS[name].slide
                marks = tuple((float(x), case) for x, case in enumerate(option.special_cases) if case in options)
                yield Sweep(f"{owner}_{key}", name, MappingProxyType({owner: key}), low, high, FIELDS[name].high, marks)


def _persistence_sweeps(metric: Metric) -> Iterator[Sweep]:
    if "rbp_p" in metric.uses:
        (low, high), usual_values = PERSISTENCE
        choices = {"discount": "geometric"} if "discount" in metric.uses else {}
        yield Sweep("rbp_p", "rbp_p", MappingProxyType(choices), low, high, high, tuple((x, "") for x in usual_values))


def _discrete_sweep(name: str, values: tuple[float, ...]) -> Sweep:
    return Sweep(name, name, MappingProxyType({}), values[0], values[-1], values[-1], (), values)


def sweep_curve(
    metric: Metric, pair: ListPair, convention: Convention, sweep: Sweep, x: Sequence[float] | Array | None = None
) -> SweepCurve:
    """Compute a metric on both lists along a number.

    Parameters
    ----------
    metric : Metric
    pair : ListPair
    convention : Convention
    sweep : Sweep
    x : numbers, optional
        Values of the number; by default `Sweep.points`.

    Examples
    --------
    >>> from rankviz.core.lists.ranking import Ranking
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> pair = pair_with_order(Ranking.from_grades([1, 2]), ["d2", "d1"])
    >>> base = sweeps(METRICS["dcg"], pair, Convention())[0]
    >>> sweep_curve(METRICS["dcg"], pair, Convention(discount="inverse"), base, [0, 1, 2]).values.tolist()
    [[1.5, 2.0, 2.5], [1.5, 2.5, 3.5]]
    """
    points = sweep.points(convention) if x is None else np.asarray(x, dtype=float)
    return SweepCurve(sweep, points, SweepValues(metric, pair, convention, sweep)(points))


class SweepValues:
    """Function of a number (P,) to the values of both lists (2, P); the lists are arranged only once."""

    def __init__(self, metric: Metric, pair: ListPair, convention: Convention, sweep: Sweep) -> None:
        self._metric, self._raw, self._sweep = metric, RawLists.from_rankings(pair.lists), sweep
        self._convention = narrow(metric, convention.with_choices(dict(sweep.choices)))
        self._lists: Rankings | None = None

    def __call__(self, x: Array) -> Array:
        """Return the values of both lists (2, P), NaN where undefined; refused points are found by bisection, and are NaN."""
        if not len(x):
            return np.zeros((2, 0))
        try:
            return self._values(x)
        except InputError:
            if len(x) == 1:
                return np.full((2, 1), np.nan)
            half = len(x) // 2
            return np.concatenate([self(x[:half]), self(x[half:])], axis=1)

    def _values(self, x: Array) -> Array:
        name = self._sweep.field
        if FIELDS[name].stage == "formula":
            return self._run(repeat_lists(self._arrange_once(), len(x)), {name: np.tile(x, 2)}).reshape(2, len(x))
        if name == "cutoff":
            lists = at_cutoffs(self._arrange_once(), self._convention, [int(depth) for depth in x])
            return self._run(lists, {}).reshape(2, len(x))
        traces = (compute(self._metric, self._raw, self._sweep.convention_at(self._convention, each)) for each in x.tolist())
        return np.stack([_defined_values(trace) for trace in traces], axis=1)

    def _arrange_once(self) -> Rankings:
        if self._lists is None:
            self._lists = arrange(self._raw, self._convention)
        return self._lists

    def _run(self, lists: Rankings, swept: Mapping[str, NDArray[np.float64]]) -> Array:
        return _defined_values(run_metric(self._metric, lists, self._convention, swept))


def _defined_values(trace: Trace) -> Array:
    return np.where(trace.undefined, np.nan, trace.value)
