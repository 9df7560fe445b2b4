r"""Runs the templates of a trace on numbers: computes again what a formula says.

A template may hold numbers, `+ - \cdot ^`, `\frac`, `\sqrt`, `\max \min \ln \exp \log_2 \log_{10}`, brackets, and the holes of
`rankviz.core.trace`. In the formula of a mean `<sum x>` goes over the lists, and `<Q>` is their number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.trace import HOLE, STAND_INS, Step, holes_in, sum_rows

Arrays = Mapping[str, Array]
Run = Callable[[Arrays, Rankings], Array]

TOKEN = re.compile(r"\s*(<[^<>]*>|\d+(?:\.\d+)?|\\log_\{10\}|\\log_2|\\(?:left|right)[()]|\\[a-z]+|[-+^(){},])")
COMMANDS: Mapping[str, tuple[int, Any]] = {
    r"\frac": (2, np.divide),
    r"\sqrt": (1, np.sqrt),
    r"\max": (2, np.maximum),
    r"\min": (2, np.minimum),
    r"\ln": (1, np.log),
    r"\exp": (1, np.exp),
    r"\log_2": (1, np.log2),
    r"\log_{10}": (1, np.log10),
}
# How tightly an operator binds, and what it does.
OPERATORS: Mapping[str, tuple[int, Any]] = {
    "+": (1, np.add),
    "-": (1, np.subtract),
    r"\cdot": (2, np.multiply),
    "^": (4, np.power),
}
MINUS = 3  # of a single number: more than a product, less than a power
BRACKETS = {"(": ")", "{": "}", r"\left(": r"\right)"}


class TemplateError(Exception):
    """A template that cannot be run on these steps."""


class _Reader:
    """Turns a template into a function, from left to right."""

    def __init__(self, template: str) -> None:
        self._template = template
        self._tokens: list[str] = []
        at, end = 0, len(template.rstrip())
        while at < end:
            match = TOKEN.match(template, at)
            if match is None:
                raise TemplateError(f"{template!r}: cannot read {template[at:]!r}")
            self._tokens.append(match[1])
            at = match.end()
        self._tokens.reverse()

    def read_all(self) -> Run:
        run = self._read_expression(0)
        if self._tokens:
            raise TemplateError(f"{self._template!r}: {self._tokens[-1]!r} is left over")
        return run

    def _read_expression(self, least: int) -> Run:
        """Read operands as long as the operators between them bind more tightly than `least`."""
        left = self._read_operand()
        while self._tokens and OPERATORS.get(self._tokens[-1], (0,))[0] > least:
            strength, operation = OPERATORS[self._tokens.pop()]
            left = _combine(operation, left, self._read_expression(strength))
        return left

    def _read_operand(self) -> Run:
        part = self._next()
        if part == "-":
            inner = self._read_expression(MINUS)
            return lambda arrays, rankings: np.negative(inner(arrays, rankings))
        if part in BRACKETS:
            inside = self._read_expression(0)
            self._expect(BRACKETS[part])
            return inside
        if part in COMMANDS:
            return self._read_command(part)
        if part[0].isdigit():
            number = np.asarray(float(part))
            return lambda arrays, rankings: number
        if part[0] == "<":
            return _read_hole(part)
        raise TemplateError(f"{self._template!r}: cannot read {part!r}")

    def _read_command(self, name: str) -> Run:
        count, operation = COMMANDS[name]
        if name in (r"\frac", r"\sqrt"):
            arguments = [self._read_braced() for _ in range(count)]
        else:
            closing = BRACKETS.get(self._next())
            arguments = [self._read_expression(0)]
            for _ in range(count - 1):
                self._expect(",")
                arguments.append(self._read_expression(0))
            self._expect(closing)
        if count == 2:
            return _combine(operation, *arguments)
        only = arguments[0]
        return lambda arrays, rankings: np.asarray(operation(only(arrays, rankings)))

    def _read_braced(self) -> Run:
        self._expect("{")
        inside = self._read_expression(0)
        self._expect("}")
        return inside

    def _next(self) -> str:
        if not self._tokens:
            raise TemplateError(f"{self._template!r} ends too early")
        return self._tokens.pop()

    def _expect(self, wanted: str | None) -> None:
        token = self._next()
        if token != wanted:
            raise TemplateError(f"{self._template!r}: found {token!r}, expected {wanted!r}")


def _combine(operation: Any, left: Run, right: Run) -> Run:
    def run(arrays: Arrays, rankings: Rankings) -> Array:
        one, two = left(arrays, rankings), right(arrays, rankings)
        if one.ndim == 1 and two.ndim == 2:  # a number of each list meets those of its entries
            one = one[:, None]
        elif one.ndim == 2 and two.ndim == 1:
            two = two[:, None]
        return np.asarray(operation(one, two))

    return run


def _read_hole(token: str) -> Run:
    match = HOLE.fullmatch(token)
    if match is None:
        raise TemplateError(f"{token!r} is no hole")
    kind, key = match.groups()

    def run(arrays: Arrays, rankings: Rankings) -> Array:
        if key not in arrays:
            raise TemplateError(f"{token} names no step that was recorded before it")
        return _hole_value(kind, arrays[key], rankings)

    return run


def _hole_value(kind: str | None, array: Array, rankings: Rankings) -> Array:
    """Return the array that a hole stands for, from the array it names."""
    if kind is None:
        return array
    if kind == "sum" and array.ndim == 1:  # over the lists
        return np.asarray(array.sum())
    if array.ndim != 2:
        raise TemplateError(f"there are no entries to take the {kind} of")
    if kind == "sum":
        return sum_rows(array)
    if kind == "max":
        return np.asarray(array.max(axis=1)) if array.shape[1] else np.zeros(len(array))
    over = {"upto": rankings.sum_to_group_end, "before": rankings.sum_before_group, "prod_before": rankings.product_before}[
        kind
    ]
    return np.asarray(over(array))


@lru_cache(maxsize=2048)
def _read(template: str) -> Run:
    return _Reader(template).read_all()


def run_template(template: str, arrays: Arrays, rankings: Rankings) -> Array:
    r"""Compute a template.

    Parameters
    ----------
    template : str
    arrays : mapping of step key to array
        The steps that its holes may name.
    rankings : Rankings
        The lists that the steps were recorded on.

    Raises
    ------
    TemplateError
        If it holds what templates do not know, or names a step that is not there.

    Examples
    --------
    >>> from rankviz import explain
    >>> trace = explain("DCG", [3, 0, 2]).trace
    >>> run_template(r"\frac{<sum gain>}{2}", {step.key: step.value for step in trace.steps}, trace.rankings).tolist()
    [2.5]
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return _read(template)({"Q": np.asarray(float(len(rankings.n))), **arrays}, rankings)


def holes_of(template: str) -> frozenset[str]:
    """Return the keys of the steps that a template names."""
    return frozenset(key for _, key in holes_in(template))


@lru_cache(maxsize=2048)
def arguments_of(template: str, command: str) -> tuple[str, ...]:
    r"""Return the arguments in braces of a command, if the template is that command and nothing else; else ().

    Examples
    --------
    >>> arguments_of(r"\frac{2\cdot<tp>}{<R>^{2}}", r"\frac")
    ('2\\cdot<tp>', '<R>^{2}')
    >>> arguments_of(r"\frac{<a>}{<b>}+1", r"\frac")
    ()
    """
    rest, arguments = template.removeprefix(command), []
    while rest.startswith("{"):
        depths = accumulate({"{": 1, "}": -1}.get(sign, 0) for sign in rest)
        end = next((index for index, depth in enumerate(depths) if not depth), len(rest))
        arguments.append(rest[1:end])
        rest = rest[end + 1 :]
    return () if rest or not template.startswith(command) else tuple(arguments)


def recompute_step(step: Step, arrays: Arrays, rankings: Rankings, empty: str | None = None) -> Step:
    """Compute a step again by its template, from steps that may have changed.

    Outside the entries for which the template is claimed the record stays. A step that may be undefined stays so where it was;
    where it has become 0/0 it is undefined, too, and filled by `empty`.

    Parameters
    ----------
    step : Step
    arrays : mapping of step key to float64
        The steps that its template may name.
    rankings : Rankings
        The lists that the step was recorded on.
    empty : {'0', '1', 'nan', 'skip'}, optional
        What stands for 0/0; 0 by default.

    Raises
    ------
    TemplateError
        If the template cannot be run, or the step has none.
    """
    if not step.template:
        raise TemplateError(f"{step.key} is not arithmetic")
    result = run_template(step.template, arrays, rankings)
    shape = np.broadcast_shapes(result.shape, step.value.shape)
    if shape != step.value.shape:
        raise TemplateError(f"{step.key}: {step.template} gives the shape {result.shape}, not {step.value.shape}")
    value = np.broadcast_to(result, shape)
    if step.undefined is not None:
        filled = np.where(np.isnan(value), STAND_INS[empty or "0"], value)
        undefined = np.isnan(value) | step.undefined
        return step._replace(value=np.where(step.undefined, step.value, filled), where=~undefined, undefined=undefined)
    if step.where is not None:
        value = np.where(step.where, value, step.value)
    return step._replace(value=value)
