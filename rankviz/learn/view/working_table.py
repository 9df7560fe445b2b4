"""The working beside the list: what the component `working` is given."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Step, Trace
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.number_format import in_unit
from rankviz.learn.questions.working_table import CellCheck, CellGroup, WorkingCell, check_cells, working_cells
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.words.working_table import cell_name, look_words, step_name, total_name


def check_message(frame: QuestionContext) -> CellCheck:
    """What is to be seen of the cells: nothing before the first check."""
    seen = frame.attempt.verdicts and not frame.is_test
    return check_cells(frame.question, frame.attempt.work.cells) if seen else CellCheck()


def look_sentence(frame: QuestionContext) -> str:
    """Where to look, or that only the last step is wrong; "" where nothing was filled in."""
    return look_words(frame.question, check_message(frame), frame.texts)


def working_table_payload(frame: QuestionContext) -> Data | None:
    """Build the cells; None for a question without any.

    Returns
    -------
    dict
        JSON-serialisable. `at`, number of the question. `listed`, how many rows the list has, and `rows`, how many the longest
        column; `cutoff`, after which row the line runs, or None. `groups`, each `{axis, columns, totals}`; a column has a
        `head` with the `term` that explains it, whether it is `narrow` (left out on a phone), and by row `cells`: None where
        nothing is computed, else `{key, label, given, typed, right}`, `given` being what is filled in, or "". A total is a cell
        with a `name`. `look`, the key of the cell to look at, or ""; `mark`, None or the `axis` and `rank` that are said to
        differ. `texts`.
    """
    groups = working_cells(frame.question, is_test=frame.is_test)
    if not groups:
        return None
    trace, found = frame.question.trace, check_message(frame)
    shown = [_group(group, trace, found, frame) for group in groups if group.columns or group.totals]
    places = [cell.position or 0 for group in groups for column in group.columns for cell in column.cells]
    return {
        "at": frame.number,
        "listed": len(frame.question.lists[0].items),
        "rows": max([len(frame.question.lists[0].items), *places]),
        "cutoff": frame.question.convention.cutoff,
        "groups": shown,
        "mark": None,
        "look": found.first_wrong.key if found.first_wrong else "",
        "texts": frame.texts.group("working") | ({"told": frame.texts("working.told_in_test")} if frame.is_test else {}),
    }


def _group(group: CellGroup, trace: Trace, found: CellCheck, frame: QuestionContext) -> Data:
    metric = parse_measure(frame.question.measure).metric.key
    columns = [
        {
            "head": step_name(column.step.key, metric, frame.texts, signed=len(group.columns) > 1),
            "term": term_of(column.step.key),
            "narrow": column.step.key in ("gain", "ideal_discount"),
            "cells": _by_row(
                [_cell(cell, column.step, group.axis, trace, found, frame) for cell in column.cells], column.cells
            ),
        }
        for column in group.columns
    ]
    totals = [
        _cell(cell, trace.step(cell.step), group.axis, trace, found, frame) | {"name": total_name(cell, trace, frame.texts)}
        for cell in group.totals
    ]
    return {"axis": group.axis, "columns": columns, "totals": totals}


def _by_row(shown: list[Data], cells: tuple[WorkingCell, ...]) -> list[Data | None]:
    """By its row each cell, None where there is none."""
    found: list[Data | None] = [None] * max((cell.position or 0 for cell in cells), default=0)
    for each, cell in zip(shown, cells, strict=True):
        found[(cell.position or 1) - 1] = each
    return found


def _cell(cell: WorkingCell, step: Step, axis: str, trace: Trace, found: CellCheck, frame: QuestionContext) -> Data:
    return {
        "key": cell.key,
        "label": cell_name(cell, axis, trace, frame.texts),
        "given": in_unit(step.unit, cell.value) if cell.is_filled_in else "",
        "typed": "" if cell.is_filled_in else frame.attempt.work.cells.get(cell.key, ""),
        "right": cell.key in found.right_keys,
    }
