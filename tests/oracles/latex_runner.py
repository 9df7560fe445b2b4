r"""Runs the templates of a trace: a parser of the LaTeX they may use, and the definition of each kind of hole.

Nothing here is taken from the code under test but the recorded arrays. A LaTeX command or a hole that is not in the tables
below is an error, so that a template cannot show something that was never executed.

    sum     = product (("+" | "-") product)*
    product = power ("\cdot" power)*
    power   = "-" power | atom ("^" atom)?
    atom    = number | hole | "(" sum ")" | "{" sum "}" | "\left(" sum "\right)" | "\frac" "{" sum "}" "{" sum "}"
            | function "(" sum ("," sum)* ")" | "\sqrt" "{" sum "}"
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from rankviz.core.lists.rankings import Rankings
from rankviz.core.trace import Step, Trace

Array = NDArray[np.float64]
Holes = Callable[[str, str], Array]

# Longer names first: `\log_{10}` must not be read as `\log_2`'s neighbour, nor `\left(` as `\left` and `(`.
TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d+)?)|<(?:(\w+) )?(\w+)>|(\\log_\{10\}|\\log_2|\\left\(|\\right\)|\\[A-Za-z]+|[-+^(){},]))"
)
FUNCTIONS: Mapping[str, tuple[int, Callable[..., Array]]] = {
    r"\log_2": (1, np.log2),
    r"\log_{10}": (1, np.log10),
    r"\ln": (1, np.log),
    r"\max": (2, np.maximum),
    r"\min": (2, np.minimum),
    r"\exp": (1, np.exp),
}
CLOSING = {"(": ")", "{": "}", r"\left(": r"\right)"}


class LatexError(Exception):
    """A template holds something that the runner has no meaning for."""


class _Parser:
    """Reads a template from left to right and computes while reading."""

    def __init__(self, template: str, holes: Holes) -> None:
        self._tokens = _tokens(template)
        self._at = 0
        self._holes = holes

    def result(self) -> Array:
        value = self._sum()
        if self._at < len(self._tokens):
            raise LatexError(f"unexpected {self._tokens[self._at]}")
        return value

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _accept(self, *texts: str) -> str:
        found = self._peek()
        if found not in texts:
            return ""
        self._at += 1
        return found

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            raise LatexError(f"expected {text}, found {self._peek() or 'the end'}")

    def _sum(self) -> Array:
        value = self._product()
        while sign := self._accept("+", "-"):
            other = self._product()
            value = _meet(np.add if sign == "+" else np.subtract, value, other)
        return value

    def _product(self) -> Array:
        value = self._power()
        while self._accept(r"\cdot"):
            value = _meet(np.multiply, value, self._power())
        return value

    def _power(self) -> Array:
        if self._accept("-"):
            return np.negative(self._power())
        base = self._atom()
        return _meet(np.power, base, self._atom()) if self._accept("^") else base

    def _atom(self) -> Array:
        if self._at == len(self._tokens):
            raise LatexError("the template ends too early")
        text, kind, key = self._tokens[self._at]
        self._at += 1
        if key:
            return self._holes(kind, key)
        if text in CLOSING:
            value = self._sum()
            self._expect(CLOSING[text])
            return value
        if text == r"\frac":
            return _meet(np.divide, self._read_braced(), self._read_braced())
        if text == r"\sqrt":
            return np.sqrt(self._read_braced())
        if text in FUNCTIONS:
            return self._call(*FUNCTIONS[text])
        if text[0].isdigit():
            return np.float64(text)  # type: ignore[return-value]
        raise LatexError(f"unknown LaTeX: {text}")

    def _read_braced(self) -> Array:
        self._expect("{")
        value = self._sum()
        self._expect("}")
        return value

    def _call(self, count: int, function: Callable[..., Array]) -> Array:
        opening = self._accept("(", r"\left(")
        if not opening:
            raise LatexError("a function needs parentheses")
        arguments = [self._sum()]
        while self._accept(","):
            arguments.append(self._sum())
        self._expect(CLOSING[opening])
        if len(arguments) != count:
            raise LatexError(f"expected {count} arguments, found {len(arguments)}")
        return function(arguments[0]) if count == 1 else _meet(function, *arguments)


def _tokens(template: str) -> list[tuple[str, str, str]]:
    """Cut a template into (text, kind of hole, key of hole); the last two are empty for anything but a hole."""
    tokens, at = [], 0
    while at < len(template.rstrip()):
        match = TOKEN.match(template, at)
        if not match:
            raise LatexError(f"unknown LaTeX: {template[at:]}")
        number, kind, key, mark = match.groups()
        tokens.append((number or mark or match[0].strip(), kind or "", key or ""))
        at = match.end()
    return tokens


def _meet(operation: Callable[[Array, Array], Array], left: Array, right: Array) -> Array:
    """Combine two values; one per query (Q,) is spread against one per entry (Q, N)."""
    left, right = np.asarray(left), np.asarray(right)
    if {left.ndim, right.ndim} == {1, 2}:
        left, right = (each[:, None] if each.ndim == 1 else each for each in (left, right))
    return operation(left, right)


def run_latex(template: str, holes: Holes) -> Array:
    """Execute a template; `holes(kind, key)` gives the array of a hole, kind "" for the array itself.

    Raises
    ------
    LatexError
        If the template holds anything that this small language does not.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.asarray(_Parser(template, holes).result(), dtype=float)


def _sum(step: Step, rankings: Rankings) -> Array:
    """Over all entries of each list."""
    return np.array([sum(row[i] for i in columns) for row, columns in _rows(step, rankings)], dtype=float)


def _max(step: Step, rankings: Rankings) -> Array:
    """Over all entries of each list; 0 for a list without entries."""
    return np.array([max((row[i] for i in columns), default=0.0) for row, columns in _rows(step, rankings)], dtype=float)


def _upto(step: Step, rankings: Rankings) -> Array:
    """Over the entries whose place is at most the last place of i's tie group."""
    return _over_places(step, rankings, lambda rank, i, q: rank <= rankings.last[q, i])


def _before(step: Step, rankings: Rankings) -> Array:
    """Over the entries whose place is before the first place of i's tie group."""
    return _over_places(step, rankings, lambda rank, i, q: rank < rankings.first[q, i])


def _prod_before(step: Step, rankings: Rankings) -> Array:
    """Over the entries whose place is before i's."""
    return _over_places(step, rankings, lambda rank, i, q: rank < rankings.rank[q, i], math.prod)


HOLES: Mapping[str, Callable[[Step, Rankings], Array]] = {
    "": lambda step, rankings: step.value,
    "sum": _sum,
    "max": _max,
    "upto": _upto,
    "before": _before,
    "prod_before": _prod_before,
}


def _rows(step: Step, rankings: Rankings) -> list[tuple[Array, list[int]]]:
    """Each list's values and the columns that are entries of it (not padding)."""
    if step.value.ndim != 2:
        raise LatexError(f"{step.key} has no entries to go over")
    every = list(range(step.value.shape[1]))
    if step.axis in ("ideal", "level", "depth"):
        return [(row, every) for row in step.value]
    return [(row, [i for i in every if rankings.present[q, i]]) for q, row in enumerate(step.value)]


def _over_places(
    step: Step,
    rankings: Rankings,
    counts: Callable[[float, int, int], bool],
    gather: Callable[[Iterable[float]], float] = sum,
) -> Array:
    result = np.zeros_like(step.value)
    for q, (row, columns) in enumerate(_rows(step, rankings)):
        for i in columns:
            result[q, i] = gather(row[j] for j in columns if counts(float(rankings.rank[q, j]), i, q))
    return result


def run_step(trace: Trace, step: Step, template: str | None = None) -> Array:
    """Execute a step's template (or another one in its place) on the recorded arrays of the earlier steps."""
    steps = list(trace.steps)
    earlier = steps[: next((i for i, each in enumerate(steps) if each is step), len(steps))]

    def hole(kind: str, key: str) -> Array:
        if kind not in HOLES:
            raise LatexError(f"unknown hole: <{kind} {key}>")
        named = [each for each in earlier if each.key == key]
        if not named:
            raise LatexError(f"<{key}> names no earlier step of {step.key}")
        return HOLES[kind](named[-1], trace.rankings)

    return run_latex(step.template if template is None else template, hole)
