"""Figures of whole runs, as plain data for Plotly; colours and fonts are those of the page's theme."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.escaping import in_plotly
from rankviz.basics.limits import MAX_LISTED
from rankviz.display.charts.traces_and_axes import LINE
from rankviz.texts import Texts

Spec = dict[str, object]
Array = NDArray[np.float64]
BINS = 20
FEW = 8  # queries in a bin, up to which Plotly would put marks between whole numbers
LONGEST = 24  # name in the title of an axis
MARGIN = {"l": 56, "r": 12, "t": 64, "b": 48}  # above: a title, and a legend under it


def _layout(x: str, y: str, height: int = 320, whole: bool = False) -> Spec:
    axis: Spec = {"automargin": True, "zeroline": False}
    return {
        "height": height,
        "margin": MARGIN,
        "xaxis": {**axis, "title": {"text": in_plotly(x)}},
        "yaxis": {**axis, "title": {"text": in_plotly(y)}, **({"dtick": 1} if whole else {})},
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        "showlegend": False,
    }


def with_title(figure: Spec, title: str) -> Spec:
    """The same figure under a title, which a picture that is saved of it has too."""
    layout = figure["layout"]
    assert isinstance(layout, dict)
    head = {"text": in_plotly(title), "x": 0, "xref": "container", "xanchor": "left", "y": 1, "yanchor": "top", "pad": {"t": 8}}
    return figure | {"layout": layout | {"title": head}}


def _some(count: int) -> NDArray[np.int64]:
    """Return the positions of the queries that are drawn: all, or as many as a browser can take, at equal distances."""
    return np.unique(np.linspace(0, count - 1, min(count, MAX_LISTED)).astype(np.int64))


def _hover(texts: Texts, *values: str) -> str:
    """Return the template of the text that Plotly shows when a point is hovered."""
    joined = texts("sentence.more_separator").join(values)
    return texts("convention.part", name="%{hovertext}", value=joined) + "<extra></extra>"


def distribution(values: Sequence[Array], names: Sequence[str], measure: str, count: str, texts: Texts) -> Spec:
    """How many queries have which value, in bins of one width; two runs as bars side by side."""
    known = [each[np.isfinite(each)] for each in values]
    highest = max((float(each.max()) for each in known if len(each)), default=1.0)
    edges = np.linspace(0.0, max(highest, 1.0), BINS + 1)
    middle = ((edges[1:] + edges[:-1]) / 2).tolist()
    traces, most = [], 0
    for each, name in zip(known, names, strict=True):
        counts, _ = np.histogram(each, edges)
        most = max(most, int(counts.max()))
        bins = [(f"{low:.2f}–{high:.2f}", n) for low, high, n in zip(edges[:-1], edges[1:], counts, strict=True)]
        traces.append(
            {
                "type": "bar",
                "x": middle,
                "y": counts.tolist(),
                "name": in_plotly(name),
                "hovertext": [texts("convention.part", name=name, value=n) for name, n in bins],
                "hoverinfo": "text+name",
            }
        )
    layout = _layout(measure, count, whole=most <= FEW)
    layout |= {"bargap": 0.15, "barmode": "group", "showlegend": len(names) > 1, "hoverlabel": {"namelength": -1}}
    return {"data": traces, "layout": layout}


def differences(values: Array, queries: Sequence[str], measure: str, second: str, texts: Texts) -> Spec:
    """The difference of every query, the largest gain of the second run first; one bar a query."""
    known = np.flatnonzero(np.isfinite(values))
    order = known[np.argsort(-values[known], kind="stable")]
    positions = _some(len(order))
    order = order[positions]
    names = [queries[i] for i in order.tolist()]
    bars = {
        "type": "bar",
        "x": (positions + 1).tolist(),
        "y": values[order].tolist(),
        "customdata": names,
        "hovertext": [in_plotly(name) for name in names],
        "hovertemplate": _hover(texts, "%{y:+.4f}"),
    }
    name = second if len(second) <= LONGEST else second[: LONGEST - 1] + "…"
    layout = _layout(texts("runs.count_of", name=name), texts("runs.difference_of", measure=measure))
    layout |= {"bargap": 0, "hovermode": "closest"}
    return {"data": [bars], "layout": layout}


def scatter(first: Array, second: Array, queries: Sequence[str], names: tuple[str, str], texts: Texts) -> Spec:
    """Every query as a point, one run against the other; on the line both are equal."""
    known = np.flatnonzero(np.isfinite(first) & np.isfinite(second))
    known = known[_some(len(known))]
    named = [queries[i] for i in known.tolist()]
    high = float(max(1.0, *(each[known].max(initial=0.0) for each in (first, second))))
    points = {
        "type": "scatter",
        "mode": "markers",
        "x": first[known].tolist(),
        "y": second[known].tolist(),
        "customdata": named,
        "hovertext": [in_plotly(name) for name in named],
        "marker": {"size": 8, "opacity": 0.65},
        "hovertemplate": _hover(texts, "%{x:.4f}", "%{y:.4f}"),
    }
    layout = _layout(names[0], names[1], 656)
    layout["shapes"] = [
        {"type": "line", "x0": 0, "y0": 0, "x1": high, "y1": high, "line": {"color": LINE, "width": 1, "dash": "dot"}}
    ]
    layout |= {"hovermode": "closest"}
    return {"data": [points], "layout": layout}
