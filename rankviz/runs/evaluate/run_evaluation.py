"""Whole runs: only judged entries are ranked and kept, and the metric functions are those of a hand list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.coerce import one_or_several
from rankviz.basics.optional_packages import load
from rankviz.core.conventions import Convention
from rankviz.core.metrics.means import counted_lists, weighted_mean, weights
from rankviz.core.metrics.measures import Measure, parse_measure, print_measure
from rankviz.evaluation.evaluate import narrow, resolve_convention, run_metric
from rankviz.runs.evaluate.prepared_run import Prepared, Source, prepare
from rankviz.runs.read.file_sources import Progress


@dataclass(frozen=True, eq=False, repr=False)
class RunResult:
    """The values of measures for a run, by query.

    Parameters
    ----------
    queries : tuple of str
        All queries of run and judgments, sorted.
    per_query : mapping of measure to float64 (Q,)
    weights : mapping of measure to float64 (Q,)
        The weight of each query in the mean.
    counted : mapping of measure to bool (Q,)
        Whether the query counts in the mean.
    """

    queries: tuple[str, ...]
    per_query: Mapping[str, NDArray[np.float64]]
    weights: Mapping[str, NDArray[np.float64]]
    counted: Mapping[str, NDArray[np.bool_]]

    @classmethod
    def of_nothing(cls) -> RunResult:
        """Return a result without any measure, to which others can be joined."""
        return cls((), {}, {}, {})

    @property
    def means(self) -> dict[str, float]:
        """Return the mean of each measure over the queries that count; NaN if none does."""
        return {name: weighted_mean(values, self.weights[name], self.counted[name]) for name, values in self.per_query.items()}

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row a query and a column a measure; needs pandas."""
        pd = load("pandas")
        return pd.DataFrame(dict(self.per_query), index=pd.Index(self.queries, name="query"))

    def __repr__(self) -> str:
        means = ", ".join(f"{name}={value!r}" for name, value in self.means.items())
        return f"RunResult({len(self.queries)} queries; means: {means})"

    def joined(self, other: RunResult) -> RunResult:
        """Return the result with further measures of the same queries."""
        assert self.queries == other.queries or not self.per_query
        return RunResult(
            other.queries,
            {**self.per_query, **other.per_query},
            {**self.weights, **other.weights},
            {**self.counted, **other.counted},
        )


def concat_results(results: Sequence[RunResult]) -> RunResult:
    """Put results of different queries into one, as those of partitions."""
    queries = [query for each in results for query in each.queries]
    order = sorted(range(len(queries)), key=queries.__getitem__)
    rows = np.array(order, dtype=np.int64)

    def joined(name: str) -> dict[str, Any]:
        parts = [getattr(each, name) for each in results]
        return {measure: np.concatenate([part[measure] for part in parts])[rows] for measure in (parts[0] if parts else ())}

    return RunResult(tuple(map(queries.__getitem__, order)), joined("per_query"), joined("weights"), joined("counted"))


def evaluate_run(
    run_source: Source,
    qrels_source: Source,
    measures: str | Iterable[str],
    *,
    profile: str = "textbook",
    progress: Progress | None = None,
    **choices: object,
) -> RunResult:
    """Evaluate a run against judgments.

    Parameters
    ----------
    run_source, qrels_source : path, table from `read_run` and `read_qrels`, or {query: {document: number}}
    measures : str, or several
        As for `evaluate`.
    profile, **choices
        As for `evaluate`.
    progress : function of the share of the run that was read (0 to 1), optional
        An exception that it raises ends the reading.

    Raises
    ------
    InputError
        For what cannot be read, and for rules that need the entries without a judgment (`needs_every_entry`).

    Examples
    --------
    >>> evaluate_run({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}, ["RR"]).means
    {'RR': 0.5}
    """
    prepared: dict[tuple[str, str], Prepared] = {}
    resolved = [resolve_measure(measure, profile, choices) for measure in one_or_several(measures)]
    rules = {each.narrowed.ties for each in resolved}

    def prepared_for(convention: Convention) -> Prepared:
        key = (convention.duplicates, convention.score_bits)
        if key not in prepared:
            prepared[key] = prepare(
                run_source, qrels_source, duplicates=key[0], score_bits=key[1], rules=rules, progress=progress
            )
        return prepared[key]

    return _result([(each, prepared_for(each.convention)) for each in resolved])


def evaluate_measures(
    prepared: Prepared, measures: str | Iterable[str], *, profile: str = "textbook", **choices: object
) -> RunResult:
    """Evaluate more measures, or under other conventions, of a run that was prepared; errors as for `evaluate_run`.

    How duplicates and scores were read cannot be changed any more: that is as it was prepared.
    """
    return _result([(resolve_measure(measure, profile, choices), prepared) for measure in one_or_several(measures)])


@dataclass(frozen=True)
class ResolvedMeasure:
    """A measure with its convention, and that narrowed to the choices that the metric reads."""

    measure: Measure
    convention: Convention
    narrowed: Convention


def resolve_measure(text: str, profile: str, choices: dict[str, object]) -> ResolvedMeasure:
    """Read a measure and resolve its convention."""
    measure = parse_measure(text)
    convention = resolve_convention(measure, profile, choices, ())
    return ResolvedMeasure(measure, convention, narrow(measure.metric, convention, strictly=True))


def evaluate_resolved(measures: Iterable[ResolvedMeasure], prepared: Prepared) -> RunResult:
    """Run metrics on a prepared run."""
    return _result([(each, prepared) for each in measures])


def _result(pairs: Sequence[tuple[ResolvedMeasure, Prepared]]) -> RunResult:
    per_query, weighed, counted = {}, {}, {}
    for resolved, prepared in pairs:
        trace = run_metric(resolved.measure.metric, prepared.rankings(resolved.narrowed), resolved.narrowed)
        name = print_measure(resolved.measure.metric, resolved.convention)
        per_query[name] = trace.value
        weighed[name], counted[name] = weights(trace, resolved.convention), counted_lists(trace, resolved.convention)
    return RunResult(pairs[0][1].queries if pairs else (), per_query, weighed, counted)
