"""A whole figure as one `<svg>` element: its title, axes, marks, the line at k, and beside the bars the list itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rankviz.basics.escaping import in_html
from rankviz.display.charts.traces_and_axes import HAIRLINE, INK, LINE, MUTED
from rankviz.display.svg.marks import Marker, Place, marker_at, marks
from rankviz.display.svg.scales import Scale
from rankviz.display.svg.svg_text import ASCENT, Type, shorten, text
from rankviz.display.xml_elements import element, format_length

Figure = Mapping[str, Any]
TICK = 5.0  # px
CUT = 1.5
CHIP = 0.74  # height of a grade's chip, as a share of a row


@dataclass(frozen=True)
class PictureRow:
    """What stands beside a row of the bars, as printed; `shade` is that of the grade, 0 to 4, or "" for none."""

    rank: str
    name: str
    grade: str
    shade: str = ""


@dataclass(frozen=True)
class ColumnHeads:
    """Names of the columns of the list: rank, document, grade."""

    rank: str
    name: str
    grade: str


def picture(figure: Figure, width: float, cutoff: int | None = None) -> str:
    """Write a figure as `figures/` makes it.

    Parameters
    ----------
    figure : mapping
        With `spec`, `alt`, `cutoff_axis` and `cutoff_max`.
    width : float
        In px.
    cutoff : int or None
        Rank of the k line.
    """
    drawing = _Drawing(figure, width, cutoff)
    return _svg(figure["alt"], width, drawing.height, drawing.to_svg())


def with_list(
    figure: Figure, head: ColumnHeads, rows: Sequence[PictureRow], width: float, beside: float, cutoff: int | None = None
) -> str:
    """Write the bars with the list to the left of them, `beside` px wide; parameters as for `picture`."""
    drawing = _Drawing(figure, width - beside, cutoff)
    content = f'<g transform="translate({beside:g})">{drawing.to_svg()}</g>' + "".join(_list(drawing, head, rows, beside))
    return _svg(figure["alt"], width, drawing.height, content)


def _svg(alt: str, width: float, height: float, content: str) -> str:
    title = element("title", in_html(alt))
    return f'<svg viewBox="0 0 {width:g} {height:g}" role="img">{title}{content}</svg>'


def _marks(axis: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    """Values that have a mark at an axis, with their texts; those of an axis without texts are empty."""
    return zip(axis["tickvals"], axis.get("ticktext", [""] * len(axis["tickvals"])), strict=True)


class _Drawing:
    """A figure with its scales."""

    def __init__(self, figure: Figure, width: float, cutoff: int | None) -> None:
        self.figure, self.cutoff = figure, cutoff
        self.layout, self.width = figure["spec"]["layout"], width
        self.height = float(self.layout["height"])
        margin = self.layout["margin"]
        self.left, self.top = float(margin["l"]), float(margin["t"])
        self.right, self.bottom = width - margin["r"], self.height - margin["b"]
        low, high = map(float, self.layout["yaxis"]["range"])
        self.y = Scale(low, high, self.bottom, self.top)
        self.size = float(self.layout["font"]["size"])

    def x(self, name: str = "x") -> Scale:
        """Return the scale of an axis of values."""
        axis = self.layout["xaxis" + name[1:]]
        start, end = axis.get("domain", [0, 1])
        whole = self.right - self.left
        low, high = map(float, axis["range"])
        return Scale(low, high, self.left + start * whole, self.left + end * whole)

    def to_svg(self) -> str:
        """Draw everything, from the bottom layer to the top."""
        traces = self.figure["spec"]["data"]
        drawn_traces = (self._inside(trace, marks(trace, Place(self.x(trace.get("xaxis", "x")), self.y))) for trace in traces)
        return "".join([*self._title(), *self._y_axis(), *self._x_axis(), *drawn_traces, *self._notes(), *self._cut()])

    def _inside(self, trace: Mapping[str, Any], marks_svg: str) -> str:
        """Return the marks of a trace, clipped at the axes if they reach beyond them and Plotly clips them."""
        low, high = sorted(self.layout["yaxis"]["range"])
        if not trace.get("cliponaxis", True) or all(low <= y <= high for y in trace["y"] if self.y.can_draw(y)):
            return marks_svg
        box = self.left, self.top, self.right - self.left, self.bottom - self.top
        place = dict(zip(("x", "y", "width", "height"), box, strict=True))
        return element("svg", marks_svg, **place, viewBox=" ".join(map(format_length, box)))

    def _title(self) -> Iterator[str]:
        if title := self.layout.get("title"):
            size = float(title["font"]["size"])
            yield text(title["text"], 0.0, size + 2, Type(size, INK))

    def _y_axis(self) -> Iterator[str]:
        axis = self.layout["yaxis"]
        named = axis.get("showticklabels", True)
        for value, name in _marks(axis):
            y = self.y(value)
            if axis["showgrid"] and min(axis["range"]) < value < max(axis["range"]):
                yield _rule(self.left, y, self.right, y, HAIRLINE)
            if named:
                yield _rule(self.left - TICK, y, self.left, y, LINE)
                yield text(in_html(name), self.left - TICK - 3, y + ASCENT * self.size, Type(self.size, INK, anchor="end"))
        if axis.get("showline"):
            yield _rule(self.left, self.top, self.left, self.bottom, LINE)

    def _x_axis(self) -> Iterator[str]:
        axis, scale = self.layout["xaxis"], self.x()
        base = self.bottom + TICK + self.size
        for value, name in _marks(axis):
            yield _rule(scale(value), self.bottom, scale(value), self.bottom + TICK, LINE)
            yield text(in_html(name), scale(value), base, Type(self.size, INK, anchor="middle"))
        if axis.get("zeroline"):
            yield _rule(scale(0), self.top, scale(0), self.bottom, LINE)
        if axis.get("showline"):
            yield _rule(self.left, self.bottom, self.right, self.bottom, LINE)
        if title := axis.get("title", {}).get("text"):
            middle = (self.left + self.right) / 2
            yield text(title, middle, base + 1.2 * self.size, Type(self.size, MUTED, anchor="middle"))

    def _notes(self) -> Iterator[str]:
        for note in self.layout["annotations"]:
            x = self.left + note["x"] * (self.right - self.left)
            y = self.y(note["y"]) if note["yref"] == "y" else self.bottom + note["y"] * (self.top - self.bottom)
            size = float(note["font"]["size"])
            half = 0.65 * size * note["text"].count("<br>")
            yield text(note["text"], x, y - half + ASCENT * size, Type(size, note["font"]["color"], anchor="middle"))

    def _cut(self) -> Iterator[str]:
        """The k line, as the page lays it over the figure: a line across, or a mark on the point of that rank."""
        axis, last = self.figure["cutoff_axis"], self.figure["cutoff_max"]
        if self.cutoff is None or axis is None:
            return
        k = min(self.cutoff, last)
        if axis == "x":
            yield _rule(self.x()(k), self.top, self.x()(k), self.bottom, INK, CUT)
        elif axis == "y":
            yield _rule(0.0, self.y(k + 0.5), self.width, self.y(k + 0.5), INK, 2 * CUT / 1.5)
        elif (point := self._point_of_rank(k)) is not None:
            x, y = point
            yield marker_at(point, Marker("square", INK, 8.0, 0, INK))
            near = x > self.right - 3 * self.size
            yield text(
                "k", x - 8 if near else x + 8, y + ASCENT * self.size, Type(self.size, INK, True, "end" if near else "start")
            )

    def _point_of_rank(self, k: int) -> tuple[float, float] | None:
        """The first point of a rank that is no less than k."""
        for trace in self.figure["spec"]["data"]:
            for x, y, rank in zip(trace["x"], trace["y"], trace.get("customdata", []), strict=False):
                if rank is not None and rank >= k and y is not None:
                    return self.x()(x), self.y(y)
        return None


def _rule(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 1.0) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=color, stroke_width=width)


def _list(drawing: _Drawing, head: ColumnHeads, rows: Sequence[PictureRow], beside: float) -> Iterator[str]:
    """The rows of the list, each at the height of its bar."""
    layout, size = drawing.layout, drawing.size
    first = float(layout["meta"]["head"])
    row = drawing.y(2) - drawing.y(1)
    note, rank_end = Type(size, MUTED), 2.2 * size
    chip = beside - 3.2 * size
    base = drawing.top + first / 2 + ASCENT * size
    yield text(in_html(head.rank), rank_end, base, Type(size, MUTED, anchor="end"))
    yield text(in_html(head.name), rank_end + size, base, note)
    yield text(in_html(head.grade), chip + 1.2 * size, base, Type(size, MUTED, anchor="middle"))
    for at, each in enumerate(rows, 1):
        middle = drawing.y(at)
        base, room = middle + ASCENT * size, chip - rank_end - 1.5 * size
        name = shorten(each.name, room, size)
        yield text(in_html(each.rank), rank_end, base, Type(size, MUTED, anchor="end"))
        yield text(in_html(name), rank_end + size, base, Type(size, INK), each.name if name != each.name else "")
        border = middle + row / 2 - 0.5  # as the bars have it
        yield _rule(0.0, border, beside + drawing.left, border, HAIRLINE)
        box = {"x": chip, "y": middle - CHIP * row / 2, "width": 2.4 * size, "height": CHIP * row, "rx": 3.0}
        yield element("rect", **box, class_=f"g{each.shade}" if each.shade else "g")
        yield element(
            "text",
            in_html(each.grade),
            x=chip + 1.2 * size,
            y=base,
            font_size=size,
            text_anchor="middle",
            class_=f"t{each.shade}",
        )
    if drawing.cutoff is not None:
        y = drawing.y(min(drawing.cutoff, drawing.figure["cutoff_max"]) + 0.5)
        yield _rule(0.0, y, beside, y, INK, 2.0)
