"""A trace as bars, one a rank: which arrays are drawn pale, solid and dashed, and the numbers beside them.

What is solid is what the value is summed from, or the largest of; the trace knows it. The metric's story says what stands
around it. The words of every array belong to its key, so that no array can stand under the words of another.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.registry import METRICS
from rankviz.core.trace import Step, Trace
from rankviz.display.charts.figures import Column, Legend, Series
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.number_format import fixed_decimals, in_unit, plain
from rankviz.texts import Texts, mention

NOTHING = "—"
UNKNOWN = "?"


@dataclass(frozen=True)
class BarRows:
    """What the bars show, per entry in rank order.

    Parameters
    ----------
    terms, gains : Series
        What is summed, and the value that a term is made from; each may be empty.
    ideal : Series
        Terms of the ideal order by rank; empty where the metric has none.
    columns : Columns of texts beside the bars
    legend : Legend
    x_min, x_max : float
        Range that holds while the order is edited.
    """

    terms: Series
    gains: Series
    ideal: Series
    columns: list[Column]
    legend: Legend
    x_min: float
    x_max: float

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.columns[-1].texts)

    def first(self, most: int) -> BarRows:
        """Return these bars with the first rows only."""
        terms, gains, ideal = (Series(each.key, each.values[:most]) for each in (self.terms, self.gains, self.ideal))
        columns = [replace(each, texts=each.texts[:most], muted=each.muted[:most]) for each in self.columns]
        return replace(self, terms=terms, gains=gains, ideal=ideal, columns=columns)

    def only_gains(self) -> BarRows:
        """Return the bars with gains only, without the terms of the formula."""
        empty = Column("", [""] * self.count, [True] * self.count)
        gains = self.gains if self.gains.key == "gain" else Series()
        lengths, legend = [0.0, *(each or 0.0 for each in gains.values)], replace(self.legend, term="", ideal="")
        return BarRows(Series(), gains, Series(), [empty], legend, min(lengths), max(lengths) or 1.0)


def bar_rows(trace: Trace, ideal: Trace | None, ranking: Ranking, texts: Texts, withheld: Collection[str] = ()) -> BarRows:
    """Choose the arrays of a trace that tell its story, rank by rank.

    Parameters
    ----------
    trace : Trace
    ideal : Trace or None
        Of the ideal order.
    ranking : Ranking
        The list as it was typed.
    texts : Texts
    withheld : step keys
        Arrays that are not to be seen.
    """
    story, summed = METRICS[trace.metric].rank_display, trace.summed_step()
    gains = _series(trace, "" if story.before in withheld else story.before)
    terms = Series() if summed is None or summed.key in withheld else _series(trace, summed.key, trace.deciding_column())
    discounted = ideal is not None and "discount" in trace
    frames = _ideal_terms(ideal) if ideal is not None and discounted else Series()
    pool = [] if ideal is None or "gain" not in trace else ideal.step("ideal_gain").value[0].tolist()
    lengths = [0.0, *(each or 0.0 for series in (gains, terms, frames) for each in series.values)]
    legend = Legend(
        mention(texts("chart.term"), "term") if terms.key else "",
        mention(texts(f"head.{gains.key}"), term_of(gains.key)) if gains.key else "",
        mention(texts("chart.ideal"), "ideal"),
    )
    top = max([*lengths, *pool]) or 1.0
    return BarRows(
        terms,
        gains,
        frames,
        _columns(trace, ranking, texts, withheld),
        legend,
        min(lengths),
        top if "gain" in trace else max(1.0, top),
    )


def _present_columns(trace: Trace) -> list[int]:
    return [int(column) for column in trace.rankings.present[0].nonzero()[0]]


def _series(trace: Trace, key: str, where: NDArray[np.bool_] | None = None) -> Series:
    """A recorded array as it is drawn, in some places or in all; empty for no key."""
    if not key:
        return Series()
    values = trace.step(key).value[0]
    return Series(
        key, [float(values[column]) if where is None or where[0, column] else None for column in _present_columns(trace)]
    )


def _ideal_terms(ideal: Trace) -> Series:
    """Terms of the ideal order at their ranks; None where the ideal has no document."""
    key = "ideal_term"
    ranks, values = ideal.step("ideal_rank").value[0], ideal.step(key).value[0]
    frames: list[float | None] = [None] * int(max(ranks, default=0))
    for rank, value in zip(ranks, values, strict=True):
        if rank:
            frames[int(rank) - 1] = float(value)
    return Series(key, frames)


def _columns(trace: Trace, ranking: Ranking, texts: Texts, withheld: Collection[str]) -> list[Column]:
    """The story's numbers beside the bars, and last what is summed; muted where a rank adds nothing."""
    beside = [trace.step(key) for key in METRICS[trace.metric].rank_display.side_columns if key in trace]
    summed = trace.summed_step()
    last = beside.pop() if summed is None else summed
    decides = trace.deciding_column()
    counts = last.value[0] != 0 if decides is None else decides[0]
    muted = [not counts[column] or _is_outside(last, column) for column in _present_columns(trace)]
    always = [True] * len(muted)

    def column(head: str, step: Step, **more: bool) -> Column:
        is_muted = always if step.unit == "divisor" or last.key in withheld else muted
        cells = [UNKNOWN] * len(muted) if step.key in withheld else _cells(trace, step, ranking)
        return Column(texts(head), cells, is_muted, term=term_of(step.key), **more)

    columns = [column(f"head.{step.key}", step, wide=True) for step in beside]
    return [*columns, column(f"head.{last.key}" if summed is None else "chart.term_head", last, bold=True)]


def _cells(trace: Trace, step: Step, ranking: Ranking) -> list[str]:
    return [_cell(trace, step, column, ranking) for column in _present_columns(trace)]


def _is_outside(step: Step, column: int) -> bool:
    """Whether the entry is none of those that a step is claimed for."""
    return step.where is not None and not step.where[0, column] and not step.value[0, column]


def _cell(trace: Trace, step: Step, column: int, ranking: Ranking) -> str:
    value = float(step.value[0, column])
    if step.key == "gain" and not trace.rankings.judged[0, column]:
        grade = ranking.items[trace.rankings.source[0, column]].grade  # one that is set aside, as a duplicate's
        return f"{'?' if grade is None else plain(grade)} → {in_unit(step.unit, value)}"
    if _is_outside(step, column):
        return NOTHING
    if step.unit == "divisor":
        return "÷ " + fixed_decimals(value)
    return "0" if value == 0 else in_unit(step.unit, value)
