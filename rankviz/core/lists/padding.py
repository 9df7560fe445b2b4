"""Turns entries listed one after the other into padded arrays: one row for each list, as wide as the longest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Padding(NamedTuple):
    """Rows and columns of H entries that are listed one list after the other, in arrays of Q lists.

    Parameters
    ----------
    row, column : int64 (H,)
        List of each entry, and its index there.
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
        """Put values of the entries (H,) into their rows and columns (Q, N), with `fill` elsewhere."""
        wide = np.full(self.present.shape, fill, dtype=float)
        wide[self.row, self.column] = values
        return wide
