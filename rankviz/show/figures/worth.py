"""A small figure of metrics that discount: what a rank is worth, under the chosen discount and under the others."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rankviz.conventions import FIELDS, Convention
from rankviz.conventions.options import Array
from rankviz.metrics.weights import option_values
from rankviz.show import chart_parts as parts
from rankviz.show.chart_values import SCREEN, Labels, Point
from rankviz.show.figures.entry import Data, entry, named_points, series
from rankviz.show.labels import option_label
from rankviz.show.numbers import fixed
from rankviz.show.side_labels import pushed_apart, width_of
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts
from rankviz.trace import Step, Trace

LEAST = 10  # ranks that are drawn, also for a shorter list
MOST = 60  # points of a line
ROW = 12.0  # px: room for the name of a line
TYPE = 11
PLOT = 140  # px: height of the plot in a small figure


class Others(NamedTuple):
    """The other options as lines: their names, and what each of the ranks is worth."""

    names: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]


def weights_of(trace: Trace) -> tuple[Step, Array] | None:
    """The step that says what each rank is worth, and that (N,), 0 where none counts; None for a metric without one."""
    for step in trace.steps:
        if step.axis == "list" and step.unit in ("divisor", "weight"):
            value = step.value[0]
            return step, value if step.unit == "weight" else np.divide(1, value, out=np.zeros_like(value), where=value != 0)
    return None


def worth_figure(analysis: Analysis, trace: Trace | None, texts: Texts) -> Data | None:
    """Show what each rank of the list is worth to a metric that discounts; None for any other metric."""
    found = None if trace is None else weights_of(trace)
    if trace is None or found is None:
        return None
    step, weights = found
    shown = trace.rankings.present[0] & (weights > 0)
    count = int(trace.rankings.present[0].sum())
    title = texts("chart.worth_discount")
    labels = Labels(title, "k", texts("chart.weight" if step.unit == "divisor" else f"quantity.{step.key}"))
    named = named_points(texts)
    points = [
        Point(rank, value, int(rank), named(int(rank), texts("chart.named_value", name=labels.y, value=fixed(value))))
        for rank, value in zip(trace.rankings.rank[0][shown].tolist(), weights[shown].tolist(), strict=True)
    ]
    uses, convention = analysis.metric.uses, trace.convention
    last = max(count, LEAST) if "discount" in uses else max(count, 1)
    at = tuple(np.unique(np.linspace(1, last, min(last, MOST)).round()).tolist())
    others, name = Others((), ()), ""
    own: tuple[list[float], list[float]] = ([], [])
    if "discount" in uses:
        others = _others(uses["discount"], convention.discount, convention, at, texts.language)
        own = (list(at), _worth(convention.discount, convention, at))
        name = _name(convention.discount, texts)
    figure = _drawn(points, others, at, own, name, labels, last)
    alt = series(title, [point.hover for point in points], texts, name)
    return entry("worth", figure, alt, title, "x", count)


def _worth(key: str, convention: Convention, at: tuple[float, ...]) -> list[float]:
    convention = convention.with_choices({"discount": key})
    with np.errstate(all="ignore"):
        worth: list[float] = (1 / option_values(convention.discount_option, convention, np.array(at))).tolist()
    return worth


@lru_cache(maxsize=64)
def _others(keys: tuple[str, ...], chosen: str, convention: Convention, at: tuple[float, ...], language: str) -> Others:
    """The named options but the chosen one and known mistakes; the same at almost every edit."""
    field, texts = FIELDS["discount"], Texts(language)
    assert field.options is not None
    kept = [key for key in keys if key != chosen and not field.is_own(key) and not field.options[key].slip]
    return Others(tuple(_name(key, texts) for key in kept), tuple(tuple(_worth(key, convention, at)) for key in kept))


def _name(key: str, texts: Texts) -> str:
    return option_label("discount", key, texts, judged=False)


def _drawn(
    points: list[Point],
    others: Others,
    at: tuple[float, ...],
    own: tuple[list[float], list[float]],
    name: str,
    labels: Labels,
    last: int,
) -> parts.Dict:
    """The others grey, the chosen one strong over them, and names where the lines end."""
    low, high = parts.reach(0.0, 1.05 * max([1.0, *own[1], *(point.y or 0.0 for point in points)]))
    xs: list[float | None] = []
    ys: list[float | None] = []
    for values in others.values:
        xs += [*at, None]
        ys += [*values, None]
    grey = parts.line(xs, ys, parts.LINE, 0.75, "solid")
    ends = [(values[-1], other, False) for values, other in zip(others.values, others.names, strict=True)]
    ends += [(own[1][-1], name, True)] if own[1] else []
    made = [grey, parts.line(*own, parts.A, 1.5, "solid"), parts.joined(points, SCREEN)]
    made += parts.texts(_names(ends, last, high))
    ranks = parts.rank_axis(last, SCREEN) | ({"tickvals": [1, 5, LEAST]} if last == LEAST else {})
    figure = parts.small(made, labels, ranks, parts.axis([low, high], SCREEN, nticks=4), [], SCREEN)
    figure["layout"]["margin"]["r"] = 10 + max((width_of(text, TYPE) for _, text, _ in ends), default=0.0)
    return figure


def _names(ends: list[tuple[float, str, bool]], last: int, high: float) -> list[parts.Label]:
    """The names of the lines, beside their ends and pushed apart."""
    unit = PLOT / high  # px
    ordered = sorted(ends)
    places = pushed_apart([min(value, high) * unit for value, _, _ in ordered], [ROW] * len(ordered), -ROW / 2, PLOT + ROW / 2)
    room = max(0.3, 0.04 * last)  # of the axis after its last rank
    return [
        parts.Label(parts.plain(text), last + room, place / unit, "middle right", parts.A if own else parts.MUTED, own, TYPE)
        for (_, text, own), place in zip(ordered, places, strict=True)
    ]
