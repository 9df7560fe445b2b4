"""Whole runs: only judged entries are ranked and kept, and the metric functions are those of a hand list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.caller_warnings import warn_caller
from rankviz.basics.coerce import one_or_several
from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.core.conventions import Convention
from rankviz.core.metrics.means import REASONS, reasons_left_out, weighted_mean, weights
from rankviz.core.metrics.measures import Measure, parse_measure, print_measure
from rankviz.core.metrics.trec_measures import absent_text, with_all_trec
from rankviz.core.undefined_reasons import UndefinedReason, reason_undefined
from rankviz.evaluation.evaluate import narrow, resolve_convention, run_metric
from rankviz.runs.evaluate.by_measure import ByMeasure
from rankviz.runs.evaluate.id_overlap import Overlap
from rankviz.runs.evaluate.prepared_run import Prepared, Source, overlap_of, prepare
from rankviz.runs.read.file_sources import Progress


class NoValue(NamedTuple):
    """Why a query has no value, and the field of the convention that decides what it has instead."""

    reason: UndefinedReason
    field: str


@dataclass(frozen=True, eq=False, repr=False)
class QueryValues:
    """The values of measures for a run, by query.

    Parameters
    ----------
    queries : tuple of str
        All queries of run and judgments, sorted.
    list_values : mapping of measure to float64 (Q,)
        The value of each query's list by itself, also of one that does not count in the mean.
    weights : mapping of measure to float64 (Q,)
        The weight of each query in the mean.
    counted : mapping of measure to bool (Q,)
        Whether the query counts in the mean.
    reasons : mapping of measure to int8 (Q,)
        Why it does not, as a place in `rankviz.core.metrics.means.REASONS`.
    no_value : mapping of measure to NoValue
        Of measures whose mean is NaN as some queries that count have no value: why the first of these has none.
    """

    queries: tuple[str, ...]
    list_values: Mapping[str, NDArray[np.float64]]
    weights: Mapping[str, NDArray[np.float64]]
    counted: Mapping[str, NDArray[np.bool_]]
    reasons: Mapping[str, NDArray[np.int8]]
    no_value: Mapping[str, NoValue] = field(default_factory=dict, kw_only=True)

    @classmethod
    def of_nothing(cls) -> QueryValues:
        """Return a result without any measure, to which others can be joined."""
        return cls((), {}, {}, {}, {})

    @property
    def per_query(self) -> dict[str, NDArray[np.float64]]:
        """Return the value of each query (Q,) by measure, NaN for one that does not count in the mean."""
        return ByMeasure((name, np.where(self.counted[name], values, np.nan)) for name, values in self.list_values.items())

    @property
    def means(self) -> dict[str, float]:
        """Return the mean of each measure over the queries that count; NaN if none does."""
        return ByMeasure(
            (name, weighted_mean(values, self.weights[name], self.counted[name])) for name, values in self.list_values.items()
        )

    @property
    def counts(self) -> dict[str, int]:
        """Return over how many queries the mean of each measure is."""
        return ByMeasure((name, int(counted.sum())) for name, counted in self.counted.items())

    @property
    def undefined(self) -> dict[str, tuple[str, ...]]:
        """Return by measure the queries that count and have no value, so that the mean has none."""
        without = {name: np.flatnonzero(self.counted[name] & np.isnan(values)) for name, values in self.list_values.items()}
        return ByMeasure((name, tuple(self.queries[at] for at in places)) for name, places in without.items() if len(places))

    def reason(self, query: int, measure: str) -> str:
        """Return why a query, by its place, does not count in the mean of a measure: a key of `REASONS`, "" if it does."""
        return REASONS[self.reasons[measure][query]]

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row a query and a column a measure; needs pandas.

        NaN is both a query that does not count in the mean and one that counts and has no value: `frame.attrs["left_out"]` has
        the former by measure, each with the reason, `frame.attrs["undefined"]` the latter.
        """
        pd = load("pandas")
        frame = pd.DataFrame(dict(self.per_query), index=pd.Index(self.queries, name="query"))
        frame.attrs["left_out"] = {
            name: {self.queries[at]: REASONS[reasons[at]] for at in np.flatnonzero(reasons)}
            for name, reasons in self.reasons.items()
        }
        frame.attrs["undefined"] = dict(self.undefined)
        return frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Hand over the values of the queries as Arrow does, so that `polars.DataFrame(result)` and DuckDB read them."""
        pyarrow = load("pyarrow")
        return pyarrow.table({"query": pyarrow.array(self.queries, pyarrow.string()), **self.per_query}).__arrow_c_stream__(
            requested_schema
        )

    def __repr__(self) -> str:
        means = ", ".join(f"{name}={value!r}" for name, value in self.means.items())
        return f"{type(self).__name__}({len(self.queries)} queries; means: {means})"

    def with_measures_of(self, other: QueryValues) -> QueryValues:
        """Return the result with further measures of the same queries."""
        assert self.queries == other.queries or not self.list_values
        return QueryValues(
            other.queries,
            {**self.list_values, **other.list_values},
            {**self.weights, **other.weights},
            {**self.counted, **other.counted},
            {**self.reasons, **other.reasons},
            no_value={**self.no_value, **other.no_value},
        )


def concat_results(results: Sequence[QueryValues]) -> QueryValues:
    """Put results of different queries into one, as those of partitions."""
    queries = [query for each in results for query in each.queries]
    order = sorted(range(len(queries)), key=queries.__getitem__)
    rows = np.array(order, dtype=np.int64)

    def joined(name: str) -> dict[str, Any]:
        parts = [getattr(each, name) for each in results]
        return {measure: np.concatenate([part[measure] for part in parts])[rows] for measure in (parts[0] if parts else ())}

    columns = (joined(name) for name in ("list_values", "weights", "counted", "reasons"))
    no_value = {name: why for each in reversed(results) for name, why in each.no_value.items()}
    return QueryValues(tuple(map(queries.__getitem__, order)), *columns, no_value=no_value)


def query_values(
    run_source: Source,
    qrels_source: Source,
    measures: str | Iterable[str],
    *,
    profile: str = "textbook",
    ids: str = "",
    allow: str | None = "",
    progress: Progress | None = None,
    **choices: object,
) -> QueryValues:
    """Evaluate a run against judgments.

    Parameters
    ----------
    run_source, qrels_source : path, table from `read_run` and `read_qrels`, or {query: {document: number}}
    measures : str, or several
        As for `evaluate`.
    profile, **choices
        As for `evaluate`.
    ids, allow
        As for `prepare`.
    progress : function of the share of the run that was read (0 to 1), optional
        An exception that it raises ends the reading.

    Raises
    ------
    InputError
        For what cannot be read, and for rules that need the entries without a judgment (`needs_every_entry`).

    Examples
    --------
    >>> query_values({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}, ["RR"]).means
    {'RR': 0.5}
    """
    return _values(run_source, qrels_source, measures, profile, choices, ids, allow, progress)[0]


def part_values(
    run: Source, qrels: Source, measures: str | Iterable[str], *, profile: str, choices: dict[str, Any]
) -> tuple[QueryValues, Overlap]:
    """Evaluate some queries of a run, as an engine does; how many ids meet is counted and not told.

    Parameters and errors as for `query_values`.
    """
    values, prepared = _values(run, qrels, measures, profile, choices)
    return values, overlap_of(prepared) if prepared is not None else Overlap(0, 0, 0, 0, 0)


def _values(
    run_source: Source,
    qrels_source: Source,
    measures: str | Iterable[str],
    profile: str,
    choices: dict[str, Any],
    ids: str = "",
    allow: str | None = None,
    progress: Progress | None = None,
) -> tuple[QueryValues, Prepared | None]:
    """The values, and what they were computed of; None without any measure."""
    prepared: dict[tuple[str, str], Prepared] = {}
    resolved = [resolve_measure(measure, profile, choices) for measure in one_or_several(measures)]
    rules = {each.narrowed.ties for each in resolved}

    def prepared_for(convention: Convention) -> Prepared:
        key = (convention.duplicates, convention.score_bits)
        if key not in prepared:
            prepared[key] = prepare(
                run_source,
                qrels_source,
                duplicates=key[0],
                score_bits=key[1],
                rules=rules,
                ids=ids,
                allow=allow if not prepared else None,  # it is told once
                progress=progress,
            )
        return prepared[key]

    values = _result([(each, prepared_for(each.convention)) for each in resolved])
    return values, next(iter(prepared.values()), None)


def requested_measures(measures: str | Iterable[str], profile: str = "") -> tuple[str, ...]:
    """Read one measure or several, as `with_all_trec` does; a warning says what of trec_eval's lists is not here.

    Raises
    ------
    InputError
        `no_measures`.
    """
    asked, absent = with_all_trec(measures, profile)
    if not asked:
        raise InputError("no_measures", "Name at least one metric, such as nDCG@5.")
    if absent:
        warn_caller(absent_text(absent))
    return asked


def evaluate_measures(
    prepared: Prepared, measures: str | Iterable[str], *, profile: str = "textbook", **choices: object
) -> QueryValues:
    """Evaluate more measures, or under other conventions, of a run that was prepared; errors as for `query_values`.

    How duplicates and scores were read cannot be changed any more: that is as it was prepared.
    """
    return _result([(resolve_measure(measure, profile, choices), prepared) for measure in one_or_several(measures)])


@dataclass(frozen=True)
class ResolvedMeasure:
    """A measure with its convention, and that narrowed to the choices that the metric reads."""

    measure: Measure
    convention: Convention
    narrowed: Convention

    @property
    def name(self) -> str:
        """The measure's name under which its values stand."""
        return print_measure(self.measure.metric, self.convention, also=self.measure.choices)

    @property
    def reading(self) -> tuple[str, str]:
        """How files are read for it: the rule for duplicates, and the precision of scores."""
        return self.convention.duplicates, self.convention.score_bits


def resolve_measure(text: str | Measure, profile: str, choices: dict[str, object]) -> ResolvedMeasure:
    """Read a measure, by the name that a result gives it or one of several that were asked for, and resolve its convention."""
    measure = text if isinstance(text, Measure) else parse_measure(text)
    convention = resolve_convention(measure, profile, choices, ())
    return ResolvedMeasure(measure, convention, narrow(measure.metric, convention, strictly=True))


def evaluate_resolved(measures: Iterable[ResolvedMeasure], prepared: Prepared) -> QueryValues:
    """Run metrics on a prepared run."""
    return _result([(each, prepared) for each in measures])


def _result(pairs: Sequence[tuple[ResolvedMeasure, Prepared]]) -> QueryValues:
    values, weighed, counted, reasons = {}, {}, {}, {}
    no_value: dict[str, NoValue] = {}
    for resolved, prepared in pairs:
        trace = run_metric(resolved.measure.metric, prepared.rankings(resolved.narrowed), resolved.narrowed)
        name = resolved.name
        reasons[name] = reasons_left_out(trace, resolved.convention)
        weighed[name], counted[name] = weights(trace, resolved.convention), reasons[name] == 0
        values[name] = trace.value
        without = np.flatnonzero(counted[name] & np.isnan(trace.value))
        if len(without):
            first = int(without[0])
            field = "no_relevant" if trace.nothing_relevant[first] else "empty"
            no_value[name] = NoValue(reason_undefined(trace, first), field)
    return QueryValues(pairs[0][1].queries if pairs else (), values, weighed, counted, reasons, no_value=no_value)
