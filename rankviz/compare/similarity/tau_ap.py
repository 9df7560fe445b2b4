"""AP correlation: Kendall's tau with more weight on the top of one list."""

from __future__ import annotations

import numpy as np

from rankviz.compare.similarity.ranking_pair import RankingPair
from rankviz.compare.similarity.registry import COMMON_ORDERS, similarity
from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.trace import Trace, sum_rows


@similarity(
    "tau_ap",
    "tau_AP",
    uses=COMMON_ORDERS,
    is_symmetric=False,
    aliases=("tauap", "ap_correlation"),
    source="Yilmaz, Aslam and Robertson 2008, SIGIR, 587-594; ties: Urbano and Marrero 2017, ICTIR, 321-324",
)
def tau_ap(paired: RankingPair, convention: FormulaRules, trace: Trace) -> Array:
    """Mean share of the documents above each document of the first list that are above it in the second list, too.

    The top document is left out, and the mean is scaled from 0 … 1 to -1 … 1. The weights are those of the first list; with the
    lists exchanged the value is another one, and the mean of both is the symmetric AP correlation.

    Parameters
    ----------
    paired : RankingPair
        Q pairs of lists of the same documents.
    convention : FormulaRules
        Reads nothing.
    trace : Trace
        Receives above, agree_above, tau_ap_term (Q, N), their sum and number, and tau_ap (Q,).

    Returns
    -------
    float64 (Q,), -1 to 1; NaN for fewer than two documents, or if one list is a single tie.

    Notes
    -----
    With ties a document is above another if it is above its whole tie; the documents of the first tie have nothing above them.
    Documents that are tied in the second list do not agree. The mean of both values is then the τ_AP,b of Urbano and Marrero.

    Examples
    --------
    >>> from rankviz import alike
    >>> alike("tau_AP", ["d1", "d2", "d3"], ["d1", "d3", "d2"]).value        # 2/2 · (1/1 + 1/2) − 1
    0.5
    """
    lists, present = paired.first, paired.first.present
    trace.add("rank", "i", "", lists.rank)
    x, y = (np.where(present, each, np.nan) for each in (lists.first, paired.first_rank_in_second))
    higher = x[:, None, :] < x[:, :, None]
    agree = trace.add("agree_above", "C_i", "", (higher & (y[:, None, :] < y[:, :, None])).sum(axis=2))
    counts = present & (lists.first > 1)
    template = "" if paired.first.has_groups else "<rank>-1"
    above = trace.add("above", "a_i", template, np.where(counts, lists.first - 1, 0.0), where=counts, unit="count")
    term = np.divide(agree, above, out=np.zeros_like(agree), where=counts)
    trace.add("tau_ap_term", "x_i", r"\frac{<agree_above>}{<above>}", term, where=counts)
    total = trace.add("tau_ap_sum", "S", "<sum tau_ap_term>", sum_rows(term))
    size = trace.add("below_top", "m", "", counts.sum(axis=1))
    first_tied, second_tied = paired.all_tied()
    undefined = (size == 0) | first_tied | second_tied
    value = 2 * np.divide(total, size, out=np.zeros_like(total), where=~undefined) - 1
    return trace.fill_undefined(
        "tau_ap", r"\tau_{\mathrm{AP}}", r"\frac{2\cdot<tau_ap_sum>}{<below_top>}-1", value, undefined=undefined
    )
