r"""Templates of a trace as LaTeX: filled with symbols they are the formula, filled with numbers the substitution."""

from __future__ import annotations

import re
from collections.abc import Callable

from rankviz.core.trace import HOLE, Step, Trace, holes_in
from rankviz.display.number_format import in_unit, plain

# What is written for a step, by its key and its LaTeX: its symbol, or its own formula where that stands in its place (True).
Write = Callable[[str, str, bool], str]
# Key and symbol of what a sum goes over, by the axis of its terms.
INDEX = {"list": ("rank", "i"), "ideal": ("ideal_rank", "j"), "depth": ("down_to", "d")}


def plainly(key: str, latex: str, in_full: bool) -> str:
    """Write the LaTeX as it is."""
    return latex


def greek(latex: str) -> str:
    """Letters that have a sign of their own in plain text, too."""
    return latex.replace(r"\tau", "τ").replace(r"\rho", "ρ")


def is_line(step: Step) -> bool:
    """Whether a per-query step has a line of its own in a derivation: it is arithmetic, and more than another name."""
    return step.axis == "query" and bool(step.template) and not _is_base(step)


def _is_base(step: Step) -> bool:
    """Denominators and constants chosen from a table: shown inside the quotient, not on a line."""
    return step.key.endswith("_base") or step.key == "tied_pair"


def symbols(trace: Trace, step: Step, query: int = 0, write: Write = plainly) -> str:
    """Fill a template with symbols; per-entry steps are written out, per-query lines keep their name."""

    def symbol(hole: re.Match[str]) -> str:
        written = _symbol(trace, hole, query, write)
        is_raised_twice = "^" in written and step.template[hole.end() : hole.end() + 1] == "^"
        return f" {{{written}}}" if is_raised_twice else f" {written}"

    return HOLE.sub(symbol, step.template).strip()


def _symbol(trace: Trace, hole: re.Match[str], query: int, write: Write) -> str:
    operator, key = hole.groups()
    step = trace.step(key)
    if operator is None:
        return _written_out(trace, step, query, write)
    if operator == "prod_before":
        return rf"\prod_{{l<i}} {_written_out(trace, step, query, write)}"
    if step.axis == "level":
        return rf"\sum_{{l=0}}^{{10}} {write(key, step.symbol, False)}"
    index = write(*INDEX[step.axis], False)
    end = plain(_deepest(trace, step, query))
    bounds = rf"\sum_{{{index}=1}}^{{{end}}}" if operator == "sum" else rf"\max_{{1\le {index}\le {end}}}"
    return f"{bounds} {_written_out(trace, step, query, write)}"


def _deepest(trace: Trace, step: Step, query: int) -> float:
    """Where a sum over entries ends."""
    rankings = trace.rankings
    if step.axis == "depth" and step.where is not None:
        return float(step.where[query].sum())
    if step.axis == "ideal":
        return float(min(rankings.ideal_k[query], rankings.pool_size[query]))
    if "hits_to_R" in trace:
        return float(rankings.R[query])
    return float(rankings.k[query])  # the list's length where the metric has no cutoff


def _written_out(trace: Trace, step: Step, query: int, write: Write) -> str:
    """A step by its template where that is arithmetic on the same entry, else by its symbol."""
    reaches_over_entries = any(operator for operator, _ in holes_in(step.template))
    if not step.template or reaches_over_entries or is_line(step):
        return write(step.key, step.symbol, False)
    return write(step.key, symbols(trace, step, query, write), True)


def numbers(trace: Trace, step: Step, at: tuple[int, ...], as_fractions: bool = False) -> str:
    """Fill a template with the numbers at one place: `(query, column)` for an entry, `(query,)` for a query.

    Sums are not spelled out here: a line prints their terms one by one.
    """

    def number(hole: re.Match[str]) -> str:
        operator, key = hole.groups()
        named = trace.step(key)
        if operator in ("sum", "max"):
            whole = named.value[at[0]].sum() if operator == "sum" else named.value[at[0]].max(initial=0)
            return in_unit(named.unit, float(whole), as_fractions)
        place = at if named.value.ndim == len(at) else at[:1]
        return latex_number(in_unit(named.unit, float(named.value[place]), as_fractions))

    filled = HOLE.sub(number, step.template)
    return re.sub(r"(?<![\d.])1\\cdot(?=\d)", "", filled)


def latex_number(text: str) -> str:
    """Write a printed number in LaTeX: 2/3 as a fraction, a power of ten as one, the minus as a hyphen."""
    text = text.replace("−", "-").replace("∞", r"\infty")
    if match := re.fullmatch(r"(-?)(\d+)/(\d+)", text):
        return rf"{match[1]}\frac{{{match[2]}}}{{{match[3]}}}"
    if match := re.fullmatch(r"(-?[\d.]+)e([+-]\d+)", text):
        return rf"{match[1]}\cdot10^{{{int(match[2])}}}"
    return text
