r"""Custom gains and discounts: a typed formula of g or i (its grammar: `formula_parser.py`), or a table of values.

table = row ("," row)*
row   = number ":" number        key and value; or values only, for the grades 0, 1, 2, … or the ranks 1, 2, 3, …
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Any

import numpy as np

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_FORMULA, MAX_TABLE
from rankviz.core.conventions.formula_parser import FUNCTIONS, SAME_SIGN, Array, Parser, shortest

FIRST_KEY: Mapping[str, int] = MappingProxyType({"g": 0, "i": 1})
NUMBER = re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)")
WORD, NO_SIGN = re.compile(r"[A-Za-z_]\w*"), re.compile(r"[^\w\s.+*/^(),-]")
# Of characters, and what to do with more.
LIMITS: Mapping[str, tuple[int, str]] = MappingProxyType(
    {
        "formula": (MAX_FORMULA, "Make it shorter, or give its values as a table."),
        "table": (MAX_TABLE, "Leave rows out (between two rows the value of the lower one holds), or give a formula."),
    }
)


@dataclass(frozen=True)
class Formula:
    r"""A formula of one variable, as somebody typed it.

    Parameters
    ----------
    text : str
        In its one canonical spelling.
    variable : {'g', 'i'}
        Grade or rank.
    template : str
        LaTeX with the hole `<grade>` or `<rank>`.

    Examples
    --------
    >>> parse_formula("2 ** g - 1", "g").text, parse_formula("1/log2(i+1)", "i").template
    ('2^g-1', '\\frac{1}{\\log_2(<rank>+1)}')
    """

    text: str
    variable: str
    template: str
    _value: Callable[[Array], Any] = field(repr=False, compare=False)

    def __call__(self, values: Array) -> Array:
        """Compute the formula for an array of any shape; where it has no value the result is not finite."""
        values = np.asarray(values, dtype=float)
        with np.errstate(all="ignore"):
            return np.broadcast_to(np.asarray(self._value(values), dtype=float), values.shape)

    def is_too_large(self, value: float) -> bool:
        """Whether the formula, where its result is not finite, is too large for 64 bits; else it has no value there."""
        try:
            with np.errstate(all="raise", under="ignore"):
                self._value(np.array([value]))
        except FloatingPointError as error:
            return "overflow" in str(error)  # the first that went wrong
        return True


@dataclass(frozen=True)
class ValueTable:
    """Values by grade or rank; a key between two rows has the value of the lower one, a key below all that of the first.

    Parameters
    ----------
    text : str
        In its one canonical spelling.
    variable : {'g', 'i'}
    keys, values : tuple of float
        By ascending key.

    Examples
    --------
    >>> table = parse_table("0, 1, 3, 7", "g")
    >>> table.text, table(np.array([2.0, 2.5, 9.0])).tolist()
    ('0:0, 1:1, 2:3, 3:7', [3.0, 3.0, 7.0])
    """

    text: str
    variable: str
    keys: tuple[float, ...]
    values: tuple[float, ...]

    def __call__(self, values: Array) -> Array:
        """Look up every entry of an array of any shape."""
        row = np.searchsorted(self.keys, values, side="right") - 1
        return np.asarray(self.values)[np.maximum(row, 0)]


def parse_formula(text: str, variable: str) -> Formula:
    """Read a formula of `g` or `i`.

    Raises
    ------
    InputError
        `formula_…`, with the text, a mark at the place, and what was expected there.
    """
    _check_length("formula", text)
    if not text.strip():
        raise InputError("formula_empty", f"The formula is empty; enter one that uses {variable}.", variable=variable)
    part = Parser(text, variable).parse_all()
    # The canonical spelling has more parentheses, and it is what links carry: it must be one that can be read.
    _check_length("formula", part.text)
    part = Parser(part.text, variable).parse_all()
    return Formula(part.text, variable, part.latex, part.value)


def parse_table(text: str, variable: str) -> ValueTable:
    """Read a table of values by grade or rank.

    Raises
    ------
    InputError
        `table_…`, with the row.
    """
    _check_length("table", text)
    rows = [row.strip() for row in text.translate(SAME_SIGN).split(",")]
    value_by_key: dict[float, float] = {}
    for count, row in enumerate(rows):
        key, _, value = row.rpartition(":")
        key = key.strip() or str(FIRST_KEY[variable] + count)
        pair = [float(each) if NUMBER.fullmatch(each) else inf for each in (key, value.strip())]
        if inf in map(abs, pair):
            expected = "expected numbers with commas between, as 0, 1, 3, 7 or 0:0, 2:3"
            message = f'Row {count + 1} of the table is "{shorten(row)}"; {expected}.'
            raise InputError("table_row", message, row=shorten(row), count=count + 1)
        if float(key) in value_by_key:
            raise InputError("table_twice", f"The table has two rows for {key}; leave one of them out.", row=row, twice=key)
        value_by_key[float(key)] = float(value)
    keys = tuple(sorted(value_by_key))
    values = tuple(value_by_key[key] for key in keys)
    printed = ", ".join(f"{shortest(key)}:{shortest(value)}" for key, value in zip(keys, values, strict=True))
    _check_length("table", printed)
    return ValueTable(printed, variable, keys, values)


def is_like_formula(text: str, variable: str) -> bool:
    """Whether a text has the variable and nothing but what stands in formulas, in whatever order, however long it is."""
    plain = text.translate(SAME_SIGN)
    words = {*WORD.findall(plain)}
    return variable in words and words <= {variable, *FUNCTIONS} and not NO_SIGN.search(plain)


def check_discount(discount: Callable[[Array], Array], deepest: int = 1000) -> None:
    """Check that a discount is a number above 0 at every rank from 1 to `deepest`: the gain is divided by it.

    Raises
    ------
    InputError
        `bad_discount`, with the first rank where it is not.
    """
    ranks = np.arange(1.0, deepest + 1)
    check_values(discount(ranks), ranks)


def check_values(discount: Array, ranks: Array) -> None:
    """Check that discounts computed for some ranks can be divided by.

    Raises
    ------
    InputError
        `bad_discount`, with the first rank where one cannot.
    """
    wrong = ~(np.isfinite(discount) & (discount > 0))
    if wrong.any():
        rank, value = int(ranks[wrong][0]), f"{discount[wrong][0]:.6g}"
        message = f"At rank {rank} the discount is {value}; the gain is divided by it, so it must be greater than 0."
        raise InputError("bad_discount", message, rank=rank, value=float(value))


def _check_length(kind: str, text: str) -> None:
    limit, advice = LIMITS[kind]
    if len(text) > limit:
        message = f"Written in full, the {kind} has {len(text)} characters; at most {limit} are read. {advice}"
        raise InputError(f"{kind}_too_long", message, length=len(text), limit=limit)
