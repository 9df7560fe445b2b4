"""Rows: a measure on every query under some readings and formulas, as numbers that any joining can be applied to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import ENTRY_FIELDS
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import weights
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.diagnose.departures import apply_departures
from rankviz.diagnose.mistakes.formula_mistakes import QUOTIENT_PARTS, QUOTIENTS
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake, apply_mistake, mistaken_mean
from rankviz.evaluation.evaluate import narrow, run_metric
from rankviz.runs.evaluate.orders import RunReadings, cut_at
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.lookup.causes import RunCause, merge_readings, metric_of

NOTHING = np.zeros(0)
Rules = tuple[str, tuple[object, ...]]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class VariantRow:
    """A measure on every query, under some causes.

    Parameters
    ----------
    causes : tuple of RunCause
        Readings and formulas; () as asked.
    convention : Convention
        Under which it was computed.
    metric : Metric
    queries : tuple of str
        All queries of run and judgments.
    value : float64 (Q,)
        Of each query's list by itself.
    weight : float64 (Q,)
        In the mean, if the query counts.
    left_out : bool (Q,)
        Whether the convention leaves the query out, as 0/0.
    nothing : bool (Q,)
        Whether nothing is relevant in it, or its value is 0/0.
    is_judged, is_retrieved : bool (Q,)
    relevant, entries : float64 (Q,)
        Relevant documents, and retrieved ones.
    parts : tuple of two float64 (Q,), or None
        Numerator and denominator of the value, where it is a quotient.
    number : float or None
        The mean, where a mistake in the mean replaces it.
    """

    causes: tuple[RunCause, ...]
    convention: Convention
    metric: Metric
    queries: tuple[str, ...]
    value: Array
    weight: Array
    left_out: NDArray[np.bool_]
    nothing: NDArray[np.bool_]
    is_judged: NDArray[np.bool_]
    is_retrieved: NDArray[np.bool_]
    relevant: Array
    entries: Array
    parts: tuple[Array, Array] | None = None
    number: float | None = None

    def members(self, name: str) -> NDArray[np.bool_]:
        """Return which queries (Q,) a set has, as `mean_over` names it."""
        judged, retrieved = self.is_judged, self.is_retrieved
        if name == "with_relevant":
            return np.asarray(self.relevant > 0)
        return {"run": retrieved, "qrels": judged, "intersection": judged & retrieved, "all": judged | retrieved}[name]

    @property
    def own_members(self) -> NDArray[np.bool_]:
        """Return the queries (Q,) that the mean is over by the row's own convention."""
        return self.members(self.convention.mean_over)

    @property
    def is_counted(self) -> NDArray[np.bool_]:
        """Return the queries (Q,) that count in the mean."""
        return self.own_members & ~self.left_out

    def queries_where(self, mask: NDArray[np.bool_]) -> tuple[str, ...]:
        """Return the names of the queries of a mask (Q,)."""
        return tuple(self.queries[i] for i in np.flatnonzero(mask).tolist())

    def is_same(self, other: VariantRow) -> bool:
        """Whether two rows have the same numbers, so that no joining tells them apart."""
        if self.number is not None or other.number is not None or self.queries != other.queries:
            return self.number is not None and self.number == other.number
        names = ("value", "weight", "left_out", "nothing", "is_judged", "is_retrieved", "relevant", "entries")
        same = all(np.array_equal(getattr(self, name), getattr(other, name), equal_nan=name == "value") for name in names)
        if not same or self.convention.mean_over != other.convention.mean_over:
            return False
        if self.parts is None or other.parts is None:
            return self.parts is other.parts
        return all(np.array_equal(one, two) for one, two in zip(self.parts, other.parts, strict=True))


class RowMaker:
    """Computes the rows of a measure.

    Parameters
    ----------
    readings : RunReadings
    metric : Metric
    convention : Convention
        As asked.
    """

    def __init__(self, readings: RunReadings, metric: Metric, convention: Convention) -> None:
        self.readings, self.metric, self.convention = readings, metric, convention

    def list_rules(self, causes: tuple[RunCause, ...]) -> Rules:
        """Return the rule for equal scores, and all by which lists are arranged: rows with the same share their lists."""
        departures = [each.departure for each in causes if each.departure is not None]
        convention = narrow(metric_of(causes, self.metric), apply_departures(self.convention, departures))
        return convention.ties, tuple(getattr(convention, name) for name, _ in ENTRY_FIELDS)

    def row(self, causes: tuple[RunCause, ...], prepared: Prepared | None = None) -> VariantRow:
        """Compute a row.

        Parameters
        ----------
        causes : tuple of RunCause
        prepared : Prepared, optional
            Some queries, or several readings, instead of the whole run under the causes' reading.

        Raises
        ------
        InputError
            What the convention or the reading refuses.
        TemplateError
            Where the formula has not the steps that a mistake is about.
        """
        departures = [each.departure for each in causes if each.departure is not None]
        convention = apply_departures(self.convention, departures)
        metric = metric_of(causes, self.metric)
        prepared = prepared or self.readings.prepare(merge_readings(causes), convention)
        mistake = next((each.formula_mistake for each in departures if each.formula_mistake), None)
        trace = trace_of(metric, prepared, convention, is_whole=mistake is not None)
        number = None
        if mistake is not None:
            trace = _mistaken(trace, mistake, prepared, convention)
            number = mistaken_mean(trace, mistake, convention) if mistake.is_about_mean else None
        return _row_of(trace, causes, metric, convention, prepared, number)


@dataclass
class MeasureRows:
    """A measure with its rows, by key of the cause; None for a cause that gives it no value."""

    name: str
    maker: RowMaker
    written_choices: Mapping[str, object]
    asked: VariantRow
    rows: dict[tuple[str, ...], VariantRow | None]

    def row_of(self, causes: tuple[RunCause, ...]) -> VariantRow | None:
        """Return the row of no cause or one, or compute that of two; a measure that does not read a cause keeps its value."""
        known = tuple(self.own_cause(each) for each in causes if (each.key,) in self.rows)
        if len(known) < 2:
            return self.rows.get(tuple(each.key for each in known), self.asked)
        try:
            return self.maker.row(known)
        except (InputError, TemplateError):
            return None

    def own_cause(self, cause: RunCause) -> RunCause:
        """Return a cause as the measure has it, since a library, or a cutoff one off, is another convention for each."""
        row = self.rows.get((cause.key,))
        return row.causes[0] if row is not None and row.causes else cause


def by_rules(rules: Mapping[T, Rules]) -> Iterator[tuple[str, list[T]]]:
    """Yield the keys with the same rules together, after their rule for equal scores, those with the same one in a row."""
    groups: dict[Rules, list[T]] = {}
    for key, each in rules.items():
        groups.setdefault(each, []).append(key)
    for each in sorted(groups, key=lambda rules: rules[0]):
        yield each[0], groups[each]


def trace_of(metric: Metric, prepared: Prepared, convention: Convention, *, is_whole: bool = False) -> Trace:
    """Run a metric on a prepared run; with entries below the cutoff, if they are needed."""
    narrowed = narrow(metric, convention)
    return run_metric(metric, prepared.rankings(narrowed, is_whole=is_whole), narrowed)


def _mistaken(trace: Trace, mistake: FormulaMistake, prepared: Prepared, convention: Convention) -> Trace:
    def other(mistake: FormulaMistake, convention: Convention) -> Trace:
        lists = prepared
        if mistake.cuts_lists and convention.cutoff is not None:
            rule = convention.ties if convention.ties in prepared.order else "input_order"
            lists = cut_at(prepared, convention.cutoff, rule)
        if mistake.cuts_lists:
            lists = replace(lists, missed_query=lists.missed_query[:0], missed_grade=lists.missed_grade[:0])
        return trace_of(trace_metric, lists, convention, is_whole=True)

    from rankviz.core.metrics import METRICS

    trace_metric = METRICS[trace.metric]
    return apply_mistake(trace, mistake, other, convention)


def _row_of(
    trace: Trace, causes: tuple[RunCause, ...], metric: Metric, convention: Convention, prepared: Prepared, number: float | None
) -> VariantRow:
    rankings = trace.rankings
    return VariantRow(
        causes=causes,
        convention=convention,
        metric=metric,
        queries=prepared.queries,
        value=trace.value,
        weight=weights(trace, convention),
        left_out=trace.left_out,
        nothing=trace.undefined | np.asarray(rankings.R == 0),
        is_judged=np.asarray(rankings.R + rankings.nonrel > 0),
        is_retrieved=np.asarray(rankings.n > 0),
        relevant=rankings.R,
        entries=rankings.n,
        parts=_quotient_parts(trace, metric),
        number=number,
    )


def _quotient_parts(trace: Trace, metric: Metric) -> tuple[Array, Array] | None:
    """Return numerator and denominator of each query's value; None for a metric that is no quotient."""
    if metric.key == "f1" and {"tp", "precision_base", "recall_base"} <= {step.key for step in trace.steps}:
        return 2 * trace.step("tp").value, trace.step("precision_base").value + trace.step("recall_base").value
    if metric.key not in QUOTIENTS or metric.key in QUOTIENT_PARTS:
        return None
    above, below = QUOTIENTS[metric.key]
    if above not in trace or below not in trace:
        return None
    return trace.step(above).value, trace.step(below).value
