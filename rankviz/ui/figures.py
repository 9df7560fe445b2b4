"""The charts: what the two mounts of the component `chart` are given."""

from __future__ import annotations

import json

from rankviz.errors import InputError
from rankviz.evaluation import compute
from rankviz.metrics import METRICS
from rankviz.show import bars
from rankviz.show.charts import (
    Column,
    Labels,
    Legend,
    Point,
    Undefined,
    cumulative,
    gain_bars,
    metric_by_cutoff,
    precision_recall,
    roc,
)
from rankviz.show.numbers import fixed, of_step, plain
from rankviz.show.rules import undefined_reason
from rankviz.texts import Texts
from rankviz.trace import Trace
from rankviz.ui.analysis import Analysis
from rankviz.ui.components.assets import plotly_url

Data = dict[str, object]
MOST_TICKS = 60  # points named one by one in an alternative text


def bars_data(analysis: Analysis, epoch: int, texts: Texts) -> Data:
    """Build the tall figure whose rows line up with the rows of the list."""
    trace = _bar_trace(analysis)
    if trace is None:
        alt, count = _refusal(analysis, texts), len(analysis.ranking.items)
        no_numbers = Column("", [""] * count, [True] * count)
        figure = gain_bars([None] * count, [no_numbers], Legend(""), x_max=1.0, note=texts("panel.refused"))
    else:
        shown = bars.bar_rows(trace, analysis.trace("idcg"), texts)
        note = texts("chart.empty_list") if not shown.terms else "" if any(shown.gains) else _nothing(trace, texts)
        figure = gain_bars(
            shown.terms,
            shown.columns,
            shown.legend,
            x_max=shown.x_max,
            x_min=shown.x_min,
            cutoff=_cutoff(analysis),
            gains=shown.gains,
            ideal=shown.ideal,
            note=note,
        )
        rows = " ".join(
            texts("chart.alt_row", rank=i, value=value) for i, value in enumerate(shown.columns[-1].texts[:MOST_TICKS], 1)
        )
        alt = texts("chart.alt_bars", rows=rows)
    entry = _figure("bars", json.dumps(figure), alt, texts("chart.bars_title"), "y", len(analysis.ranking.items))
    return _mount(analysis, epoch, "rows", [entry], None, texts)


def _refusal(analysis: Analysis, texts: Texts) -> str:
    """Why the convention refuses the list."""
    main = analysis.main
    return texts(f"error.{main.key}", **main.where) if isinstance(main, InputError) else texts("panel.refused")


def _refused(analysis: Analysis, texts: Texts) -> list[Data]:
    """The four small figures without a curve."""
    word, alt = Undefined(texts("panel.refused"), ""), _refusal(analysis, texts)
    names = [
        texts("chart.cumulative"),
        texts("chart.by_cutoff", name=analysis.metric.name),
        texts("chart.pr"),
        texts("chart.roc"),
    ]
    keys = ("dcg", "by-cutoff", "pr", "roc")
    return [
        _figure(key, json.dumps(metric_by_cutoff([], Labels(name, "", ""), undefined=word)), alt, name, None, 1)
        for key, name in zip(keys, names, strict=True)
    ]


def _nothing(trace: Trace, texts: Texts) -> str:
    return texts("chart.no_gain") if "gain" in trace else ""


def _bar_trace(analysis: Analysis) -> Trace | None:
    """The ideal's own trace has no terms of the list, so the list is shown as nDCG has it."""
    key = "ndcg" if analysis.state.metric == "idcg" else analysis.state.metric
    return analysis.trace(key)


def small_data(analysis: Analysis, epoch: int, texts: Texts) -> Data:
    """Build the four small figures and the counts at k."""
    if isinstance(analysis.main, InputError):
        return _mount(analysis, epoch, "small", _refused(analysis, texts), None, texts)
    figures = [_cumulative(analysis, texts), _by_cutoff(analysis, texts), _pr(analysis, texts), _roc(analysis, texts)]
    return _mount(analysis, epoch, "small", figures, _counts(analysis, texts), texts)


def _mount(analysis: Analysis, epoch: int, layout: str, figures: list[Data], table: Data | None, texts: Texts) -> Data:
    """Put together what a row of figures is given.

    Returns
    -------
    dict
        JSON-serialisable.
        `epoch` (int); `layout`, "rows" (one tall figure aligned with the rows of the list) or "small" (a line of small
        ones that wraps); `n` (int), ranks in the list; `cutoff` (int >= 1 or None); `plotly_url`, from `plotly_url()`.
        `figures`, a list of `key`, `spec` (a figure as JSON text), `alt`, `title`, `file_name` (without ending),
        `cutoff_max` (int >= 1) and `cutoff_axis`: "x" or "y" where the k line crosses that axis, "point" where the
        curve's point at k is marked, or None. In a spec, what stands for a rank has it in its trace's `customdata`;
        traces with `meta` "wide" and annotations named so are left out below 420 px.
        `table`, None or `title`, `columns` (list of str), `rows` (list of `{label, cells: [{value, label}]}`) and
        `caption` (str, may be empty).
        `texts` has `save` (with the placeholder {title}), `save_svg`, `save_png`, `cutoff_slider`, `cutoff_mark` (the
        letter beside the point at k) and `failed` (the charts cannot be loaded).

    Notes
    -----
    It sends `session`, `seq`, `epoch` and `cutoff` (int).
    """
    return {
        "epoch": epoch,
        "layout": layout,
        "figures": figures,
        "table": table,
        "cutoff": _cutoff(analysis),
        "n": len(analysis.ranking.items),
        "plotly_url": plotly_url(),
        "texts": texts.group("figure"),
    }


def _cutoff(analysis: Analysis) -> int | None:
    return analysis.state.convention.cutoff


def _figure(key: str, spec: str, alt: str, title: str, axis: str | None, last: int) -> Data:
    return {
        "key": key,
        "spec": spec,
        "alt": alt,
        "title": title,
        "cutoff_axis": axis,
        "cutoff_max": max(last, 1),
        "file_name": f"rankviz-{key}",
    }


def _cumulative(analysis: Analysis, texts: Texts) -> Data:
    title = texts("chart.cumulative")
    labels = Labels(title, "k", "DCG")
    trace = analysis.by_cutoff("ndcg")
    if trace is None or not analysis.ranking.items:
        figure = metric_by_cutoff([], labels, undefined=_undefined("", texts))
        return _figure("dcg", json.dumps(figure), title, title, None, 1)
    actual, ideal = (trace.step(key).value.tolist() for key in ("dcg", "idcg"))
    at = min(_cutoff(analysis) or len(actual), len(actual)) - 1
    hover = [f"k = {k}: DCG {fixed(a)}, IDCG {fixed(b)}" for k, (a, b) in enumerate(zip(actual, ideal, strict=True), 1)]
    figure = cumulative(
        actual,
        ideal,
        labels,
        cutoff=_cutoff(analysis),
        value_label=texts("chart.dcg_at", value=fixed(actual[at])),
        ideal_label=texts("chart.idcg_at", value=fixed(ideal[at])),
        hover=hover,
    )
    return _figure("dcg", json.dumps(figure), _alt(title, hover, texts), title, "x", len(actual))


def _by_cutoff(analysis: Analysis, texts: Texts) -> Data:
    key, name = analysis.state.metric, analysis.metric.name
    title = texts("chart.by_cutoff", name=name)
    labels = Labels(title, "k", name + "@k")
    trace = analysis.by_cutoff(key)
    if trace is None or not analysis.ranking.items:
        without = "cutoff" not in analysis.metric.uses
        reason = texts("chart.no_cutoff", name=name) if without else texts("chart.nothing_shown")
        word = "" if without else texts("chart.undefined")
        figure = metric_by_cutoff([], labels, undefined=Undefined(word, reason))
        return _figure("by-cutoff", json.dumps(figure), f"{title}. {reason}", title, None, 1)
    values = [None if gone else float(value) for value, gone in zip(trace.value, trace.undefined, strict=True)]
    known = [value for value in values if value is not None]
    top = analysis.metric.high if analysis.metric.high < float("inf") else max([*known, 1.0])
    low = min([0.0, *known])
    hover = [f"{name}@{k} {texts('panel.undefined') if v is None else of_step(key, v)}" for k, v in enumerate(values, 1)]
    problem = None if known else Undefined(texts("chart.undefined"), undefined_reason(trace, texts))
    figure = metric_by_cutoff(values, labels, y_range=(low, max([top, *known])), hover=hover, undefined=problem)
    return _figure("by-cutoff", json.dumps(figure), _alt(title, hover, texts), title, "x", len(values))


def _pr(analysis: Analysis, texts: Texts) -> Data:
    title = texts("chart.pr")
    labels = Labels(title, texts("chart.recall"), texts("chart.precision"))
    curve = analysis.precision_recall()
    if curve is None:
        reason = "chart.no_relevant" if analysis.ranking.items else "chart.nothing_shown"
        figure = precision_recall([], labels, undefined=_undefined(texts(reason), texts))
        return _figure("pr", json.dumps(figure), f"{title}. {texts(reason)}", title, None, 1)
    names = (texts("chart.recall"), texts("chart.precision"))
    points = [
        Point(float(r), float(p), int(rank), f"k = {int(rank)}: {names[0]} {fixed(float(r))}, {names[1]} {fixed(float(p))}")
        for r, p, rank in zip(curve.recall, curve.precision, curve.rank, strict=True)
    ]
    bep = analysis.trace("bep")
    even = None if bep is None else float(bep.value[0])
    figure = precision_recall(
        points,
        labels,
        envelope=curve.envelope.tolist(),
        area_label=_area(analysis, texts),
        break_even=None if even is None else Point(even, even, None, texts("chart.bep_mark", value=fixed(even))),
    )
    return _figure("pr", json.dumps(figure), _alt(title, [point.hover for point in points], texts), title, "point", len(points))


def _area(analysis: Analysis, texts: Texts) -> str:
    """Name the area: the average precision of the whole list over R, whatever cutoff and base are chosen for AP."""
    convention = analysis.state.convention.with_choices({"cutoff": None, "ap_base": "R"})
    return texts("chart.ap_area", value=fixed(float(compute(METRICS["ap"], analysis.raw, convention).value[0])))


def _roc(analysis: Analysis, texts: Texts) -> Data:
    title = texts("chart.roc")
    labels = Labels(title, texts("chart.fpr"), texts("chart.tpr"))
    curve, trace = analysis.roc(), analysis.trace("auc")
    if curve is None or trace is None:
        no_relevant = trace is not None and trace.step("relevant_counted").value[0] == 0
        reason = texts("chart.no_relevant" if no_relevant else "chart.no_others")
        figure = roc([], labels, undefined=_undefined(reason, texts))
        return _figure("roc", json.dumps(figure), f"{title}. {reason}", title, None, 1)
    points = [
        Point(
            float(x), float(y), int(rank) if rank > 0 else None, f"{labels.x} {fixed(float(x))}, {labels.y} {fixed(float(y))}"
        )
        for x, y, rank in zip(curve.false_positive_rate, curve.true_positive_rate, curve.rank, strict=True)
    ]
    figure = roc(points, labels, area_label=texts("chart.auc_area", value=fixed(float(trace.value[0]))))
    return _figure(
        "roc", json.dumps(figure), _alt(title, [point.hover for point in points], texts), title, "point", len(points)
    )


def _undefined(reason: str, texts: Texts) -> Undefined:
    return Undefined(texts("chart.undefined"), reason)


def _alt(title: str, points: list[str], texts: Texts) -> str:
    return texts("chart.alt_series", title=title, points="; ".join(points[:MOST_TICKS]))


def _counts(analysis: Analysis, texts: Texts) -> Data | None:
    """The 2 × 2 counts at k."""
    found = {key: analysis.traces[key] for key in ("tp", "fp", "fn", "tn")}
    if any(isinstance(trace, InputError) for trace in found.values()):
        return None
    value = {key: plain(float(trace.value[0])) for key, trace in found.items() if isinstance(trace, Trace)}
    k = _cutoff(analysis)
    depth = plain(len(analysis.ranking.items)) if k is None else str(k)
    rows = (("chart.count_in", "tp", "fp"), ("chart.count_after", "fn", "tn"))
    return {
        "title": texts("chart.counts_whole") if k is None else texts("chart.counts", k=k),
        "columns": [texts("chart.count_relevant"), texts("chart.count_other")],
        "rows": [
            {
                "label": texts(label, k=depth) if label == "chart.count_in" else texts(label),
                "cells": [{"value": value[key], "label": key.upper()} for key in keys],
            }
            for label, *keys in rows
        ],
        "caption": "",
    }
