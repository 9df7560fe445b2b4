"""Texts of the working table of a question: heads of its columns, names of its cells, and which cell to look at."""

from __future__ import annotations

from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import line_name
from rankviz.display.glossary.term_entries import term_name, term_of
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.working_table import CellCheck, WorkingCell
from rankviz.texts import Texts

DIVISORS = ("discount", "ideal_discount")
RESULTS = ("discounted_gain", "ideal_term")


def step_name(step: str, metric: str, texts: Texts, *, signed: bool = False) -> str:
    """Return the name of a column; `signed` with the sign of its operation."""
    metric_name = f"working.name.{step}_{metric}"
    name = texts(metric_name if metric_name in texts else f"working.name.{step}")
    sign = "divided" if step in DIVISORS else "result" if step in RESULTS else ""
    return texts(f"working.{sign}", name=name) if signed and sign else name


def cell_name(cell: WorkingCell, axis: str, trace: Trace, texts: Texts) -> str:
    """Return the name of a cell for screen readers."""
    if cell.position is None:
        return total_name(cell, trace, texts)
    key = "working.cell_ideal" if axis == "ideal" else "working.cell"
    return texts(key, name=step_name(cell.step, trace.metric, texts), rank=cell.position)


def total_name(cell: WorkingCell, trace: Trace, texts: Texts) -> str:
    """Return the name of a number of the whole list: its measure, else its term and symbol."""
    symbol = line_name(trace, trace.step(cell.step))
    return symbol if cell.step in METRICS else texts("working.total", name=term_name(term_of(cell.step), texts), symbol=symbol)


def look_words(question: Question, check: CellCheck, texts: Texts) -> str:
    """Return which cell to look at, or that all are right and only the last step is not; "" if there is nothing to say."""
    trace = question.trace
    if check.is_complete:
        is_division = trace.steps[-1].template.startswith(r"\frac")
        return texts("working.done_division" if is_division else "working.done_sum")
    if check.first_wrong is None:
        return ""
    key = "look" if check.right_keys else "first"
    step = trace.step(check.first_wrong.step)
    if check.first_wrong.position is None:
        return texts(f"working.{key}_total", name=total_name(check.first_wrong, trace, texts))
    name = step_name(step.key, parse_measure(question.measure).metric.key, texts)
    return texts(f"working.{key}{'_ideal' if step.axis == 'ideal' else ''}", name=name, rank=check.first_wrong.position)
