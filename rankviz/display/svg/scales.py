"""Where values stand in a picture, and which of them are named at an axis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Any

from rankviz.display.number_format import fixed_decimals, plain

Axis = Mapping[str, Any]
STEPS = (1.0, 2.0, 5.0, 10.0)
FAR = 1e5  # px: nothing is drawn further from the picture
USUAL_TICKS = 6
ROUND_OFF = 1e-9  # of a step
LARGE, SMALL = 1e6, 1e-4  # ticks beyond are written as powers of ten
MOST_TICKS = 1000


@dataclass(frozen=True)
class Scale:
    """From the values of an axis to px.

    Parameters
    ----------
    low, high : float
        Ends of the axis; the higher one may come first.
    start, end : float
        Where they stand.
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where a value stands."""
        share = (value - self.low) / (self.high - self.low)
        return max(-FAR, min(FAR, self.start + share * (self.end - self.start)))

    def can_draw(self, value: float | None) -> bool:
        """Whether a value can be drawn: what is None or not finite is a gap."""
        return value is not None and isfinite(value)


def ticks(axis: Axis) -> Iterator[tuple[float, str]]:
    """Values that have a mark at an axis, with their names."""
    if "tickvals" in axis:
        names = axis.get("ticktext") or [plain(value) for value in axis["tickvals"]]
        yield from zip(axis["tickvals"], names, strict=True)
        return
    low, high = sorted(axis["range"])
    step = axis.get("dtick") or _step(high - low, axis.get("nticks", USUAL_TICKS))
    first, last = ceil(low / step - ROUND_OFF), floor(high / step + ROUND_OFF)
    for number in range(first, min(last, first + MOST_TICKS) + 1):
        yield number * step, _tick_name(number * step, step, max(abs(low), abs(high)))


def _step(span: float, most: int) -> float:
    """A round distance at which there are at most so many marks."""
    rough = span / most
    unit = 10.0 ** floor(log10(rough))
    return next(step * unit for step in STEPS if step * unit >= rough * (1 - ROUND_OFF))


def _tick_name(value: float, step: float, largest: float) -> str:
    if largest >= LARGE or step < SMALL:
        return (
            fixed_decimals(value, 0) if value == 0 else f"{value:.1e}".replace("e+0", "e").replace("e+", "e").replace("-", "−")
        )
    named = fixed_decimals(value + 0.0, max(0, -floor(log10(step) + ROUND_OFF)))
    return named.rstrip("0").rstrip(".") if "." in named else named
