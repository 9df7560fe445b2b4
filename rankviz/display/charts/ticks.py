"""Where an axis has its marks, and what is written beside them: chosen once, so that every drawing of a figure has the same."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

ROUND_STEPS = (2.0, 5.0, 10.0)
UNITS = ("f", "p", "n", "μ", "m", "", "k", "M", "B", "T")  # a thousandfold each, of which the sixth is one
ONES = UNITS.index("")
SLACK = 1e-4  # of the axis: how far beyond its end a mark may be
MINUS = "\u2212"


class Ticks(NamedTuple):
    """The marks of an axis: values, and a text for each."""

    tickvals: list[float]
    ticktext: list[str]


def round_ticks(span: Sequence[float], most: int) -> Ticks:
    """Mark an axis at round distances.

    Parameters
    ----------
    span : 2 of float
        Ends of the axis, the lower one first.
    most : int
        About so many marks at most: the distance is the next of 1, 2, 5 times a power of ten above the span divided by it.

    Returns
    -------
    Ticks
        From low to high; beyond a thousand the texts are in thousands (k), millions (M), ..., or in powers of ten.
    """
    low, high = span
    step = _round_up((high - low) / most)
    slack = SLACK * (high - low)
    first, last = ceil((low - slack) / step), floor((high + slack) / step)
    decimals = max(0, 1 - _magnitude(step))
    values = [round(number * step, decimals) + 0.0 for number in range(first, last + 1)]
    largest = max(abs(low), abs(high))
    return Ticks(values, [_tick_text(value, step, largest) for value in values])


def _round_up(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    return power * next((step for step in ROUND_STEPS if step > rough / power), 10.0)


def _magnitude(value: float) -> int:
    return floor(log10(value) + 0.01)


def _tick_text(value: float, step: float, largest: float) -> str:
    """Write a value with as many decimals as the step needs, in the unit that fits the largest value of the axis."""
    size = _magnitude(largest)
    has_unit = -15 <= size <= 14
    power = 0 if abs(size) <= 3 else 3 * round((size - 1) / 3) if has_unit else size
    decimals = 2 - _magnitude(step) + power
    scaled = abs(value) / 10.0**power
    if scaled < 10.0**-decimals / 2:
        return "0"
    digits = f"{scaled:.{decimals}f}".rstrip("0").rstrip(".") if decimals > 0 else f"{scaled:.15g}"
    unit = UNITS[power // 3 + ONES] if has_unit else f"×10<sup>{str(power).replace('-', MINUS)}</sup>"
    return (MINUS if value < 0 else "") + digits + unit
