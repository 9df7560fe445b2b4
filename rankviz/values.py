"""Numbers that a person or another program hands over: of Python, of NumPy, or no numbers at all."""

from __future__ import annotations

import unicodedata
from math import isnan

import numpy as np

LONGEST_TYPED = 400  # characters of a number: 1e-308 written out has less


def as_number(value: object) -> float:
    """Read a number as a 64-bit float; NaN where it is none, or does not fit.

    Examples
    --------
    >>> as_number(np.float32(0.5)), as_number(10**400), as_number(True), as_number("1")
    (0.5, nan, nan, nan)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        return float("nan")
    number = converted(value)
    return float("nan") if number is None else number


def converted(value: object) -> float | None:
    """Convert whatever `float` takes, such as texts, decimals and truth values; None where it takes nothing.

    Examples
    --------
    >>> converted("0.5"), converted(True), converted("nan"), converted([1]), converted(10**400)
    (0.5, 1.0, nan, None, None)
    """
    if isinstance(value, np.ndarray) and value.ndim:  # float() would take an array of one entry, with a warning
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def typed_number(text: str) -> float | None:
    """Read a number as a person writes it, also with a typographic minus or in full width; None if it is none.

    Examples
    --------
    >>> typed_number("−0.5"), typed_number("３"), typed_number("1_0"), typed_number("nan")
    (-0.5, 3.0, None, None)
    """
    plain = unicodedata.normalize("NFKC", text[:LONGEST_TYPED]).replace("−", "-")
    if len(text) > LONGEST_TYPED or "_" in plain:  # Python's own spelling of 10, but hardly anybody else's
        return None
    number = converted(plain)
    return None if number is None or isnan(number) else number
