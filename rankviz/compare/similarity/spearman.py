"""Spearman's rho: how far the ranks of the documents are from those in the other list."""

from __future__ import annotations

import numpy as np

from rankviz.compare.similarity.ranking_pair import RankingPair
from rankviz.compare.similarity.registry import COMMON_ORDERS, similarity
from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.trace import Trace, as_column, sum_rows


@similarity(
    "rho",
    "rho",
    uses=COMMON_ORDERS,
    aliases=("spearman", "spearmanr"),
    source="Spearman 1904, American Journal of Psychology 15(1), 72-101",
)
def rho(paired: RankingPair, convention: FormulaRules, trace: Trace) -> Array:
    """One less the scaled sum of squared rank differences, -1 for a reversed list; with ties Pearson's r of the ranks.

    Parameters
    ----------
    paired : RankingPair
        Q pairs of lists of the same documents.
    convention : FormulaRules
        Reads nothing.
    trace : Trace
        Receives rank, place_there, squared_distance (Q, N), their sum and rho (Q,); with ties the places less their mean.

    Returns
    -------
    float64 (Q,), -1 to 1; NaN for fewer than two documents, or if one list is a single tie.

    Examples
    --------
    >>> from rankviz import alike
    >>> alike("rho", ["d1", "d2", "d3"], ["d1", "d3", "d2"]).value        # 1 − 6 · (1 + 1) / (3 · 8)
    0.5
    """
    lists = paired.first
    rank = trace.add("rank", "i", "", (lists.first + lists.last) / 2, unit="share")
    place = trace.add("place_there", "j_i", "", (paired.first_rank_in_second + paired.last_rank_in_second) / 2, unit="share")
    n = trace.add("n", "n", "", lists.n)
    if paired.has_ties:
        return _pearson(paired, trace, rank, place)
    square = trace.add("squared_distance", "x_i", "(<rank>-<place_there>)^{2}", (rank - place) ** 2, unit="count")
    total = trace.add("distance_sum", "S", "<sum squared_distance>", sum_rows(square), unit="count")
    undefined = n < 2
    value = 1 - np.divide(6 * total, n * (n**2 - 1), out=np.zeros_like(n), where=~undefined)
    template = r"1-\frac{6\cdot<distance_sum>}{<n>\cdot(<n>^{2}-1)}"
    return trace.fill_undefined("rho", r"\rho", template, value, undefined=undefined)


def _pearson(paired: RankingPair, trace: Trace, rank: Array, place: Array) -> Array:
    present, n = paired.first.present, paired.first.n
    middle = trace.add("middle", "m", r"\frac{<n>+1}{2}", (n + 1) / 2, unit="share")
    u, v = (np.where(present, each - as_column(middle), 0.0) for each in (rank, place))
    here, there = "(<rank>-<middle>)", "(<place_there>-<middle>)"
    product = trace.add("product", "x_i", rf"{here}\cdot{there}", u * v, where=present)
    total = trace.add("product_sum", "S", "<sum product>", sum_rows(product))
    squares = trace.add("square", "y_i", f"{here}^{{2}}", u**2, where=present)
    spread_here = trace.add("square_sum", "S_A", "<sum square>", sum_rows(squares))
    squares = trace.add("square_there", "z_i", f"{there}^{{2}}", v**2, where=present)
    spread_there = trace.add("square_there_sum", "S_B", "<sum square_there>", sum_rows(squares))
    template = r"\frac{<product_sum>}{\sqrt{<square_sum>\cdot<square_there_sum>}}"
    return trace.ratio("rho", r"\rho", template, total, np.sqrt(spread_here * spread_there))
