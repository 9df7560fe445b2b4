"""Names of lines where the lines end, pushed apart so that none lies on another."""

from __future__ import annotations

from collections.abc import Sequence

FIRST_CJK = "\u2e80"  # from here on a character takes the room of two


def width_of(text: str, size: float) -> float:
    """About how wide a text is, in px: no font is at hand here, so rather too much."""
    return size * sum(1.0 if letter >= FIRST_CJK else 0.4 if letter in " .,()1ilᵍˢ¹⁻ⁱ₀₁₂" else 0.62 for letter in text)


def pushed_apart(wanted_middles: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Return the middles of things in a row, as near as possible to the wanted ones, in their order and without overlap.

    Parameters
    ----------
    wanted_middles, sizes : as many numbers
        `wanted_middles` ascending.
    low, high : float
        Ends of the row; where not all fit, they stand side by side from `low` on.

    Examples
    --------
    >>> pushed_apart([10, 11, 50], [10, 10, 10], 0, 60)
    [5.5, 15.5, 50.0]
    """
    # Without the room that each takes, what is left to find is the nearest sequence that never falls.
    before = [sum(sizes[:i]) + size / 2 for i, size in enumerate(sizes)]
    blocks: list[tuple[float, int]] = []  # mean and how many
    for place, offset in zip(wanted_middles, before, strict=True):
        mean, count = place - offset, 1
        while blocks and blocks[-1][0] > mean:
            other, more = blocks.pop()
            mean, count = (mean * count + other * more) / (count + more), count + more
        blocks.append((mean, count))
    starts = [mean for mean, count in blocks for _ in range(count)]
    last = max(low, high - sum(sizes))
    return [min(max(start, low), last) + offset for start, offset in zip(starts, before, strict=True)]
