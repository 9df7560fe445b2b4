"""The two curves, as `charts.py` makes its figures: from plain numbers and ready-made texts."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.display.charts import traces_and_axes as parts
from rankviz.display.charts.values import SCREEN, Labels, Point, Size, Undefined
from rankviz.texts import Piece, as_plain_text, term_of_piece

Spec = parts.Dict
LINE_STEP = 0.12  # from one label in the area to the one above it


def precision_recall(
    points: Sequence[Point],
    labels: Labels,
    *,
    envelope: Sequence[float] = (),
    names: Sequence[Piece] = (),
    levels: Sequence[Point] = (),
    straight: Sequence[Point] = (),
    mark: Point | None = None,
    undefined: Undefined | None = None,
    size: Size = SCREEN,
) -> Spec:
    """Show precision against recall: steps through the hits, so that the area is average precision.

    Parameters
    ----------
    points : one Point a rank (or tie group), in order
        x is recall, y is precision. A point further right than the one before is a hit.
    labels : Labels
    envelope : as many numbers as points, or empty
        Interpolated precision: dotted.
    names : texts, or words with an entry
        Written into the area, from the bottom: the first is bold and names the area.
    levels : Point
        Interpolated precision where it is read: small diamonds.
    straight : Point
        What the trapezoid rule joins: dashed, without points.
    mark : Point or None
        One place to be seen at once, such as where precision equals recall: an open diamond.
    undefined : Undefined or None
    size : Size
    """
    hits = [i for i, point in enumerate(points) if point.x > (points[i - 1].x if i else 0.0)]
    crowded = bool(hits) and parts.is_crowded(points)
    traces = []
    words = _area_labels(names, 0.03, "top right", size)
    if hits:
        recall = [0.0, *(points[i].x for i in hits)]
        steps = [points[hits[0]].y, *(points[i].y for i in hits)]
        area = {"shape": "vh", "fill": "tozeroy", "fillcolor": parts.A_PALE}
        traces.append(parts.line(recall, steps, parts.A, 2.5, "solid", **area))
        if crowded:
            traces.append(parts.line_with_markers(points, size))
        if envelope:
            best = [envelope[hits[0]], *(envelope[i] for i in hits)]
            dotted = parts.line(recall, best, parts.INK, 1.25, parts.DOTTED, shape="vh")
            traces.append(parts.text_trace(dotted, words))
    if straight:
        traces.append(parts.line([p.x for p in straight], [p.y for p in straight], parts.INK, 1.25, parts.DASHED))
    kinds: list[tuple[Sequence[Point], parts.Dict]] = [
        ([] if crowded else points, parts.dot(size)),
        (levels, {"symbol": "diamond", "color": parts.INK}),
        ([mark] if mark else [], {"symbol": "diamond-open", "color": parts.INK, "size": 12, "width": 1.5}),
    ]
    traces += parts.several_dots(kinds)
    if not (hits and envelope):
        traces += parts.texts(words)
    return parts.small_chart(traces, labels, parts.unit_axis(size), parts.unit_axis(size), size, undefined)


def roc(
    points: Sequence[Point],
    labels: Labels,
    *,
    area_label: Piece = "",
    undefined: Undefined | None = None,
    size: Size = SCREEN,
) -> Spec:
    """Show the true against the false positive rate: ties are slanted, the area is AUC.

    Parameters
    ----------
    points : Point from (0, 0) to (1, 1), in order, or none
        x is the false, y the true positive rate.
    labels : Labels
    area_label : text, or a word with an entry
        Written into the area.
    undefined : Undefined or None
    size : Size
    """
    traces = []
    if points:
        traces.append(parts.line_with_markers(points, size, fill="tozeroy", fillcolor=parts.A_PALE))
        words = _area_labels([area_label] if area_label else [], 0.99, "top left", size)
        traces.append(parts.text_trace(parts.line([0, 1], [0, 1], parts.LINE, 1, parts.FAINT), words))
    return parts.small_chart(traces, labels, parts.unit_axis(size), parts.unit_axis(size), size, undefined)


def _area_labels(names: Sequence[Piece], x: float, side: str, size: Size) -> list[parts.Label]:
    return [
        parts.Label(
            parts.plain(as_plain_text([name])),
            x,
            0.06 + LINE_STEP * i,
            side,
            bold=i == 0,
            size=size.note,
            term=term_of_piece(name),
        )
        for i, name in enumerate(names)
    ]
