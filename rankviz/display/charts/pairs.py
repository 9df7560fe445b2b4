"""The grid of (relevant, not relevant) pairs, as `charts.py` makes its figures: from plain numbers and ready-made texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.display.charts import traces_and_axes as parts
from rankviz.display.charts.values import SCREEN, Labels, Size, Undefined

Spec = parts.Dict
RIGHT, TIED, WRONG = 1, 0, -1
# A tied pair is half a square, so that nothing depends on the colour.
SIGNS = {RIGHT: ("■", "square", parts.A), TIED: ("◣", "triangle-sw", parts.A), WRONG: ("×", "x-thin-open", parts.LINE)}
SIGN_SIZES = {RIGHT: 1.0, TIED: 0.7, WRONG: 1.2}  # of the text: fonts draw them unlike
SMALLEST, LARGEST = 7, 17  # px of a sign
THIN = 1.75  # px: what is wrong must not outweigh what is right
NOT_RETRIEVED = "–"  # in the place of a rank
MOST_NAMED_ROWS = 9  # more would touch each other: then every other one is named


@dataclass(frozen=True)
class Pair:
    """A cell: 1 for the right order, 0 for a tie, -1 for the wrong order; and what its label says."""

    order: int
    hover: str = ""


def pair_grid(
    rows: Sequence[int | None],
    columns: Sequence[int | None],
    cells: Sequence[Sequence[Pair]],
    labels: Labels,
    *,
    legend: tuple[str, str, str] = ("", "", ""),
    undefined: Undefined | None = None,
    size: Size = SCREEN,
) -> Spec:
    """Show for each pair whether the relevant one stands above the other: AUC is the share of these cells.

    Parameters
    ----------
    rows, columns : rank or None
        Of the relevant documents, and of the others; None for what was not retrieved.
    cells : one sequence of Pair a row
    labels : Labels
    legend : three texts
        Beside the signs of right, tied and wrong; an empty one is left out.
    undefined : Undefined or None
        What to say where there is no grid.
    size : Size
    """
    spots = [(x, y, cell) for y, row in enumerate(cells) for x, cell in enumerate(row)]
    traces = [_cells(rows, columns, spots, size)] if spots else []
    across, down = _axis(columns, size), _axis(rows, size, 2 if len(rows) > MOST_NAMED_ROWS else 1)
    down["range"] = down["range"][::-1]  # the best rank on top, as in the list
    spec = parts.small_chart(traces, labels, across, down, size, undefined)
    layout = spec["layout"]
    layout["yaxis"]["showgrid"] = False
    signs = [
        f'<span style="color:{SIGNS[order][2]};font-size:{SIGN_SIZES[order] * size.note}px">{SIGNS[order][0]}</span> '
        f"{parts.plain(name)}"
        for order, name in zip(SIGNS, legend, strict=True)
        if name
    ]
    if signs:
        head, names = layout["title"]["text"].split("<br>")
        line = f'<span style="font-size:{size.note}px">{parts.EN_SPACE.join(signs)}</span>'
        layout["title"]["text"] = "<br>".join([head, line, names])
        layout["margin"]["t"] += 1.3 * size.note
    return spec


def _cells(
    rows: Sequence[int | None], columns: Sequence[int | None], spots: Sequence[tuple[int, int, Pair]], size: Size
) -> parts.Dict:
    """All cells as one trace; each carries both of its ranks."""
    part = size.note / SCREEN.note
    room = 0.75 * part * min(130 / len(rows), 180 / len(columns))
    colors = [SIGNS[cell.order][2] for _, _, cell in spots]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [x for x, _, _ in spots],
        "y": [y for _, y, _ in spots],
        "customdata": [[rows[y], columns[x]] for x, y, _ in spots],
        "hovertext": [parts.plain(cell.hover) for _, _, cell in spots],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": {
            "symbol": [SIGNS[cell.order][1] for _, _, cell in spots],
            "color": colors,
            "line": {"color": colors, "width": [THIN if cell.order == WRONG else 0 for _, _, cell in spots]},
            "size": max(SMALLEST, min(room, LARGEST * part)),
        },
        "meta": "pairs",
    }


def _axis(ranks: Sequence[int | None], size: Size, step: int = 1) -> parts.Dict:
    places = list(range(0, len(ranks), step))
    names = [NOT_RETRIEVED if (rank := ranks[place]) is None else str(rank) for place in places]
    return parts.axis([-0.5, max(len(ranks), 1) - 0.5], size, tickvals=places, ticktext=names)
