"""Rank-biased overlap: how much the first d ranks of two lists have in common, for every d, with more weight on small d."""

from __future__ import annotations

import numpy as np

from rankviz.compare.similarity.ranking_pair import RankingPair
from rankviz.compare.similarity.registry import ORDERS, similarity
from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Bools, Rankings
from rankviz.core.metrics.registry import declared_fields
from rankviz.core.trace import Trace, as_column, sum_rows


@similarity(
    "rbo",
    "RBO",
    uses=declared_fields(ORDERS, "rbo_p"),
    low=0.0,
    printed_parameters=("p",),
    aliases=("rbo_ext",),
    source="Webber, Moffat and Zobel 2010, ACM TOIS 28(4), article 20, extrapolated for lists of two lengths, after Corsi and "
    "Urbano 2024, SIGIR, and their code; ties: their RBO^b",
)
def rbo(paired: RankingPair, convention: FormulaRules, trace: Trace) -> Array:
    """Mean of the agreement at all depths d, weighted with (1 − p)·pᵈ⁻¹; beyond the lists it is assumed to stay the same.

    Parameters
    ----------
    paired : RankingPair
        Q pairs of lists, also of different documents and lengths.
    convention : FormulaRules
        Reads `rbo_p`.
    trace : Trace
        Receives down_to, overlap, agreement, rbo_term (Q, L), the agreement at the end, rbo_tail and rbo (Q,). If one list
        ends before the other, also the overlap that it is assumed to have further down.

    Returns
    -------
    float64 (Q,), 0 to 1; NaN if a list is empty.

    Notes
    -----
    With ties a document counts at each depth with the share of its tie's ranks that are within the depth, and the overlap is
    divided by the root of the product of both lists' sums of squared shares instead of the depth, so that a list always agrees
    with itself.

    Examples
    --------
    >>> from rankviz import alike
    >>> alike("RBO(p=0.5)", ["d1", "d2"], ["d1", "d3"]).value        # 1/2 · 1 + 1/4 · 1/2 + 1/4 · 1/2
    0.75
    """
    sizes = paired.first.n, paired.second.n
    short, long = np.minimum(*sizes), np.maximum(*sizes)
    depths = np.arange(1.0, long.max(initial=0) + 1)
    where = depths <= as_column(long)
    depth = trace.add("down_to", "d", "", np.where(where, depths, 0.0), axis="depth", where=where)
    p = trace.add("rbo_p", "p", "", np.full(len(long), convention.rbo_p), unit="setting")
    overlap = np.where(where, _overlap(paired, depths), 0.0)
    trace.add("overlap", "X_d", "", overlap, axis="depth", where=where, unit="share")
    base, template = depth, "<down_to>"
    if paired.has_ties:
        squares = [np.where(where, _squares(lists, depths), 0.0) for lists in (paired.first, paired.second)]
        for name, letter, each in zip(("here", "there"), "AB", squares, strict=True):
            trace.add(f"seen_{name}", f"q^{letter}_d", "", each, axis="depth", where=where, unit="share")
        base, template = np.sqrt(squares[0] * squares[1]), r"\sqrt{<seen_here>\cdot<seen_there>}"
    if (short < long).any():
        name, whole = "overlap_taken", _assumed_overlap(paired, trace, overlap, base, where)
    else:
        name, whole = "overlap", overlap
    agreement = np.divide(whole, base, out=np.zeros_like(whole), where=where)
    trace.add("agreement", "A_d", rf"\frac{{<{name}>}}{{{template}}}", agreement, axis="depth", where=where)
    weight = np.where(where, (1 - as_column(p)) * as_column(p) ** (depth - 1), 0.0)
    term = r"<agreement>\cdot(1-<rbo_p>)\cdot<rbo_p>^{<down_to>-1}"
    trace.add("rbo_term", "x_d", term, agreement * weight, axis="depth", where=where)
    end = trace.add("agreement_end", "A_l", "", _value_at_depth(agreement, long), unit="value")
    trace.add("longer", "l", "", long)
    tail = trace.add("rbo_tail", "z", r"<agreement_end>\cdot<rbo_p>^{<longer>}", end * p**long)
    value = sum_rows(agreement * weight) + tail
    return trace.fill_undefined("rbo", r"\mathrm{RBO}", "<sum rbo_term>+<rbo_tail>", value, undefined=short == 0)


def _value_at_depth(values: Array, depth: Array) -> Array:
    """Return the value at one depth of each pair (Q,), from values by depth (Q, L); 0 at depth 0."""
    padded = np.concatenate([np.zeros((len(values), 1)), values], axis=1)
    return np.asarray(padded[np.arange(len(values)), depth.astype(int)])


def _overlap(paired: RankingPair, depths: Array) -> Array:
    """Return the overlap of both lists at each depth (Q, L), with the shares of tied documents."""
    lists, in_both = paired.first, paired.column_in_second >= 0
    if paired.has_ties:
        in_first, in_second = (
            _share(lists.first, lists.last, depths),
            _share(paired.first_rank_in_second, paired.last_rank_in_second, depths),
        )
        return np.asarray((in_first * in_second * in_both[:, :, None]).sum(axis=1))
    row, column = np.nonzero(in_both)
    deeper = np.maximum(lists.rank, paired.first_rank_in_second)[row, column].astype(int)
    counts = np.zeros((len(in_both), len(depths) + 1))
    np.add.at(counts, (row, deeper), 1)
    return np.cumsum(counts, axis=1)[:, 1:]


def _share(first: Array, last: Array, depths: Array) -> Array:
    """Return the share of the ranks of each entry's tie that are within each depth (Q, N, L)."""
    size = (last - first + 1)[:, :, None]
    return np.clip((depths - first[:, :, None] + 1) / size, 0.0, 1.0)


def _squares(lists: Rankings, depths: Array) -> Array:
    """Return the sum of the squared shares of a list's entries at each depth (Q, L); the depth itself below the list's end."""
    width = lists.first.shape[1]
    shape = (len(lists.n), len(depths))
    first, last = (np.broadcast_to(depths, shape).copy() for _ in range(2))
    for by_depth, ranks in ((first, lists.first), (last, lists.last)):
        by_depth[:, :width] = np.where(lists.present, ranks, by_depth[:, :width])[:, : len(depths)]
    return first - 1 + (depths - first + 1) ** 2 / (last - first + 1)


def _assumed_overlap(paired: RankingPair, trace: Trace, overlap: Array, base: Array, where: Bools) -> Array:
    """Record the overlap (Q, L), the shorter list being assumed to agree further down as much as at its end."""
    short = trace.add("shorter", "s", "", np.minimum(paired.first.n, paired.second.n))
    at_end, base_end = _value_at_depth(overlap, short), _value_at_depth(base, short)
    agreement = np.divide(at_end, base_end, out=np.zeros_like(short), where=short > 0)
    trace.add("overlap_end", "X_s", "", at_end, unit="share")
    template = r"\frac{<overlap_end>}{<shorter>}"
    if paired.has_ties:
        trace.add("seen_end", "q_s", "", np.where(short > 0, base_end, 1.0), unit="value")
        template = r"\frac{<overlap_end>}{<seen_end>}"
    trace.add("agreement_short", "A_s", template, agreement, where=short > 0)
    depths = np.arange(1.0, overlap.shape[1] + 1)
    below_end = np.maximum(depths - as_column(short), 0.0)
    template = r"<overlap>+(\max(<down_to>,<shorter>)-<shorter>)\cdot<agreement_short>"
    added = below_end * as_column(agreement)
    if paired.has_ties:
        share = np.where(where, _mean_share(paired, depths), 0.0)
        trace.add("share_new", "w_d", "", share, axis="depth", where=where, unit="share")
        template, added = rf"{template}\cdot<share_new>", added * share
    value = np.where(where, overlap + added, 0.0)
    return trace.add("overlap_taken", "X'_d", template, value, axis="depth", where=where)


def _mean_share(paired: RankingPair, depths: Array) -> Array:
    """Return the mean share at each depth (Q, L) of the documents that only the longer list has, and shows down to there."""
    first_in_both = paired.column_in_second >= 0
    second_in_both = np.zeros(paired.second.present.shape, dtype=bool)
    row, column = np.nonzero(first_in_both)
    second_in_both[row, paired.column_in_second[row, column]] = True
    means = [
        _mean(_share(lists.first, lists.last, depths), lists.present & ~in_both)
        for lists, in_both in ((paired.first, first_in_both), (paired.second, second_in_both))
    ]
    return np.where((paired.first.n > paired.second.n)[:, None], means[0], means[1])


def _mean(share: Array, only_in_list: Bools) -> Array:
    counted = only_in_list[:, :, None] & (share > 0)
    count = counted.sum(axis=1)
    mean: Array = np.divide(np.where(counted, share, 0.0).sum(axis=1), count, out=np.ones(count.shape), where=count > 0)
    return mean
