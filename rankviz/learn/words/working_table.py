"""The working of a question in words: heads of its columns, names of its cells, and where to look."""

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
    """What a column is called; signed, with what is done with it."""
    own = f"working.name.{step}_{metric}"
    name = texts(own if own in texts else f"working.name.{step}")
    sign = "divided" if step in DIVISORS else "result" if step in RESULTS else ""
    return texts(f"working.{sign}", name=name) if signed and sign else name


def cell_name(cell: WorkingCell, axis: str, trace: Trace, texts: Texts) -> str:
    """What a cell is called by whoever hears the page."""
    if cell.position is None:
        return total_name(cell, trace, texts)
    key = "working.cell_ideal" if axis == "ideal" else "working.cell"
    return texts(key, name=step_name(cell.step, trace.metric, texts), rank=cell.position)


def total_name(cell: WorkingCell, trace: Trace, texts: Texts) -> str:
    """What a number of the whole list is called: by its measure, else by its word and symbol."""
    symbol = line_name(trace, trace.step(cell.step))
    return symbol if cell.step in METRICS else texts("working.total", name=term_name(term_of(cell.step), texts), symbol=symbol)


def look_words(question: Question, found: CellCheck, texts: Texts) -> str:
    """Say which cell to look at; that all are right and only the last step is not; "" where there is nothing to say."""
    trace = question.trace
    if found.is_complete:
        is_division = trace.steps[-1].template.startswith(r"\frac")
        return texts("working.done_division" if is_division else "working.done_sum")
    if found.first_wrong is None:
        return ""
    begin = "look" if found.right_keys else "first"
    step = trace.step(found.first_wrong.step)
    if found.first_wrong.position is None:
        return texts(f"working.{begin}_total", name=total_name(found.first_wrong, trace, texts))
    name = step_name(step.key, parse_measure(question.measure).metric.key, texts)
    return texts(f"working.{begin}{'_ideal' if step.axis == 'ideal' else ''}", name=name, rank=found.first_wrong.position)
