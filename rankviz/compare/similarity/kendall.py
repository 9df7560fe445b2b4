"""Kendall's tau: how many pairs of documents are in the same order in both lists."""

from __future__ import annotations

import numpy as np

from rankviz.compare.similarity.ranking_pair import RankingPair
from rankviz.compare.similarity.registry import COMMON_ORDERS, similarity
from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.trace import Trace, sum_rows


@similarity(
    "tau_b",
    "tau_b",
    uses=COMMON_ORDERS,
    aliases=("tau", "kendall", "kendall_tau", "kendalltau"),
    source="Kendall 1945, Biometrika 33(3), 239-251, after scipy.stats.kendalltau; documents tied below: Fagin, Kumar and "
    "Sivakumar 2003, SIAM J. Discrete Math. 17(1), 134-160",
)
def tau_b(paired: RankingPair, convention: FormulaRules, trace: Trace) -> Array:
    """Pairs that agree less pairs that disagree, over the geometric mean of the pairs that are not tied in each list.

    Parameters
    ----------
    paired : RankingPair
        Q pairs of lists of the same documents.
    convention : FormulaRules
        Reads nothing.
    trace : Trace
        Receives agree, disagree (Q, N), their sums, the number of pairs, with ties the tied pairs, and tau_b (Q,).

    Returns
    -------
    float64 (Q,), -1 to 1; NaN for fewer than two documents, or if one list is a single tie.

    Examples
    --------
    >>> from rankviz import alike
    >>> alike("tau_b", ["d1", "d2", "d3"], ["d1", "d3", "d2"]).value        # (2 − 1) / 3
    0.3333333333333333
    """
    lists, present = paired.first, paired.first.present
    trace.add("rank", "i", "", lists.rank)
    x, y = (
        np.where(present, each, np.nan) for each in (lists.first, paired.first_rank_in_second)
    )  # no comparison with NaN is true
    below = x[:, :, None] < x[:, None, :]
    agree = (below & (y[:, :, None] < y[:, None, :])).sum(axis=2)
    disagree = (below & (y[:, :, None] > y[:, None, :])).sum(axis=2)
    pairs_agree, pairs_disagree = (
        trace.add(
            f"pairs_{name}", symbol.upper(), f"<sum {name}>", sum_rows(trace.add(name, f"{symbol}_i", "", each)), unit="count"
        )
        for name, symbol, each in (("agree", "c", agree), ("disagree", "e", disagree))
    )
    n = trace.add("n", "n", "", lists.n)
    pairs = trace.add("all_pairs", "P", r"\frac{<n>\cdot(<n>-1)}{2}", n * (n - 1) / 2, unit="count")
    difference = pairs_agree - pairs_disagree
    if not paired.has_ties:
        return trace.ratio("tau_b", r"\tau", r"\frac{<pairs_agree>-<pairs_disagree>}{<all_pairs>}", difference, pairs)
    later = np.triu(np.ones((x.shape[1], x.shape[1]), dtype=bool), 1)  # a tied pair counts at the upper of its documents
    tied = [
        trace.add(f"tied_{name}", f"t^{letter}_i", "", (later & (each[:, :, None] == each[:, None, :])).sum(axis=2))
        for name, letter, each in (("here", "A", x), ("there", "B", y))
    ]
    here = trace.add("pairs_tied_here", "T_A", "<sum tied_here>", sum_rows(tied[0]), unit="count")
    there = trace.add("pairs_tied_there", "T_B", "<sum tied_there>", sum_rows(tied[1]), unit="count")
    apart = r"\sqrt{(<all_pairs>-<pairs_tied_here>)\cdot(<all_pairs>-<pairs_tied_there>)}"
    template = rf"\frac{{<pairs_agree>-<pairs_disagree>}}{{{apart}}}"
    return trace.ratio("tau_b", r"\tau_b", template, difference, np.sqrt((pairs - here) * (pairs - there)))
