"""A trace as lines to read: name = formula = terms = result; the one source for screen, text, LaTeX and Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.metrics.registry import METRICS
from rankviz.show.latex import is_line, latex_number, numbers, symbols
from rankviz.show.numbers import exact, in_unit
from rankviz.trace import HOLE, Step, Trace

UNDEFINED = "undefined"
GATHERS = re.compile(r"(\\max\()?<(sum|max) \w+>([+,]|$)")  # a sum or the largest term, perhaps with something added to it


@dataclass(frozen=True)
class Term:
    """One summand: the rank it belongs to (None: to no rank), its LaTeX with numbers, and whether it adds nothing."""

    rank: int | None
    latex: str
    muted: bool


@dataclass(frozen=True)
class Line:
    """One per-query quantity.

    Parameters
    ----------
    key, name : str
        Step key and printed name, e.g. "DCG@6".
    symbol, symbols : str
        LaTeX of the quantity and of its formula.
    terms : tuple of Term
        The summands, or one term with the filled formula.
    operator : str
        Stands between the terms: "+", or "," where the largest of them is taken.
    result, exact : str
        Printed value and all its digits.
    undefined : bool
    """

    key: str
    name: str
    symbol: str
    symbols: str
    terms: tuple[Term, ...]
    operator: str
    result: str
    exact: str
    undefined: bool = False

    @property
    def largest(self) -> bool:
        """Whether the line takes the largest of its terms instead of their sum."""
        return self.operator == ","

    def filled(self, terms: Sequence[str]) -> str:
        """Join terms, written out, to one expression in LaTeX; "" where there are none."""
        joined = f" {self.operator} ".join(terms)
        return rf"\max({joined})" if self.largest and terms else joined


def derivation(trace: Trace, query: int = 0, as_fractions: bool = False) -> tuple[Line, ...]:
    """Lines of one query's computation, the metric's value last."""
    return tuple(_line(trace, step, query, as_fractions) for step in trace.steps if is_line(step))


def _line(trace: Trace, step: Step, query: int, as_fractions: bool) -> Line:
    value = float(step.value[query])
    undefined = step.undefined is not None and bool(step.undefined[query])
    return Line(
        key=step.key,
        name=line_name(trace, step),
        symbol=step.symbol,
        symbols=symbols(trace, step, query),
        terms=_terms(trace, step, query, as_fractions),
        operator="," if (gathers := GATHERS.match(step.template)) and gathers[2] == "max" else "+",
        result=UNDEFINED if undefined else in_unit(step.unit, value, as_fractions),
        exact=exact(value),
        undefined=undefined,
    )


def line_name(trace: Trace, step: Step) -> str:
    """Printed name of a line: the metric's with its cutoff, else the symbol without LaTeX."""
    metric = METRICS.get(step.key)
    if metric is None:
        return plain_symbol(step)
    cutoff = trace.convention.cutoff
    return f"{metric.name}@{cutoff}" if "cutoff" in metric.uses and cutoff is not None else metric.name


def plain_symbol(step: Step) -> str:
    """The symbol of a step without LaTeX."""
    return step.symbol.replace(r"\mathrm", "").replace("{", "").replace("}", "")


def _terms(trace: Trace, step: Step, query: int, as_fractions: bool) -> tuple[Term, ...]:
    holes = HOLE.findall(step.template)
    summed = [key for operator, key in holes if operator in ("sum", "max")]
    if not summed or not GATHERS.match(step.template):
        return (Term(None, numbers(trace, step, (query,), as_fractions), False),)
    entry = trace.step(summed[0])
    terms = [_term(trace, entry, query, column, as_fractions) for column in _counted(trace, entry, query)]
    rest = [key for operator, key in holes if operator not in ("sum", "max")]
    if rest:  # what the formula adds to the sum, e.g. the pairs among documents that were not retrieved
        tail = step.template.split("+", 1)[1] if "+" in step.template else f"<{rest[0]}>"
        terms.append(Term(None, numbers(trace, Step("", "", tail, step.value, "query"), (query,), as_fractions), False))
    return tuple(terms)


def _counted(trace: Trace, entry: Step, query: int) -> list[int]:
    """Columns that have a term: those inside the cutoff, the ideal's places, or the recall levels."""
    if entry.axis == "level":
        return list(range(entry.value.shape[1]))
    where = trace.rankings.present if entry.where is None else entry.where
    return [int(column) for column in where[query].nonzero()[0]]


def _term(trace: Trace, entry: Step, query: int, column: int, as_fractions: bool) -> Term:
    value = float(entry.value[query, column])
    claimed = entry.where is None or bool(entry.where[query, column])
    filled = numbers(trace, entry, (query, column), as_fractions) if claimed and entry.template else ""
    places = {"ideal": "ideal_rank"}.get(entry.axis)
    rank = trace.rankings.rank if places is None else trace.step(places).value
    at = None if entry.axis == "level" else int(rank[query, column])
    return Term(at, filled or latex_number(in_unit(entry.unit, value, as_fractions)), value == 0)
