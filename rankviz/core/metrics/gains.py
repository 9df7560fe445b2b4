"""Cumulated gain and its relatives: CG, DCG, IDCG, nDCG."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.option_formulas import IDEAL_DISCOUNTS, Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.gain_and_discount_steps import (
    check_positive,
    discount_of,
    gain_of,
    ideal_gain,
    settings_of,
    sum_terms,
)
from rankviz.core.metrics.rank_display import RankDisplay, by_gain, by_ideal
from rankviz.core.metrics.registry import (
    CREDITED,
    DUPLICATES,
    GRADED_ANYWAY,
    TIES_AVERAGED,
    TIES_DISCOUNTED,
    UNJUDGED,
    CellGroupSpec,
    Exercise,
    count_inside,
    declared_fields,
    metric,
)
from rankviz.core.trace import Trace

GAIN_FIELDS = declared_fields("gain", "gain_base", "gain_table", "gain_formula", "threshold", "strict", "negative", DUPLICATES)
ORDER_FIELDS = declared_fields(TIES_AVERAGED, UNJUDGED)
DISCOUNT_FIELDS = declared_fields("discount", "discount_power", "discount_table", "discount_formula", "rbp_p")
IDEAL_FIELDS = declared_fields("ideal", "ideal_cut", "ideal_discount")
DISCOUNTED = RankDisplay("gain", ("gain", "discount"), by_gain, ideal="ndcg")
OF_LIST = CellGroupSpec(("gain", "discount", "discounted_gain"), read_off=("gain", "discount"), totals=("dcg",))
OF_IDEAL = CellGroupSpec(("ideal_gain", "ideal_discount", "ideal_term"), read_off=("ideal_discount",), totals=("idcg",))
OF_GAINS = Exercise(graded_from=1, terms=(2, 4), cell_groups=(OF_LIST,))


@metric(
    "ndcg",
    "nDCG",
    uses=declared_fields(
        "cutoff",
        "short_list",
        GAIN_FIELDS,
        CREDITED,
        ORDER_FIELDS,
        GRADED_ANYWAY,
        TIES_DISCOUNTED,
        DISCOUNT_FIELDS,
        IDEAL_FIELDS,
        "empty",
    ),
    rank_display=DISCOUNTED,
    shown_in=("scores", "libraries", "runs@", "probe@"),
    exercise=replace(OF_GAINS, cell_groups=(OF_LIST, OF_IDEAL)),
    confused_with=("dcg", "idcg", "ap", "rr", "precision", "err"),
    source="Järvelin and Kekäläinen 2002; Burges et al. 2005",
)
def ndcg(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Divide the DCG by the DCG of the ideal order.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `gain`, `discount` and what belongs to them; `empty` where the ideal is 0.
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


@metric(
    "dcg",
    "DCG",
    uses=declared_fields("cutoff", GAIN_FIELDS, ORDER_FIELDS, GRADED_ANYWAY, TIES_DISCOUNTED, DISCOUNT_FIELDS),
    high=float("inf"),
    rank_display=DISCOUNTED,
    shown_in=("scores", "libraries", "probe@"),
    exercise=OF_GAINS,
    confused_with=("ndcg", "cg", "idcg"),
    source="Järvelin and Kekäläinen 2002; Burges et al. 2005",
)
def dcg(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Sum the gains of the first `cutoff` entries, each divided by its rank's discount.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `gain`, `discount` and what belongs to them.
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
    gain = gain_of(rankings, convention, trace)
    discount = discount_of(rankings, convention, trace)
    inside = rankings.inside
    term = np.divide(gain, discount, out=np.zeros_like(gain), where=inside)
    trace.add("discounted_gain", "x_i", r"\frac{<gain>}{<discount>}", term, where=inside)
    return trace.add("dcg", r"\mathrm{DCG}", "<sum discounted_gain>", sum_terms(term, rankings.grades))


@metric(
    "idcg",
    "IDCG",
    uses=declared_fields("cutoff", "short_list", GAIN_FIELDS, UNJUDGED, DISCOUNT_FIELDS, IDEAL_FIELDS),
    needs={"unjudged": matters.length_is_read},
    high=float("inf"),
    best_is_ideal=False,
    rank_display=replace(DISCOUNTED, sentence_key=by_ideal, describes_after_cutoff=True),
    shown_in=("scores",),
    confused_with=("dcg", "ndcg", "cg"),
    source="Järvelin and Kekäläinen 2002; Burges et al. 2005",
)
def idcg(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """DCG of the best possible order: the pool by descending gain, cut at the ideal's depth.

    Parameters
    ----------
    rankings : Rankings
        Q lists with pools of M judged documents.
    convention : FormulaRules
        Reads `gain`, `discount` and what belongs to them.
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
    gain, rank, counted = ideal_gain(rankings, convention, trace)
    trace.add("ideal_rank", "j", "", rank, axis="ideal")
    same = convention.ideal_discount == "same"
    option = convention.discount_option if same else IDEAL_DISCOUNTS[convention.ideal_discount]
    names = {"rank": "ideal_rank", **settings_of(option, convention, trace)}
    discount = trace.apply("ideal_discount", "D_j", option, axis="ideal", like=rank, where=counted, unit="divisor", **names)
    check_positive(option, discount, rank, counted)
    term = np.divide(gain, discount, out=np.zeros_like(gain), where=counted)
    trace.add("ideal_term", "y_j", r"\frac{<ideal_gain>}{<ideal_discount>}", term, axis="ideal", where=counted)
    return trace.add("idcg", r"\mathrm{IDCG}", "<sum ideal_term>", sum_terms(term, rankings.pool.grades))


@metric(
    "cg",
    "CG",
    uses=declared_fields("cutoff", GAIN_FIELDS, ORDER_FIELDS, GRADED_ANYWAY, TIES_DISCOUNTED),
    high=float("inf"),
    rank_display=RankDisplay("gain", ("gain",), by_gain),
    shown_in=("scores",),
    confused_with=("dcg", "idcg", "ndcg"),
    source="Järvelin and Kekäläinen 2002, ACM TOIS 20(4), 422-446",
)
def cg(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Sum the gains of the first `cutoff` entries.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `gain` and what belongs to it.
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
    gain = gain_of(rankings, convention, trace)
    counted = count_inside(rankings, trace, "counted_gain", "gain", gain, unit="grade")
    return trace.add("cg", r"\mathrm{CG}", "<sum counted_gain>", sum_terms(counted, rankings.grades), unit="grade")
