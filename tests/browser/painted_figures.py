"""Figures of all kinds, and which of their attributes our own painter need not know."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from rankviz import Convention, Item, Ranking
from rankviz.core.metrics import METRICS
from rankviz.explore.view.chart import charts_payload, rank_chart_payload
from rankviz.texts import LANGUAGES, Texts
from tests.explore.test_drawn_values import analysis_of, cases

Spec = dict[str, Any]
# What our painter never reads, and the only value that may stand there; ANY for what says nothing about the picture.
ANY = object()
UNREAD: dict[str, object] = {
    "bar.orientation": "h",
    "bar.name": ANY,
    "bar.customdata": ANY,
    "scatter.name": ANY,
    "scatter.customdata": ANY,
    "scatter.ids": ANY,  # written over the figure
    "scatter.meta": ANY,
    "layout.font.size": ANY,  # of texts that do not say their own
    "scatter.hoverinfo": ANY,
    "scatter.hovertemplate": "%{hovertext}<extra></extra>",
    "scatter.marker.opacity": 1,
    "layout.barmode": "overlay",
    "layout.dragmode": False,
    "layout.hovermode": ANY,
    "layout.meta": ANY,
    "layout.template": {},
    "layout.uirevision": ANY,
    "layout.showlegend": False,
    "layout.paper_bgcolor": "rgba(0,0,0,0)",
    "layout.plot_bgcolor": "rgba(0,0,0,0)",
    "layout.margin.pad": 0,
    **{f"layout.title.{name}": value for name, value in {"x": 0, "y": 1, "xanchor": "left", "yanchor": "top"}.items()},
    **{f"layout.title.{name}": "container" for name in ("xref", "yref")},
    **{f"layout.annotations.{name}": value for name, value in {"showarrow": False, "xref": "x domain"}.items()},
    **{
        f"layout.{axis}.{name}": value
        for axis in ("xaxis", "xaxis2", "yaxis")
        for name, value in {"fixedrange": True, "tickangle": 0, "ticklabeloverflow": "allow"}.items()
    },
    "layout.xaxis.showgrid": False,
    "layout.xaxis.gridcolor": ANY,
    "layout.xaxis.ticks": "outside",
    "layout.yaxis.ticks": "outside",
    "layout.yaxis.zeroline": False,
    **{
        f"layout.xaxis2.{name}": value
        for name, value in {
            "showgrid": False,
            "zeroline": False,
            "showticklabels": False,
            "ticks": "",
            "anchor": "free",
        }.items()
    },
    **{f"layout.xaxis2.{name}": ANY for name in ("gridcolor", "tickcolor", "tickfont", "ticklen")},
}


def figures_of(metric: str, ranking: Ranking, convention: Convention, texts: Texts, projector: int = 0) -> Iterator[Spec]:
    analysis = analysis_of(metric, ranking, convention)
    for data in (rank_chart_payload(analysis, texts, projector=projector), charts_payload(analysis, texts)):
        assert data is not None
        yield from (figure["spec"] for figure in data["figures"])  # type: ignore[attr-defined]


def every_figure() -> Iterator[Spec]:
    """Of every metric: lists of all kinds, conventions at random, both languages."""
    kinds: list[list[float | None]] = [
        [],
        [0, 0],
        [-1, 2, None],
        [1, 0] * 40,
        [1e6, 4e5, 3e5],
        [1e-5, 3e-6],
        [3, 2, 3, 0, 1, 2],
    ]
    for metric in METRICS:
        for i, grades in enumerate(kinds):
            # A frame without width is dashed from another corner by Plotly.
            missed = (Item("m1", 2), Item("m2", 0)) if max([1, *(grade or 0 for grade in grades)]) < 10 else ()
            ranking = Ranking(tuple(Item(f"d{at}", grade) for at, grade in enumerate(grades)), missed)
            for convention in (Convention(), Convention(negative="keep"), Convention(negative="error")):
                yield from figures_of(metric, ranking, convention, Texts(LANGUAGES[i % 2]), 22 * (i == 2))
        for analysis, texts in cases(metric, 2):
            yield from figures_of(metric, analysis.ranking, analysis.state.convention, texts)


def ways(value: object, way: str) -> Iterator[tuple[str, object]]:
    """Every attribute with its value; of lists those of what is in them."""
    if isinstance(value, dict) and value and way not in UNREAD:
        for name, inside in value.items():
            yield from ways(inside, f"{way}.{name}")
    elif isinstance(value, list) and way not in UNREAD:
        yield way, "list"
        for inside in value:
            yield from ways(inside, way)
    else:
        yield way, value


def attributes(spec: Spec) -> Iterator[tuple[str, object]]:
    for trace in spec["data"]:
        yield from ways(trace, trace["type"])
    yield from ways(spec["layout"], "layout")


def kinds_in(spec: Spec) -> set[tuple[str, str]]:
    """What a figure has that others may not have: attributes, signs, sides, dashes, steps, and what kinds of numbers."""
    named = ("symbol", "mode", "dash", "shape", "textposition", "fill", "zeroline", "showticklabels", "yref")
    found = {(way, str(value) if way.endswith(named) else "") for way, value in attributes(spec)}
    for axis in ("xaxis", "yaxis"):
        low, high = sorted(spec["layout"][axis]["range"])
        found |= {(axis, f"{low < 0} {math.floor(math.log10(high - low))}")}
    return found
