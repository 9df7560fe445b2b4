"""Figures from plain numbers and ready-made texts: no computing, no language, no state.

Colours are the light ones; the chart component exchanges them on a dark page. What stands for a rank carries that rank in
`customdata`; of texts whose `meta` is {"wide": n} a narrow page leaves out the first n. Texts marked as `cells`
there are written by the component itself, those with an entry in glossary.toml (`ids`) so that they can be pressed; a saved
picture has them from Plotly. The k line is the component's, which moves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING

from rankviz.basics.optional_packages import load
from rankviz.display.charts import traces_and_axes as parts
from rankviz.display.charts.label_placement import Anchor, Plot
from rankviz.display.charts.ticks import round_ticks
from rankviz.display.charts.values import NO_SERIES, PROJECTOR, SCREEN, Column, Labels, Legend, Series, Size, Undefined
from rankviz.texts import Piece, as_plain_text, term_of_piece

if TYPE_CHECKING:
    import plotly.graph_objects as go

__all__ = [
    "PROJECTOR",
    "SCREEN",
    "Column",
    "Labels",
    "Legend",
    "Series",
    "Size",
    "Undefined",
    "as_figure",
    "cumulative",
    "gain_bars",
    "legend_names",
    "metric_by_cutoff",
]

# {"data": traces, "layout": layout}; making a go.Figure of it at every key press would cost more than all the rest.
Spec = parts.Dict
COLUMN_STEP = 0.15  # share of the width from one column of numbers to the next
ROUND = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
LABEL_SHARE = 0.5  # of a small chart's width: beyond it a name rather stands to the left


def gain_bars(
    terms: Series,
    columns: Sequence[Column],
    legend: Legend,
    *,
    x_max: float,
    x_min: float = 0.0,
    cutoff: int | None = None,
    gains: Series = NO_SERIES,
    ideal: Series = NO_SERIES,
    note: str = "",
    size: Size = SCREEN,
) -> Spec:
    """Show what each rank adds: one row a rank, as high as the rows of the list beside it.

    Parameters
    ----------
    terms : Series of N
        What is summed; None and 0 have no solid bar.
    columns : 1 to 4 of Column
        Right-aligned numbers beside the bars, from left to right, the wide ones first; each has N.
    legend : Legend
        Names the bars in the band above them, as far as they are drawn.
    x_max, x_min : float
        Largest and smallest value the axis must hold. Keep them while the list is edited: the axis must not jump.
    cutoff : int or None
        Ranks beyond it show their gain as an outline only.
    gains : Series of N, or empty
        What a term is made from, as the gain before the discount: pale, outlined, behind the term.
    ideal : Series of any count
        Terms of the ideal order: dashed frames, a single trace however long the list.
    note : str
        One sentence in the middle where there is nothing to see.
    size : Size
        The row height must be that of the list: 44 px, or 56 px on a projector.
    """
    rows = len(columns[0].texts)
    count = max(rows, 1)
    inside = [cutoff is None or rank <= cutoff for rank in range(1, rows + 1)]
    traces = [parts.bars(terms, parts.A, 0)]
    if gains.values:
        traces.insert(0, parts.bars(gains, [parts.A_PALE if is_inside else parts.CLEAR for is_inside in inside], 1))
    if any(ideal.values):
        traces.append(parts.frames(ideal, count))
    legend_text = _legend(legend_names(legend, gains, ideal))
    legend_label = parts.Label(legend_text, 0, parts.head_row(size), "middle right", parts.MUTED, size=size.note)
    placed = [(column, 1 + COLUMN_STEP * i) for i, column in enumerate(columns, 1 - len(columns))]
    wide = sum(column.wide for column in columns)
    traces += parts.texts([legend_label], xaxis="x2", meta={"wide": 1, "legend": True})
    cells = [cell for column, place in placed for cell in parts.numbers(column, place, size)]
    entries = [entry for column in columns for entry in (column.term, *[""] * rows)]
    traces += parts.texts(cells, xaxis="x2", meta={"wide": wide * (rows + 1), "cells": True}, ids=entries)
    middle = (count + 1) // 2  # within a row: no line runs through the words
    notes = [parts.note(parts.plain(note), 0.5, middle, size.text, parts.MUTED, yref="y")] if note else []
    height = count * size.row + size.head + size.foot
    layout = parts.layout(height, {"l": 5, "r": 0, "t": 0, "b": size.foot}, size)
    layout |= {"barmode": "overlay", "hovermode": False, "annotations": notes}
    bar_share = 1.05 - COLUMN_STEP * max(len(columns), 3)
    return parts.figure(traces, layout | _bar_axes(x_min, x_max, count, bar_share, size))


def _bar_axes(x_min: float, x_max: float, count: int, bar_share: float, size: Size) -> parts.Dict:
    """Build the axes: values under the bars in the left share, an invisible one for the columns, a line under each row."""
    low, high = parts.axis_range(x_min, x_max)
    span = [low, low + 1.02 * (high - low)]
    borders = [rank + 0.5 - 0.5 / size.row for rank in range(1, count + 1)]  # the last pixel of the row, as in the list
    # Plotly leaves out a grid line at the end of its axis: the last one is the axis line, lifted to the same pixel.
    last = {"anchor": "free", "position": 1 / (size.row * count + size.head), "showline": True, "linecolor": parts.HAIRLINE}
    top = 0.5 - size.head / size.row  # the band with the heads belongs to the plot: their texts are points like the others
    rows = parts.axis([count + 0.5, top], size, tickvals=borders, tickcolor=parts.HAIRLINE, showticklabels=False)
    return {
        "xaxis": parts.number_axis(span, size, 6, domain=[0, bar_share], zeroline=low < 0, zerolinecolor=parts.LINE),
        "xaxis2": parts.axis([0, 1], size, domain=[0, 1], ticks="", showticklabels=False, **last),
        "yaxis": rows | {"showgrid": True},
        "meta": {"head": size.head, "narrow": round_ticks(span, 3)._asdict()},
    }


def legend_names(legend: Legend, gains: Series, ideal: Series) -> list[tuple[str, Piece]]:
    """What is drawn as bars, each by its sign and its name."""
    signs = [("■", legend.term), ("□", legend.gain if gains.values else ""), ("┅", legend.ideal if any(ideal.values) else "")]
    return [(sign, name) for sign, name in signs if name]


def _legend(names: Sequence[tuple[str, Piece]]) -> str:
    """Names of what is drawn, each after its sign."""
    colours = {"┅": parts.INK}
    entries = [
        f'<span style="color:{colours.get(sign, parts.A)}">{sign}</span> {parts.plain(as_plain_text([name]))}'
        for sign, name in names
    ]
    return (2 * parts.EN_SPACE).join(entries)


def cumulative(
    values: Sequence[float],
    ideal: Sequence[float],
    labels: Labels,
    *,
    cutoff: int | None,
    value_label: Piece,
    hover: Sequence[str],
    ideal_label: Piece = "",
    size: Size = SCREEN,
) -> Spec:
    """Show how a sum grows from rank to rank, beside that of the ideal order.

    Parameters
    ----------
    values, ideal : N numbers
        The sum up to each rank; `ideal` may be empty.
    labels : Labels
    cutoff : int or None
        Rank at which both lines are named; the last one if None.
    value_label, ideal_label : text, or a word with an entry
        Names of the lines with their values there.
    hover : N texts
        What each point says of itself, on the page and in a saved one.
    size : Size
    """
    count = len(values)
    bottom, top = parts.axis_range(min([0.0, *values]), max([0.0, *values, *ideal]))
    top = _steady(min(1.05 * top, parts.FURTHEST)) if top > 0 else 0.0
    at = min(cutoff or count, count)
    plot = Plot(count, *parts.axis_range(bottom, top), [line for line in (values, ideal) if line], cutoff)
    names = _line_names([(values, value_label), (ideal, ideal_label)], at, plot, size) if at else []
    y_axis = parts.number_axis([bottom, top], size, 5)
    own = parts.rank_line(values, hover, size)
    dashes = parts.ideal_line(range(1, len(ideal) + 1), ideal)
    traces = [parts.text_trace(dashes, names), own] if ideal else [own, *parts.texts(names)]
    return parts.small_chart(traces, labels, parts.rank_axis(count, size), y_axis, size)


def _steady(top: float) -> float:
    """A round number from which an axis seldom has to move while a list is edited."""
    unit = 10.0 ** floor(log10(top))
    return next((end for step in ROUND if (end := step * unit) >= top), top)


def _line_names(lines: Sequence[tuple[Sequence[float], Piece]], at: int, plot: Plot, size: Size) -> list[parts.Label]:
    """The names of the list's line, bold in its colour, and of the ideal's, in ink, beside the k line."""
    sides = ("left", "right") if at > LABEL_SHARE * plot.count else ("right", "left")
    names = []
    for i, (line, name) in enumerate(lines):
        if not line:
            continue
        text, term = parts.plain(as_plain_text([name])), term_of_piece(name)
        anchor, height = plot.place(
            as_plain_text([name]) + parts.EN_SPACE, size.note, [Anchor(at, side) for side in sides], line
        )
        text = text + parts.EN_SPACE if anchor.side == "left" else parts.EN_SPACE + text  # clear of the k line
        color = parts.INK if i else parts.A
        names.append(parts.Label(text, at, height, f"middle {anchor.side}", color, not i, size.note, term))
    return names


def metric_by_cutoff(
    values: Sequence[float | None],
    labels: Labels,
    *,
    hover: Sequence[str],
    y_range: tuple[float, float] = (0.0, 1.0),
    undefined: Undefined | None = None,
    size: Size = SCREEN,
) -> Spec:
    """Show the value of a metric at every cutoff from 1 to N.

    Parameters
    ----------
    values : N numbers or None
        None where the metric is undefined: the line has a gap there.
    labels : Labels
    hover : N texts
        What each point says of itself, on the page and in a saved one.
    y_range : (low, high)
        The metric's range; (0, 1) gets the ticks 0 .25 .5 .75 1.
    undefined : Undefined or None
        What to say where no value exists.
    size : Size
    """
    low, high = parts.axis_range(*y_range)
    other = parts.number_axis([low, high + 0.05 * (high - low)], size, 4)
    y_axis = parts.unit_axis(size) if y_range == (0, 1) else other
    traces = [parts.rank_line(values, hover, size)]
    return parts.small_chart(traces, labels, parts.rank_axis(len(values), size), y_axis, size, undefined)


def as_figure(spec: Spec) -> go.Figure:
    """Make a checked Plotly figure, for notebooks and for saving from Python."""
    go = load("plotly.graph_objects")
    return go.Figure(spec)
