"""How cheap an answer the numbers around a typed one get: counted, not modelled.

The number line is cut into cells of the typed digits. The chance of an answer is the share of the cells in a window around the
typed one, and with it, that would get an answer at least as cheap, so crowded places, as near the mean, say so by themselves.
The typed cell is one of them, so that a number that means nothing is among the cheapest as rarely as is stated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.typed_number import PrintedNumber

VALUES, CELLS, FARTHEST = 200, 20, 0.1  # so many values, and cells on either side, but no farther
FEWEST_CELLS = 6  # on either side, of however few digits
PLACES_OF_FRACTION, MOST_PLACES = 9, 12  # of a number without decimals of its own


@dataclass(frozen=True)
class Window:
    """The cells around a typed number.

    Parameters
    ----------
    places : int
        Decimal places that make a cell.
    cell : int
        The typed number's.
    reach : int
        Cells on either side.
    """

    places: int
    cell: int
    reach: int

    @classmethod
    def around(cls, printed: PrintedNumber, values: Array) -> Window:
        """Take so many cells that they hold 200 of the finite values, at least ± 20 and at most ± 0.1; ± 6 of few digits."""
        places = PLACES_OF_FRACTION if printed.places is None else min(printed.places, MOST_PLACES)
        typed = float(printed.number)
        distances = np.abs(values - typed)
        nearest = np.partition(distances, VALUES - 1)[VALUES - 1] if len(values) >= VALUES else np.inf
        farthest = FARTHEST * max(1.0, abs(typed))
        wanted = min(max(float(nearest), CELLS * 10.0**-places), farthest)
        reach = max(int(np.ceil(wanted * 10.0**places - 1e-9)), FEWEST_CELLS)
        return cls(places, int(np.floor(typed * 10.0**places + 0.5)), reach)

    def cells(self, values: Array) -> Array:
        """Return which cell of the window each value is in, from 0; −1 for those outside of it, and for NaN."""
        with np.errstate(invalid="ignore"):
            cells = np.floor(values * 10.0**self.places + 0.5) - (self.cell - self.reach)
        return np.where((cells >= 0) & (cells <= 2 * self.reach), cells, -1)

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return 2 * self.reach + 1


class Chances:
    """The cost of the cheapest answer in each cell around some typed numbers.

    Parameters
    ----------
    windows : sequence of Window
        One for each measure whose number is not ours.
    values : sequence of float64 (V,)
        Of each of these measures under the same candidates.
    costs : float64 (V,)
    """

    def __init__(self, windows: Sequence[Window], values: Sequence[Array], costs: Array) -> None:
        cells = [window.cells(each) for window, each in zip(windows, values, strict=True)]
        inside = np.logical_and.reduce([each >= 0 for each in cells])
        joint = np.zeros(int(inside.sum()))
        self._size = 1.0
        typed = 0.0
        for window, each in zip(windows, cells, strict=True):
            joint = joint * window.size + each[inside]
            typed = typed * window.size + window.reach
            self._size *= window.size
        others = joint != typed
        joint, costs = joint[others], costs[inside][others]
        order = np.lexsort((costs, joint))
        joint, costs = joint[order], costs[order]
        is_first = np.append(True, np.diff(joint) != 0)[: len(joint)]
        self._cheapest = np.sort(costs[is_first])

    def chance(self, cost: float) -> float:
        """Return the share of the cells that get an answer which costs at most so much, the typed one as one of them."""
        found = int(np.searchsorted(self._cheapest, cost + 1e-9, side="right"))
        return (found + 1) / self._size
