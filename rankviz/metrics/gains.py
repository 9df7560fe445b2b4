"""Cumulated gain and its relatives: CG, DCG, IDCG, nDCG."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankviz.conventions import DISCOUNTS, GAINS, Array, View
from rankviz.errors import InputError
from rankviz.metrics.registry import COPIES, CUTTING, CUTTING_BY_K, SORTED_TIES, count_inside, metric, options
from rankviz.rankings import Rankings
from rankviz.trace import Trace, spread

GAIN_FIELDS = {
    "gain": options("gain"),
    "threshold": (),
    "strict": options("strict"),
    "negative": options("negative"),
    "duplicates": COPIES,
}
ORDER_FIELDS = {"ties": (*SORTED_TIES, "average"), "unjudged": options("unjudged")}
DISCOUNT_FIELDS = {"discount": options("discount"), "rbp_p": ()}
IDEAL_FIELDS = {"ideal": options("ideal"), "ideal_cut": options("ideal_cut")}


@metric(
    "cg",
    "CG",
    uses={**CUTTING, **GAIN_FIELDS, **ORDER_FIELDS},
    high=float("inf"),
    source="Järvelin and Kekäläinen 2002, ACM TOIS 20(4), 422-446",
)
def cg(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Sum the gains of the first `cutoff` entries.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : View
        Reads `gain`.
    trace : Trace
        Receives gain, counted_gain (Q, N) and cg (Q,).

    Returns
    -------
    float64 (Q,)

    Notes
    -----
    With averaged ties an entry counts with the share of its group's places that lie inside the cutoff.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("CG@2", [3, 2, 3])
    5.0
    """
    gain = _gain(rankings, convention, trace)
    counted = count_inside(rankings, trace, "counted_gain", "gain", gain)
    return trace.add("cg", r"\mathrm{CG}", "<sum counted_gain>", _total(counted, rankings.grades))


@metric(
    "dcg",
    "DCG",
    uses={**CUTTING, **GAIN_FIELDS, **ORDER_FIELDS, **DISCOUNT_FIELDS},
    high=float("inf"),
    source="Järvelin and Kekäläinen 2002; Burges et al. 2005",
)
def dcg(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Sum the gains of the first `cutoff` entries, each divided by its rank's discount.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : View
        Reads `gain`, `discount`, `rbp_p`.
    trace : Trace
        Receives gain, discount, discounted_gain (Q, N) and dcg (Q,).

    Returns
    -------
    float64 (Q,), no upper bound.

    References
    ----------
    Järvelin and Kekäläinen 2002, ACM TOIS 20(4), 422-446 (their own discount is the option `jk2`).
    McSherry and Najork 2008, ECIR, section 3.5, for ties='average'.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("DCG", [3, 0, 2])        # 3/log2(2) + 0/log2(3) + 2/log2(4)
    4.0
    """
    gain = _gain(rankings, convention, trace)
    discount = _discount(rankings, convention, trace)
    inside = rankings.inside
    term = np.divide(gain, discount, out=np.zeros_like(gain), where=inside)
    trace.add("discounted_gain", "x_i", r"\frac{<gain>}{<discount>}", term, where=inside)
    return trace.add("dcg", r"\mathrm{DCG}", "<sum discounted_gain>", _total(term, rankings.grades))


@metric(
    "idcg",
    "IDCG",
    uses={**CUTTING_BY_K, **GAIN_FIELDS, "unjudged": options("unjudged"), **DISCOUNT_FIELDS, **IDEAL_FIELDS},
    high=float("inf"),
    best_is_ideal=False,
    source="Järvelin and Kekäläinen 2002; Burges et al. 2005",
)
def idcg(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """DCG of the best possible order: the pool by descending gain, cut at the ideal's depth.

    Parameters
    ----------
    rankings : Rankings
        Q lists with pools of M judged documents.
    convention : View
        Reads `gain`, `discount`, `rbp_p`.
    trace : Trace
        Receives ideal_grade, ideal_gain, ideal_rank, ideal_discount, ideal_term (Q, M) and idcg (Q,).

    Returns
    -------
    float64 (Q,)

    Notes
    -----
    Unjudged entries that the ideal may use have gain 0 and stand before negative gains; they need no column.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("IDCG", [2, 0, 3], discount="inverse")        # 3/1 + 2/2 + 0/3
    4.0
    """
    gain, rank, counted = _ideal_gain(rankings, convention, trace)
    trace.add("ideal_rank", "j", "", rank, axis="ideal")
    discount = trace.apply(
        "ideal_discount",
        "D_j",
        DISCOUNTS[convention.discount],
        axis="ideal",
        like=rank,
        where=counted,
        rank="ideal_rank",
        **_persistence(convention, trace),
    )
    term = np.divide(gain, discount, out=np.zeros_like(gain), where=counted)
    trace.add("ideal_term", "y_j", r"\frac{<ideal_gain>}{<ideal_discount>}", term, axis="ideal", where=counted)
    return trace.add("idcg", r"\mathrm{IDCG}", "<sum ideal_term>", _total(term, rankings.pool))


@metric(
    "ndcg",
    "nDCG",
    uses={**CUTTING_BY_K, **GAIN_FIELDS, **ORDER_FIELDS, **DISCOUNT_FIELDS, **IDEAL_FIELDS, "empty": options("empty")},
    source="Järvelin and Kekäläinen 2002; Burges et al. 2005",
)
def ndcg(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Divide the DCG by the DCG of the ideal order.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : View
        Reads `gain`, `discount`, `rbp_p`; `empty` where the ideal is 0.
    trace : Trace
        Receives the steps of `dcg` and `idcg`, and ndcg (Q,).

    Returns
    -------
    float64 (Q,), 0 to 1 for grades >= 0 if the ideal is over all judged and cut at k.

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> round(evaluate("nDCG@6", Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])), 3)
    0.785
    """
    actual = dcg(rankings, convention, trace)
    ideal = idcg(rankings, convention, trace)
    return trace.ratio("ndcg", r"\mathrm{nDCG}", r"\frac{<dcg>}{<idcg>}", actual, ideal)


def _gain(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Gain of each entry (Q, N); 0 for an unjudged one whatever the formula gives for 0."""
    trace.add("grade", "g_i", "", rankings.grades)
    if convention.gain == "binary":
        trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit.astype(float))
    gain = trace.apply("gain", "G_i", GAINS[convention.gain], like=rankings.grades, where=rankings.judged)
    return _finite(gain, rankings.grades)


def _ideal_gain(rankings: Rankings, convention: View, trace: Trace) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Gain and place of each pool document in the ideal order, and whether it is counted: three (Q, M)."""
    order = np.lexsort((-rankings.pool, ~rankings.pool_in), axis=-1)
    present = np.take_along_axis(rankings.pool_in, order, axis=1)
    grade = np.take_along_axis(rankings.pool, order, axis=1)
    trace.add("ideal_grade", "g^*_j", "", grade, axis="ideal")
    names = {"grade": "ideal_grade"}
    if convention.gain == "binary":
        hit = np.take_along_axis(rankings.pool_hit, order, axis=1).astype(float)
        trace.add("ideal_hit", r"\mathrm{rel}^*_j", "", hit, axis="ideal")
        names = {"hit": "ideal_hit"}
    option = GAINS[convention.gain]
    gain = trace.apply("ideal_gain", "G^*_j", option, axis="ideal", like=grade, where=present, **names)
    _finite(gain, grade)
    place = np.broadcast_to(np.arange(1.0, grade.shape[1] + 1), grade.shape)
    zeros = rankings.pool_size - present.sum(axis=1)
    rank = np.where(present, place + np.where(gain < 0, spread(zeros), 0.0), 0.0)
    return gain, rank, present & (rank <= spread(rankings.ideal_k))


def _discount(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """What the gain of each entry is divided by (Q, N), averaged over the places of its tie group."""
    trace.add("rank", "i", "", rankings.rank)
    names = _persistence(convention, trace)
    inside, option = rankings.inside, DISCOUNTS[convention.discount]
    if not (rankings.first != rankings.last).any():
        return trace.apply("discount", "d_i", option, like=rankings.rank, where=inside, **names)
    assert option.function is not None
    places = np.arange(1.0, rankings.last.max() + 1)
    arguments = (convention.rbp_p, places) if names else (places,) if "<rank>" in option.template else ()
    with np.errstate(over="ignore", divide="ignore"):  # far down a geometric discount is infinite: nothing is left of the gain
        divisor = np.broadcast_to(option.function(*arguments), places.shape)
        averaged = 1 / _mean_weight(1 / divisor, rankings)
    alone = rankings.first == rankings.last
    column = np.maximum(rankings.rank, 1).astype(int) - 1
    template = option.template if not names else option.template.replace("<p>", "<persistence>")
    value = np.where(inside, np.where(alone, divisor[column], averaged), 0.0)
    return trace.add("discount", "d_i", template, value, where=inside & alone)


def _mean_weight(weight: Array, rankings: Rankings) -> Array:
    """Mean of the weights (P,) of the places of each entry's tie group, those after the cutoff counting 0 (Q, N)."""
    start = np.maximum(rankings.first, 1).astype(int) - 1
    end = np.maximum(np.minimum(rankings.last, spread(rankings.k)).astype(int), start)
    # Each slice is added up by itself: the difference of two running totals would lose small weights far down.
    bounds = np.stack([start, end], axis=-1).ravel()
    totals = np.add.reduceat(np.append(weight, 0.0), bounds)[::2].reshape(start.shape)
    return np.where(end > start, totals, 0.0) / (rankings.last - rankings.first + 1)


def _persistence(convention: View, trace: Trace) -> dict[str, str]:
    """Record p where the discount is geometric."""
    if convention.discount != "geometric":
        return {}
    if "persistence" not in trace:
        trace.add("persistence", "p", "", np.full(len(trace.rankings.n), convention.rbp_p))
    return {"p": "persistence"}


def _total(terms: Array, grades: Array) -> Array:
    """Add the terms of each list up (Q,)."""
    with np.errstate(over="ignore", invalid="ignore"):
        total: Array = terms.sum(axis=1)
    if not np.isfinite(total).all():
        raise _too_large(float(np.abs(grades).max()))
    return total


def _finite(gain: Array, grades: Array) -> Array:
    if not np.isfinite(gain).all():
        raise _too_large(float(np.broadcast_to(grades, gain.shape)[~np.isfinite(gain)][0]))
    return gain


def _too_large(grade: float) -> InputError:
    message = f"The gain of grade {grade:g} is too large for a 64-bit number; choose another gain or smaller grades."
    return InputError("gain_overflow", message, grade=f"{grade:g}")
