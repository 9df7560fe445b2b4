"""The loss of a list to the best order of its judged documents, rank by rank."""

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
    """How much of the best value a list does not reach.

    Parameters
    ----------
    by_rank : tuple of float
        From rank 1 on; below 0 where the list has more at a rank than the best order. They add up to `total`.
    total : float
        The best value less the list's value.
    """

    by_rank: tuple[float, ...]
    total: float


def loss_to_ideal(metric: Metric, ranking: Ranking, convention: Convention) -> IdealLoss | None:
    """Compare a list with the best order of its judged documents, rank by rank.

    If the metric has an ideal ranking of its own, the list is compared with its terms.

    Returns
    -------
    IdealLoss or None
        None for a metric that has no best order, for an undefined value, and if a part of the loss belongs to no rank.

    Raises
    ------
    InputError
        As `compute`: the convention refuses the list.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> loss = loss_to_ideal(METRICS["dcg"], Ranking.from_grades([0, 2]), Convention())
    >>> [round(each, 3) for each in loss.by_rank]
    [2.0, -1.262]
    """
    if not metric.best_is_ideal:
        return None
    pair = pair_with_order(ranking, ideal_order(ranking, narrow(metric, convention)))
    trace = compute(metric, RawLists.from_rankings(pair.lists), convention)
    ideal_terms = trace.summed_step("ideal")
    if ideal_terms is not None:
        return _loss_to_own_ideal(trace, ideal_terms)
    change = effects(trace, pair)
    if any(change.undefined) or change.axis != "list" or abs(change.rest) > SAME or abs(change.base) > SAME:
        return None
    return IdealLoss(change.by_place, change.difference)


def _loss_to_own_ideal(trace: Trace, ideal_terms: Step) -> IdealLoss | None:
    """Subtract the list's terms from those of the metric's ideal ranking, over the same denominator."""
    if trace.undefined[0]:
        return None
    form, ideal_ranks = linear_form(trace), trace.step("ideal_rank").value[0]
    size = int(max(trace.rankings.rank[0].max(initial=0), ideal_ranks.max(initial=0)))
    by_rank = np.zeros(size + 1)  # index 0 holds entries without a rank, which add nothing
    np.add.at(by_rank, ideal_ranks.astype(int), ideal_terms.value[0] / form.denominator[0])
    np.subtract.at(by_rank, trace.rankings.rank[0].astype(int), form.terms[0] / form.denominator[0])
    return IdealLoss(tuple(by_rank[1:].tolist()), float(1 - trace.value[0]))
