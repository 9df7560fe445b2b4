"""The first small figure: what adds up from rank to rank under the metric under study."""

from __future__ import annotations

from math import isclose
from typing import NamedTuple

import numpy as np

from rankviz.core.trace import Step, Trace, Unit, holes_in, sum_rows
from rankviz.display.charts.figures import cumulative, metric_by_cutoff
from rankviz.display.charts.values import Labels, Undefined
from rankviz.display.formulas.derivation import plain_symbol
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.number_format import in_unit
from rankviz.explore.charts.figure_payload import Data, K, curve_alt_text, figure_payload, named_points, refusal_of
from rankviz.explore.words.running_total_words import running_texts
from rankviz.state.analysis import Analysis
from rankviz.texts import Piece, Texts, mention


class RunningSeries(NamedTuple):
    """What adds up: the name of the axis, what names a value and its entry, the unit, and the sum at every rank."""

    axis: Piece
    named: str
    term: str
    unit: Unit
    values: list[float]


def running_title(analysis: Analysis, texts: Texts) -> list[Piece]:
    """Return the title of the figure."""
    if analysis.metric.rank_display.ideal:
        return texts.pieces("chart.cumulative")
    summed = _summed_step(analysis.main) if isinstance(analysis.main, Trace) else None
    key = "hits" if summed is None else "pairs" if summed.key == "pairs_won" else "sum"
    return texts.pieces(f"chart.running_{key}")


def running_figure(analysis: Analysis, texts: Texts) -> Data:
    """Show how DCG, the sum of the metric's terms, or the hits grow from rank to rank."""
    if analysis.metric.rank_display.ideal:
        return _against_ideal(analysis, texts)
    title, running = running_title(analysis, texts), _running_series(analysis, texts)
    if running is None or not running.values or not analysis.ranking.items:
        return _empty_figure("sum", Labels.from_pieces(title, K, [] if running is None else [running.axis]), analysis, texts)
    printed = [in_unit(running.unit, value) for value in running.values]
    named = named_points(texts)
    hover = [named(k, texts(running.named, value=value)) for k, value in enumerate(printed, 1)]
    at = min(analysis.state.convention.cutoff or len(printed), len(printed)) - 1
    label = mention(texts(running.named, value=printed[at]), running.term)
    labels = Labels.from_pieces(title, K, [running.axis])
    figure = cumulative(running.values, [], labels, cutoff=at + 1, value_label=label, hover=hover)
    return figure_payload("sum", figure, curve_alt_text(labels.title, hover, texts), labels.title, "x", len(printed)) | {
        "running_total": _running_texts(analysis, running.values, texts)
    }


def _empty_figure(key: str, labels: Labels, analysis: Analysis, texts: Texts) -> Data:
    """Say why nothing adds up: the list is refused, or has no entries."""
    problem = refusal_of(analysis.main, texts) or Undefined("", texts("chart.nothing_shown"))
    figure = metric_by_cutoff([], labels, hover=(), undefined=problem)
    return figure_payload(
        key, figure, texts("chart.alt_series", title=labels.title, points=problem.reason), labels.title, None, 1
    )


def _running_texts(analysis: Analysis, values: list[float], texts: Texts) -> list[str]:
    """How far the value's sum has come at each rank; "" where the figure shows another one, as after the cutoff."""
    main = analysis.main
    totals = running_texts(main, analysis.state.numbers == "fractions", texts) if isinstance(main, Trace) else {}
    total_at_rank = (totals.get(rank) for rank in range(1, len(values) + 1))
    return [one.text if one and isclose(one.value, value) else "" for one, value in zip(total_at_rank, values, strict=True)]


def _summed_step(trace: Trace) -> Step | None:
    """The array of which the value holds the sum; None where it holds the largest, or only counts hits."""
    step = trace.summed_step()
    holes = {hole for each in trace.steps for hole in holes_in(each.template)}
    return step if step is not None and step.key != "counted_hit" and ("sum", step.key) in holes else None


def _running_series(analysis: Analysis, texts: Texts) -> RunningSeries | None:
    main = analysis.main
    step = _summed_step(main) if isinstance(main, Trace) else None
    if step is None:
        hits = analysis.by_cutoff("tp")
        axis = mention(texts("quantity.hits_upto"), "hits_upto")
        return None if hits is None else RunningSeries(axis, "chart.hits_at", "hits_upto", hits.unit, hits.value.tolist())
    axis = mention(texts(f"quantity.{step.key}"), term_of(step.key))
    everywhere = analysis.by_cutoff(analysis.state.metric)
    if everywhere is None:
        assert isinstance(main, Trace)
        return RunningSeries(
            axis, "chart.sum_at", "sum", step.unit, np.cumsum(step.value[0][main.rankings.present[0]]).tolist()
        )
    # Added up here: where the sum is the value, a convention may have put something else in its place.
    sums = sum_rows(everywhere.step(step.key).value)
    return RunningSeries(axis, "chart.sum_at", "sum", step.unit, sums.tolist())


def _against_ideal(analysis: Analysis, texts: Texts) -> Data:
    """How the sum that is divided, and the ideal's, by which it is, grow from rank to rank."""
    trace, whole = analysis.by_cutoff(analysis.metric.rank_display.ideal), analysis.trace(analysis.metric.rank_display.ideal)
    title = running_title(analysis, texts)
    if trace is None or whole is None or not analysis.ranking.items:
        return _empty_figure("dcg", Labels.from_pieces(title, K, []), analysis, texts)
    steps = [trace.step(key) for _, key in holes_in(trace.steps[-1].template)]
    actual, ideal = (step.value.tolist() for step in steps)
    texts_by_step = [
        [texts("chart.step_at", name=plain_symbol(step), value=in_unit(step.unit, value)) for value in step.value.tolist()]
        for step in steps
    ]
    cutoff = analysis.state.convention.cutoff
    at = min(cutoff or len(actual), len(actual)) - 1
    named = named_points(texts)
    hover = [named(k, *pair) for k, pair in enumerate(zip(*texts_by_step, strict=True), 1)]
    names = [_line_name(step, whole, at, texts_by_step[i][at], texts) for i, step in enumerate(steps)]
    labels = Labels.from_pieces(title, K, [mention(plain_symbol(steps[0]), term_of(steps[0].key))])
    figure = cumulative(
        actual,
        ideal,
        labels,
        cutoff=cutoff,
        value_label=names[0],
        ideal_label=names[1],
        hover=hover,
    )
    return figure_payload("dcg", figure, curve_alt_text(labels.title, hover, texts), labels.title, "x", len(actual)) | {
        "running_total": _running_texts(analysis, actual, texts)
    }


def _line_name(step: Step, whole: Trace, at: int, text: str, texts: Texts) -> Piece:
    """What a line is called with its value at its end, and at which rank that is where the sum goes on after the list."""
    value, final = (in_unit(step.unit, float(each)) for each in (step.value[at], whole.step(step.key).value[0]))
    if value != final:
        text = texts("chart.step_at", name=f"{plain_symbol(step)}@{at + 1}", value=value)
    return mention(text, term_of(step.key))
