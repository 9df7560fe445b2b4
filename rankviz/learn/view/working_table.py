"""The working table beside the list: the cells of intermediate results that a learner fills in."""

from __future__ import annotations

from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Step, Trace
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.number_format import in_unit
from rankviz.learn.questions.working_table import CellCheck, CellGroup, WorkingCell, check_cells, working_cells
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.words.working_table import cell_name, look_words, step_name, total_name


def cell_check(context: QuestionContext) -> CellCheck:
    """Return which cells are right, as far as it may be shown: nothing in a test, or before the first answer."""
    is_shown = context.attempt.verdicts and not context.is_test
    return check_cells(context.question, context.attempt.work.cells) if is_shown else CellCheck()


def look_sentence(context: QuestionContext) -> str:
    """Return which cell to look at, or that only the last step is wrong; "" if no cell was filled in."""
    return look_words(context.question, cell_check(context), context.texts)


def working_table_payload(context: QuestionContext) -> Data | None:
    """Build the cells; None for a question without any.

    Returns
    -------
    dict
        JSON-serialisable. `key` and `number` of the question. `list_length`, how many rows the list has, and `row_count`, how
        many the longest column; `cutoff`, after which row the line runs, or None. `groups`, each `{axis, columns, totals}`; a
        column has a `head` with the `term` that explains it, whether it `is_narrow` (left out on a phone), and by row `cells`:
        None where nothing is computed, else `{key, label, prefilled, typed, is_right}`, `prefilled` being "" for a cell to fill
        in. A total is a cell with a `name`. `first_wrong`, the key of the cell to look at, or ""; `mark`, None or the `axis`
        and `rank` of the first difference. `texts`.
    """
    groups = working_cells(context.question, is_test=context.is_test)
    if not groups:
        return None
    trace, check = context.question.trace, cell_check(context)
    shown_groups = [_group(group, trace, check, context) for group in groups if group.columns or group.totals]
    note = context.texts("working.told_in_test" if context.is_test else "working.told")
    ranks = [cell.position or 0 for group in groups for column in group.columns for cell in column.cells]
    return {
        "key": context.key,
        "number": context.number,
        "list_length": len(context.question.lists[0].items),
        "row_count": max([len(context.question.lists[0].items), *ranks]),
        "cutoff": context.question.convention.cutoff,
        "groups": shown_groups,
        "mark": None,
        "first_wrong": check.first_wrong.key if check.first_wrong else "",
        "texts": context.texts.group("working") | {"note": note},
    }


def _group(group: CellGroup, trace: Trace, check: CellCheck, context: QuestionContext) -> Data:
    metric = parse_measure(context.question.measure).metric.key
    columns = [
        {
            "head": step_name(column.step.key, metric, context.texts, signed=len(group.columns) > 1),
            "term": term_of(column.step.key),
            "is_narrow": column.step.key in ("gain", "ideal_discount"),
            "cells": _by_row(
                [_cell(cell, column.step, group.axis, trace, check, context) for cell in column.cells], column.cells
            ),
        }
        for column in group.columns
    ]
    totals = [
        _cell(cell, trace.step(cell.step), group.axis, trace, check, context) | {"name": total_name(cell, trace, context.texts)}
        for cell in group.totals
    ]
    return {"axis": group.axis, "columns": columns, "totals": totals}


def _by_row(payloads: list[Data], cells: tuple[WorkingCell, ...]) -> list[Data | None]:
    """Return the cells by row, with None for a row without one."""
    by_row: list[Data | None] = [None] * max((cell.position or 0 for cell in cells), default=0)
    for each, cell in zip(payloads, cells, strict=True):
        by_row[(cell.position or 1) - 1] = each
    return by_row


def _cell(cell: WorkingCell, step: Step, axis: str, trace: Trace, check: CellCheck, context: QuestionContext) -> Data:
    return {
        "key": cell.key,
        "label": cell_name(cell, axis, trace, context.texts),
        "prefilled": in_unit(step.unit, cell.value) if cell.is_filled_in else "",
        "typed": "" if cell.is_filled_in else context.attempt.work.cells.get(cell.key, ""),
        "is_right": cell.key in check.right_keys,
    }
