"""A derivation as a person writes it down: a line for each term, then for what the terms are put together to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from rankviz.core.templates import TemplateError
from rankviz.core.trace import HOLE, Step, Trace, Unit, holes_in
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake, apply_mistake
from rankviz.diagnose.mistakes.mistaken_derivation import MistakenStep as Rewritten

# Entries that are counted have a line whether they add something or not.
COUNTED = "counted_hit"
# Formulas that a person works out in other steps, which come to the same number.
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
# Mistakes that a person makes at each term, though the formula in their table is about what the terms come to.
AT_TERMS = {
    ("rr", "one_over_rank_plus_one"): ("reciprocal", r"\frac{<hit>}{<rank>+1}"),
    ("rr", "one_over_logarithm"): ("reciprocal", r"\frac{<hit>}{\log_2(<rank>+1)}"),
}
# What a line's entries are made from, where that has lines of its own.
FIRST_OF: dict[str, str] = {"err_term": "stop"}
GATHERS = re.compile(r"<(sum|max) (\w+)>([+].*)?$", re.DOTALL)


class StepEntry(NamedTuple):
    """A number of a derivation.

    Parameters
    ----------
    step : str
        Key of the step.
    column : int or None
        Column of the entry; None for a number of the whole list.
    """

    step: str
    column: int | None = None


class FormulaNumber(NamedTuple):
    """A number as it stands in a formula.

    Parameters
    ----------
    entries : tuple of StepEntry
        Where it comes from: one, or all entries that were put together.
    value : float
    unit : str
        As of a `Step`.
    """

    entries: tuple[StepEntry, ...]
    value: float
    unit: Unit


class Summand(NamedTuple):
    """One summand of a line, or its whole formula.

    Parameters
    ----------
    template : str
        As of a `Step`.
    numbers : tuple of FormulaNumber
        What its holes are filled with, from left to right.
    """

    template: str
    numbers: tuple[FormulaNumber, ...]


class WrittenLine(NamedTuple):
    """One line.

    Parameters
    ----------
    target : StepEntry
        What it works out.
    summands : tuple of Summand
    operator : str
        Stands between the parts: "+", or "," where the largest of them is taken.
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
        """Whether it is read off the list: there is no formula."""
        return self.target.column is not None and len(self.summands) == 1 and bool(HOLE.fullmatch(self.summands[0].template))


WrittenLines = tuple[WrittenLine, ...]


def trace_by_hand(trace: Trace) -> Trace:
    """The derivation in the steps in which a person works it out."""
    slip = BY_HAND.get(trace.steps[-1].template)
    return apply_mistake(trace, slip, (), trace.convention) if slip else trace


def mistaken_trace_by_hand(key: str, wrong: Trace, right: Trace) -> Trace:
    """The derivation with a mistake in it, in the steps in which a person makes it."""
    step, template = AT_TERMS.get((wrong.metric, key), ("", ""))
    if not step:
        return trace_by_hand(wrong)
    return apply_mistake(right, FormulaMistake(key, (wrong.metric,), (Rewritten(step, "", template),)), (), right.convention)


def written_lines(trace: Trace, *, spelled: bool = False) -> WrittenLines:
    """The lines of the derivation of one list.

    Parameters
    ----------
    trace : Trace
    spelled : bool
        Whether divisors are written as they are worked out, not as numbers.

    Raises
    ------
    TemplateError
        If an entry does not follow its formula, as with equal scores.
    """
    return tuple(_lines(trace, spelled))


def _lines(trace: Trace, spelled: bool) -> Iterator[WrittenLine]:
    has_lines = set[str]()
    for step in trace.steps:
        if step.axis != "query" or not step.template or step.key.endswith("_base") or step.key == "tied_pair":
            continue
        found = GATHERS.match(step.template)
        gathered = trace.step(found[2]) if found else None
        if gathered is not None and gathered.axis == "list":
            for each in (FIRST_OF.get(gathered.key, ""), gathered.key):
                if each in trace:
                    yield from (_entry_line(trace, trace.step(each), column, spelled) for column in _columns(trace, gathered))
                    has_lines.add(each)
        yield _list_line(trace, step, spelled, has_lines)


def _columns(trace: Trace, gathered: Step) -> list[int]:
    """Entries that have lines: those that add something, and what is relevant; of what is counted all."""
    shown = gathered.value != 0
    if gathered.axis == "list":
        claimed = trace.rankings.present if gathered.where is None else gathered.where
        shown |= claimed & (trace.rankings.hit | (gathered.key == COUNTED))
    return [int(column) for column in shown[0].nonzero()[0]]


def _entry_line(trace: Trace, step: Step, column: int, spelled: bool) -> WrittenLine:
    part = _summand(trace, _template_at(step, column), column, spelled)
    return WrittenLine(StepEntry(step.key, column), (part,), "+", float(step.value[0, column]), step.unit)


def _template_at(step: Step, column: int) -> str:
    if not step.template or (step.where is not None and not step.where[0, column]):
        raise TemplateError(f"{step.key}: entry {column} is not worked out by a formula")
    return step.template


def _list_line(trace: Trace, step: Step, spelled: bool, has_lines: set[str]) -> WrittenLine:
    """The line of a number of the whole list."""
    found, value = GATHERS.match(step.template), float(step.value[0])
    if found is None:
        return WrittenLine(StepEntry(step.key), (_summand(trace, step.template, None, spelled),), "+", value, step.unit)
    gathered = trace.step(found[2])
    own = f"<{gathered.key}>" if gathered.key in has_lines else ""
    columns = _columns(trace, gathered)
    parts = [_summand(trace, own or _template_at(gathered, column), column, spelled) for column in columns]
    if found[3]:
        parts.append(_summand(trace, found[3][1:], None, spelled))
    return WrittenLine(StepEntry(step.key), tuple(parts), "," if found[1] == "max" else "+", value, step.unit)


def _summand(trace: Trace, template: str, column: int | None, spelled: bool) -> Summand:
    if spelled:
        template = HOLE.sub(partial(_divisor_formula, trace), template)
    return Summand(template, tuple(_formula_number(trace, operator, key, column) for operator, key in holes_in(template)))


def _divisor_formula(trace: Trace, hole: re.Match[str]) -> str:
    """A divisor by its own formula, if it has one."""
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


def value_of_entry(trace: Trace, place: StepEntry) -> float | None:
    """The number at a place; None where the derivation has none."""
    if place.step not in trace:
        return None
    step = trace.step(place.step)
    if place.column is None:
        return float(step.value[0]) if step.value.ndim == 1 else None
    if (
        step.value.ndim != 2
        or place.column >= step.value.shape[1]
        or (step.where is not None and not step.where[0, place.column])
    ):
        return None
    return float(step.value[0, place.column])


def dependent_numbers(trace: Trace, place: StepEntry) -> frozenset[StepEntry]:
    """A place and all numbers that are worked out from it."""
    found = {place}
    for step in trace.steps:
        entries = [None] if step.value.ndim == 1 else range(step.value.shape[1])
        found.update(StepEntry(step.key, entry) for entry in entries if _reads_any(step, entry, found))
    return frozenset(found)


def _reads_any(step: Step, entry: int | None, found: set[StepEntry]) -> bool:
    for operator, key in holes_in(step.template):
        if operator or entry is None:
            touched = any(place.step == key for place in found)
        else:
            touched = StepEntry(key, entry) in found or StepEntry(key) in found
        if touched:
            return True
    return False
