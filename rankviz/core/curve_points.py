"""Precision-recall and ROC curves of one list point by point, and its (relevant, not relevant) pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings


@dataclass(frozen=True, eq=False)
class PrecisionRecall:
    """One point after each rank (after each whole tie group where ties are read as groups).

    Parameters
    ----------
    rank, precision, recall : float64 (P,)
        Depth, share of it that is relevant, share of the relevant documents within it.
    envelope : float64 (P,)
        Interpolated precision: the highest precision at this recall or any higher one.
    """

    rank: Array
    precision: Array
    recall: Array
    envelope: Array


@dataclass(frozen=True, eq=False)
class Roc:
    """From (0, 0), one point after each tie group, and (1, 1) last.

    Parameters
    ----------
    rank : float64 (P,)
        Depth of the point; 0 for the origin, NaN for the documents that were not retrieved.
    false_positive_rate, true_positive_rate : float64 (P,)
    """

    rank: Array
    false_positive_rate: Array
    true_positive_rate: Array


@dataclass(frozen=True, eq=False)
class Pairs:
    """Each relevant document against each that is not.

    Parameters
    ----------
    relevant : float64 (R,)
        Ranks of the relevant documents, best first; NaN for those that were not retrieved, which come last.
    others : float64 (M,)
        Ranks of the documents that are not relevant, in the same way.
    order : float64 (R, M)
        1 where the relevant one stands above the other, 0 where they are tied, -1 where it stands below.
    """

    relevant: Array
    others: Array
    order: Array


def precision_recall(rankings: Rankings, query: int = 0) -> PrecisionRecall | None:
    """Compute the precision-recall curve of one arranged list; None if nothing is relevant or nothing is shown.

    Parameters
    ----------
    rankings : Rankings
    query : int
        Index of the list.

    References
    ----------
    Manning, Raghavan and Schütze 2008, section 8.4 (the envelope is their interpolated precision).
    """
    depth, hits = _group_points(rankings, query)
    relevant = rankings.R[query]
    if relevant == 0 or not len(depth):
        return None
    precision = hits / depth
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return PrecisionRecall(depth, precision, hits / relevant, envelope)


def straight_lines(curve: PrecisionRecall) -> tuple[Array, Array]:
    """Return recall and precision of the points that the trapezoid rule joins: (0, 1), then those of the curve, (P + 1,) each.

    References
    ----------
    Davis and Goadrich 2006, ICML, 233-240, say why nothing between two of these points can be reached.
    """
    return np.concatenate([[0.0], curve.recall]), np.concatenate([[1.0], curve.precision])


def roc(rankings: Rankings, query: int = 0) -> Roc | None:
    """Compute the ROC curve of a list arranged with ties='group'; None if one of the two classes is missing.

    Judged documents that were not retrieved are the last segment. Ties are slanted segments.

    References
    ----------
    Fawcett 2006, Pattern Recognition Letters 27, 861-874.
    """
    depth, hits = _group_points(rankings, query)
    relevant = rankings.R_list[query] + rankings.below_relevant[query]
    others = rankings.n[query] - rankings.R_list[query] + rankings.below_nonrelevant[query]
    if relevant == 0 or others == 0:
        return None
    below = bool(rankings.below_relevant[query] or rankings.below_nonrelevant[query])
    end = [1.0] if below else []
    return Roc(
        rank=np.concatenate([[0.0], depth, [np.nan] * len(end)]),
        false_positive_rate=np.concatenate([[0.0], (depth - hits) / others, end]),
        true_positive_rate=np.concatenate([[0.0], hits / relevant, end]),
    )


def pairs(rankings: Rankings, query: int = 0) -> Pairs | None:
    """Compare each relevant document of a list arranged with ties='group' with each other one; None if a class is missing.

    Judged documents that were not retrieved stand below all shown, and are tied with each other.
    """
    present, hit = rankings.present[query], rankings.hit[query]
    missed = (rankings.below_relevant[query], rankings.below_nonrelevant[query])
    ranks, first_ranks = [], []
    for counted, below in zip((hit, present & ~hit), missed, strict=True):
        ranks.append(np.concatenate([rankings.rank[query][counted], np.full(int(below), np.nan)]))
        first_ranks.append(np.concatenate([rankings.first[query][counted], np.full(int(below), np.inf)]))
    first, other = first_ranks[0][:, None], first_ranks[1][None, :]
    order = np.where(first < other, 1.0, np.where(first > other, -1.0, 0.0))
    return Pairs(ranks[0], ranks[1], order) if order.size else None


def _group_points(rankings: Rankings, query: int) -> tuple[Array, Array]:
    """Return depth and hits at the end of each tie group, (P,) each."""
    hits = rankings.sum_to_group_end(rankings.hit.astype(float))[query]
    last, ends = rankings.last[query], rankings.present[query].copy()
    ends[:-1] &= last[1:] != last[:-1]
    return last[ends], hits[ends]
