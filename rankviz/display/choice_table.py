"""“Choices side by side”: the list under every combination of choices, alone or against another list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import isfinite

from rankviz.core.conventions import FIELDS
from rankviz.core.conventions.list_facts import ANY_LISTS
from rankviz.core.metrics.measures import print_measure
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import list_name, option_label, option_words
from rankviz.display.number_format import exact, in_unit
from rankviz.evaluation.choice_grid import ChoiceGrid, GridCell, choice_grid
from rankviz.evaluation.evaluation_cache import MetricOutcome
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

SIGNS = {"first": "▲", "second": "▼", "even": "＝", "": ""}
FLIPPED, PRESENT = "⇄", "●"
Data = dict[str, object]


def grid_of(analysis: Analysis, against: int | None) -> ChoiceGrid:
    """The grid of the list under study, against another one of the lists or alone."""
    state = analysis.state
    second = None if against is None else (state.lists[against],)
    return choice_grid(state.metric, (state.ranking,), state.convention, second)


def choice_table_payload(analysis: Analysis, against: int | None, grid: ChoiceGrid, texts: Texts, words: str = "grid.") -> Data:
    """Build the grid as a table whose cells are tinted and set the page; what is in it is said where it is mounted.

    A metric without choices has no table.

    Parameters
    ----------
    analysis : Analysis
    against : int or None
    grid : ChoiceGrid
        From `grid_of`, which takes long.
    texts : Texts
    """
    state = analysis.state
    labels = [[_option_text(name, value, analysis, texts) for value in keys] for name, keys in _axes(grid)]
    labels += [[""]] * (3 - len(labels))
    rows, columns, pages = labels
    cells = dict(zip(product(*(range(len(each)) for each in labels)), grid.cells, strict=True))
    tints = [_Tint.from_cells([cell for place, cell in cells.items() if place[2] == p]) for p in range(len(pages))]
    groups = [
        {
            "name": "" if not page else texts("convention.part", name=texts(f"field.{grid.fields[2]}"), value=page),
            "rows": [
                {"head": row, "cells": [_cell(cells[r, c, p], tints[p], analysis, texts, words) for c in range(len(columns))]}
                for r, row in enumerate(rows)
            ],
        }
        for p, page in enumerate(pages)
    ]
    names = [texts(f"field.{name}") for name in grid.fields[:2]]
    corner = names[0] if len(names) < 2 else texts("grid.corner", rows=names[0], columns=names[1])
    measure, first = print_measure(analysis.metric, state.convention), list_name(state, state.selected, texts)
    second = "" if against is None else list_name(state, against, texts)
    key = "grid.caption" if against is None else "grid.caption_two"
    caption = texts(key, measure=measure, first=first, second=second)
    return {"caption": caption, "heads": [corner, *(each or measure for each in columns)], "groups": groups}


def _axes(grid: ChoiceGrid) -> list[tuple[str, tuple[object, ...]]]:
    return list(zip(grid.fields, grid.options, strict=True))


def _option_text(name: str, value: object, analysis: Analysis, texts: Texts) -> str:
    """Name an option with the number that only it reads: p of p¹⁻ⁱ, the base that is the person's own."""
    convention, uses = analysis.state.convention, analysis.metric.uses
    if not isinstance(value, str):
        return option_label(name, value, texts)
    label, (usual, chosen) = option_words(name, value, convention, texts), (FIELDS[name].default, value)
    here, there = (convention.with_choices({name: each}) for each in (usual, chosen))
    numbers = (FIELDS[each] for each in uses if FIELDS[each].symbol and each != FIELDS[name].custom_field_of(value))
    read = [
        each for each in numbers if each.is_read_when(ANY_LISTS, there, uses) and not each.is_read_when(ANY_LISTS, here, uses)
    ]
    for each in read:
        number = option_label(each.name, getattr(convention, each.name), texts)
        label = texts("sentence.own_number", label=label, symbol=each.symbol, value=number)
    return label


def leaves_out_own(grid: ChoiceGrid, analysis: Analysis) -> bool:
    """Whether an option that is the person's own is no row or column, since it is not chosen."""
    uses = analysis.metric.uses
    own = ((key, keys) for name, keys in _axes(grid) for key in uses[name] or () if FIELDS[name].custom_field_of(key))
    return any(key not in keys for key, keys in own)


@dataclass(frozen=True)
class _Tint:
    """From a cell's value, or the distance of its two values, to the strength of its colour; each page has its own scale."""

    low: float
    high: float

    @classmethod
    def from_cells(cls, cells: Sequence[GridCell]) -> _Tint:
        numbers = [number for cell in cells if isfinite(number := _size(cell))]
        low = 0.0 if any(cell.second for cell in cells) else min(numbers, default=0.0)
        return cls(low, max(numbers, default=0.0))

    def __call__(self, cell: GridCell) -> float | None:
        size = _size(cell)
        return None if not isfinite(size) or self.high == self.low else (size - self.low) / (self.high - self.low)


def _size(cell: GridCell) -> float:
    return cell.first.value if cell.second is None else abs(cell.first.value - cell.second.value)


def _cell(cell: GridCell, tint: _Tint, analysis: Analysis, texts: Texts, words: str) -> Data:
    chosen = choices_words(cell.choices, texts)
    marks = ["present"] * cell.present + ["flipped"] * cell.flipped
    lines = [f"{FLIPPED} {texts('grid.flipped')}"] * cell.flipped + [f"{PRESENT} {texts('grid.present')}"] * cell.present
    payload: Data = {"heat": tint(cell), "marks": marks, "lines": lines}
    payload["action"] = {"name": "choices", "value": dict(cell.choices)}
    first = _number(cell.first, analysis, texts)
    if cell.second is None:
        return payload | {"text": first, "title": f"{chosen} = {exact(cell.first.value)}"}
    both = f"{first} : {_number(cell.second, analysis, texts)}"
    side = cell.winner if cell.winner in ("first", "second") else ""
    word = texts(f"{words}{cell.winner}") if cell.winner else ""
    return payload | {"text": both, "sign": SIGNS[cell.winner], "word": word, "side": side, "title": chosen}


def _number(outcome: MetricOutcome, analysis: Analysis, texts: Texts) -> str:
    if outcome.refusal is not None:
        return texts("panel.refused")
    if outcome.is_undefined:
        return texts("panel.undefined")
    return in_unit(outcome.unit, outcome.value, analysis.state.numbers == "fractions")


def summary(grid: ChoiceGrid, state: AppState, against: int, texts: Texts) -> str:
    """Say how often each list wins, and under which single choices the winner is the other one."""
    names = {"first": list_name(state, state.selected, texts), "second": list_name(state, against, texts)}
    counted = {winner: len(list(cells)) for winner, cells in groupby(sorted(cell.winner for cell in grid.cells))}
    numbers = {key: counted.get(key, 0) for key in ("first", "second", "even")}
    key = "grid.summary_flips" if any(cell.flipped for cell in grid.cells) else "grid.summary"
    return texts(
        key,
        first_name=names["first"],
        second_name=names["second"],
        **numbers,
        count=len(grid.cells),
        flips=sum(cell.flipped for cell in grid.cells),
    )
