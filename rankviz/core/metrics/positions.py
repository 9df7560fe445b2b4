"""Metrics that read where the relevant entries stand: AP, RR, bpref."""

from __future__ import annotations

import numpy as np

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.option_formulas import ALL_RANKS, AP_BASES, BPREF_BASES, Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_first, by_others_above, by_precision
from rankviz.core.metrics.registry import (
    COUNTING,
    CREDITED,
    READS_EVERY_GRADE,
    TIES_GROUPED,
    TIES_RANKED,
    TIES_SORTED,
    CellGroupSpec,
    Exercise,
    declared_fields,
    metric,
)
from rankviz.core.trace import Trace, as_column, sum_rows

SUMMED = 2000  # so many reciprocals are added up one by one


@metric(
    "ap",
    "AP",
    uses=declared_fields(
        "cutoff",
        "short_list",
        COUNTING,
        READS_EVERY_GRADE,
        CREDITED,
        "unretrieved",
        "score_filter",
        TIES_GROUPED,
        "ap_base",
        "empty",
    ),
    rank_display=RankDisplay("precision_at", ("hit", "precision_at"), by_precision, hits="mean"),
    shown_in=("scores", "libraries", "runs", "probe@", "probe"),
    exercise=Exercise(
        terms=(2, 3), cell_groups=(CellGroupSpec(("hits_upto",)), CellGroupSpec(("ap_term",), totals=("ap_sum", "R")))
    ),
    aliases=("map",),
    source="Manning, Raghavan and Schütze 2008, section 8.4; trec_eval map, map_cut",
    confused_with=("precision", "rr", "ndcg", "rprec", "iprec11", "prauc"),
)
def ap(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Average the precision at the ranks of the relevant entries.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `ap_base`, and `empty` where the base is 0.
    trace : Trace
        Receives hit, depth, hits_upto, precision_at, ap_term (Q, N), ap_sum, ap_base and ap (Q,).

    Returns
    -------
    float64 (Q,), 0 to 1.

    Notes
    -----
    With ties='group' a whole tie group is read at once: its relevant entries share the precision at its last place.
    ap_base='all_ranks' is the mistake of averaging P@1 … P@k over all ranks of the list, relevant or not; 'k_all_ranks' goes on
    to k where the list is shorter. Both read rank by rank.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> round(evaluate("AP", [1, 0, 1, 0, 1]), 6)        # (1/1 + 2/3 + 3/5) / 3
    0.755556
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    inside = rankings.present & (rankings.last <= as_column(rankings.k))
    depth = trace.add("depth", "i", "", rankings.last)
    hits = trace.add("hits_upto", "h_i", "<upto hit>", rankings.sum_to_group_end(hit), where=rankings.present, unit="count")
    at_rank = np.divide(hits, depth, out=np.zeros_like(hits), where=rankings.present)
    trace.add("precision_at", r"\mathrm{P@}i", r"\frac{<hits_upto>}{<depth>}", at_rank, where=rankings.present)
    if convention.ap_base in ALL_RANKS:
        depth = rankings.k if convention.ap_base == "k_all_ranks" else np.minimum(rankings.k, rankings.n)
        total = _sum_over_all_ranks(rankings, trace, hit, depth)
    else:
        term = np.where(inside, hit * at_rank, 0.0)
        trace.add("ap_term", "x_i", r"\frac{<hit>\cdot<hits_upto>}{<depth>}", term, where=inside)
        total = trace.add("ap_sum", "S", "<sum ap_term>", sum_rows(term))
    for key, symbol, value in (
        ("R", "R", rankings.R),
        ("R_list", r"R_{\mathrm{list}}", rankings.R_list),
        ("k", "k", rankings.k),
        ("n", "n", rankings.n),
        ("hits", r"\mathrm{TP}", (hit * inside).sum(axis=1)),
    ):
        if f"<{key}>" in AP_BASES[convention.ap_base].template:
            trace.add(key, symbol, "", value)
    base = trace.apply("ap_base", r"\mathrm{base}", AP_BASES[convention.ap_base], unit="count")
    return trace.ratio("ap", r"\mathrm{AP}", r"\frac{<ap_sum>}{<ap_base>}", total, base)


def _has_late_first_hit(shown_grades: tuple[int, ...], missed_grades: tuple[int, ...]) -> bool:
    return 2 <= sum(grade > 0 for grade in shown_grades) <= 4 and shown_grades[0] == 0


@metric(
    "rr",
    "RR",
    uses=declared_fields("cutoff", COUNTING, READS_EVERY_GRADE, "unretrieved", "score_filter", TIES_RANKED, "empty"),
    until_first_hit=True,
    needs={"unretrieved": matters.may_show_nothing_relevant},
    rank_display=RankDisplay("reciprocal", ("hit", "rank"), by_first("reciprocal"), hits="first"),
    shown_in=("scores", "libraries", "runs", "probe@", "probe"),
    exercise=Exercise(has_cutoff=False, fits=_has_late_first_hit, cell_groups=(CellGroupSpec(("reciprocal",)),)),
    aliases=("mrr",),
    source="Voorhees 1999, TREC-8 question answering track; trec_eval recip_rank",
    confused_with=("ap", "success", "err", "precision"),
)
def rr(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """One divided by the rank of the first relevant entry; 0 if none stands in the first `cutoff`.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `empty` where nothing is relevant at all.
    trace : Trace
        Receives hit, rank, reciprocal (Q, N), R and rr (Q,).

    Returns
    -------
    float64 (Q,), 0 to 1.

    Notes
    -----
    Undefined only where no document is relevant. A list that misses all relevant documents has the honest value 0.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("RR", [0, 1, 0, 0])
    0.5
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    rank = trace.add("rank", "i", "", rankings.rank)
    inside = rankings.inside
    term = np.divide(hit, rank, out=np.zeros_like(hit), where=inside)
    trace.add("reciprocal", "x_i", r"\frac{<hit>}{<rank>}", term, where=inside)
    relevant = trace.add("R", "R", "", rankings.R)
    best = term.max(axis=1, initial=0.0)
    return trace.fill_undefined("rr", r"\mathrm{RR}", "<max reciprocal>", best, undefined=relevant == 0)


def _sum_over_all_ranks(rankings: Rankings, trace: Trace, hit: Array, deepest: Array) -> Array:
    """Sum of the precisions at ranks 1 … `deepest` (Q,), also for lists that hold their judged entries only.

    A rank without an entry of its own has the hits of the entry before it, so that entry is weighted with the sum of 1/r over
    those ranks too; where every rank has an entry the weight is 1/i. A rank inside a tie group is read by itself: nothing is
    known of groups that hold no judged entry.
    """
    depth = as_column(deepest)
    rank = rankings.rank
    through = trace.add("hits_through", "H_i", "", np.cumsum(hit, axis=1))
    next_rank = np.concatenate([rank[:, 1:], np.zeros((len(rank), 1))], axis=1)
    end = np.minimum(np.where(next_rank > 0, next_rank - 1, depth), depth)
    is_read = rankings.present & (rank <= depth)
    gap = _harmonic(np.where(is_read, end, 0.0)) - _harmonic(np.where(is_read, rank, 0.0))
    weight = np.divide(1, rank, out=np.zeros_like(rank), where=is_read) + gap
    trace.add("rank_weight", "w_i", "", weight, where=is_read, unit="value")
    term = trace.add("ap_term", "x_i", r"<hits_through>\cdot<rank_weight>", through * weight, where=is_read)
    return trace.add("ap_sum", "S", "<sum ap_term>", sum_rows(term))


def _harmonic(count: Array) -> Array:
    """Add up 1 + 1/2 + … + 1/m for whole numbers m; where m is large by its series, of which the next term is below 1e-20."""
    small = np.concatenate([[0.0], np.cumsum(1 / np.arange(1.0, SUMMED + 1))])
    near = small[np.minimum(count, SUMMED).astype(int)]
    far = np.maximum(count, 1.0)
    series = np.log(far) + np.euler_gamma + 1 / (2 * far) - 1 / (12 * far**2) + 1 / (120 * far**4)
    return np.where(count <= SUMMED, near, series)


@metric(
    "bpref",
    "Bpref",
    uses=declared_fields(
        "threshold",
        "strict",
        # Whether an entry is taken out or only unjudged is one to a metric that skips the unjudged.
        {"negative": ("zero", "unjudged", "error"), "duplicates": ("first_only", "count_all", "last_wins", "error")},
        "unretrieved",
        TIES_SORTED,
        "bpref_base",
        "empty",
    ),
    reads_zeros=True,
    counted_pairs="judged",
    rank_display=RankDisplay("hit", ("hit", "others_above"), by_others_above),
    shown_in=("libraries", "runs"),
    exercise=Exercise(
        terms=(2, 3),
        has_cutoff=False,
        cell_groups=(CellGroupSpec(("others_above",)), CellGroupSpec(("bpref_term",), totals=("bpref_sum", "R"))),
    ),
    source="Buckley and Voorhees 2004, SIGIR, 25-32; trec_eval bpref",
    confused_with=("ap", "auc", "rprec"),
)
def bpref(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Share of judged non-relevant documents that are below each relevant one, averaged over all relevant documents.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `bpref_base`, and `empty` where nothing is relevant.
    trace : Trace
        Receives hit, others_above, R, N, bpref_base, bpref_term (Q, N), bpref_sum and bpref (Q,).

    Returns
    -------
    float64 (Q,), 0 to 1.

    Notes
    -----
    Unjudged entries never count. An entry with no judged non-relevant one above it counts 1, also where there are none at all.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("Bpref", [1, 0, 1, 0])        # (1 + (1 − 1/2)) / 2
    0.75
    """
    trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    others = (rankings.judged & ~rankings.hit).astype(float)
    above = trace.add("others_above", "n_i", "", np.where(rankings.hit, np.cumsum(others, axis=1), 0.0))
    relevant = trace.add("R", "R", "", rankings.R)
    trace.add("N", "N", "", rankings.nonrel)
    base = trace.apply("bpref_base", r"\mathrm{base}", BPREF_BASES[convention.bpref_base], unit="count")
    counted = np.minimum(above, as_column(relevant))
    term = np.where(rankings.hit, 1 - np.divide(counted, as_column(base), out=np.zeros_like(counted), where=rankings.hit), 0.0)
    template = r"1-\frac{\min(<others_above>,<R>)}{<bpref_base>}"
    trace.add("bpref_term", "x_i", template, term, where=rankings.hit)
    total = trace.add("bpref_sum", "S", "<sum bpref_term>", sum_rows(term))
    return trace.ratio("bpref", r"\mathrm{bpref}", r"\frac{<bpref_sum>}{<R>}", total, relevant)
