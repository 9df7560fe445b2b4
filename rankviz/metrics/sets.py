"""Counts at a cutoff and what is made of them: TP, FP, FN, TN, P, R, F1, accuracy, Success."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankviz.conventions import View, matters
from rankviz.conventions.options import PRECISION_BASES, RECALL_BASES, Array
from rankviz.lists.arranged import Rankings
from rankviz.metrics.registry import (
    COUNTING,
    CREDITED,
    CUTTING,
    CUTTING_BY_K,
    SCORE_FILTER,
    SORTED_TIES,
    UNRETRIEVED,
    count_inside,
    metric,
    options,
)
from rankviz.trace import Trace, added

TIES = {"ties": (*SORTED_TIES, "average")}
EMPTY = {"empty": options("empty")}
AT_CUTOFF = {**CUTTING, **COUNTING, **TIES}
OVER_K = {**CUTTING_BY_K, **COUNTING, **TIES}
FILTERED = {**OVER_K, **SCORE_FILTER}
BOTH_SIDES = {**AT_CUTOFF, "auc_range": options("auc_range")}
MANNING = "Manning, Raghavan and Schütze 2008, Introduction to Information Retrieval, section 8.3"
COUNTS: dict[str, Any] = {"high": float("inf"), "source": MANNING}


@metric("tp", "TP", uses=AT_CUTOFF, confused=("fp", "fn", "tn", "precision", "recall"), **COUNTS)
def tp(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Count the relevant entries in the first `cutoff`.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : View
        Reads nothing further.
    trace : Trace
        Receives hit, counted_hit (Q, N) and tp (Q,).

    Returns
    -------
    float64 (Q,); a whole number unless ties are averaged.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("TP@3", [1, 0, 2, 1])
    2.0
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    counted = count_inside(rankings, trace, "counted_hit", "hit", hit)
    return trace.add("tp", r"\mathrm{TP}", "<sum counted_hit>", added(counted), unit="count")


@metric("fp", "FP", uses=AT_CUTOFF, best_is_ideal=False, confused=("tp", "fn", "tn"), **COUNTS)
def fp(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Count the entries in the first `cutoff` that are not relevant; unjudged ones are among them.

    Receives the steps of `tp`, shown (Q,) and fp (Q,). Returns float64 (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("FP@3", [1, 0, None])
    2.0
    """
    hits = tp(rankings, convention, trace)
    shown = trace.add("shown", "m", "", np.minimum(rankings.k, rankings.n))
    return trace.add("fp", r"\mathrm{FP}", "<shown>-<tp>", shown - hits, unit="count")


@metric(
    "fn",
    "FN",
    uses=BOTH_SIDES,
    needs={"auc_range": matters.misses_relevant},
    best_is_ideal=False,
    confused=("fp", "tp", "tn"),
    **COUNTS,
)
def fn(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Count the relevant documents after the cutoff or not retrieved.

    Receives the steps of `tp`, relevant_counted (Q,) and fn (Q,). Returns float64 (Q,).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("FN@1", Ranking.from_grades([1, 2], missed=[3]))
    2.0
    """
    hits = tp(rankings, convention, trace)
    relevant = trace.add("relevant_counted", "R_c", "", rankings.R_list + rankings.below_relevant)
    return trace.add("fn", r"\mathrm{FN}", "<relevant_counted>-<tp>", relevant - hits, unit="count")


@metric("tn", "TN", uses=BOTH_SIDES, needs={"auc_range": matters.misses_others}, confused=("fn", "fp", "tp"), **COUNTS)
def tn(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Count the documents after the cutoff or not retrieved that are not relevant.

    Receives the steps of `fp`, nonrelevant_counted (Q,) and tn (Q,). Returns float64 (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("TN@1", [1, 0, 0])
    2.0
    """
    wrong = fp(rankings, convention, trace)
    others = rankings.n - rankings.R_list + rankings.below_nonrelevant
    trace.add("nonrelevant_counted", "N_c", "", others)
    return trace.add("tn", r"\mathrm{TN}", "<nonrelevant_counted>-<fp>", others - wrong, unit="count")


@metric("accuracy", "Accuracy", uses={**BOTH_SIDES, **EMPTY}, source=MANNING, confused=("precision", "recall", "f1"))
def accuracy(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Share of all documents that stand on the right side of the cutoff: (TP + TN) / all.

    Not what ir_measures calls Accuracy (the share of relevant documents ranked above the median non-relevant one).
    All means: retrieved, or judged and not retrieved. Reads `empty`.
    Receives tp, fp, tn, all_documents and accuracy (Q,).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("Accuracy@6", Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]))        # (5 + 0) / 8
    0.625
    """
    wrong_side = tn(rankings, convention, trace)
    hits = trace.step("tp").value
    everything = rankings.n + rankings.below_relevant + rankings.below_nonrelevant
    trace.add("all_documents", "M", "", everything)
    template = r"\frac{<tp>+<tn>}{<all_documents>}"
    return trace.ratio("accuracy", r"\mathrm{Accuracy}", template, hits + wrong_side, everything)


@metric(
    "precision",
    "P",
    uses={**FILTERED, "precision_base": options("precision_base"), **EMPTY},
    source=MANNING,
    confused=("recall", "ap", "rprec", "f1", "accuracy", "success", "tp"),
)
def precision(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Share of the first `cutoff` entries that is relevant.

    Reads `precision_base`, and `empty` for a list without entries.
    Receives the steps of `tp`, precision_base and precision (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("P@5", [1, 1, 0])        # 2 / 5: k stays 5
    0.4
    """
    hits = tp(rankings, convention, trace)
    base = _precision_base(rankings, convention, trace)
    return trace.ratio("precision", r"\mathrm{P}", r"\frac{<tp>}{<precision_base>}", hits, base)


@metric(
    "recall",
    "R",
    uses={**FILTERED, **CREDITED, **UNRETRIEVED, "recall_base": options("recall_base"), **EMPTY},
    source=MANNING,
    confused=("precision", "f1", "success", "tp"),
)
def recall(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Share of the relevant documents that stands in the first `cutoff`; this is the true positive rate.

    Reads `recall_base`, and `empty` where nothing is relevant. Receives the steps of `tp`, recall_base and recall (Q,).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("R@2", Ranking.from_grades([1, 1, 0], missed=[1, 1]))
    0.5
    """
    hits = tp(rankings, convention, trace)
    base = _recall_base(rankings, convention, trace)
    return trace.ratio("recall", r"\mathrm{Recall}", r"\frac{<tp>}{<recall_base>}", hits, base)


F_FIELDS = {**UNRETRIEVED, "precision_base": options("precision_base"), "recall_base": options("recall_base"), **EMPTY}


@metric(
    "f1",
    "F1",
    uses={**OVER_K, **F_FIELDS},
    source="van Rijsbergen 1979, chapter 7",
    confused=("precision", "recall", "fbeta", "accuracy"),
)
def f1(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Harmonic mean of precision and recall, written as 2 TP over the sum of their two denominators.

    The usual form 2PR/(P+R) is 0/0 where nothing relevant is shown; this one is 0 there, as in scikit-learn and trec_eval, and
    equal everywhere else. Reads `precision_base`, `recall_base`, `empty`. Receives the steps of `tp`, both bases and f1 (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("F1@3", [1, 0, 0, 1, 1])        # P 1/3, R 1/3
    0.3333333333333333
    """
    hits = tp(rankings, convention, trace)
    shown = _precision_base(rankings, convention, trace)
    relevant = _recall_base(rankings, convention, trace)
    template = r"\frac{2\cdot<tp>}{<precision_base>+<recall_base>}"
    return trace.ratio("f1", r"\mathrm{F}_1", template, 2 * hits, shown + relevant)


@metric(
    "fbeta",
    "FBeta",
    uses={**OVER_K, **F_FIELDS, "beta": ()},
    named=("beta",),
    source="van Rijsbergen 1979, chapter 7; " + MANNING,
    confused=("precision", "recall"),
)
def fbeta(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Weighted harmonic mean of precision and recall, recall weighing beta times as much, as a quotient of counts.

    Reads `beta`, `precision_base`, `recall_base`, `empty`. Receives the steps of `tp`, both bases, beta and fbeta (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("FBeta(beta=2)@2", [1, 0, 0, 1, 1])        # P 1/2, R 1/3: 5 · 1/2 · 1/3 / (4/2 + 1/3)
    0.35714285714285715
    """
    hits = tp(rankings, convention, trace)
    shown = _precision_base(rankings, convention, trace)
    relevant = _recall_base(rankings, convention, trace)
    beta = trace.add("beta", r"\beta", "", np.full(len(rankings.n), convention.beta), unit="setting")
    template = r"\frac{(1+<beta>^{2})\cdot<tp>}{<beta>^{2}\cdot<recall_base>+<precision_base>}"
    return trace.ratio("fbeta", r"\mathrm{F}_\beta", template, (1 + beta**2) * hits, beta**2 * relevant + shown)


@metric(
    "success",
    "Success",
    uses={**CUTTING, **COUNTING, "ties": SORTED_TIES},
    source="trec_eval success",
    confused=("rr",),
)
def success(rankings: Rankings, convention: View, trace: Trace) -> Array:
    """Say whether any of the first `cutoff` entries is relevant (hit rate): 1 or 0.

    Receives hit, counted_hit (Q, N) and success (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("Success@2", [0, 1, 1]), evaluate("Success@1", [0, 1, 1])
    (1.0, 0.0)
    """
    tp(rankings, convention, trace)
    counted = trace.step("counted_hit").value
    best = counted.max(axis=1, initial=0)
    return trace.add("success", r"\mathrm{Success}", "<max counted_hit>", best)


def _precision_base(rankings: Rankings, convention: View, trace: Trace) -> Array:
    trace.add("k", "k", "", rankings.k)
    trace.add("n", "n", "", rankings.n)
    return trace.apply("precision_base", r"\mathrm{base}_P", PRECISION_BASES[convention.precision_base], unit="count")


def _recall_base(rankings: Rankings, convention: View, trace: Trace) -> Array:
    trace.add("R", "R", "", rankings.R)
    trace.add("R_list", r"R_{\mathrm{list}}", "", rankings.R_list)
    if "k" not in trace:
        trace.add("k", "k", "", rankings.k)
    return trace.apply("recall_base", r"\mathrm{base}_R", RECALL_BASES[convention.recall_base], unit="count")
