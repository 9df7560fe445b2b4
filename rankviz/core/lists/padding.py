"""From entries one after the other to arrays with a row a list, as wide as the longest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Padding(NamedTuple):
    """Where entries that are listed one list after the other go.

    Parameters
    ----------
    row, column : int64 (H,)
    present : bool (Q, N)
        False where a row is padding.
    """

    row: NDArray[np.int64]
    column: NDArray[np.int64]
    present: NDArray[np.bool_]

    @classmethod
    def from_rows(cls, row: NDArray[np.int64], count: int) -> Padding:
        """Lay out the entries of `count` lists, given the list of each (H,), in rising order."""
        sizes = np.bincount(row, minlength=count)
        column = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return cls(row, column, np.arange(int(sizes.max(initial=0))) < sizes[:, None])

    def pad(self, values: NDArray[np.generic], fill: float = 0.0) -> NDArray[np.float64]:
        """Values of the entries (H,) in their places (Q, N)."""
        wide = np.full(self.present.shape, fill, dtype=float)
        wide[self.row, self.column] = values
        return wide
