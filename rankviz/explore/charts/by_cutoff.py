"""The figure of the metric under study at every cutoff."""

from __future__ import annotations

from rankviz.display.charts.figures import metric_by_cutoff
from rankviz.display.charts.values import Labels, Undefined
from rankviz.display.number_format import in_unit
from rankviz.display.rule_words import undefined_reason
from rankviz.explore.charts.figure_payload import Data, K, curve_alt_text, figure_payload
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts, mention


def by_cutoff(analysis: Analysis, texts: Texts) -> Data:
    """Show a metric that has a cutoff at every one, or say why it has no value."""
    key, name = analysis.state.metric, analysis.metric.name
    labels = Labels.from_pieces(texts.pieces("chart.by_cutoff", name=name), K, [mention(name + "@k", key)])
    title = labels.title
    trace = analysis.by_cutoff(key)
    if trace is None or not analysis.ranking.items:
        reason = texts("chart.nothing_shown")
        figure = metric_by_cutoff([], labels, undefined=Undefined(mention(texts("chart.undefined"), "undefined"), reason))
        return figure_payload("by-cutoff", figure, texts("chart.alt_series", title=title, points=reason), title, None, 1)
    values = [None if is_undefined else float(value) for value, is_undefined in zip(trace.value, trace.undefined, strict=True)]
    known = [value for value in values if value is not None]
    top = analysis.metric.high if analysis.metric.high < float("inf") else max([*known, 1.0])
    low = min([0.0, *known])
    hover = [f"{name}@{k} {texts('panel.undefined') if v is None else in_unit(trace.unit, v)}" for k, v in enumerate(values, 1)]
    problem = None if known else Undefined(mention(texts("chart.undefined"), "undefined"), undefined_reason(trace, texts))
    figure = metric_by_cutoff(values, labels, y_range=(low, max([top, *known])), hover=hover, undefined=problem)
    return figure_payload("by-cutoff", figure, curve_alt_text(title, hover, texts), title, "x", len(values))
