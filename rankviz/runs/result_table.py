"""The table of a paper: means of several runs over the same queries, each run tested against one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError, unknown_name
from rankviz.core.metrics.means import weighted_means
from rankviz.runs.column_tests import PairColumn, compare_columns
from rankviz.runs.evaluate.by_measure import measure_named
from rankviz.runs.evaluate.common_queries import nothing_common
from rankviz.runs.evaluate.run_evaluation import QueryValues, ResolvedMeasure
from rankviz.runs.significance import TESTS, PairedTests


@dataclass(frozen=True, eq=False, repr=False)
class ResultTable:
    """Several runs, a row each, by several measures, a column each.

    Parameters
    ----------
    runs : tuple of str
        Names of the runs, in the order of the rows.
    measures : tuple of str
    means : float64 (runs, measures)
        Over the queries that count for every run, so that the difference of two rows is the mean of the differences; NaN where
        there are none.
    counts : tuple of int, one a measure
        How many queries these are.
    own_counts : int64 (runs, measures)
        How many count for a run by itself.
    baseline : str
        The run against which the others are tested; "" where there is one run only.
    tests : mapping of (run, measure) to PairedTests
        Of each run against the baseline, p-values corrected for all of them together (Holm); wins are queries on which the run
        is better, also by measures of which less is better. Where queries do not weigh the same, the `reason` is
        'weighted_mean', and the randomization test is the only one (`compare_columns`).
    test : {'t', 'wilcoxon', 'permutation'}
        Whose p-values are shown.
    resolved : mapping of measure to ResolvedMeasure
        What each was computed by.
    profile : str
    choices : mapping
        Choices over the profile's.
    without_mean : mapping of measure to InputError
        Measures by which no query has a value that counts for every run, and why.
    refusal : InputError or None
        The same of all measures, so that several runs cannot be compared.
    """

    runs: tuple[str, ...]
    measures: tuple[str, ...]
    means: NDArray[np.float64]
    counts: tuple[int, ...]
    own_counts: NDArray[np.int64]
    baseline: str
    tests: Mapping[tuple[str, str], PairedTests]
    test: str
    resolved: Mapping[str, ResolvedMeasure]
    profile: str
    choices: Mapping[str, object]
    without_mean: Mapping[str, InputError]
    refusal: InputError | None = None

    def is_lower_better(self, measure: str) -> bool:
        """Whether less is better by a measure."""
        return self.resolved[measure].measure.metric.lower_is_better

    @property
    def corrected_count(self) -> int:
        """How many tests the p-values are corrected for."""
        return sum(isfinite(getattr(each, self.test).p) for each in self.tests.values())


def result_table(
    names: Sequence[str],
    results: Sequence[QueryValues],
    resolved: Sequence[ResolvedMeasure],
    *,
    profile: str,
    choices: Mapping[str, object],
    baseline: str = "",
    sort: str = "",
    test: str = "t",
) -> ResultTable:
    """Put the values of several runs into one table.

    Parameters
    ----------
    names : sequence of str
        Different names, one for each run.
    results : sequence of QueryValues
        As many, all by the same measures.
    resolved : sequence of ResolvedMeasure
        Of these measures.
    profile, choices
        By which they were computed.
    baseline : str
        One of the names; "" for the first one.
    sort : str
        A measure by which the rows are ordered, the best first; "" for the order of `names`.
    test : {'t', 'wilcoxon', 'permutation'}

    Raises
    ------
    InputError
        `unknown_run`, `unknown_measure`, `several_measures`, `unknown_test`.
    """
    by_name = {each.name: each for each in resolved}
    measures = tuple(by_name)
    if baseline and baseline not in names:
        raise unknown_name("run", baseline, names)
    if test not in TESTS:
        raise unknown_name("test", test, TESTS)
    base = list(names).index(baseline) if baseline else 0
    places = _common_places(results)
    columns = [_column(results, places, measure) for measure in measures]
    empty = [measure for measure, column in zip(measures, columns, strict=True) if not column.counted.any()]
    means = np.column_stack([weighted_means(each.values, each.weights, each.counted) for each in columns])
    tests = _tests(names, measures, columns, base, by_name)
    order = _order(means, sort and measure_named(sort, measures, profile), by_name)
    return ResultTable(
        runs=tuple(names[at] for at in order),
        measures=measures,
        means=means[order],
        counts=tuple(int(each.counted.sum()) for each in columns),
        own_counts=np.array([[each.counts[measure] for measure in measures] for each in results])[order],
        baseline=names[base] if len(names) > 1 else "",
        tests=tests,
        test=test,
        resolved=by_name,
        profile=profile,
        choices=choices,
        without_mean={each: why for each in empty if (why := nothing_common(names, results, [each])) is not None},
        refusal=nothing_common(names, results, measures) if len(names) > 1 else None,
    )


@dataclass(frozen=True)
class _Column:
    """Values and weights (runs, queries) of a measure for the queries that all runs have, and which count for all."""

    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    counted: NDArray[np.bool_]

    def pair(self, measure: str, first: int, second: int, is_lower_better: bool) -> PairColumn:
        """Two runs by their places."""
        values, weights = self.values[:, self.counted], self.weights[:, self.counted]
        return PairColumn(measure, values[first], values[second], weights[first], weights[second], is_lower_better)


def _common_places(results: Sequence[QueryValues]) -> list[NDArray[np.int64]]:
    """Where the queries that all results have stand in each of them."""
    queries = sorted(set(results[0].queries).intersection(*(each.queries for each in results[1:])))
    places = []
    for each in results:
        known = {query: place for place, query in enumerate(each.queries)}
        places.append(np.array([known[query] for query in queries], dtype=np.int64))
    return places


def _column(results: Sequence[QueryValues], places: Sequence[NDArray[np.int64]], measure: str) -> _Column:
    values = np.array([each.list_values[measure][at] for each, at in zip(results, places, strict=True)])
    weights = np.array([each.weights[measure][at] for each, at in zip(results, places, strict=True)])
    counted = np.array([each.counted[measure][at] for each, at in zip(results, places, strict=True)])
    return _Column(values, weights, (counted & np.isfinite(values)).all(axis=0))


def _tests(
    names: Sequence[str],
    measures: Sequence[str],
    columns: Sequence[_Column],
    base: int,
    resolved: Mapping[str, ResolvedMeasure],
) -> dict[tuple[str, str], PairedTests]:
    """Test every run but the baseline against it, by every measure."""
    others = [(at, name) for at, name in enumerate(names) if at != base]
    keys = [(name, measure) for measure in measures for _, name in others]
    lower = [resolved[measure].measure.metric.lower_is_better for measure in measures]
    pairs = [
        column.pair(measure, base, at, is_lower)
        for measure, column, is_lower in zip(measures, columns, lower, strict=True)
        for at, _ in others
    ]
    tests = dict(zip(keys, compare_columns(pairs), strict=True))
    return {(name, measure): tests[name, measure] for _, name in others for measure in measures}


def _order(means: NDArray[np.float64], sort: str, resolved: Mapping[str, ResolvedMeasure]) -> list[int]:
    """The order of the rows by one of the measures; "" for that in which they stand."""
    if not sort:
        return [*range(len(means))]
    turn = 1 if resolved[sort].measure.metric.lower_is_better else -1
    order: list[int] = np.argsort(turn * means[:, [*resolved].index(sort)], kind="stable").tolist()  # NaN comes last
    return order
