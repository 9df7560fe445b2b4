"""What is drawn of a figure's traces: bars, lines, markers and texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from typing import Any

from rankviz.display.svg.scales import Scale
from rankviz.display.svg.svg_text import ASCENT, Type, text
from rankviz.display.xml_elements import element, format_length, text_elements

Trace = Mapping[str, Any]
CLEAR = "rgba(0,0,0,0)"
GAP = 3.0  # px between a point and a text beside it
DESCENT = 0.8  # from a point to the base of a text under it, as a share of the type size
ANCHORS = {"left": "end", "center": "middle", "right": "start"}


@dataclass(frozen=True)
class Place:
    """Both scales of a trace."""

    x: Scale
    y: Scale

    def points(self, trace: Trace) -> list[tuple[float, float] | None]:
        """Where the points of a trace stand; None for a gap."""
        known = zip(trace["x"], trace["y"], strict=True)
        return [(self.x(x), self.y(y)) if self.x.can_draw(x) and self.y.can_draw(y) else None for x, y in known]


def marks(trace: Trace, place: Place) -> str:
    """Everything of one trace."""
    if trace["type"] == "bar":
        return "".join(_bars(trace, place))
    mode = trace["mode"].split("+")
    return "".join(
        each
        for part, write in (("lines", _line), ("markers", _markers), ("text", _texts))
        if part in mode
        for each in write(trace, place)
    )


def _each(value: object, count: int) -> Sequence[Any]:
    """A style that is one for all points, or one for each."""
    return value if isinstance(value, list) else [value] * count


def _bars(trace: Trace, place: Place) -> Iterator[str]:
    half = trace["width"] / 2
    fills = _each(trace["marker"]["color"], len(trace["x"]))
    line = trace["marker"]["line"]
    edge = {"stroke": line["color"], "stroke_width": line["width"]} if line["width"] else {}
    for value, rank, fill in zip(trace["x"], trace["y"], fills, strict=True):
        if not place.x.can_draw(value) or not value:
            continue
        left, right = sorted((place.x(0), place.x(value)))
        top, bottom = sorted((place.y(rank - half), place.y(rank + half)))
        shape = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        yield element("rect", **shape, fill="none" if fill == CLEAR else fill, **edge)


def _line(trace: Trace, place: Place) -> Iterator[str]:
    style, points = trace["line"], place.points(trace)
    pieces: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is None:
            pieces.append([])
        else:
            pieces[-1].append(point)
    paths = [_path(piece, style.get("shape", "linear")) for piece in pieces if len(piece) > 1]
    if not paths:
        return
    if trace.get("fill") == "tozeroy":
        base, first = place.y(0), pieces[0][0][0]
        yield element("path", d=f"{paths[0]}V{format_length(base)}H{format_length(first)}Z", fill=trace["fillcolor"])
    dash = "" if style.get("dash", "solid") == "solid" else style["dash"].replace("px", "")
    yield element(
        "path", d="".join(paths), fill="none", stroke=style["color"], stroke_width=style["width"], stroke_dasharray=dash
    )


def _pair(point: tuple[float, float]) -> str:
    return f"{format_length(point[0])} {format_length(point[1])}"


def _path(points: Sequence[tuple[float, float]], shape: str) -> str:
    """A line through points, straight or in steps: "hv" goes across first, "vh" up or down first."""
    steps = [f"M{_pair(points[0])}"]
    for (x, y), (to_x, to_y) in pairwise(points):
        across, along = f"H{format_length(to_x)}" if to_x != x else "", f"V{format_length(to_y)}" if to_y != y else ""
        steps.append({"hv": across + along, "vh": along + across, "linear": f"L{_pair((to_x, to_y))}"}[shape])
    return "".join(steps)


def _markers(trace: Trace, place: Place) -> Iterator[str]:
    marker, count = trace["marker"], len(trace["x"])
    line, color = marker.get("line", {}), marker["color"]
    styles = (marker.get("symbol", "circle"), color, marker["size"], line.get("width", 0), line.get("color", color))
    titles = _each(trace.get("hovertext", ""), count)
    for point, words, *style in zip(place.points(trace), titles, *(_each(each, count) for each in styles), strict=True):
        if point is not None:
            yield marker_at(point, Marker(*style), unescape(words))


@dataclass(frozen=True)
class Marker:
    """How a point is drawn; its symbol as Plotly names it, its size and the width of its edge in px."""

    symbol: str
    color: str
    size: float
    edge: float
    edge_color: str


def marker_at(point: tuple[float, float], look: Marker, title: str = "") -> str:
    """One marker; what it stands for is its title."""
    x, y = point
    r = look.size / 2
    style: dict[str, object] = {"fill": "none" if look.symbol.endswith("-open") else look.color}
    if look.edge:
        style |= {"stroke": look.edge_color, "stroke_width": look.edge}
    content = text_elements("title", [title])
    if look.symbol == "circle":
        return element("circle", content, cx=x, cy=y, r=r, **style)
    return element("path", content, d=OUTLINES[look.symbol.removesuffix("-open")](x, y, r), **style)


def _through(*corners: tuple[float, float]) -> str:
    return "M" + "L".join(map(_pair, corners)) + "Z"


OUTLINES = {
    "square": lambda x, y, r: _through((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)),
    "diamond": lambda x, y, r: _through((x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)),
    "triangle-sw": lambda x, y, r: _through((x - r, y - r), (x + r, y + r), (x - r, y + r)),
    "x-thin": lambda x, y, r: (
        f"M{_pair((x - r, y - r))}L{_pair((x + r, y + r))}M{_pair((x - r, y + r))}L{_pair((x + r, y - r))}"
    ),
}


def _texts(trace: Trace, place: Place) -> Iterator[str]:
    font, count = trace["textfont"], len(trace["text"])
    styles = (trace["textposition"], font["size"], font["color"], font["weight"])
    for point, words, *style in zip(place.points(trace), trace["text"], *(_each(each, count) for each in styles), strict=True):
        if point is None or not words:
            continue
        side, size, color, weight = style
        upright, beside = side.split()
        drop = {"middle": ASCENT * size, "bottom": GAP + DESCENT * size, "top": -GAP}[upright]
        yield text(words, point[0], point[1] + drop, Type(size, color, weight >= 600, ANCHORS[beside]))
