"""“All libraries on this list”: the value of every profile, and the choices that make it differ from the page's."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from rankviz.core.metrics.registry import metrics_shown_in
from rankviz.diagnose.words.library_notes import note_text
from rankviz.display.convention_words import choices_words
from rankviz.display.error_text import error_text
from rankviz.display.labels import library_name
from rankviz.display.number_format import exact, in_unit
from rankviz.evaluation.evaluation_cache import MetricOutcome
from rankviz.evaluation.library_values import VALUE, LibraryCell, LibraryRow, LibraryTable, library_table
from rankviz.libraries.profiles import PROFILES
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

MORE, LESS, OTHER, NOTED = "▲", "▼", "≠", "†"
Data = dict[str, object]


def library_table_of(analysis: Analysis) -> LibraryTable:
    """Return the values of these lists; the metric under study is the first column."""
    state = analysis.state
    others = tuple(key for key in metrics_shown_in("libraries") if key != state.metric)
    return library_table(state.lists, state.convention, (state.metric, *others))


def table_payload(analysis: Analysis, texts: Texts) -> Data:
    """Build the table; `sheet` of `web/components/standalone.py` describes its keys.

    Its first row is the current convention, every other row a library, in its group, with sentences on what it does otherwise.
    A number leads to its derivation beside the page's.
    """
    table = library_table_of(analysis)
    as_fractions = analysis.state.numbers == "fractions"
    heads = [texts("libraries.library"), *(cell.measure for cell in table.present)]
    present = {
        "head": texts("libraries.present"),
        "cells": [_cell_payload(cell, cell, as_fractions, texts) for cell in table.present],
        "mark": "here",
    }
    by_group: dict[str, list[Data]] = {}
    for row in table.rows:
        by_group.setdefault(PROFILES[row.profile].group, []).append(_row_payload(table, row, as_fractions, texts))
    groups = [{"name": texts(f"library_group.{key}"), "rows": rows} for key, rows in by_group.items()]
    count = len(analysis.state.lists)
    caption = texts("libraries.caption") if count == 1 else texts("libraries.caption_mean", count=count)
    return {"caption": caption, "heads": heads, "groups": [{"name": "", "rows": [present]}, *groups]}


def _row_payload(table: LibraryTable, row: LibraryRow, as_fractions: bool, texts: Texts) -> Data:
    most = PROFILES[row.profile].decimals
    pairs = zip(row.cells, table.present, strict=True)
    cells = [_cell_payload(cell, current, as_fractions, texts, most) for cell, current in pairs]
    for key, cell, cell_payload in zip(table.metrics, row.cells, cells, strict=True):
        if cell.state == VALUE and not cell.is_same:
            params = {"ask": "number", "got": "", "answer": "", "as": f"{row.profile}.{key}"}
            cell_payload["action"] = {"name": "set_page_params", "value": params}
    payload: Data = {"key": row.profile, "head": library_name(row.profile, texts), "subtitle": row.version, "cells": cells}
    return payload | {"notes": _reason_sentences(row, texts), "library_notes": _note_texts(table, row, cells, texts)}


def _note_texts(table: LibraryTable, row: LibraryRow, cells: Sequence[Data], texts: Texts) -> list[Data]:
    """Return the notes on a library, and mark the cells that a note on some metrics is about."""
    notes = []
    for note in PROFILES[row.profile].notes:
        computed = [column for column, cell in enumerate(row.cells) if cell.outcome is not None]
        affected = [column for column in computed if table.metrics[column] in note.metrics]
        for column in affected:
            cells[column]["flag"] = NOTED
        if affected or (computed and not note.metrics):
            notes.append(note_text(note, [row.cells[column].measure for column in affected], texts)._asdict())
    return notes


def summary_words(table: LibraryTable, texts: Texts) -> str:
    """Say how many libraries have the metric under study, and how many of them give the page's value."""
    cells = [row.cells[0] for row in table.rows if not PROFILES[row.profile].is_book]
    computed = [cell for cell in cells if cell.outcome is not None]
    same = sum(cell.is_same for cell in computed)
    measure = table.present[0].measure
    return texts(
        "libraries.summary", all=len(cells), having=len(computed), measure=measure, same=same, other=len(computed) - same
    )


def _reason_sentences(row: LibraryRow, texts: Texts) -> list[str]:
    """Return sentences on what a library does otherwise, grouped by reason, and on why it refuses a list."""
    reasons: dict[str, list[str]] = {}
    for cell in row.cells:
        if cell.outcome is not None and cell.outcome.refusal is not None:
            error = cell.outcome.refusal
            reasons.setdefault(error_text(error, texts), []).append(cell.measure)
        elif cell.choices:
            reasons.setdefault(choices_words(cell.choices, texts, judged=False), []).append(cell.measure)
    if row.may_differ:
        reasons[texts(f"profile.{PROFILES[row.profile].unstable}")] = list(row.may_differ)
    separator = texts("sentence.more_separator")
    return [texts("libraries.why", measures=separator.join(measures), why=why) for why, measures in reasons.items()]


def _cell_payload(cell: LibraryCell, current: LibraryCell, as_fractions: bool, texts: Texts, most: int | None = None) -> Data:
    outcome = cell.outcome
    if outcome is None:
        word = texts("libraries.uncut" if cell.has_uncut else "libraries.absent")
        return {"text": "—", "spoken_text": word, "title": word, "marks": ["none"]}
    payload: Data = {"marks": ["same" if cell.is_same else "differs"]}
    if outcome.refusal is not None:
        payload |= {"text": texts("panel.refused"), "sign": "" if cell.is_same else OTHER}
        return payload | {"title": error_text(outcome.refusal, texts)}
    if outcome.is_undefined:
        stand_in = (
            "" if isnan(outcome.value) else texts("libraries.put", value=in_unit(outcome.unit, outcome.value, as_fractions))
        )
        return payload | {"text": texts("panel.undefined"), "sign": "" if cell.is_same else OTHER, "word": stand_in}
    payload |= {"text": in_unit(outcome.unit, outcome.value, as_fractions, most), "title": exact(outcome.value)}
    return payload | ({"spoken_text": texts("libraries.same")} if cell.is_same else _difference(outcome, current, texts))


def _difference(outcome: MetricOutcome, current: LibraryCell, texts: Texts) -> Data:
    """Return how much more or less a value is than the page's, in words and as a sign."""
    assert current.outcome is not None
    if isnan(current.outcome.value):
        return {"sign": OTHER, "word": texts("libraries.differs")}
    difference = outcome.value - current.outcome.value
    word = texts("libraries.more" if difference > 0 else "libraries.less", value=in_unit(outcome.unit, abs(difference)))
    return {"sign": MORE if difference > 0 else LESS, "word": word}
