"""The first small figure of metrics that no sum tells: what a hit counts at each rank, and which of them make the value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics.rank_display import summed_step_of
from rankviz.core.templates import run_template
from rankviz.core.trace import Trace, holes_in
from rankviz.display.charts import traces_and_axes as parts
from rankviz.display.charts.figures import metric_by_cutoff
from rankviz.display.charts.label_placement import Anchor, Plot
from rankviz.display.charts.values import SCREEN, Labels, Point, Undefined
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.number_format import in_unit
from rankviz.explore.charts.figure_payload import Data, K, curve_alt_text, figure_payload, named_points, refusal_of
from rankviz.state.analysis import Analysis
from rankviz.texts import Piece, Texts, as_plain_text, mention, term_of_piece

OTHER = {"color": parts.LINE, "size": 4.0}  # a rank that counts nothing


class HitValue(NamedTuple):
    """The value, None if undefined or not from the hits; whether it is the mean of the hits; and its text for the figure."""

    number: float | None
    is_mean: bool
    words: Piece


def by_hit_title(analysis: Analysis, texts: Texts) -> list[Piece]:
    """Return the title of the figure."""
    return texts.pieces(f"chart.hits_{analysis.metric.rank_display.hits}")


def by_hit_figure(analysis: Analysis, texts: Texts) -> Data:
    """Show what can be gathered at each rank as a line, on it the hits, those that make the value strong."""
    main, words = analysis.main, by_hit_title(analysis, texts)
    title = as_plain_text(words)
    count = int(main.rankings.present[0].sum()) if isinstance(main, Trace) else 0
    if not isinstance(main, Trace) or not count:
        problem = refusal_of(main, texts) or Undefined("", texts("chart.nothing_shown"))
        figure = metric_by_cutoff([], Labels.from_pieces(words, K, []), hover=(), undefined=problem)
        return figure_payload("hits", figure, texts("chart.alt_series", title=title, points=problem.reason), title, None, 1)
    step = summed_step_of(main)
    present = main.rankings.present[0]
    counted, line = step.value[0][present].tolist(), heights(main)[0][present].tolist()
    decides = main.deciding_column()
    strong = [bool(each) for each in (step.value[0] != 0 if decides is None else decides[0])[present]]
    named = named_points(texts)
    points = []
    for rank, (value, other, is_strong) in enumerate(zip(counted, line, strong, strict=True), 1):
        key = "uncounted" if not value else "counts" if decides is None else "decides" if is_strong else "outdone"
        sentence = texts(f"chart.hit_{key}", value=in_unit(step.unit, value or other))
        points.append(Point(rank, value or other, rank, named(rank, sentence)))
    caption = _mean_note(main, texts) if decides is None else ""
    value = None if main.undefined[0] or (decides is not None and not any(strong)) else float(main.value[0])
    value_text = "" if value is None else texts("chart.named_value", name=analysis.metric.name, value=in_unit(main.unit, value))
    labels = Labels.from_pieces(words, K, [mention(texts(f"quantity.{step.key}"), term_of(step.key))])
    shown_value = HitValue(value, decides is None, mention(value_text, main.metric))
    cutoff = analysis.state.convention.cutoff  # its line is there, also where the metric reads the whole list
    figure = _draw(points, [bool(each) for each in counted], strong, shown_value, labels, cutoff)
    return figure_payload(
        "hits", figure, curve_alt_text(title, [each.hover for each in points], texts, caption), title, "x", count, caption
    )


def heights(trace: Trace) -> Array:
    """What is gathered, as its formula has it with a hit at every rank (Q, N): precision for AP, 1/i for RR."""
    step = summed_step_of(trace)
    arrays = {each.key: each.value for each in trace.steps}
    values = run_template(step.template, arrays | {"hit": np.ones(step.value.shape)}, trace.rankings)
    return np.where(np.isfinite(values), np.broadcast_to(values, step.value.shape), 0.0)


def _mean_note(trace: Trace, texts: Texts) -> str:
    """Say how the value follows from the hits; "" if it is undefined."""
    last = trace.steps[-1]
    if trace.undefined[0]:
        return ""
    top, bottom = (trace.step(key) for _, key in holes_in(last.template))
    numbers = {
        name: in_unit(each.unit, float(each.value[0])) for name, each in (("sum", top), ("base", bottom), ("value", last))
    }
    return texts("chart.mean_note", **numbers)


def _draw(
    points: list[Point], counts: list[bool], strong: list[bool], value: HitValue, labels: Labels, cutoff: int | None
) -> parts.Dict:
    """Draw the line with all ranks, the hits on it, and the value: a line of its own, or a name beside the hit that decides."""
    count, is_crowded = len(points), parts.is_crowded(points)
    mode, thin = "lines" if is_crowded else "lines+markers", {"color": parts.LINE, "width": 1.25, "dash": parts.DOTTED}
    traces = [parts.dots(points, OTHER, mode=mode, line=thin)]
    low, high = parts.axis_range(0.0, max([1.0, *(point.y or 0.0 for point in points)]))
    y_axis = parts.unit_axis(SCREEN) if high <= 1 else parts.number_axis([low, 1.15 * high], SCREEN, 5)
    if value.number is not None:
        ends = [1, count] if value.is_mean else []
        mean = parts.line(ends, [value.number for _ in ends], parts.A, 1.5, parts.DASHED)
        low, high = y_axis["range"]
        plot = Plot(count, low, high, [[point.y for point in points]], cutoff)
        traces.append(parts.text_trace(mean, [_name(value, value.number, strong, plot)]))
    hits = [i for i in range(count) if counts[i]]
    size = 5.0 if is_crowded else 9.0
    colors = [parts.A if strong[i] else parts.A_PALE for i in hits]
    marker = {"color": colors, "size": size, "line": {"color": parts.A, "width": 1.5}}
    if hits:
        traces.append(parts.line([points[i].x for i in hits], [points[i].y for i in hits], parts.A, 0, "solid"))
        traces[-1] |= {"mode": "markers", "marker": marker, "cliponaxis": False}
    return parts.small_chart(traces, labels, parts.rank_axis(count, SCREEN), y_axis, SCREEN)


def _name(value: HitValue, number: float, strong: list[bool], plot: Plot) -> parts.Label:
    """The value at an end of its line, or beside the hit that decides, where there is room."""
    own = [number] * plot.count
    if value.is_mean:
        plot.lines = [*plot.lines, own]
        ends = [Anchor(plot.count, "left"), Anchor(1, "right")]
    else:
        at = strong.index(True) + 1
        side, away = ("left", -1) if at > plot.count / 2 else ("right", 1)
        ends = [Anchor(at + away * share * plot.count, side) for share in (0, 0.2, 0.4)]
    text = as_plain_text([value.words])
    anchor, height = plot.place(text + parts.EN_SPACE, SCREEN.note, ends, own)
    words = text + parts.EN_SPACE if anchor.side == "left" else parts.EN_SPACE + text
    term = term_of_piece(value.words)
    return parts.Label(parts.plain(words), anchor.x, height, f"middle {anchor.side}", parts.A, True, term=term)
