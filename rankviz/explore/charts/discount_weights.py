"""A small figure of metrics that discount: what a rank is worth, under the chosen discount and under the others."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.metrics.gain_and_discount_steps import option_values
from rankviz.core.trace import Step, Trace
from rankviz.display.charts import traces_and_axes as parts
from rankviz.display.charts.line_labels import pushed_apart, width_of
from rankviz.display.charts.values import SCREEN, Labels, Point
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.labels import short_name
from rankviz.display.number_format import fixed_decimals
from rankviz.explore.charts.figure_payload import Data, curve_alt_text, figure_payload, named_points
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts, mention

LEAST = 10  # ranks that are drawn, also for a shorter list
FEW_RANKS = [1, 5, LEAST]  # named where the axis is longer than the list
MOST = 60  # points of a line
ROW = 15.0  # px: room for the name of a line, with its raised and lowered signs
TYPE = 11
HEADROOM = 1.05
PLOT = 140  # px: height of the plot in a small figure


class Lines(NamedTuple):
    """What does not hang on the list: the traces of the options and of their names, the highest value, the names' room (px)."""

    under: tuple[parts.Dict, ...] = ()
    names: tuple[parts.Dict, ...] = ()
    top: float = 1.0
    room: float = 0.0


def weights_of(trace: Trace) -> tuple[Step, Array] | None:
    """The step that says what each rank is worth, and that (N,), 0 where none counts; None for a metric without one."""
    for step in trace.steps:
        if step.axis == "list" and step.unit in ("divisor", "weight"):
            value = step.value[0]
            return step, value if step.unit == "weight" else np.divide(1, value, out=np.zeros_like(value), where=value != 0)
    return None


def worth_figure(analysis: Analysis, trace: Trace | None, texts: Texts) -> Data | None:
    """Show what each rank of the list is worth to a metric that discounts; None for any other metric."""
    step_and_weights = None if trace is None else weights_of(trace)
    if trace is None or step_and_weights is None:
        return None
    step, weights = step_and_weights
    counting = trace.rankings.present[0] & (weights > 0)
    count = int(trace.rankings.present[0].sum())
    weight = (
        texts.pieces("chart.weight") if step.unit == "divisor" else [mention(texts(f"quantity.{step.key}"), term_of(step.key))]
    )
    labels = Labels.from_pieces(texts.pieces("chart.worth_discount"), [mention(texts("quantity.rank"), "rank")], weight)
    title = labels.title
    named = named_points(texts)
    points = [
        Point(rank, value, int(rank), named(int(rank), texts("chart.named_value", name=labels.y, value=fixed_decimals(value))))
        for rank, value in zip(trace.rankings.rank[0][counting].tolist(), weights[counting].tolist(), strict=True)
    ]
    uses, convention, lines, name = analysis.metric.uses, trace.convention, Lines(), ""
    last = max(count, LEAST if "discount" in uses else 1)
    if "discount" in uses:
        lines = _lines(uses["discount"], convention, last, texts.language)
        name = short_name("discount", convention.discount, convention, texts)
    figure = _draw(points, lines, labels, last)
    alt = curve_alt_text(title, [point.hover for point in points], texts, name)
    return figure_payload("worth", figure, alt, title, "x", count)


@lru_cache(maxsize=64)  # the same at almost every edit
def _lines(keys: tuple[str, ...], convention: Convention, last: int, language: str) -> Lines:
    """The named options, known mistakes left out, grey, and over them the chosen one."""
    field, chosen, texts = FIELDS["discount"], convention.discount, Texts(language)
    assert field.options is not None
    at = np.unique(np.linspace(1, last, min(last, MOST)).round())
    grey = [key for key in keys if key != chosen and not field.options[key].custom_field and not field.options[key].is_mistake]
    own = _worth(chosen, convention, at)
    top = max(1.0, *own)
    high = parts.axis_range(0.0, HEADROOM * top)[1]
    others = {key: _worth(key, convention, at) for key in grey}
    grey = [
        key for key, line in others.items() if sum(value <= high for value in line) >= len(line) / 2
    ]  # else a name beside nothing
    values = [*(others[key] for key in grey), own]
    ends = [
        (line[-1], short_name("discount", key, convention, texts), key == chosen)
        for key, line in zip((*grey, chosen), values, strict=True)
    ]
    xs = [x for _ in grey for x in (*at.tolist(), None)]
    ys = [y for line in values[:-1] for y in (*line, None)]
    under = parts.line(xs, ys, parts.LINE, 0.75, "solid"), parts.line(at.tolist(), values[-1], parts.A, 1.5, "solid")
    return Lines(under, tuple(parts.texts(_names(ends, last, high))), top, max(width_of(text, TYPE) for _, text, _ in ends))


def _worth(key: str, convention: Convention, at: Array) -> list[float]:
    convention = convention.with_choices({"discount": key})
    with np.errstate(all="ignore"):
        worth: list[float] = (1 / option_values(convention.discount_option, convention, at)).tolist()
    return worth


def _draw(points: list[Point], lines: Lines, labels: Labels, last: int) -> parts.Dict:
    """The lines, the ranks of the list over them, and the names."""
    higher = parts.number_axis(list(parts.axis_range(0.0, HEADROOM * lines.top)), SCREEN, 4)
    axis = parts.unit_axis(SCREEN) if lines.top == 1 else higher
    ranks = parts.rank_axis(last, SCREEN)
    if lines.under and last == LEAST:
        ranks |= {"tickvals": FEW_RANKS, "ticktext": list(map(str, FEW_RANKS))}
    figure = parts.small_chart(
        [*lines.under, parts.line_with_markers(points, SCREEN), *lines.names], labels, ranks, axis, SCREEN
    )
    figure["layout"]["margin"]["r"] += lines.room
    return figure


def _names(ends: list[tuple[float, str, bool]], last: int, high: float) -> list[parts.Label]:
    """The names of the lines, beside their ends and pushed apart."""
    unit = PLOT / high  # px
    ordered = sorted(ends)
    places = pushed_apart([min(value, high) * unit for value, _, _ in ordered], [ROW] * len(ordered), 0, PLOT + ROW / 2)
    room = max(0.3, 0.04 * last)  # of the axis after its last rank
    return [
        parts.Label(parts.plain(text), last + room, place / unit, "middle right", parts.A if own else parts.MUTED, own, TYPE)
        for (_, text, own), place in zip(ordered, places, strict=True)
    ]
