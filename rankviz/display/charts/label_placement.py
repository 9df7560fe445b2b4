"""Where the name of a line has room in a small chart: near its line, on no other, and on none of the names that stand there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rankviz.display.charts.line_labels import width_of

WIDTH, HEIGHT = (
    172.0,
    140.0,
)  # px of the plot of a small chart, where five of them stand side by side: elsewhere there is more room
SAMPLE = 3.0  # px from one place of a line that is looked at to the next
ROW = 5.0  # px from one height that is tried to the next
GAP = 5.0  # px between a name and a line: half a dot
HIGH = 1.1  # room for a name, in sizes of its type
NARROWER = 0.88  # than `width_of` says: that is for names which have to end somewhere
SPACE = 5.0  # px that a name keeps from its anchor by itself
OVER = 10.0  # px that a name may reach over the plot
# What it costs that a name lies on a line (a sample of it), on another name, on the k line, or nearer to a line that is not its
# own; a px out of the plot; the next best side. A px away from its line costs 1.
ON_LINE, ON_NAME, ON_CUT, NOT_ITS_OWN, OUT, SIDE = 60.0, 1000.0, 150.0, 100.0, 50.0, 12.0
GOOD = 30.0  # for less no other side is looked at
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Anchor:
    """An end of a name: it begins there, to the 'right', or ends there, to the 'left'."""

    x: float
    side: str


@dataclass(frozen=True)
class Box:
    """The room of a name, in px from the lower left corner of the plot."""

    left: float
    right: float
    middle: float
    half: float


@dataclass
class Plot:
    """A small chart over ranks, and the names that stand in it.

    Parameters
    ----------
    count : int
        Ranks on the axis.
    low, high : float
        Ends of the axis of values.
    lines : sequences of float or None
        Values at the ranks 1, 2, …; None is a gap.
    cutoff : int or None
        Rank of the k line.
    """

    count: int
    low: float
    high: float
    lines: Sequence[Sequence[float | None]]
    cutoff: int | None = None
    names: list[Box] = field(default_factory=list)

    def place(self, text: str, size: float, anchors: Sequence[Anchor], own: Sequence[float | None]) -> tuple[Anchor, float]:
        """Find where a name stands best, and keep that room.

        Parameters
        ----------
        text : str
            With the space that keeps it from its anchor.
        size : float
            Of the type, px.
        anchors : Anchor
            The best side first.
        own : floats or None
            The line that is named, one of `lines`, or another one that the name is to be near to.

        Returns
        -------
        (Anchor, float)
            And the value at which the middle of the name stands.
        """
        width, best = NARROWER * width_of(text, size), (np.inf, anchors[0], Box(0, 0, 0, 0))
        for i, anchor in enumerate(anchors):
            cost, box = self._best(width, HIGH * size / 2, anchor, own)
            best = min(best, (cost + SIDE * i, anchor, box), key=lambda each: each[0])
            if cost < GOOD:
                break
        _, anchor, box = best
        self.names.append(box)
        return anchor, self.low + box.middle / HEIGHT * (self.high - self.low)

    def _x(self, rank: float) -> float:
        room = max(0.3, 0.04 * self.count)  # as `chart_parts.rank_axis` has it
        return (rank - 1 + room) / (self.count - 1 + 2 * room) * WIDTH

    @cached_property
    def _ranks(self) -> Values:
        """Where the ranks stand, in px."""
        return np.array([self._x(rank) for rank in range(1, self.count + 1)])

    def _heights(self, line: Sequence[float | None], at: Values) -> Values:
        """A line in px at some places; NaN where it has none, or none any more."""
        values = (np.array(line[: self.count], dtype=float) - self.low) * (HEIGHT / (self.high - self.low))
        if not len(values):
            return np.full(at.shape, np.nan)
        heights: Values = np.interp(at, self._ranks[: len(values)], values, left=np.nan, right=np.nan)
        return heights

    def _best(self, width: float, half: float, anchor: Anchor, own: Sequence[float | None]) -> tuple[float, Box]:
        """The best height beside an anchor, and what it costs."""
        start = self._x(anchor.x) - (width if anchor.side == "left" else 0.0)
        near, far = (GAP, -SPACE) if anchor.side == "left" else (-SPACE, GAP)
        at = np.arange(start - near, start + width + far, SAMPLE)
        middles = np.arange(half + 2, HEIGHT + OVER - half, ROW)
        costs = np.full(middles.shape, OUT * (max(0.0, -start) + max(0.0, start + width - WIDTH)))
        if self.cutoff is not None and start < self._x(self.cutoff) - 1 and start + width > self._x(self.cutoff) + 1:
            costs += ON_CUT
        own_heights = self._heights(own, at)
        apart = _away(own_heights, middles)
        costs += np.where(np.isnan(apart), HEIGHT, apart)
        names_a_line = any(line is own for line in self.lines)
        for line in self.lines:
            heights = own_heights if line is own else self._heights(line, at)
            costs += ON_LINE * _crossings(heights, middles, half + GAP)
            if names_a_line and line is not own:
                costs += NOT_ITS_OWN * (_away(heights, middles) < apart)
        for name in self.names:
            if start < name.right and name.left < start + width:
                costs += ON_NAME * (np.abs(middles - name.middle) < half + name.half)
        best = int(np.argmin(costs))
        return float(costs[best]), Box(start, start + width, float(middles[best]), half)


def _crossings(heights: Values, middles: Values, half: float) -> NDArray[np.intp]:
    """In how many samples a line runs through each of some boxes."""
    before, after = heights[:-1], heights[1:]
    low, high = np.fmin(before, after), np.fmax(before, after)  # a line that ends is there up to its end
    low.sort()  # what is nowhere, NaN, comes last in both
    high.sort()
    # All that begin below the upper edge, less those that end below the lower one.
    return low.searchsorted(middles + half) - high.searchsorted(middles - half, side="right")


def _away(heights: Values, middles: Values) -> Values:
    """How far a line is from each of some heights, on the average; NaN for a line that is not there."""
    known = heights[np.isfinite(heights)]
    if not len(known):
        return np.full(middles.shape, np.nan)
    away: Values = np.abs(known - middles[:, None]).sum(axis=1) / len(known)
    return away
