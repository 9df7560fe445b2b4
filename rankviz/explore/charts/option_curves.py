"""What a grade or a rank is worth under each option of the gain or the discount: a small picture, ready to be drawn.

The curves are the values of the functions with which the metrics compute, the points are recorded steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.apply_list_rules import is_relevant
from rankviz.core.metrics.gain_and_discount_steps import option_values
from rankviz.display.charts.line_labels import pushed_apart, width_of
from rankviz.display.charts.ticks import round_ticks
from rankviz.display.labels import short_name
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.explore.charts.figure_payload import curve_alt_text
from rankviz.explore.charts.state_figures import bar_trace
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

GRADES, RANKS = np.linspace(0, 5, 51), np.arange(1.0, 21)
SAID_GRADES, SAID_RANKS = range(0, 51, 10), range(10)  # of these, those that the alternative text names
WIDTH, HEIGHT = 330.0, 240.0  # px
LEFT, TOP, BOTTOM = 38.0, 36.0, 34.0
TYPE, ROW, LEADER = 12.0, 13.5, 14.0  # of a name: its size, the room for one, the line that leads to it
FURTHEST = 1e300
MOST_TICKS = 6
Data = dict[str, object]


@dataclass(frozen=True)
class Curve:
    """One option: its key, the name at the end of its line, and its values; NaN where it has none."""

    key: str
    name: str
    values: Array
    is_chosen: bool
    is_mistake: bool


@dataclass(frozen=True)
class Frame:
    """The plot in the picture, and the values at its edges."""

    right: float
    x_low: float
    x_high: float
    low: float
    high: float

    def x(self, value: float) -> float:
        """Where a grade or a rank stands, in px."""
        return round(LEFT + (value - self.x_low) / (self.x_high - self.x_low) * (self.right - LEFT), 1)

    def y(self, value: float) -> float:
        """Where a value stands, in px; not further off than the eye can tell."""
        share = (value - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - min(max(share, -9.0), 9.0) * (HEIGHT - BOTTOM - TOP), 1)


def worth(name: str, key: str, convention: Convention) -> Array:
    """What an option gives for the grades that are drawn, or one divided by it at the ranks that are drawn."""
    convention = convention.with_choices({name: key})
    with np.errstate(all="ignore"):
        if name == "discount":
            return 1 / option_values(convention.discount_option, convention, RANKS)
        at = is_relevant(GRADES, convention).astype(float) if key == "binary" else GRADES
        return option_values(convention.gain_option, convention, at)


def option_curves(analysis: Analysis, name: str, chosen: str, texts: Texts) -> Data:
    """Draw all options of 'gain' or 'discount' that the metric under study has; of those that are one's own the chosen one.

    Returns
    -------
    dict
        JSON-serialisable, in px of a picture `width` by `height`, in which all words are of `type_size`. `frame`, left, top,
        right and bottom of the plot; `curves`, the chosen one last, each with `value` (the option), `line` (points; None where
        it is interrupted), `leader` (points of the line to its name), `name` (text, x and y of its start, width), `is_chosen`
        and `is_mistake`; `points` of the list (x, y); `ticks`, x and y each a list of (place, text); `title`, `axes` (the names
        of x and y) and `alt`.
    """
    field = FIELDS[name]
    keys = [key for key in analysis.metric.uses[name] if key != chosen and not field.custom_field_of(key)]
    curves = [_curve(analysis, name, key, key == chosen, texts) for key in (*keys, chosen)]
    xs, named_indexes = (GRADES, SAID_GRADES) if name == "gain" else (RANKS, SAID_RANKS)
    title, last = texts(f"chart.worth_{name}"), curves[-1]
    values = [
        texts("convention.part", name=plain(float(xs[i])), value=fixed_decimals(float(last.values[i]))) for i in named_indexes
    ]
    axes = (
        [texts("quantity.grade"), texts("quantity.gain")] if name == "gain" else [texts("quantity.rank"), texts("chart.weight")]
    )
    words = {
        "title": title,
        "axes": axes,
        "alt": curve_alt_text(texts("convention.part", name=title, value=last.name), values, texts),
    }
    return words | _picture(curves, xs, _points(analysis, name))


def _curve(analysis: Analysis, name: str, key: str, chosen: bool, texts: Texts) -> Curve:
    field, convention = FIELDS[name], analysis.state.convention
    assert field.options is not None
    return Curve(
        key, short_name(name, key, convention, texts), worth(name, key, convention), chosen, field.options[key].is_mistake
    )


def _points(analysis: Analysis, name: str) -> list[tuple[float, float]]:
    """Grades and gains of the judged entries, or ranks and weights of those that count, as they were recorded."""
    trace = bar_trace(analysis)
    if trace is None or name not in trace:
        return []
    step, at = trace.step(name), trace.step("grade" if name == "gain" else "rank")
    counting = trace.rankings.judged if name == "gain" else trace.rankings.inside
    pairs = dict.fromkeys(zip(at.value[counting].tolist(), step.value[counting].tolist(), strict=True))
    return [(x, y if name == "gain" else 1 / y) for x, y in pairs if name == "gain" or y]


def _picture(curves: Sequence[Curve], xs: Array, points: Sequence[tuple[float, float]]) -> Data:
    """Everything in its place."""
    chosen = [value for value in curves[-1].values.tolist() if isfinite(value)]
    usual = 5.0 if xs is GRADES else 1.0
    low, high = max(min([0.0, *chosen]), -FURTHEST), min(max([usual, *chosen]), FURTHEST)
    room = max(width_of(curve.name, TYPE) for curve in curves)
    frame = Frame(WIDTH - room - LEADER - 8, float(xs[0]), float(xs[-1]), low, high + 0.04 * (high - low))
    inside = [(frame.x(x), frame.y(y)) for x, y in points if xs[0] <= x <= xs[-1] and frame.low <= y <= frame.high]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "type_size": TYPE,
        "frame": [LEFT, TOP, frame.right, HEIGHT - BOTTOM],
        "curves": _with_names(curves, xs, frame),
        "points": inside,
        "ticks": [
            [[frame.x(x), plain(x)] for x in ([0, 1, 2, 3, 4, 5] if xs is GRADES else [1, 5, 10, 15, 20])],
            [[frame.y(y), plain(y)] for y in round_ticks((frame.low, frame.high), MOST_TICKS).tickvals],
        ],
    }


def _with_names(curves: Sequence[Curve], xs: Array, frame: Frame) -> list[Data]:
    """The lines with their names: at the right where they end, above where they leave the plot."""
    lines = [_line(curve, xs, frame) for curve in curves]
    ends = [next((point for point in reversed(line) if point), (frame.right, frame.y(0))) for line in lines]
    over = {i: _leaves_at(line, end) for i, (line, end) in enumerate(zip(lines, ends, strict=True)) if end[1] < TOP}
    beside = sorted((i for i in range(len(curves)) if i not in over), key=lambda i: ends[i][1])
    above = sorted(over, key=lambda i: over[i])
    widths = [width_of(curve.name, TYPE) for curve in curves]
    rows = pushed_apart([ends[i][1] for i in beside], [ROW] * len(beside), TOP - ROW / 2, HEIGHT - BOTTOM + ROW / 2)
    columns = pushed_apart([over[i] for i in above], [widths[i] + 8 for i in above], LEFT, WIDTH)
    names: dict[int, Data] = {}
    for i, y in zip(beside, rows, strict=True):
        start = min(max(ends[i][1], TOP), HEIGHT - BOTTOM)
        leader = [[frame.right, start], [frame.right + LEADER - 3, round(y, 1)]]
        names[i] = {"leader": leader, "name": [curves[i].name, frame.right + LEADER, round(y, 1), widths[i]]}
    for i, x in zip(above, columns, strict=True):
        leader = [[over[i], TOP], [round(x, 1), TOP - 5]]
        names[i] = {"leader": leader, "name": [curves[i].name, round(x - widths[i] / 2, 1), TOP - ROW, widths[i]]}
    return [
        {"value": curve.key, "line": lines[i], "is_chosen": curve.is_chosen, "is_mistake": curve.is_mistake} | names[i]
        for i, curve in enumerate(curves)
    ]


def _line(curve: Curve, xs: Array, frame: Frame) -> list[tuple[float, float] | None]:
    pairs = zip(xs.tolist(), curve.values.tolist(), strict=True)
    return [(frame.x(x), frame.y(y)) if isfinite(y) else None for x, y in pairs]


def _leaves_at(line: Sequence[tuple[float, float] | None], end: tuple[float, float]) -> float:
    """Where a line goes through the upper edge for the last time."""
    before = end
    for point in reversed(line):
        if point and point[1] >= TOP:
            share = (point[1] - TOP) / (point[1] - before[1])
            return round(point[0] + share * (before[0] - point[0]), 1)
        before = point or before
    return before[0]
