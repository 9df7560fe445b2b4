"""What the figures are put together from: measures, colours, traces and axes, as plain dictionaries.

Plain dictionaries and no validation, because a figure is made anew at every key press; a test validates them instead.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from rankviz.display.charts.ticks import round_ticks
from rankviz.display.charts.values import SCREEN, Column, Labels, Numbers, Point, Series, Size, Undefined
from rankviz.display.colours import COLOURS
from rankviz.texts import as_plain_text, term_of_piece

# Those of the light theme, which the page exchanges (kit/colours.js).
A, A_PALE, B, INK, ON_INK, MUTED, LINE, HAIRLINE = (
    COLOURS[name].light for name in ("a", "a-pale", "b", "ink", "on-ink", "muted", "line", "hairline")
)
CLEAR = "rgba(0,0,0,0)"
IDEAL, DASHED, DOTTED, FAINT = "4px,3px", "5px,3px", "2px,3px", "1px,3px"  # drawn, left out
FONT = "'Source Sans', 'Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
EN_SPACE = "\u2002"  # keeps the last column off the border of the marked row, at any type size
FIRST_CJK = "\u2e80"  # from here on a character takes the room of two
DOT = {"symbol": "circle", "color": A, "size": 7.0, "width": 0.0}  # a marker, and its line's width
FURTHEST, NEAREST = 1e304, 1e-300  # values of an axis: Plotly draws nothing further, and what is smaller is not seen
MOST_DOTS = 60  # points of a line: more dots would run into one another, and hide it
LINE_LENGTH = 24  # Latin characters in a small chart
TOP_MARGIN, BOTTOM_MARGIN = 52, 40  # px of a small chart on a screen

Dict = dict[str, Any]


def plain(text: str) -> str:
    """Plotly reads texts as a kind of HTML: make it print this one as it is."""
    return escape(text, quote=False)


def bars(series: Series, color: str | list[str], outline: int) -> Dict:
    """Horizontal bars, one a rank, with a line of `outline` px; a value of 0 has none."""
    ranks = list(range(1, len(series.values) + 1))
    return {
        "type": "bar",
        "name": series.key,
        "orientation": "h",
        "x": [value or None for value in series.values],
        "y": ranks,
        "customdata": ranks,
        "width": 0.5,
        "marker": {"color": color, "line": {"color": A, "width": outline}},
    }


def frames(series: Series, count: int) -> Dict:
    """Dashed frames around the first rows, as one interrupted line: a shape each would be slow in a long list."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for rank, value in enumerate(series.values[:count], start=1):
        if value:
            xs += [0, value, value, 0, 0, None]
            ys += [rank - 0.38, rank - 0.38, rank + 0.38, rank + 0.38, rank - 0.38, None]
    return {**ideal_line(xs, ys), "name": series.key, "cliponaxis": False}


@dataclass(frozen=True)
class Label:
    """A text at a place given in the units of the axes; `side` is where it stands from there, `term` the entry of its word."""

    text: str
    x: float
    y: float
    side: str = "middle left"
    color: str = INK
    bold: bool = False
    size: int = SCREEN.note
    term: str = ""


def texts(labels: Sequence[Label], **more: Any) -> list[Dict]:
    """Texts as the points of one trace (none if there are none), a tenth of the time that an annotation each takes Plotly."""
    trace = {"type": "scatter", "mode": "text", "hoverinfo": "skip", "cliponaxis": False}
    return [trace | _lettering(labels) | more] if labels else []


def text_trace(trace: Dict, labels: Sequence[Label]) -> Dict:
    """Write texts with a line's own trace, as points that stand alone: Plotly takes some milliseconds for each trace."""
    nowhere = Label("", 0, 0)
    own = _lettering([*(nowhere for _ in trace["x"]), *(each for label in labels for each in (nowhere, label))])
    gaps = {axis: [*trace[axis], *(v for label in labels for v in (None, getattr(label, axis)))] for axis in "xy"}
    return {**trace, **own, **gaps, "mode": "lines+text", "cliponaxis": False}


def _lettering(labels: Sequence[Label]) -> Dict:
    entries = [label.term for label in labels]
    return {
        **({"ids": entries} if any(entries) else {}),
        "x": [label.x for label in labels],
        "y": [label.y for label in labels],
        "text": [label.text for label in labels],
        "textposition": [label.side for label in labels],
        "textfont": {
            "size": [label.size for label in labels],
            "color": [label.color for label in labels],
            "weight": [700 if label.bold else 400 for label in labels],
        },
    }


def numbers(column: Column, place: float, size: Size) -> list[Label]:
    """One column of right-aligned texts: its head, and one a row. `place` is the share of the figure's width where it ends."""
    head = Label(plain(column.head) + EN_SPACE, place, head_row(size), color=MUTED, size=size.note)
    return [head] + [
        Label(plain(text) + EN_SPACE, place, rank, "middle left", MUTED if muted else INK, column.bold and not muted, size.text)
        for rank, (text, muted) in enumerate(zip(column.texts, column.muted, strict=True), start=1)
    ]


def head_row(size: Size) -> float:
    """Middle of the band above the rows, in ranks."""
    return 0.5 - size.head / 2 / size.row


def line(xs: Numbers, ys: Numbers, color: str, width: float, dash: str, **more: Any) -> Dict:
    """A line without points; `more` are further fields of the trace, `shape` one of its line."""
    style = {"color": color, "width": width, "dash": dash, "shape": more.pop("shape", "linear")}
    trace = {"type": "scatter", "mode": "lines", "x": list(xs), "y": list(ys), "line": style, "hoverinfo": "skip"}
    return trace | more


def ideal_line(xs: Numbers, ys: Numbers) -> Dict:
    """A line of the ideal order: dashed wherever it is drawn."""
    return line(xs, ys, INK, 1.25, IDEAL)


def dots(points: Sequence[Point], marker: Mapping[str, object], **more: Any) -> Dict:
    """Markers that can be pointed at; a point without a y is a gap."""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [point.x for point in points],
        "y": [point.y for point in points],
        "customdata": [point.rank for point in points],
        "hovertext": [plain(point.hover) for point in points],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": dict(marker),
        "cliponaxis": False,
    } | more


def several_dots(kinds: Sequence[tuple[Sequence[Point], Mapping[str, Any]]]) -> list[Dict]:
    """Markers of several kinds as one trace, the later above the earlier; none if there are none."""
    points = [point for members, _ in kinds for point in members]
    own = [{**DOT, **marker} for members, marker in kinds for _ in members]
    fields = {name: [each[name] for each in own] for name in DOT}
    border = {"width": fields.pop("width"), "color": fields["color"]}
    # Plotly takes markers of several sizes for bubbles, which one can look through.
    return [dots(points, {**fields, "line": border, "opacity": 1})] if points else []


def line_with_markers(points: Sequence[Point], size: Size, **more: Any) -> Dict:
    """A line, with markers unless there are too many, as one trace: Plotly takes a few milliseconds for each."""
    mode = "lines" if is_crowded(points) else "lines+markers"
    return dots(points, dot(size), mode=mode, line={"color": A, "width": 2.5}, **more)


def is_crowded(points: Sequence[Point]) -> bool:
    """Whether a small chart has no room for a dot at each; a point that stands alone has no line to be seen by."""
    ys = [None, *(point.y for point in points), None]
    alone = any(
        y is not None and before is None and after is None for before, y, after in zip(ys, ys[1:], ys[2:], strict=False)
    )
    return len(points) > MOST_DOTS and not alone


def dot(size: Size) -> Dict:
    """Marker of the list under study."""
    return {"color": A, "size": 7 * size.note / SCREEN.note}


def rank_line(values: Numbers, hover: Sequence[str], size: Size) -> Dict:
    """A line over the ranks 1..N with a dot at each; None is a gap."""
    return line_with_markers(
        [Point(rank, y, rank, label) for rank, (y, label) in enumerate(zip(values, hover, strict=True), 1)], size
    )


def note(text: str, x: float, y: float, size: int, color: str = INK, **more: Any) -> Dict:
    """A text in the plot, at shares of its axes; `text` is Plotly's HTML."""
    place = {"x": x, "y": y, "xref": "x domain", "yref": "y domain", "showarrow": False}
    return {"text": text, "font": {"size": size, "color": color}, **place, **more}


def _reason(undefined: Undefined, size: Size) -> Dict:
    """The reason in the middle of an empty plot, wrapped, for Plotly does not; its first line is left to the word."""
    width = LINE_LENGTH // 2 if max(undefined.reason, default="") >= FIRST_CJK else LINE_LENGTH
    lines = textwrap.wrap(undefined.reason, width)
    return note("<br>".join(map(plain, [" ", *lines] if undefined.word else lines)), 0.5, 0.5, size.note)


def _word(undefined: Undefined, note: Dict, x_range: list[float], y_range: list[float], size: Size) -> list[Dict]:
    """The word over the reason: it can be pressed, where it has an entry."""
    plot = size.small - (TOP_MARGIN + BOTTOM_MARGIN) * size.note / SCREEN.note
    above = 0.65 * size.note * note["text"].count("<br>") / plot
    x, y = (low + share * (high - low) for share, (low, high) in ((0.5, x_range), (0.5 + above, y_range)))
    word = Label(
        plain(as_plain_text([undefined.word])), x, y, "middle center", INK, True, size.note, term_of_piece(undefined.word)
    )
    return texts([word])


def axis(span: list[float], size: Size, **more: Any) -> Dict:
    """An axis that is not zoomed: the page shows everything, and a finger on it scrolls the page."""
    # Labels always have room here; looking whether they overflow would cost Plotly a layout of the page per axis.
    outside = {"ticks": "outside", "ticklen": 5, "tickcolor": LINE, "tickangle": 0, "ticklabeloverflow": "allow"}
    plain_axis = {"range": span, "fixedrange": True, "showgrid": False, "zeroline": False, "gridcolor": HAIRLINE}
    return {**outside, **plain_axis, "tickfont": {"size": size.note}, **more}


def number_axis(span: list[float], size: Size, most: int, **more: Any) -> Dict:
    """An axis with about `most` round numbers at most; they are in the figure, so that whoever draws it has the same."""
    return axis(span, size, **round_ticks(span, most)._asdict(), **more)


def axis_range(low: float, high: float) -> tuple[float, float]:
    """Ends of an axis for values from `low` to `high`: apart, and so that Plotly can divide by what is between them."""
    low, high = max(low, -FURTHEST), min(high, FURTHEST)
    return (low, high) if high - low >= NEAREST else (low, low + 1.0)


def rank_axis(count: int, size: Size) -> Dict:
    """The ranks 1..N: all of them up to 10, then as many round ones as can be read."""
    last = max(count, 1)
    room = max(0.3, 0.04 * last)
    step = 1 if last <= 10 else next((step for step in (5, 10, 20, 50, 100) if last <= 6 * step), 200)
    marks = range(step, last + 1, step)
    return axis([1 - room, last + room], size, tickvals=list(marks), ticktext=list(map(str, marks)))


def unit_axis(size: Size) -> Dict:
    """From 0 to 1 in quarters."""
    return axis([0, 1.05], size, tickvals=[0, 0.25, 0.5, 0.75, 1], ticktext=["0", ".25", ".5", ".75", "1"])


def layout(height: int, margin: Mapping[str, float], size: Size) -> Dict:
    """What all figures have in common."""
    label = {"bgcolor": INK, "bordercolor": INK, "font": {"family": FONT, "size": size.note, "color": ON_INK}}
    return {
        "template": {},
        "height": height,
        "margin": {**margin, "pad": 0},
        "font": {"family": FONT, "size": size.note, "color": INK},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "hoverlabel": label,
        "uirevision": "keep",
    }


def small_chart(
    traces: list[Dict], labels: Labels, x_axis: Dict, y_axis: Dict, size: Size, undefined: Undefined | None = None
) -> Dict:
    """A small chart: title at the left edge, the name of the y axis above it, no rotated text; in an empty one why it is so."""
    notes = [] if undefined is None else [_reason(undefined, size)]
    if undefined is not None and undefined.word:
        traces = [*traces, *_word(undefined, notes[0], x_axis["range"], y_axis["range"], size)]
    part = size.note / SCREEN.note
    corner = {"x": 0, "xref": "container", "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top"}
    base = layout(size.small, {"l": 40 * part, "r": 10 * part, "t": TOP_MARGIN * part, "b": BOTTOM_MARGIN * part}, size)
    border = {"showline": True, "linecolor": LINE}
    x_title = {"text": plain(labels.x), "standoff": 1, "font": {"size": size.note, "color": MUTED}}
    y_name = f'<span style="font-size:{size.note}px;color:{MUTED}">{plain(labels.y)}</span>'
    title = f"<b>{plain(labels.title)}</b><br>{y_name}"  # one text: each further one costs Plotly a millisecond
    base |= {"meta": {"words": dict(zip(("title", "x", "y"), labels.words, strict=True))}} if labels.words else {}
    base |= {
        "title": {"text": title, "font": {"size": size.title}, "pad": {"t": 4 + 0.65 * size.title}, **corner},
        "xaxis": {**x_axis, **border, "title": x_title},
        "yaxis": {**y_axis, **border, "showgrid": True},
        "annotations": notes,
    }
    return figure(traces, base)


def figure(traces: list[Dict], figure_layout: Dict) -> Dict:
    """Put traces and layout together."""
    return {"data": traces, "layout": figure_layout}
