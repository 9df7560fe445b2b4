"""The judged documents that an ideal ranking is made of."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Pool:
    """Documents of Q lists, each once; those with the highest grades first, or worth the most, and padding last.

    Parameters
    ----------
    grades : float64 (Q, M)
        0 in padding.
    known : bool (Q, M)
        Whether a column is a document.
    hit : bool (Q, M)
        Whether it is relevant.
    """

    grades: Array
    known: Bools
    hit: Bools
    _orders: dict[Hashable, Pool] = field(default_factory=dict, init=False, repr=False)

    def repeat(self, count: int) -> Pool:
        """Repeat the documents of every list, each right after the list itself: (Q · count, M)."""
        return Pool(
            np.repeat(self.grades, count, axis=0), np.repeat(self.known, count, axis=0), np.repeat(self.hit, count, axis=0)
        )

    def first(self, count: int) -> Pool:
        """Return the first documents of each list."""
        return Pool(self.grades[:, :count], self.known[:, :count], self.hit[:, :count])

    def best_first(self, worth: Callable[[], Array], key: Hashable | None = None) -> Pool:
        """Return the documents in falling order of what they are worth, those of equal worth in falling order of their grades.

        Parameters
        ----------
        worth : function without arguments to float64 (Q, M)
        key : hashable, optional
            Stands for `worth`, so that the same order is not made again.
        """
        if key is None:
            return self._sorted_by(worth())
        if key not in self._orders:
            self._orders[key] = self._sorted_by(worth())
        return self._orders[key]

    def _sorted_by(self, worth: Array) -> Pool:
        rising = np.where(self.known, -worth, np.inf)
        if (rising[:, 1:] >= rising[:, :-1]).all():  # as usual: a higher grade is worth more
            return self
        order = np.lexsort((-self.grades, rising), axis=-1)
        ordered = np.arange(len(order))[:, None], order  # as take_along_axis, which is slow for a single list
        return Pool(self.grades[ordered], self.known[ordered], self.hit[ordered])
