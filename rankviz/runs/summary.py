"""Two runs beside each other: their means, the differences of their queries, and what a file holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.core.metrics.means import counted_lists
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import run_metric
from rankviz.runs.column_tests import PairColumn, compare_columns
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.evaluate.run_evaluation import QueryValues, ResolvedMeasure
from rankviz.runs.significance import PairedTests

Array = NDArray[np.float64]


@dataclass(frozen=True)
class RunContents:
    """Counts of what a run and its judgments contain.

    `both` queries are in the run and judged, `only_run` have no judgments, `only_judged` are not in the run; of the `entries`
    of the run `judged` have a judgment; `missed` are judged and not retrieved; `duplicates` appear more than once in their
    query; `unsorted` queries were not written by falling score; `tied` judged entries share their score.
    """

    queries_in_both: int
    only_run: int
    only_judged: int
    entries: int
    judged: int
    missed: int
    duplicates: int
    unsorted: int
    tied: int


def contents(prepared: Prepared) -> RunContents:
    """Count what a prepared run holds."""
    in_run = prepared.retrieved > 0
    is_judged = np.zeros(len(prepared.queries), dtype=bool)
    is_judged[prepared.query] = True
    is_judged[prepared.missed_query] = True
    return RunContents(
        queries_in_both=int((in_run & is_judged).sum()),
        only_run=int((in_run & ~is_judged).sum()),
        only_judged=int((~in_run & is_judged).sum()),
        entries=int(prepared.retrieved.sum()),
        judged=len(prepared.query),
        missed=len(prepared.missed_query),
        duplicates=prepared.duplicates,
        unsorted=prepared.unsorted,
        tied=int((prepared.tied > 1).sum()),
    )


def undefined_counted(resolved: ResolvedMeasure, prepared: Prepared) -> tuple[int, float]:
    """Return how many queries count in the mean although their value is 0/0, and as which value; NaN if there are none."""
    trace = run_metric(resolved.measure.metric, prepared.rankings(resolved.narrowed), resolved.narrowed)
    at = trace.undefined & ~trace.nothing_relevant & counted_lists(trace, resolved.convention)
    return int(at.sum()), float(trace.value[at][0]) if at.any() else float("nan")


@dataclass(frozen=True, eq=False)
class RunValues:
    """The values of one or two runs for the same queries; NaN where a query does not count for a run.

    Parameters
    ----------
    queries : tuple of str
    values, weights : one or two mappings of measure to float64 (Q,)
    """

    queries: tuple[str, ...]
    values: tuple[Mapping[str, Array], ...]
    weights: tuple[Mapping[str, Array], ...]

    @classmethod
    def by_side(cls, results: tuple[QueryValues, ...]) -> RunValues:
        """Bring results to the same queries: all that count for any of them."""
        names = sorted({query for result in results for query in _counting(result)})
        place = {query: i for i, query in enumerate(names)}
        values, weights = [], []
        for result in results:
            at = np.array([place.get(query, -1) for query in result.queries], dtype=np.int64)
            wide, weighed = {}, {}
            for measure, of_measure in result.list_values.items():
                keep = (at >= 0) & result.counted[measure]
                wide[measure], weighed[measure] = np.full((2, len(names)), np.nan)
                wide[measure][at[keep]] = of_measure[keep]
                weighed[measure][at[keep]] = result.weights[measure][keep]
            values.append(wide)
            weights.append(weighed)
        return cls(tuple(names), tuple(values), tuple(weights))

    def differences(self, measure: str) -> Array:
        """Second run less first, by query."""
        return np.asarray(self.values[1][measure] - self.values[0][measure])

    def comparisons(self) -> tuple[PairedTests, ...]:
        """Tests of every measure that both have, corrected together; empty for one run."""
        if len(self.values) < 2:
            return ()
        first, second = self.values
        weights = self.weights
        return compare_columns(
            [
                PairColumn(name, first[name], second[name], weights[0][name], weights[1][name], _is_lower_better(name))
                for name in first
                if name in second
            ]
        )


def _is_lower_better(measure: str) -> bool:
    return parse_measure(measure).metric.lower_is_better


def counts_of(results: Sequence[QueryValues], measure: str) -> tuple[int, int, int]:
    """How many queries count in the mean of the first run, in that of the second one, and in both."""
    first, second = (
        {query for query, counts in zip(each.queries, each.counted[measure], strict=True) if counts} for each in results
    )
    return len(first), len(second), len(first & second)


def _counting(result: QueryValues) -> list[str]:
    """Queries that count for any measure of a result."""
    counted = np.zeros(len(result.queries), dtype=bool)
    for each in result.counted.values():
        counted |= each
    return [query for query, counts in zip(result.queries, counted, strict=True) if counts]
