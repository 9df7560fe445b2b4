"""The numbers of two causes in one place, for all measures: those that are estimates are computed where they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rankviz.core.conventions.option_formulas import Array
from rankviz.runs.lookup.causes import FORMULA, RunCause, cost_of
from rankviz.runs.lookup.joinings import Joinings, are_close
from rankviz.runs.lookup.pairs import Pair, compute_pairs, pairs_of
from rankviz.runs.lookup.rows import MeasureRows

EVALUATIONS = 50  # between two calls of progress
OF_EACH_FORMULA = 4  # evaluations, about, of a measure


@dataclass(eq=False)
class PairValues:
    """Two causes in one place, under the joining as asked.

    Parameters
    ----------
    pairs : list of pairs of RunCause (P,)
    costs : float64 (P,)
    numbers, errors : mapping of measure to float64 (P,)
        Values, and how far each may be off; NaN for one that is refused, or gives nothing else than one of the two.
    is_complete : bool
        Whether all pairs of two formulas are among them.
    """

    pairs: list[Pair]
    costs: Array
    numbers: dict[str, Array]
    errors: dict[str, Array]
    is_complete: bool
    _joinings: Joinings
    # Those of estimated ones that were computed on all queries. The estimates stay, as chances are counted of them.
    _computed: dict[tuple[str, int], float] = field(default_factory=dict)

    def exact(self, place: int, measure: MeasureRows) -> float:
        """Return the number of a pair, computed on all queries."""
        name = measure.name
        if not self.errors[name][place]:
            return float(self.numbers[name][place])
        if (name, place) not in self._computed:
            row = measure.row_of(self.pairs[place])
            self._computed[name, place] = np.nan if row is None else float(self._joinings.values(row)[0])
        return self._computed[name, place]


def search_pairs(
    measures: Sequence[MeasureRows],
    joinings: Joinings,
    causes: Sequence[RunCause],
    alone: Mapping[str, Mapping[str, float]],
    progress: Callable[[float], object],
) -> PairValues:
    """Compute or estimate two causes in one place.

    Parameters
    ----------
    measures : sequence of MeasureRows
    joinings : Joinings
    causes : sequence of RunCause
        Those that change a measure.
    alone : mapping of measure to mapping of key to number
        What each cause gives alone.
    progress : function of the share that is done (0 to 1)
        Called every 50 evaluations.
    """
    pairs, is_complete = pairs_of(causes, len(joinings.queries))
    total = max(len(measures) * sum(each.place == FORMULA for each in causes) * OF_EACH_FORMULA, 1)
    done = 0

    def tell() -> None:
        nonlocal done
        done += 1
        if done % EVALUATIONS == 0:
            progress(min(done / total, 1.0))

    numbers, errors = compute_pairs(measures, pairs, tell)
    idle = np.ones((2, len(pairs)), dtype=bool)
    for name, each in numbers.items():
        for side in range(2):
            idle[side] &= are_close(each, np.array([alone[name][pair[side].key] for pair in pairs]))
    for each in numbers.values():
        each[idle.any(axis=0)] = np.nan
    return PairValues(pairs, np.array([cost_of(each) for each in pairs]), numbers, errors, is_complete, joinings)
