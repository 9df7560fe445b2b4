"""A derivation as a person writes it down: a line for each term, then lines that combine them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from rankviz.core.templates import TemplateError
from rankviz.core.trace import HOLE, Step, Trace, Unit, holes_in
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake, apply_mistake
from rankviz.diagnose.mistakes.mistaken_derivation import MistakenStep as Rewritten

# Step whose entries have a line each, whether they add something or not.
COUNTED = "counted_hit"
# Formulas that a person works out in other steps, with the same result.
BY_HAND = {
    r"\frac{2\cdot<tp>}{<precision_base>+<recall_base>}": FormulaMistake(
        "by_hand",
        ("f1",),
        (
            Rewritten("p", r"\mathrm{P}", r"\frac{<tp>}{<precision_base>}"),
            Rewritten("r", r"\mathrm{R}", r"\frac{<tp>}{<recall_base>}"),
            Rewritten("f1", "", r"\frac{2\cdot<p>\cdot<r>}{<p>+<r>}"),
        ),
    )
}
# Mistakes that a person makes in each term, although their formula is about the sum: step and template of the term.
AT_TERMS = {
    ("rr", "one_over_rank_plus_one"): ("reciprocal", r"\frac{<hit>}{<rank>+1}"),
    ("rr", "one_over_logarithm"): ("reciprocal", r"\frac{<hit>}{\log_2(<rank>+1)}"),
}
# Steps whose entries are computed from another step with lines of its own.
FIRST_OF: dict[str, str] = {"err_term": "stop"}
SORTS = ("term", "denominator", "sum", "result")  # of numbers that can be left out
GATHERS = re.compile(r"<(sum|max) (\w+)>([+].*)?$", re.DOTALL)


class StepEntry(NamedTuple):
    """Where a number of a derivation stands.

    Parameters
    ----------
    step : str
        Key of the step.
    column : int or None
        Column in the step; None for a number of the whole list.
    """

    step: str
    column: int | None = None


@dataclass(frozen=True)
class Hole:
    """A number of a derivation that is left out.

    Parameters
    ----------
    step : str
        Key of the step.
    entry : int or None
        Column of the number in the step; None for a number of the whole list.
    sort : str
        One of `SORTS`.
    """

    step: str
    entry: int | None
    sort: str

    @property
    def step_entry(self) -> StepEntry:
        """Where the number stands in the derivation."""
        return StepEntry(self.step, self.entry)


class FormulaNumber(NamedTuple):
    """A number as it stands in a formula.

    Parameters
    ----------
    entries : tuple of StepEntry
        Where it comes from: one entry, or all that were summed.
    value : float
    unit : str
        As that of a trace step.
    """

    entries: tuple[StepEntry, ...]
    value: float
    unit: Unit


class Summand(NamedTuple):
    """One summand of a line, or its whole formula.

    Parameters
    ----------
    template : str
        As that of a trace step.
    numbers : tuple of FormulaNumber
        The numbers in its holes, from left to right.
    """

    template: str
    numbers: tuple[FormulaNumber, ...]


class WrittenLine(NamedTuple):
    """One line of a written derivation.

    Parameters
    ----------
    target : StepEntry
        The number that it works out.
    summands : tuple of Summand
    operator : str
        Stands between the summands: "+", or "," if the largest of them is taken.
    value : float
    unit : str
    """

    target: StepEntry
    summands: tuple[Summand, ...]
    operator: str
    value: float
    unit: Unit

    @property
    def is_counted(self) -> bool:
        """Whether the number is read off the list, without a formula."""
        return self.target.column is not None and len(self.summands) == 1 and bool(HOLE.fullmatch(self.summands[0].template))


WrittenLines = tuple[WrittenLine, ...]


def trace_by_hand(trace: Trace) -> Trace:
    """Return the trace in the steps in which a person works it out."""
    formula = BY_HAND.get(trace.steps[-1].template)
    return apply_mistake(trace, formula, (), trace.convention) if formula else trace


def mistaken_trace_by_hand(key: str, wrong: Trace, right: Trace) -> Trace:
    """Return the trace with a mistake in it, in the steps in which a person makes that mistake."""
    step, template = AT_TERMS.get((wrong.metric, key), ("", ""))
    if not step:
        return trace_by_hand(wrong)
    return apply_mistake(right, FormulaMistake(key, (wrong.metric,), (Rewritten(step, "", template),)), (), right.convention)


def written_lines(trace: Trace, *, spelled: bool = False) -> WrittenLines:
    """Return the lines of the derivation of one list.

    Parameters
    ----------
    trace : Trace
    spelled : bool
        Whether divisors are written as their formulas, not as numbers.

    Raises
    ------
    TemplateError
        If an entry is not computed by its formula, as with equal scores.
    """
    return tuple(_lines(trace, spelled))


def _lines(trace: Trace, spelled: bool) -> Iterator[WrittenLine]:
    has_lines = set[str]()
    for step in trace.steps:
        if step.axis != "query" or not step.template or step.key.endswith("_base") or step.key == "tied_pair":
            continue
        match = GATHERS.match(step.template)
        gathered = trace.step(match[2]) if match else None
        if gathered is not None and gathered.axis == "list":
            for key in (FIRST_OF.get(gathered.key, ""), gathered.key):
                if key in trace:
                    yield from (_entry_line(trace, trace.step(key), column, spelled) for column in _columns(trace, gathered))
                    has_lines.add(key)
        yield _list_line(trace, step, spelled, has_lines)


def _columns(trace: Trace, gathered: Step) -> list[int]:
    """Return the columns that have lines: those that add something or are relevant; all for a counted step."""
    has_line = gathered.value != 0
    if gathered.axis == "list":
        is_included = trace.rankings.present if gathered.where is None else gathered.where
        has_line |= is_included & (trace.rankings.hit | (gathered.key == COUNTED))
    return [int(column) for column in has_line[0].nonzero()[0]]


def _entry_line(trace: Trace, step: Step, column: int, spelled: bool) -> WrittenLine:
    summand = _summand(trace, _template_at(step, column), column, spelled)
    return WrittenLine(StepEntry(step.key, column), (summand,), "+", float(step.value[0, column]), step.unit)


def _template_at(step: Step, column: int) -> str:
    if not step.template or (step.where is not None and not step.where[0, column]):
        raise TemplateError(f"{step.key}: entry {column} is not worked out by a formula")
    return step.template


def _list_line(trace: Trace, step: Step, spelled: bool, has_lines: set[str]) -> WrittenLine:
    """Return the line of a number of the whole list."""
    match, value = GATHERS.match(step.template), float(step.value[0])
    if match is None:
        return WrittenLine(StepEntry(step.key), (_summand(trace, step.template, None, spelled),), "+", value, step.unit)
    gathered = trace.step(match[2])
    hole = f"<{gathered.key}>" if gathered.key in has_lines else ""
    columns = _columns(trace, gathered)
    summands = [_summand(trace, hole or _template_at(gathered, column), column, spelled) for column in columns]
    if match[3]:
        summands.append(_summand(trace, match[3][1:], None, spelled))
    return WrittenLine(StepEntry(step.key), tuple(summands), "," if match[1] == "max" else "+", value, step.unit)


def _summand(trace: Trace, template: str, column: int | None, spelled: bool) -> Summand:
    if spelled:
        template = HOLE.sub(partial(_divisor_formula, trace), template)
    return Summand(template, tuple(_formula_number(trace, operator, key, column) for operator, key in holes_in(template)))


def _divisor_formula(trace: Trace, hole: re.Match[str]) -> str:
    """Return the formula of a divisor in place of its hole; the hole itself if it is none."""
    step = trace.step(hole[2])
    if hole[1] or step.unit != "divisor" or not step.template:
        return hole[0]
    is_alone = hole.string[: hole.start()].endswith("{") and hole.string[hole.end() :].startswith("}")
    return step.template if is_alone else rf"\left({step.template}\right)"


def _formula_number(trace: Trace, operator: str, key: str, column: int | None) -> FormulaNumber:
    step = trace.step(key)
    if operator in ("sum", "max"):
        row = step.value[0]
        value = float(row.sum() if operator == "sum" else row.max(initial=0.0))
        return FormulaNumber(tuple(StepEntry(key, each) for each in range(row.size)), value, step.unit)
    if operator:
        raise TemplateError(f"<{operator} {key}> is no single number")
    if step.value.ndim == 1:
        return FormulaNumber((StepEntry(key),), float(step.value[0]), step.unit)
    if column is None:
        raise TemplateError(f"<{key}> is no number of the whole list")
    return FormulaNumber((StepEntry(key, column),), float(step.value[0, column]), step.unit)


def value_of_entry(trace: Trace, entry: StepEntry) -> float | None:
    """Return the number of an entry; None if the trace has none there."""
    if entry.step not in trace:
        return None
    step = trace.step(entry.step)
    if entry.column is None:
        return float(step.value[0]) if step.value.ndim == 1 else None
    if (
        step.value.ndim != 2
        or entry.column >= step.value.shape[1]
        or (step.where is not None and not step.where[0, entry.column])
    ):
        return None
    return float(step.value[0, entry.column])


def dependent_numbers(trace: Trace, entry: StepEntry) -> frozenset[StepEntry]:
    """Return an entry and all numbers that are computed from it."""
    dependents = {entry}
    for step in trace.steps:
        columns = [None] if step.value.ndim == 1 else range(step.value.shape[1])
        dependents.update(StepEntry(step.key, column) for column in columns if _reads_any(step, column, dependents))
    return frozenset(dependents)


def _reads_any(step: Step, column: int | None, dependents: set[StepEntry]) -> bool:
    for operator, key in holes_in(step.template):
        if operator or column is None:
            is_dependent = any(dependent.step == key for dependent in dependents)
        else:
            is_dependent = StepEntry(key, column) in dependents or StepEntry(key) in dependents
        if is_dependent:
            return True
    return False
