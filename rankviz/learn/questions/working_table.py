"""The working of a question: cells for what is computed on the way, and what was typed into them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.metrics.registry import CellGroupSpec
from rankviz.core.printed_number import read_typed
from rankviz.core.trace import Step, Trace
from rankviz.learn.questions.question import Question

EASY, LAST_WITH_GIVEN = 1, 2  # levels
TOLERANCE, SLACK = 1.5, 1e-9  # units of the last asked digit, as terms are rounded on the way


@dataclass(frozen=True)
class WorkingCell:
    """One number of the working.

    Parameters
    ----------
    key : str
        As it is kept: "discounted_gain:2" at the second rank or place, "dcg" of the whole list.
    step : str
    position : int or None
        From 1; None of the whole list.
    value : float
    is_filled_in : bool
        Whether it is filled in.
    """

    key: str
    step: str
    position: int | None
    value: float
    is_filled_in: bool


@dataclass(frozen=True)
class CellColumn:
    """An array of the working: a cell at each rank or place that counts."""

    step: Step
    cells: tuple[WorkingCell, ...]


@dataclass(frozen=True)
class CellGroup:
    """What is computed together: columns, and what they come to."""

    axis: str
    columns: tuple[CellColumn, ...]
    totals: tuple[WorkingCell, ...]

    @property
    def cells_in_order(self) -> Iterator[WorkingCell]:
        """The cells as a person fills them in: place by place, then what they come to."""
        cells = [cell for column in self.columns for cell in column.cells]
        yield from sorted(cells, key=lambda cell: cell.position or 0)
        yield from self.totals


@dataclass(frozen=True)
class CellCheck:
    """What is to be seen of the cells after a check.

    Parameters
    ----------
    right_keys : frozenset of str
        Cells that are right, as far as the first that is not.
    first_wrong : WorkingCell or None
        That one; those after it follow from it.
    is_complete : bool
        Whether all are filled in, and right.
    """

    right_keys: frozenset[str] = frozenset()
    first_wrong: WorkingCell | None = None
    is_complete: bool = False


def working_cells(question: Question, *, test: bool = False) -> tuple[CellGroup, ...]:
    """The cells of a question's working, in the order in which a person computes.

    Those that its level gives are filled in; in a `test` none.
    """
    exercise = parse_measure(question.measure).metric.exercise
    asked, trace = () if exercise is None else exercise.cell_groups, question.trace
    given = [() if test else _filled_in_steps(question.level, group, at == len(asked) - 1) for at, group in enumerate(asked)]
    return tuple(_group(trace, *each) for each in zip(asked, given, strict=True))


def _filled_in_steps(level: int, group: CellGroupSpec, is_last: bool) -> tuple[str, ...]:
    """Steps of a group that are filled in: at the first level all but the last group, then what is only read off."""
    if level == EASY and not is_last:
        return (*group.steps, *group.totals)
    return group.read_off if level <= LAST_WITH_GIVEN else ()


def _group(trace: Trace, group: CellGroupSpec, given: tuple[str, ...]) -> CellGroup:
    steps = [trace.step(key) for key in group.steps if key in trace]
    columns = tuple(CellColumn(step, tuple(_cells(trace, step, step.key in given))) for step in steps)
    totals = (trace.step(key) for key in group.totals if key in trace and key != trace.steps[-1].key)
    return CellGroup(
        steps[0].axis if steps else "list",
        columns,
        tuple(WorkingCell(step.key, step.key, None, float(step.value[0]), step.key in given) for step in totals),
    )


def _cells(trace: Trace, step: Step, given: bool) -> Iterator[WorkingCell]:
    """The cells of an array, where the value gathers something."""
    counted = np.ones(step.value.shape, dtype=bool)
    for each in (step, trace.summed_step(step.axis)):
        counted &= True if each is None or each.where is None else each.where
    for column in counted[0].nonzero()[0].tolist():
        yield WorkingCell(f"{step.key}:{column + 1}", step.key, column + 1, float(step.value[0, column]), given)


def check_cells(question: Question, typed: Mapping[str, str]) -> CellCheck:
    """See which of the typed cells are right, and which one is the first that is not.

    Examples
    --------
    >>> from rankviz.learn.questions.generate import draw
    >>> question = draw("value", "nDCG", 7, 1)                          # 1 0 1 | 1 2, a 2 was missed
    >>> check = check_cells(question, {"ideal_gain:1": "2", "ideal_term:1": "2.000", "ideal_gain:2": "1"})
    >>> sorted(check.right_keys), check.first_wrong.key
    (['ideal_gain:1', 'ideal_term:1'], 'ideal_gain:2')
    """
    asked = [cell for group in working_cells(question) for cell in group.cells_in_order if not cell.is_filled_in]
    right: list[str] = []
    for cell in asked:
        text = typed.get(cell.key, "").strip()
        if text and not _is_right(cell, text, question.digits):
            return CellCheck(frozenset(right), cell)
        right += [cell.key] if text else []
    return CellCheck(frozenset(right), None, bool(asked) and len(right) == len(asked))


def _is_right(cell: WorkingCell, text: str, digits: int) -> bool:
    try:
        number = float(read_typed(text).number)
    except InputError:
        return False
    return abs(number - cell.value) <= TOLERANCE * 10.0**-digits + SLACK
