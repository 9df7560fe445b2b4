"""Values of lists with a slip and rounded intermediate results, all slips at once as rows of one batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.rounding import replay
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace
from rankviz.diagnose.departures import Departure
from rankviz.diagnose.hand_slips import roundings_of
from rankviz.evaluation.evaluate import compute


@dataclass(frozen=True, eq=False)
class RoundedSlips:
    """Values of slips with each rounding.

    Parameters
    ----------
    rows : int (S,)
        Indices of the slips.
    roundings : tuple of Departure, R
    values : float64 (S, R)
        NaN where the formula cannot be replayed with rounded numbers.
    """

    rows: NDArray[np.intp]
    roundings: tuple[Departure, ...]
    values: Array


def rounded_slips(
    metric: Metric, convention: Convention, usual: Trace, slips: Sequence[Departure], exact: Array
) -> RoundedSlips:
    """Compute the lists with a slip under every rounding that the list as typed allows.

    Parameters
    ----------
    metric : Metric
    convention : Convention
    usual : Trace
        Of the list as typed: its steps are what can be rounded.
    slips : sequence of Departure
    exact : float64, one for each slip
        Values of the slips without rounding; NaN where a slip was refused, which is then left out.
    """
    rows = np.flatnonzero(np.isfinite(exact))
    roundings = tuple(roundings_of(usual)) if len(rows) else ()
    if not roundings:
        return RoundedSlips(rows, (), np.zeros((len(rows), 0)))
    lists = RawLists.from_rankings([each for row in rows if (each := slips[int(row)].ranking) is not None])
    trace = compute(metric, lists, convention)
    columns = []
    for rounding in roundings:
        try:
            columns.append(
                replay(trace.steps, trace.rankings, {each.step: each for each in rounding.roundings})[trace.steps[-1].key]
            )
        except TemplateError:
            columns.append(np.full(len(rows), np.nan))
    return RoundedSlips(rows, roundings, np.stack(columns, axis=1))
