"""By how much the second of two runs is ahead, query by query and in the mean, under any convention."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import counted_lists, weighted_mean, weights
from rankviz.evaluation.evaluate import narrow, run_metric
from rankviz.evaluation.list_pair import SAME
from rankviz.runs.evaluate.prepared_run import Prepared

LARGEST = 600_000  # judgments of both runs, so that all gains and discounts together take a few seconds


class RunDifference(NamedTuple):
    """The second run against the first one under one convention.

    Parameters
    ----------
    queries : float64 (Q,)
        By how much the second run is better; 0 where both are even to twelve digits, NaN where the query does not count for
        both.
    weights : float64 (Q,)
        The weight of each query in the mean.
    means : (float, float)
        Mean of each run, over the queries that count for both.
    mean : float
        By how much the second of these is better.
    """

    queries: Array
    weights: Array
    means: tuple[float, float]
    mean: float


class RunPairEvaluator:
    """Compares two runs with the same judgments under one convention after another.

    Parameters
    ----------
    metric : Metric
    first, second : Prepared
    """

    def __init__(self, metric: Metric, first: Prepared, second: Prepared) -> None:
        self._metric, self._runs = metric, (first, second)
        self.queries: tuple[str, ...] = tuple(sorted({*first.queries} & {*second.queries}))
        known = ({query: at for at, query in enumerate(each.queries)} for each in self._runs)
        self._places = tuple(np.array([each[query] for query in self.queries], dtype=np.int64) for each in known)

    def evaluate(self, convention: Convention) -> RunDifference:
        """Compare them under a convention; NaN throughout where it refuses one of them."""
        try:
            sides = [self._side(each, at, convention) for each, at in zip(self._runs, self._places, strict=True)]
        except InputError:
            nothing = np.full(len(self.queries), np.nan)
            return RunDifference(nothing, np.zeros(len(self.queries)), (float("nan"), float("nan")), float("nan"))
        turn = -1.0 if self._metric.lower_is_better else 1.0
        (here, weight), (there, _) = sides
        both = np.isfinite(there - here)
        mean_one, mean_two = (weighted_mean(values, weights, both) for values, weights in sides)
        even = np.abs(there - here) <= SAME * np.maximum(1.0, np.abs(here))
        mean = 0.0 if abs(mean_two - mean_one) <= SAME * max(1.0, abs(mean_one)) else mean_two - mean_one
        return RunDifference(np.where(even, 0.0, (there - here) * turn), weight, (mean_one, mean_two), mean * turn)

    def _side(self, prepared: Prepared, places: NDArray[np.int64], convention: Convention) -> tuple[Array, Array]:
        """Values of a run at the queries of both, NaN where they do not count; and their weights."""
        narrowed = narrow(self._metric, convention)
        trace = run_metric(self._metric, prepared.rankings(narrowed), narrowed)
        counted, weight = counted_lists(trace, convention), weights(trace, convention)
        return np.where(counted, trace.value, np.nan)[places], weight[places]


@dataclass(frozen=True)
class RunCell:
    """Two runs under one combination of choices.

    Parameters
    ----------
    choices : mapping of field to option
    won : (int, int, int)
        Queries that the first run wins, that are even, and that the second wins.
    mean_ahead : float
        By how much the second run's mean is better, over the queries that count for both.
    flipped : tuple of str
        Queries whose winner is the other one than at present.
    mean_flipped, present : bool
        Whether the winner of the mean is the other one than at present; whether these are the present choices.
    """

    choices: Mapping[str, object]
    won: tuple[int, int, int]
    mean_ahead: float
    flipped: tuple[str, ...]
    mean_flipped: bool
    present: bool


def grid_is_too_large(first: Prepared, second: Prepared) -> bool:
    """Whether `run_grid` would take too long for a page."""
    return sum(len(each.query) + len(each.missed_query) for each in (first, second)) > LARGEST


def run_grid(
    metric: Metric, first: Prepared, second: Prepared, convention: Convention, names: Sequence[str] = ("gain", "discount")
) -> tuple[RunCell, ...]:
    """Compare two runs under every combination of the options of some fields, as far as the metric reads them.

    A custom option is among them only if it is the present one.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.runs.evaluate.prepared_run import prepare
    >>> one, two = ({"q": dict(zip(order, (3.0, 2.0, 1.0)))} for order in ("abc", "bca"))
    >>> runs = [prepare(each, {"q": {"a": 2, "b": 1, "c": 1}}) for each in (one, two)]
    >>> cells = run_grid(METRICS["dcg"], *runs, Convention(cutoff=2, discount="none"))
    >>> [(each.choices["gain"], each.won) for each in cells if each.choices["discount"] == "none"][:3]
    [('linear', (1, 0, 0)), ('exponential', (1, 0, 0)), ('binary', (0, 1, 0))]
    """
    runs, here = RunPairEvaluator(metric, first, second), narrow(metric, convention)
    axes = {name: _options(name, metric, getattr(here, name)) for name in names if name in metric.uses}
    usual = runs.evaluate(convention)

    def cells() -> Iterator[RunCell]:
        for values in product(*axes.values()):
            choices = dict(zip(axes, values, strict=True))
            lead = runs.evaluate(convention.with_choices(choices))
            flipped = np.flatnonzero(lead.queries * usual.queries < 0).tolist()
            yield RunCell(
                choices,
                (int((lead.queries < 0).sum()), int((lead.queries == 0).sum()), int((lead.queries > 0).sum())),
                lead.mean,
                tuple(runs.queries[at] for at in flipped),
                lead.mean * usual.mean < 0,
                all(getattr(here, name) == value for name, value in choices.items()),
            )

    return tuple(cells())


def _options(name: str, metric: Metric, present: object) -> tuple[object, ...]:
    return tuple(key for key in metric.uses[name] if key == present or not FIELDS[name].custom_field_of(key))
