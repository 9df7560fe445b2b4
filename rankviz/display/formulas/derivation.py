"""A trace as lines to read: name = formula = terms = result; the one source for screen, text, LaTeX and Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from rankviz.core.metrics.registry import METRICS
from rankviz.core.templates import run_template
from rankviz.core.trace import Step, Trace, holes_in, running_sums
from rankviz.display.formulas.latex import greek, is_line, latex_number, numbers, symbols
from rankviz.display.number_format import exact, in_unit
from rankviz.texts import Texts

UNDEFINED = "undefined"
MOST_TERMS, FIRST_TERMS, LAST_TERMS = 12, 7, 3  # of a line that is printed whole, and of a longer one
GATHERS = re.compile(r"(\\max\()?<(sum|max) (\w+)>([+,]|$)")  # a sum or the largest term, perhaps with something added to it


@dataclass(frozen=True)
class Term:
    """One summand.

    Parameters
    ----------
    rank : int or None
        That it belongs to; None: to no rank.
    latex : str
        Itself with numbers.
    muted : bool
        Whether it adds nothing.
    running_total : str
        What the line has come to with it, as printed.
    """

    rank: int | None
    latex: str
    muted: bool
    running_total: str = ""


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
    gathers : str
        Key of the step whose entries are the terms, "" where they are no entries.
    comes_to : str
        What the formula comes to, as printed, where the convention answers something else; "" where it does not.
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
    gathers: str = ""
    comes_to: str = ""

    @property
    def result_in_full(self) -> str:
        """The result, after what the formula comes to where that is not the result."""
        return answered_instead(self.comes_to, self.result)

    @property
    def takes_largest(self) -> bool:
        """Whether the line takes the largest of its terms instead of their sum."""
        return self.operator == ","

    def join_terms(self, terms: Sequence[str]) -> str:
        """Join terms, written out, to one expression in LaTeX; "" where there are none."""
        joined = f" {self.operator} ".join(terms)
        return rf"\max({joined})" if self.takes_largest and terms else joined


def answered_instead(comes_to: str, result: str) -> str:
    """Join what a formula comes to, "" if that is the result, and the result."""
    return f"{comes_to} → {result}" if comes_to else result


def result_words(line: Line, texts: Texts) -> str:
    """The result of a line in the language of the page, as `Line.result_in_full`."""
    return answered_instead(line.comes_to, texts("panel.undefined") if line.undefined else line.result)


def fold_terms(terms: Sequence[Term]) -> tuple[Sequence[Term], int, Sequence[Term]]:
    """Return the first terms of a line, how many are left out after them, and the last; for a short line all, 0 and none."""
    left_out = len(terms) - FIRST_TERMS - LAST_TERMS
    return (terms[:FIRST_TERMS], left_out, terms[-LAST_TERMS:]) if len(terms) > MOST_TERMS else (terms, 0, ())


def derivation(trace: Trace, query: int = 0, as_fractions: bool = False) -> tuple[Line, ...]:
    """Lines of one query's computation, the metric's value last."""
    return tuple(_line(trace, step, query, as_fractions) for step in trace.steps if is_line(step))


def _line(trace: Trace, step: Step, query: int, as_fractions: bool) -> Line:
    value = float(step.value[query])
    undefined = step.undefined is not None and bool(step.undefined[query])
    gathered = GATHERS.match(step.template)
    return Line(
        key=step.key,
        name=line_name(trace, step),
        symbol=step.symbol,
        symbols=symbols(trace, step, query),
        terms=_terms(trace, step, query, as_fractions),
        operator="," if gathered and gathered[2] == "max" else "+",
        result=UNDEFINED if undefined else in_unit(step.unit, value, as_fractions),
        exact=exact(value),
        undefined=undefined,
        gathers=gathered[3] if gathered else "",
        comes_to=_comes_to(trace, step, query, as_fractions) if undefined and step.template else "",
    )


def _comes_to(trace: Trace, step: Step, query: int, as_fractions: bool) -> str:
    """What a formula comes to, as printed: 0/3 is 0, also where the convention lets that be no answer; "" for 0/0."""
    value = float(run_template(step.template, {each.key: each.value for each in trace.steps}, trace.rankings)[query])
    return in_unit(step.unit, value, as_fractions) if isfinite(value) else ""


def line_name(trace: Trace, step: Step) -> str:
    """Printed name of a line: the metric's with its cutoff, else the symbol without LaTeX.

    The sum of the ideal order, by which a metric divides, is written as the metric is, whether or not it is one itself.
    """
    metric, cutoff = METRICS.get(step.key), trace.convention.cutoff
    name = plain_symbol(step) if metric is None else metric.name
    if metric is None and ("", step.key) in holes_in(trace.steps[-1].template):
        whole = METRICS.get(trace.metric)
        metric = whole if whole is not None and whole.rank_display.ideal == whole.key else None
    return f"{name}@{cutoff}" if metric is not None and "cutoff" in metric.uses and cutoff is not None else name


def plain_symbol(step: Step) -> str:
    """The symbol of a step without LaTeX."""
    return greek(step.symbol).replace(r"\mathrm", "").replace("{", "").replace("}", "")


def _terms(trace: Trace, step: Step, query: int, as_fractions: bool) -> tuple[Term, ...]:
    holes = holes_in(step.template)
    gathered = GATHERS.match(step.template)
    if not gathered:
        return (Term(None, numbers(trace, step, (query,), as_fractions), False),)
    entry = trace.step(gathered[3])
    run = running_sums(entry.value[query : query + 1], gathered[2])[0].tolist()
    sums = [in_unit(step.unit, value, as_fractions) for value in run]
    terms = [
        _term(trace, entry, query, column, sums[column], as_fractions) for column in _columns_with_terms(trace, entry, query)
    ]
    rest = [key for operator, key in holes if operator not in ("sum", "max")]
    if rest:  # what the formula adds to the sum, e.g. the pairs among documents that were not retrieved
        tail = step.template.split("+", 1)[1] if "+" in step.template else f"<{rest[0]}>"
        terms.append(Term(None, numbers(trace, Step("", "", tail, step.value, "query"), (query,), as_fractions), False))
    return tuple(terms)


def _columns_with_terms(trace: Trace, entry: Step, query: int) -> list[int]:
    """Columns that have a term: those inside the cutoff, the ideal's places, or the recall levels."""
    if entry.axis == "level":
        return list(range(entry.value.shape[1]))
    where = trace.rankings.present if entry.where is None else entry.where
    return [int(column) for column in where[query].nonzero()[0]]


def _term(trace: Trace, entry: Step, query: int, column: int, running_total: str, as_fractions: bool) -> Term:
    value = float(entry.value[query, column])
    claimed = entry.where is None or bool(entry.where[query, column])
    filled = numbers(trace, entry, (query, column), as_fractions) if claimed and entry.template else ""
    places = {"ideal": "ideal_rank", "depth": "down_to"}.get(entry.axis)
    rank = trace.rankings.rank if places is None else trace.step(places).value
    at = None if entry.axis == "level" else int(rank[query, column])
    return Term(at, filled or latex_number(in_unit(entry.unit, value, as_fractions)), value == 0, running_total)
