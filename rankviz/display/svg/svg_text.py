"""Texts of a picture: Plotly's few tags as SVG, and names that are cut where there is no room."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape

from rankviz.basics.escaping import in_html
from rankviz.display.charts.traces_and_axes import EN_SPACE, FIRST_CJK
from rankviz.display.xml_elements import element

TAG = re.compile(r"(<[^<>]*>)")
STYLE = re.compile(r"([\w-]+):\s*([^;\"]+)")
LETTER = 0.56  # mean width of a Latin letter, as a share of the type size
LINE = 1.3  # from one line to the next
ASCENT = 0.36  # from the middle of a line to its base
STYLED = {"color": "fill", "font-size": "font-size", "font-weight": "font-weight"}


@dataclass(frozen=True)
class Type:
    """How a text is set: its size in px, colour and weight, and on which side of its place it stands."""

    size: float
    color: str
    bold: bool = False
    anchor: str = "start"


@dataclass(frozen=True)
class _Run:
    text: str
    style: dict[str, str] = field(default_factory=dict)


def lines_of(markup: str) -> Sequence[Sequence[_Run]]:
    """Read a text as Plotly has it: `<b>`, `<br>` and `<span style>`, and entities."""
    lines: list[list[_Run]] = [[]]
    styles: list[dict[str, str]] = [{}]
    for piece in TAG.split(markup):
        name = piece[1:-1].split(" ", 1)[0] if piece.startswith("<") else ""
        if name == "br":
            lines.append([])
        elif name.startswith("/"):
            styles.pop()
        elif name == "b":
            styles.append({**styles[-1], "font-weight": "700"})
        elif name == "span":
            styles.append({**styles[-1], **{STYLED[key]: value.removesuffix("px") for key, value in STYLE.findall(piece)}})
        elif piece:
            lines[-1].append(_Run(unescape(piece), styles[-1]))
    return lines


def text(markup: str, x: float, y: float, kind: Type, full: str = "") -> str:
    """One or more lines of text, of which the first has its base at `y`; `full` is what a cut name is in full."""
    written = []
    for line in lines_of(markup):
        if runs := "".join(_runs(line)):
            title = element("title", in_html(full)) if full else ""
            weight, anchor = 700 if kind.bold else None, None if kind.anchor == "start" else kind.anchor
            placed = {"x": float(x), "y": float(y), "font_size": float(kind.size), "fill": kind.color}
            written.append(element("text", title + runs, **placed, font_weight=weight, text_anchor=anchor))
        y += LINE * kind.size
    return "".join(written)


def _runs(line: Sequence[_Run]) -> Iterator[str]:
    for run in line:
        content = EN_SPACE.join(map(in_html, run.text.split(EN_SPACE)))  # it is what keeps words apart
        yield element("tspan", content, **dict(run.style)) if run.style else content


def width(words: str, size: float) -> float:
    """About how much room a text takes, in px."""
    return size * sum(1.0 if each >= FIRST_CJK else LETTER for each in words)


def shorten(words: str, room: float, size: float) -> str:
    """Shorten a name to the room there is, with "…" for its middle: the ids of one collection differ at their ends."""
    text, letters = words, len(words)
    while letters and width(text, size) > room:
        letters -= 1
        text = words[: (letters + 1) // 2].rstrip() + "…" + words[len(words) - letters // 2 :].lstrip()
    return text
