"""Where values stand in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

FAR = 1e5  # px: nothing is drawn further from the picture


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
