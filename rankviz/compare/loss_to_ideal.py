"""What a list loses against the best order of its judged documents, rank by rank: effects with that order as the rival."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankviz.compare.document_effects import effects
from rankviz.compare.linear_form import linear_form
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.trace import Step, Trace
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import SAME, ideal_order, pair_with_order


@dataclass(frozen=True)
class IdealLoss:
    """What is missing to the best value.

    Parameters
    ----------
    by_rank : tuple of float
        From rank 1 on; below 0 where the list has more at a rank than the best order. They add up to `whole`.
    total : float
    """

    by_rank: tuple[float, ...]
    total: float


def loss_to_ideal(metric: Metric, ranking: Ranking, convention: Convention) -> IdealLoss | None:
    """Compare a list with the best order there is, rank by rank.

    Where the metric has an ideal ranking of its own, its terms are taken.

    Returns
    -------
    IdealLoss or None
        None for a metric that has no best order, a value that is undefined, and where what is lost is not lost at ranks.

    Raises
    ------
    InputError
        As `compute`, where the convention refuses the list.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> found = loss_to_ideal(METRICS["dcg"], Ranking.from_grades([0, 2]), Convention())
    >>> [round(each, 3) for each in found.by_rank]
    [2.0, -1.262]
    """
    if not metric.best_is_ideal:
        return None
    best = pair_with_order(ranking, ideal_order(ranking, narrow(metric, convention)))
    trace = compute(metric, RawLists.from_rankings(best.lists), convention)
    own = trace.summed_step("ideal")
    if own is not None:
        return _loss_to_own_ideal(trace, own)
    found = effects(trace, best)
    if any(found.undefined) or found.axis != "list" or abs(found.rest) > SAME or abs(found.base) > SAME:
        return None
    return IdealLoss(found.by_place, found.difference)


def _loss_to_own_ideal(trace: Trace, ideal: Step) -> IdealLoss | None:
    """The terms of an ideal ranking less those of the list, over the same denominator."""
    if trace.undefined[0]:
        return None
    found, ranks = linear_form(trace), trace.step("ideal_rank").value[0]
    size = int(max(trace.rankings.rank[0].max(initial=0), ranks.max(initial=0)))
    by_rank = np.zeros(size + 1)  # what has no rank stands at 0, and adds nothing
    np.add.at(by_rank, ranks.astype(int), ideal.value[0] / found.denominator[0])
    np.subtract.at(by_rank, trace.rankings.rank[0].astype(int), found.terms[0] / found.denominator[0])
    return IdealLoss(tuple(by_rank[1:].tolist()), float(1 - trace.value[0]))
