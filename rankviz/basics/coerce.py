"""Reads numbers, lists and ids from whatever a person or another program passes: Python's, NumPy's, or something else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Set
from math import isnan
from typing import Any

import numpy as np

from rankviz.basics.errors import InputError, short_repr
from rankviz.basics.limits import LARGEST_ID

SURROGATE = re.compile("[\ud800-\udfff]")  # halves of characters, which no file can hold

LONGEST_TYPED = 400  # characters of a number: 1e-308 written out has less


def as_number(value: object) -> float:
    """Read a number as a 64-bit float; NaN if the value is not a number or does not fit.

    Examples
    --------
    >>> as_number(np.float32(0.5)), as_number(10**400), as_number(True), as_number("1")
    (0.5, nan, nan, nan)
    """
    if type(value) is float:
        return value
    if isinstance(value, bool | np.timedelta64) or not isinstance(value, int | float | np.integer | np.floating):
        return float("nan")
    number = to_float(value)
    return float("nan") if number is None else number


def to_float(value: object) -> float | None:
    """Convert whatever `float` accepts, such as texts, decimals and truth values; None for anything else.

    Examples
    --------
    >>> to_float("0.5"), to_float(True), to_float("nan"), to_float([1]), to_float(10**400)
    (0.5, 1.0, nan, None, None)
    """
    if isinstance(value, np.ndarray) and value.ndim:  # float() would take an array of one entry, with a warning
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def read_number(text: str) -> float | None:
    """Read a number as a person writes it, also with a typographic minus or in full width; None if it is not a number.

    Examples
    --------
    >>> read_number("−0.5"), read_number("３"), read_number("1_0"), read_number("nan")
    (-0.5, 3.0, None, None)
    """
    plain = unicodedata.normalize("NFKC", text[:LONGEST_TYPED]).replace("−", "-")
    if len(text) > LONGEST_TYPED or "_" in plain:  # Python's own spelling of 10, but hardly anybody else's
        return None
    number = to_float(plain)
    return None if number is None or isnan(number) else number


def as_list(value: object, what: str) -> list[Any]:
    """Read a list, a tuple, an array: anything with an order.

    Parameters
    ----------
    value : object
    what : str
        Name of the value in the message.

    Raises
    ------
    InputError
        `not_a_list`, also for a set or a mapping, and for a text, which would be read letter by letter.
    """
    entries = None if isinstance(value, Mapping | Set) else _entries(value)
    if entries is not None:
        return entries
    raise InputError(
        "not_a_list", f"{what}: expected an ordered list, found {short_repr(value)}.", what=what, found=short_repr(value)
    )


def each_of(value: Iterable[Any]) -> list[Any]:
    """Everything that stands in a value, whatever it says of its length: `list` would trust that."""
    return [each for each in value]  # noqa: C416


def one_or_several(value: object) -> tuple[Any, ...]:
    """Read names where one alone stands for itself: a text is one name, and so is what has no entries.

    Examples
    --------
    >>> one_or_several("RR"), one_or_several(["RR", "AP"])
    (('RR',), ('RR', 'AP'))
    """
    entries = _entries(value)
    return (value,) if entries is None else tuple(entries)


def _entries(value: object) -> list[Any] | None:
    """Everything that stands in a value, one after the other; None for a text, and for what has nothing in it."""
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | bytearray):
        return None
    try:
        return each_of(value)
    except TypeError:  # an array without axes
        return None


def as_mapping(value: object, what: str) -> Mapping[Any, Any]:
    """Read a dictionary; InputError `not_a_mapping`, which names it by `what`, for anything else."""
    if isinstance(value, Mapping):
        return value
    message = f"{what}: expected a mapping from names to numbers, such as {{name: number}}, found {short_repr(value)}."
    raise InputError("not_a_mapping", message, what=what, found=short_repr(value))


def as_id(value: object, what: str) -> str:
    """Read an id: a text, or a whole number.

    Parameters
    ----------
    value : object
    what : str
        Name of the value in the message.

    Raises
    ------
    InputError
        `bad_id`, also for a text with half a surrogate pair, which has no bytes to be sorted by.
    """
    if isinstance(value, str) and (value.isascii() or not SURROGATE.search(value)):
        return value
    if isinstance(value, int | np.integer) and not isinstance(value, bool | np.timedelta64) and abs(int(value)) < LARGEST_ID:
        return str(int(value))
    message = f"{what}: expected text or a whole number as an id, found {short_repr(value)}."
    raise InputError("bad_id", message, what=what, found=short_repr(value))
