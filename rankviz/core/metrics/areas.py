"""Metrics read off the precision-recall curve: its area, interpolated precision at one recall level and at eleven."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_area, by_precision
from rankviz.core.metrics.registry import COUNTING, TIES_SORTED, declared_fields, metric
from rankviz.core.trace import Trace, as_column, sum_rows

CURVE = RankDisplay("precision_at", ("hit", "precision_at"), by_precision, has_own_curve=True)
LEVELS = np.arange(11) / 10
READ_AT = declared_fields(COUNTING, "unretrieved", TIES_SORTED, "iprec_cut", "empty")
MANNING = "Manning, Raghavan and Schütze 2008, section 8.4"


@metric(
    "prauc",
    "PRAUC",
    uses=declared_fields(COUNTING, "unretrieved", "pr_area", "empty"),
    fixes={"ties": "group"},
    rank_display=replace(CURVE, sentence_key=by_area),
    source="Davis and Goadrich 2006, ICML, 233-240",
    confused_with=("ap", "auc", "iprec11"),
)
def prauc(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Area under the precision-recall curve: the average over the relevant documents of the precision where each is found.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries with tie groups.
    convention : FormulaRules
        Reads `pr_area`, and `empty` where nothing is relevant.
    trace : Trace
        Receives hit, depth, hits_upto, precision_at, area_term (Q, N), area_sum, R and prauc (Q,); with the trapezoid also
        precision_before, with interpolation best_ahead.

    Returns
    -------
    float64 (Q,), 0 to 1.

    Notes
    -----
    pr_area='trapezoid' joins the points by straight lines, starting at recall 0 and precision 1. Between two points precision
    does not change along straight lines, so this is a mistake, and a hopeful one for lists with few points.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("PRAUC", [0, 1], pr_area="trapezoid")        # from precision 0 to 1/2
    0.25
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    at_rank = _precision(rankings, trace, hit)
    counted = rankings.hit
    if convention.pr_area == "trapezoid":
        hits_before, depth_before = rankings.sum_before_group(hit), rankings.first - 1
        start = np.where(depth_before == 0, 1.0, 0.0)  # the curve starts at precision 1
        before = np.divide(hits_before, depth_before, out=start, where=depth_before > 0)
        trace.add("precision_before", r"\mathrm{P}^-_i", "", np.where(counted, before, 0.0), unit="value")
        value, template = (before + at_rank) / 2, r"\frac{<precision_before>+<precision_at>}{2}"
    elif convention.pr_area == "interpolated":
        value, template = _envelope(np.where(counted, at_rank, 0.0)), "<best_ahead>"
        trace.add("best_ahead", r"\mathrm{P}^+_i", "", np.where(counted, value, 0.0), unit="value")
    else:
        value, template = at_rank, "<precision_at>"
    term = np.where(counted, value, 0.0)
    trace.add("area_term", "x_i", template, term, where=counted)
    total = trace.add("area_sum", "S", "<sum area_term>", sum_rows(term))
    relevant = trace.add("R", "R", "", rankings.R)
    return trace.ratio("prauc", r"\mathrm{PRAUC}", r"\frac{<area_sum>}{<R>}", total, relevant)


@metric(
    "iprec",
    "IPrec",
    uses=declared_fields(READ_AT, "recall_level"),
    at_field="recall_level",
    rank_display=replace(CURVE, hits="best"),
    source=MANNING + "; trec_eval iprec_at_recall",
    confused_with=("precision", "iprec11", "ap"),
)
def iprec(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Largest precision at any rank from which on the recall level is reached; 0 if it never is.

    Reads `recall_level`, `iprec_cut`, and `empty` where nothing is relevant. Receives hit, depth, hits_upto, precision_at
    (Q, N), recall_level, R, hits_needed (Q,), precision_kept (Q, N) and iprec (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("IPrec@0.5", [1, 0, 0, 1])
    1.0
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    at_rank = _precision(rankings, trace, hit)
    level = trace.add("recall_level", "x", "", np.full(len(rankings.n), convention.recall_level), unit="setting")
    relevant = trace.add("R", "R", "", rankings.R)
    least = trace.add("hits_needed", "h_x", "", hits_needed(level, relevant, convention.iprec_cut))
    reached = rankings.hit & (trace.step("hits_upto").value >= as_column(least))
    best = trace.add("precision_kept", "x_i", "<precision_at>", np.where(reached, at_rank, 0.0), where=reached)
    value = best.max(axis=1, initial=0.0)
    return trace.fill_undefined("iprec", r"\mathrm{IPrec}", "<max precision_kept>", value, undefined=relevant == 0)


@metric(
    "iprec11",
    "IPrec11",
    uses=READ_AT,
    rank_display=replace(CURVE, side_columns=("hit", "hits_upto", "precision_at")),
    source=MANNING + "; trec_eval 11pt_avg",
    confused_with=("ap", "iprec", "prauc"),
)
def iprec11(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Mean of the interpolated precision at the recall levels 0.0, 0.1, …, 1.0.

    Reads `iprec_cut`, and `empty` where nothing is relevant. Receives hit, depth, hits_upto, precision_at (Q, N), R,
    interpolated (Q, 11), level_sum and iprec11 (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> round(evaluate("IPrec11", [1, 0, 0, 1]), 6)        # (6 · 1 + 5 · 1/2) / 11
    0.772727
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    at_rank = np.where(rankings.hit, _precision(rankings, trace, hit), 0.0)
    relevant = trace.add("R", "R", "", rankings.R)
    hits, best = trace.step("hits_upto").value, _envelope(at_rank)
    columns = []
    for level in LEVELS:
        reached = rankings.hit & (hits >= as_column(hits_needed(np.full_like(relevant, level), relevant, convention.iprec_cut)))
        columns.append(np.where(reached, best, 0.0).max(axis=1, initial=0.0))
    points = trace.add("interpolated", "p_l", "", np.stack(columns, axis=1), axis="level", unit="value")
    total = trace.add("level_sum", "S", "<sum interpolated>", sum_rows(points))
    return trace.fill_undefined(
        "iprec11", r"\mathrm{IPrec}_{11}", r"\frac{<level_sum>}{11}", total / 11, undefined=relevant == 0
    )


def _precision(rankings: Rankings, trace: Trace, hit: Array) -> Array:
    """Record and return the precision at the last rank of each entry's tie group (Q, N)."""
    depth = trace.add("depth", "i", "", rankings.last)
    hits = trace.add("hits_upto", "h_i", "<upto hit>", rankings.sum_to_group_end(hit), where=rankings.present, unit="count")
    at_rank = np.divide(hits, depth, out=np.zeros_like(hits), where=rankings.present)
    return trace.add("precision_at", r"\mathrm{P@}i", r"\frac{<hits_upto>}{<depth>}", at_rank, where=rankings.present)


def _envelope(values: Array) -> Array:
    """Return the largest value from each column on (Q, N)."""
    return np.asarray(np.maximum.accumulate(values[:, ::-1], axis=1)[:, ::-1])


def hits_needed(level: Array, relevant: Array, cut: str) -> Array:
    """Return the number of hits (Q,) at which a recall level counts as reached.

    Parameters
    ----------
    level, relevant : float64 (Q,)
        Recall level, 0 to 1, and number of relevant documents.
    cut : {'ceil', 'round'}
        Whether their product is rounded up or to the nearest.
    """
    wanted = level * relevant
    return np.floor(wanted + 0.9) if cut == "ceil" else np.floor(wanted + 0.5)
