r"""The grammar of a custom formula, read into text, LaTeX and a function; nothing a person types is ever run.

formula = product (("+" | "-") product)*
product = signed (("*" | "/") signed)*
signed  = "-" signed | power
power   = atom ("^" signed)?                       so 2^g^2 is 2^(g^2), and -g^2 is -(g^2)
atom    = number | "g" or "i" | name "(" formula ("," formula)? ")" | "(" formula ")"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_FORMULA_DEPTH

Array = NDArray[np.float64]
HOLES: Mapping[str, str] = MappingProxyType({"g": "<grade>", "i": "<rank>"})
# What a keyboard, a web page or a Chinese input method gives instead of the sign that is meant.
SAME_SIGN = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "（": "(", "）": ")", "，": ",", "：": ":"})
ENDING = frozenset({"formula_value", "formula_open", "formula_unclosed"})  # said in other words where the text ends
TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<sign>\*\*|[-+*/^(),]))")


@dataclass(frozen=True)
class Function:
    """A named function: how it computes, how many arguments it takes, and its LaTeX around them."""

    compute: Callable[..., Any]
    arguments: int
    latex: str


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "log2": Function(np.log2, 1, r"\log_2"),
        "ln": Function(np.log, 1, r"\ln"),
        "log10": Function(np.log10, 1, r"\log_{10}"),
        "sqrt": Function(np.sqrt, 1, r"\sqrt"),
        "exp": Function(np.exp, 1, r"\exp"),
        "max": Function(np.maximum, 2, r"\max"),
        "min": Function(np.minimum, 2, r"\min"),
    }
)
OPERATORS: Mapping[str, tuple[Callable[..., Any], int]] = MappingProxyType(
    {"+": (np.add, 1), "-": (np.subtract, 1), "*": (np.multiply, 2), "/": (np.divide, 2), "^": (np.power, 4)}
)
SIGNED, ATOM = 3, 5  # how tightly a subexpression holds together, on the scale of OPERATORS


@dataclass(frozen=True)
class Subexpression:
    """A subexpression: how it is written, how tightly it holds together, and its value for an array of g or i.

    In LaTeX a quotient is a fraction, which holds together more tightly than the text does.
    """

    text: str
    latex: str
    binding: int
    value: Callable[[Array], Any]
    is_fraction: bool = False

    def in_parentheses(self, least: int) -> tuple[str, str]:
        """Return text and LaTeX, in parentheses if the subexpression is bound more loosely than its surroundings ask."""
        if self.binding >= least:
            return self.text, self.latex
        return f"({self.text})", self.latex if self.is_fraction and least <= SIGNED else _parentheses(self.latex)


class Parser:
    """Reads a formula from left to right; every method leaves `_at` behind what it has read."""

    def __init__(self, text: str, variable: str) -> None:
        self._text, self._variable = text, variable
        self._tokens = self._tokenize(text.translate(SAME_SIGN))
        self._at, self._depth = 0, -1  # a formula without parentheses, powers and signs has no level

    def parse_all(self) -> Subexpression:
        """Read the whole text; InputError `formula_…` if it is not a formula."""
        part = self._parse_formula()
        if self._at < len(self._tokens):
            kind = "formula_close" if self._peek() in (")", ",") else "formula_operator"
            expected = 'no "(" is open here' if kind == "formula_close" else "expected + - * / ^ here"
            raise self._error(kind, expected)
        return part

    def _parse_formula(self) -> Subexpression:
        part = self._parse_product()
        while sign := self._accept("+", "-"):
            part = _operation(sign, part, self._parse_product())
        return part

    def _parse_product(self) -> Subexpression:
        part = self._parse_signed()
        while sign := self._accept("*", "/"):
            part = _operation(sign, part, self._parse_signed())
        return part

    def _parse_signed(self) -> Subexpression:
        self._depth += 1
        if self._depth > MAX_FORMULA_DEPTH:
            raise self._error(
                "formula_too_deep", f"more than {MAX_FORMULA_DEPTH} levels inside each other", limit=MAX_FORMULA_DEPTH
            )
        part = _negative(self._parse_signed()) if self._accept("-") else self._parse_power()
        self._depth -= 1
        return part

    def _parse_power(self) -> Subexpression:
        base = self._parse_atom()
        return _operation("^", base, self._parse_signed()) if self._accept("^", "**") else base

    def _parse_atom(self) -> Subexpression:
        text = self._peek()
        if self._accept("("):
            part = self._parse_formula()
            self._expect_close()
            return part
        if text and (text[0].isdigit() or text[0] == "."):
            self._at += 1
            return _number(text)
        if text and (text[0].isalpha() or text[0] == "_"):
            return self._parse_name(text)
        raise self._error("formula_value", f'expected a number, {self._variable}, a function or "("', variable=self._variable)

    def _parse_name(self, name: str) -> Subexpression:
        if name == self._variable:
            self._at += 1
            hole = HOLES[name]
            return Subexpression(name, hole, ATOM, lambda values: values)
        if name not in FUNCTIONS:
            known = ", ".join(FUNCTIONS)
            expected = f"expected {self._variable} or one of the functions {known}"
            raise self._error("formula_name", expected, variable=self._variable, known=known)
        function, start = FUNCTIONS[name], self._at
        self._at += 1
        if not self._accept("("):
            raise self._error("formula_open", f'expected "(" after {name}', name=name)
        arguments = [self._parse_formula()]
        while self._accept(","):
            arguments.append(self._parse_formula())
        self._expect_close()
        if len(arguments) != function.arguments:
            self._at = start
            expected = f"wrong number of values for {name}, {len(arguments)} instead of {function.arguments}"
            raise self._error("formula_arguments", expected, name=name, count=function.arguments, given=len(arguments))
        return _call(name, function, arguments)

    def _expect_close(self) -> None:
        if not self._accept(")"):
            raise self._error("formula_unclosed", 'expected ")" here')

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _accept(self, *texts: str) -> str:
        token = self._peek()
        if token not in texts or not token:
            return ""
        self._at += 1
        return token

    def _tokenize(self, text: str) -> list[tuple[int, str]]:
        """Cut the text into tokens, each with where it starts."""
        tokens, position, end = [], 0, len(text.rstrip())
        while position < end:
            match = TOKEN.match(text, position)
            if not match:
                position += len(text[position:]) - len(text[position:].lstrip())
                expected = "expected numbers, names and + - * / ^ ( ) ,"
                raise _error_at("formula_sign", self._text, position, self._text[position], expected)
            tokens.append((match.start(match.lastgroup or 0), match[match.lastgroup or 0]))
            position = match.end()
        return tokens

    def _error(self, key: str, expected: str, **where: object) -> InputError:
        position, token = self._tokens[self._at] if self._at < len(self._tokens) else (len(self._text.rstrip()), "")
        return _error_at(key, self._text, position, token, expected, **where)


def _error_at(key: str, text: str, position: int, token: str, expected: str, **where: object) -> InputError:
    marked = f"{text[:position]}▸{text[position:]}"
    message = (
        f"Formula, position {position + 1}: {expected}{f', found {token!r}' if token else ', but the formula ends'}: {marked}"
    )
    key += "_end" if not token and key in ENDING else ""
    return InputError(key, message, at=position + 1, found=token, marked=marked, **where)


def _operation(sign: str, left: Subexpression, right: Subexpression) -> Subexpression:
    """Join two parts; a quotient in LaTeX is a fraction and needs no parentheses, an exponent has braces."""
    function, binding = OPERATORS[sign]
    is_power = sign == "^"
    # A sign after a sign is hard to read: 1+(-g).
    least = ATOM if right.text.startswith("-") and not is_power else binding + (not is_power)
    (before, before_latex), (after, after_latex) = left.in_parentheses(binding + is_power), right.in_parentheses(least)
    latex = {
        "*": rf"{before_latex}\cdot{after_latex}",
        "/": rf"\frac{{{left.latex}}}{{{right.latex}}}",
        "^": rf"{_base(left)}^{{{right.latex}}}",
    }.get(sign, f"{before_latex}{sign}{after_latex}")
    text = f"{before}{sign}{after}"
    return Subexpression(
        text, latex, binding, lambda values: function(left.value(values), right.value(values)), is_fraction=sign == "/"
    )


def _base(part: Subexpression) -> str:
    """LaTeX of the base of a power: a function's value needs parentheses too, or the exponent would stand at its argument."""
    is_simple = part.binding == ATOM and not part.latex.startswith("\\")
    return part.latex if is_simple else _parentheses(part.latex)


def _negative(part: Subexpression) -> Subexpression:
    text, latex = part.in_parentheses(SIGNED)
    return Subexpression(f"-{text}", f"-{latex}", SIGNED, lambda values: -part.value(values))


def _number(text: str) -> Subexpression:
    number = float(text)
    printed = shortest(number)
    return Subexpression(printed, printed, ATOM, lambda values: np.float64(number))


def _call(name: str, function: Function, parts: list[Subexpression]) -> Subexpression:
    inner = ",".join(part.latex for part in parts)
    latex = rf"\sqrt{{{inner}}}" if name == "sqrt" else function.latex + _parentheses(inner)
    text = f"{name}({','.join(part.text for part in parts)})"
    return Subexpression(text, latex, ATOM, lambda values: function.compute(*(part.value(values) for part in parts)))


def _parentheses(latex: str) -> str:
    return rf"\left({latex}\right)" if r"\frac" in latex else f"({latex})"


def shortest(number: float) -> str:
    """Print a number without exponent, as short as it can be read back."""
    return np.format_float_positional(number, trim="-")
