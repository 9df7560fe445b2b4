"""Numbers that a person or another program hands over: of Python, of NumPy, or no numbers at all."""

from __future__ import annotations

import numpy as np


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
