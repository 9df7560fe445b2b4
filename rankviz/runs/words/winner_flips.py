"""When the winner of two runs flips, as sentences, tables and a figure: the words are those of the page Compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import isfinite
from typing import Any

from rankviz.compare.words.sweep import stretch_texts, sweep_marks, sweep_name, sweep_symbol, winner_word
from rankviz.display.charts.traces_and_axes import CLEAR, INK, LINE, ON_INK, A, B
from rankviz.display.choice_table import FLIPPED, PRESENT
from rankviz.display.labels import option_label
from rankviz.display.number_format import exact, fixed_decimals, plain
from rankviz.runs.run_difference import RunCell
from rankviz.runs.winner_flips import RunFlips
from rankviz.runs.words.figures import Spec
from rankviz.runs.words.tables import PLACES
from rankviz.texts import Texts

MOST = 10  # queries in a table
LETTERS = {"first": "A", "second": "B"}
TINTS = {
    "first": (A, ON_INK),
    "second": (B, INK),
    "even": (LINE, ON_INK),
    "": (CLEAR, LINE),
}
Data = dict[str, Any]


def flip_sentences(flips: RunFlips, present: float | None, texts: Texts) -> list[str]:
    """Say who wins in the mean along the axis, on how many queries the winner changes, and how many decide the mean."""
    symbol, stretches = sweep_symbol(flips.sweep), flips.stretches
    if len(stretches) == 1:
        sentences = [texts("runs.flips_mean_always", word=winner_word(stretches[0].winner, texts), symbol=symbol)]
    else:
        parts = texts("convention.separator").join(stretch_texts(stretches, symbol, texts))
        sentences = [texts("runs.flips_mean", parts=parts)]
    count, of = (f"{each:,}" for each in (len(flips.flipping), flips.compared_count))
    sentences.append(texts("runs.flips_queries", symbol=symbol, count=count, of=of))
    if flips.left_out:
        sentences.append(texts("runs.flips_left_out", count=f"{flips.left_out:,}"))
    if decisive := () if present is None else flips.deciding(present):
        side = LETTERS["second" if decisive[0].part > 0 else "first"]
        sentences.append(texts("runs.flips_deciding", side=side, count=len(decisive)))
    return sentences


def _ahead(value: float) -> Data:
    """Build a cell that says which run is ahead, and by how much, without a sign to interpret."""
    if not isfinite(value):
        return {"text": "—"}
    side = "second" if value > 0 else "first" if value < 0 else ""
    text = f"{LETTERS[side]} {fixed_decimals(abs(value), PLACES)}" if side else "="
    return {"text": text, "title": exact(value), "side": side}


def queries_data(columns: Mapping[str, Mapping[str, float]], queries: Sequence[str], caption: str, texts: Texts) -> Data:
    """Build a table of queries: under each head which run is ahead and by how much, and a link to Compare."""
    listed = queries[:MOST]
    rows = []
    for query in listed:
        way = {"text": texts("runs.flips_compare"), "spoken_text": query, "action": query, "marks": ["way"]}
        rows.append({"head": query, "cells": [way, *(_ahead(values[query]) for values in columns.values())]})
    more = len(queries) - len(listed)
    more_text = [texts("runs.flips_more", shown=str(MOST), count=f"{more:,}")] if more else []
    heads = [texts("runs.query"), texts("runs.flips_lists"), *columns]
    return {"caption": " ".join([caption, *more_text]), "heads": heads, "groups": [{"name": "", "rows": rows}]}


def flipping_data(flips: RunFlips, present: float | None, texts: Texts) -> Data | None:
    """Build the table of the queries on which the winner flips, those first that move the difference of the means most."""
    flipping = {*flips.flipping}
    low, high = float(flips.x[0]), float(flips.x[-1])
    moved = [each.query for each in flips.changes(low, high) if each.query in flipping]
    queries = [*moved, *sorted(flipping - {*moved})]
    caption = texts("runs.flips_flipping_table")
    return queries_data(_columns(flips, present, texts), queries, caption, texts) if queries else None


def deciding_data(flips: RunFlips, present: float | None, texts: Texts) -> Data | None:
    """Build the table of the queries that decide the winner of the mean."""
    queries = [] if present is None else [each.query for each in flips.deciding(present)]
    caption = texts("runs.flips_deciding_table")
    return queries_data(_columns(flips, present, texts), queries, caption, texts) if queries else None


def _columns(flips: RunFlips, present: float | None, texts: Texts) -> dict[str, Mapping[str, float]]:
    symbol = sweep_symbol(flips.sweep)
    places = sorted({float(flips.x[0]), float(flips.x[-1])} | ({present} if present is not None else set()))
    now = texts("winner_flips.now")
    return {f"{symbol} = {plain(at)}" + (f" ({now})" if at == present else ""): flips.ahead_at(at) for at in places}


def cells_data(cells: Sequence[RunCell], texts: Texts) -> Data | None:
    """Build the table of who wins under which choices; None if there are no other choices."""
    names = list(cells[0].choices) if cells else []
    if len(cells) < 2:
        return None
    axes = [list(dict.fromkeys(each.choices[name] for each in cells)) for name in names]
    by_choice = {tuple(each.choices.values()): (at, each) for at, each in enumerate(cells)}
    largest = max((abs(each.mean_ahead) for each in cells if isfinite(each.mean_ahead)), default=0.0)
    columns = axes[1] if len(axes) > 1 else [None]
    rows = []
    for first in axes[0]:
        row_cells = [by_choice[tuple(each for each in key if each is not None)] for key in product([first], columns)]
        label = option_label(names[0], first, texts)
        rows.append({"head": label, "cells": [_cell(at, each, largest, texts) for at, each in row_cells]})
    fields = [texts(f"field.{name}") for name in names]
    corner = texts("grid.corner", rows=fields[0], columns=fields[1]) if len(fields) > 1 else fields[0]
    heads = [
        corner,
        *(option_label(names[1], each, texts) if each is not None else texts("runs.difference") for each in columns),
    ]
    return {"caption": texts("runs.flips_grid"), "heads": heads, "groups": [{"name": "", "rows": rows}]}


def _cell(at: int, cell: RunCell, largest: float, texts: Texts) -> Data:
    data = _ahead(cell.mean_ahead)
    lines = [texts("runs.flips_cell", count=f"{len(cell.flipped):,}")] if cell.flipped else []
    lines += [f"{FLIPPED} {texts('grid.flipped')}"] * cell.mean_flipped + [f"{PRESENT} {texts('grid.present')}"] * cell.present
    marks = ["present"] * cell.present + ["flipped"] * cell.mean_flipped
    heat = abs(cell.mean_ahead) / largest if largest and isfinite(cell.mean_ahead) else None
    return data | {"lines": lines, "marks": marks, "heat": heat, "action": str(at)}


def figure(flips: RunFlips, present: float | None, names: tuple[str, str], texts: Texts) -> Spec:
    """Draw the share of the queries that each run wins, one on the other, and under it who wins in the mean."""
    first, even, second = flips.shares.tolist()
    shape = "hv" if flips.sweep.discrete_values else "hvh"  # no slope: it would show shares that no value has
    traces = [
        {
            "type": "scatter",
            "mode": "lines",
            "stackgroup": "one",
            "name": name,
            "x": flips.x.tolist(),
            "y": [value if isfinite(value) else None for value in values],
            "line": {"width": 1, "shape": shape} | color,
            "hovertemplate": "%{x:.3g}: %{y:.1%}",
        }
        for name, values, color in (
            (f"A · {names[0]}", first, {}),
            (f"B · {names[1]}", second, {}),
            (winner_word("even", texts), even, {"color": LINE}),
        )
    ]
    symbol = sweep_symbol(flips.sweep)
    axis = {"automargin": True, "zeroline": False}
    title = texts("convention.part", name=sweep_name(flips.sweep, texts), value=symbol)
    layout: Spec = {
        "height": 376,
        "margin": {"l": 56, "r": 12, "t": 108, "b": 76},
        "xaxis": {**axis, "title": {"text": title, "standoff": 30}, "range": [float(flips.x[0]), float(flips.x[-1])]},
        "yaxis": {**axis, "title": {"text": texts("runs.flips_share")}, "range": [0, 1], "tickformat": ".0%"},
        "legend": {"orientation": "h", "x": 0, "y": 1.2, "yanchor": "bottom"},
        "showlegend": True,
        "shapes": [*_strip(flips), *_lines(flips, present)],
        "annotations": [*_strip_words(flips), *_marks(flips, present, texts)],
    }
    return {"data": traces, "layout": layout}


def _strip(flips: RunFlips) -> Iterable[Data]:
    for each in flips.stretches:
        place = {"xref": "x", "yref": "paper", "x0": each.low, "x1": each.high, "y0": -0.21, "y1": -0.12}
        yield {"type": "rect", **place, "fillcolor": TINTS[each.winner][0], "line": {"width": 0}}


def _strip_words(flips: RunFlips) -> Iterable[Data]:
    whole = float(flips.x[-1] - flips.x[0]) or 1.0
    for each in flips.stretches:
        if each.winner in LETTERS and (each.high - each.low) / whole > 0.03:
            place = {"xref": "x", "yref": "paper", "x": (each.low + each.high) / 2, "y": -0.165, "yanchor": "middle"}
            font = {"color": TINTS[each.winner][1], "size": 13}
            yield {**place, "text": LETTERS[each.winner], "showarrow": False, "font": font}


def _lines(flips: RunFlips, present: float | None) -> Iterable[Data]:
    places = [] if present is None else [(present, "solid", 2)]
    for at, dash, width in [*((mark, "dot", 1) for mark, _ in flips.sweep.marks if mark != present), *places]:
        place = {"xref": "x", "yref": "paper", "x0": at, "x1": at, "y0": 0, "y1": 1}
        yield {"type": "line", **place, "line": {"color": LINE, "width": width, "dash": dash}}


def _marks(flips: RunFlips, present: float | None, texts: Texts) -> Iterable[Data]:
    names = dict(sweep_marks(flips.sweep, texts))
    if present is not None:
        names[present] = " · ".join(filter(None, [names.get(present, plain(present)), texts("winner_flips.now")]))
    for row, (at, name) in enumerate(sorted(names.items())):
        # Neighbours stand in two lines, so that they have room on a phone.
        place = {"xref": "x", "yref": "paper", "x": at, "y": 1, "yanchor": "bottom", "yshift": 16 * (row % 2)}
        ends = {float(flips.x[0]): "left", float(flips.x[-1]): "right"}
        yield {**place, "text": name, "showarrow": False, "font": {"size": 12}, "xanchor": ends.get(at, "center")}


def choice_head(cell: RunCell, texts: Texts) -> str:
    """Return the choices of a cell, as a head of a column."""
    parts = [option_label(name, value, texts) for name, value in cell.choices.items()]
    return texts("sentence.more_separator").join(parts)
