"""Tests of measures on two runs as their means are: plain, or weighted by query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.core.metrics.means import weighted_mean
from rankviz.runs.significance import PairedTests, compare_pairs, where_less_is_better

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PairColumn:
    """Values and weights (Q,) of a measure on two runs, for the same queries; NaN where a query does not count for a run."""

    measure: str
    first: Array
    second: Array
    first_weights: Array
    second_weights: Array
    is_lower_better: bool

    @property
    def is_counted(self) -> NDArray[np.bool_]:
        """Which queries count for both (Q,)."""
        return np.isfinite(self.second - self.first)

    @property
    def is_weighted(self) -> bool:
        """Whether a mean is not the plain one."""
        weights = np.stack([self.first_weights, self.second_weights])[:, self.is_counted]
        return bool(weights.size and np.ptp(weights) > 0)

    @property
    def has_common_weights(self) -> bool:
        """Whether a query weighs the same in both means."""
        at = self.is_counted
        return bool((self.first_weights[at] == self.second_weights[at]).all() and self.first_weights[at].any())


def compare_columns(columns: Sequence[PairColumn]) -> tuple[PairedTests, ...]:
    """Test the second run of each pair against the first, with p-values corrected for all of them together.

    Where queries do not weigh the same, the means and their difference are the weighted ones, and the tests those of
    `compare_pairs` with weights. Where a query weighs more for one run than for the other, nothing is tested, as the mean
    differs even if all values are equal; the `reason` is 'weighted_mean', too. Where less is better, a lower value wins.
    """
    tested = [each for each in columns if not each.is_weighted or each.has_common_weights]
    tests = iter(
        compare_pairs(
            [(each.measure, each.first, each.second) for each in tested],
            [each.first_weights if each.is_weighted else None for each in tested],
        )
    )
    found = [next(tests) if each in tested else _untested(each) for each in columns]
    return tuple(
        where_less_is_better(test) if each.is_lower_better else test for each, test in zip(columns, found, strict=True)
    )


def _untested(column: PairColumn) -> PairedTests:
    """Count the pairs of two means whose weights are not the same."""
    at = column.is_counted
    pairs = ((column.first, column.first_weights), (column.second, column.second_weights))
    first, second = (weighted_mean(values, weights, at) for values, weights in pairs)
    differences = (column.second - column.first)[at]
    wins, losses = int((differences > 0).sum()), int((differences < 0).sum())
    n = len(differences)
    ties, left_out = n - wins - losses, len(at) - n
    return PairedTests(column.measure, n, left_out, first, second, second - first, wins, ties, losses, reason="weighted_mean")
