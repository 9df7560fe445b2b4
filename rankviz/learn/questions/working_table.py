"""The working table of a question: cells for the intermediate numbers, and checking what was typed into them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.metrics.registry import CellGroupSpec
from rankviz.core.trace import Step, Trace
from rankviz.core.typed_number import read_typed
from rankviz.learn.questions.question import Question

EASY, LAST_WITH_GIVEN = 1, 2  # levels
TOLERANCE, SLACK = 1.5, 1e-9  # TOLERANCE in units of the last digit asked for: terms may be rounded


@dataclass(frozen=True)
class WorkingCell:
    """One cell of a working table.

    Parameters
    ----------
    key : str
        Its key in the stored work: "discounted_gain:2" at the second position, "dcg" for the whole list.
    step : str
    position : int or None
        Rank or position in the ideal ranking, from 1; None for a number of the whole list.
    value : float
    is_filled_in : bool
        Whether the number is given instead of asked for.
    """

    key: str
    step: str
    position: int | None
    value: float
    is_filled_in: bool


@dataclass(frozen=True)
class CellColumn:
    """A column of cells: one for each entry of a step that contributes to the value."""

    step: Step
    cells: tuple[WorkingCell, ...]


@dataclass(frozen=True)
class CellGroup:
    """A group of columns over the same axis, with the numbers that they add up to."""

    axis: str
    columns: tuple[CellColumn, ...]
    totals: tuple[WorkingCell, ...]

    @property
    def cells_in_order(self) -> Iterator[WorkingCell]:
        """The cells in the order in which a person fills them in: position by position, then the totals."""
        cells = [cell for column in self.columns for cell in column.cells]
        yield from sorted(cells, key=lambda cell: cell.position or 0)
        yield from self.totals


@dataclass(frozen=True)
class CellCheck:
    """The result of checking the cells.

    Parameters
    ----------
    right_keys : frozenset of str
        Keys of the right cells before the first wrong one.
    first_wrong : WorkingCell or None
        The first wrong cell, from which later ones follow; None if no cell is wrong.
    is_complete : bool
        Whether all cells are filled in and right.
    """

    right_keys: frozenset[str] = frozenset()
    first_wrong: WorkingCell | None = None
    is_complete: bool = False


def working_cells(question: Question, *, is_test: bool = False) -> tuple[CellGroup, ...]:
    """Return the cells of a question's working table, in the order in which a person computes.

    Some are filled in already, depending on the level; in a test none.
    """
    exercise = parse_measure(question.measure).metric.exercise
    group_specs, trace = () if exercise is None else exercise.cell_groups, question.trace
    filled_in = [
        () if is_test else _filled_in_steps(question.level, group, number == len(group_specs) - 1)
        for number, group in enumerate(group_specs)
    ]
    return tuple(_group(trace, *each) for each in zip(group_specs, filled_in, strict=True))


def _filled_in_steps(level: int, group: CellGroupSpec, is_last: bool) -> tuple[str, ...]:
    """Return the steps of a group that are filled in: at level 1 all but the last group, then what is only read off."""
    if level == EASY and not is_last:
        return (*group.steps, *group.totals)
    return group.read_off if level <= LAST_WITH_GIVEN else ()


def _group(trace: Trace, spec: CellGroupSpec, filled_in: tuple[str, ...]) -> CellGroup:
    steps = [trace.step(key) for key in spec.steps if key in trace]
    columns = tuple(CellColumn(step, tuple(_cells(trace, step, step.key in filled_in))) for step in steps)
    totals = (trace.step(key) for key in spec.totals if key in trace and key != trace.steps[-1].key)
    return CellGroup(
        steps[0].axis if steps else "list",
        columns,
        tuple(WorkingCell(step.key, step.key, None, float(step.value[0]), step.key in filled_in) for step in totals),
    )


def _cells(trace: Trace, step: Step, is_filled_in: bool) -> Iterator[WorkingCell]:
    """Yield the cells of a step, one for each entry that contributes to the value."""
    counted = np.ones(step.value.shape, dtype=bool)
    for each in (step, trace.summed_step(step.axis)):
        counted &= True if each is None or each.where is None else each.where
    for column in counted[0].nonzero()[0].tolist():
        yield WorkingCell(f"{step.key}:{column + 1}", step.key, column + 1, float(step.value[0, column]), is_filled_in)


def check_cells(question: Question, typed: Mapping[str, str]) -> CellCheck:
    """Check the typed cells in order, up to the first wrong one.

    Examples
    --------
    >>> from rankviz.learn.questions.generate import draw
    >>> question = draw("value", "nDCG", 7, 1)                          # 1 0 1 | 1 2, a 2 was missed
    >>> check = check_cells(question, {"ideal_gain:1": "2", "ideal_term:1": "2.000", "ideal_gain:2": "1"})
    >>> sorted(check.right_keys), check.first_wrong.key
    (['ideal_gain:1', 'ideal_term:1'], 'ideal_gain:2')
    """
    open_cells = [cell for group in working_cells(question) for cell in group.cells_in_order if not cell.is_filled_in]
    right: list[str] = []
    for cell in open_cells:
        text = typed.get(cell.key, "").strip()
        if text and not _is_right(cell, text, question.digits):
            return CellCheck(frozenset(right), cell)
        right += [cell.key] if text else []
    return CellCheck(frozenset(right), None, bool(open_cells) and len(right) == len(open_cells))


def _is_right(cell: WorkingCell, text: str, digits: int) -> bool:
    try:
        number = float(read_typed(text).number)
    except InputError:
        return False
    return abs(number - cell.value) <= TOLERANCE * 10.0**-digits + SLACK
