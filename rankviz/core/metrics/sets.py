"""What is made of the relevant entries inside the cutoff: P, R, F1, Success."""

from __future__ import annotations

import numpy as np

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import PRECISION_BASES, RECALL_BASES, Array
from rankviz.core.lists.apply_list_rules import OWN_RANKS, TIE_ORDERS
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_first
from rankviz.core.metrics.registry import (
    COUNTING,
    CREDITED,
    MANNING,
    READS_EVERY_GRADE,
    TIES_COUNTED,
    CellGroupSpec,
    Exercise,
    count_hits,
    declared_fields,
    metric,
)
from rankviz.core.trace import Trace

OVER_K = declared_fields("cutoff", "short_list", COUNTING, READS_EVERY_GRADE, TIES_COUNTED)
F_FIELDS = declared_fields("unretrieved", "precision_base", "recall_base", "empty")
HITS = CellGroupSpec(("counted_hit",), totals=("tp",))
HITS_AND_R = CellGroupSpec(("counted_hit",), totals=("tp", "R"))


@metric(
    "precision",
    "P",
    uses=declared_fields(OVER_K, "unretrieved", "score_filter", "precision_base", "empty"),
    shown_in=("scores", "libraries", "runs@", "probe@"),
    exercise=Exercise(graded_from=2, cell_groups=(HITS,)),
    source=MANNING,
    confused_with=("recall", "ap", "rprec", "f1", "accuracy", "success", "tp"),
)
def precision(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Share of the first `cutoff` entries that is relevant.

    Reads `precision_base`, and `empty` where the base is 0, as for a list without entries.
    Receives the steps of `tp`, precision_base and precision (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("P@5", [1, 1, 0])        # 2 / 5: k stays 5
    0.4
    """
    hits = count_hits(rankings, trace)
    base = _precision_base(rankings, convention, trace)
    return trace.ratio("precision", r"\mathrm{P}", r"\frac{<tp>}{<precision_base>}", hits, base)


@metric(
    "recall",
    "R",
    uses=declared_fields(OVER_K, "score_filter", CREDITED, "unretrieved", "recall_base", "empty"),
    shown_in=("scores", "libraries", "runs@", "probe@"),
    # With one missed document no list tells all mistakes apart.
    exercise=Exercise(graded_from=2, least_missed=2, cell_groups=(HITS_AND_R,)),
    source=MANNING,
    confused_with=("precision", "f1", "success", "tp"),
)
def recall(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Share of the relevant documents that stands in the first `cutoff`; this is the true positive rate.

    Reads `recall_base`, and `empty` where nothing is relevant. Receives the steps of `tp`, recall_base and recall (Q,).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("R@2", Ranking.from_grades([1, 1, 0], missed=[1, 1]))
    0.5
    """
    hits = count_hits(rankings, trace)
    base = _recall_base(rankings, convention, trace)
    return trace.ratio("recall", r"\mathrm{Recall}", r"\frac{<tp>}{<recall_base>}", hits, base)


@metric(
    "f1",
    "F1",
    uses=declared_fields(OVER_K, F_FIELDS),
    shown_in=("scores", "libraries"),
    exercise=Exercise(cell_groups=(HITS_AND_R,)),
    source="van Rijsbergen 1979, chapter 7",
    confused_with=("precision", "recall", "fbeta", "accuracy"),
)
def f1(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Harmonic mean of precision and recall, written as 2 TP over the sum of their two denominators.

    The usual form 2PR/(P+R) is 0/0 where nothing relevant is shown; this one is 0 there, as in scikit-learn and trec_eval, and
    equal everywhere else. Reads `precision_base`, `recall_base`, `empty`. Receives the steps of `tp`, both bases and f1 (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("F1@3", [1, 0, 0, 1, 1])        # P 1/3, R 1/3
    0.3333333333333333
    """
    hits = count_hits(rankings, trace)
    precision_base = _precision_base(rankings, convention, trace)
    recall_base = _recall_base(rankings, convention, trace)
    template = r"\frac{2\cdot<tp>}{<precision_base>+<recall_base>}"
    return trace.ratio("f1", r"\mathrm{F}_1", template, 2 * hits, precision_base + recall_base)


@metric(
    "fbeta",
    "FBeta",
    uses=declared_fields(OVER_K, F_FIELDS, "beta"),
    named_numbers=("beta",),
    source="van Rijsbergen 1979, chapter 7; " + MANNING,
    confused_with=("precision", "recall"),
)
def fbeta(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Weighted harmonic mean of precision and recall, recall weighing beta times as much, as a quotient of counts.

    Reads `beta`, `precision_base`, `recall_base`, `empty`. Receives the steps of `tp`, both bases, beta and fbeta (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("FBeta(beta=2)@2", [1, 0, 0, 1, 1])        # P 1/2, R 1/3: 5 · 1/2 · 1/3 / (4/2 + 1/3)
    0.35714285714285715
    """
    hits = count_hits(rankings, trace)
    precision_base = _precision_base(rankings, convention, trace)
    recall_base = _recall_base(rankings, convention, trace)
    beta = trace.add("beta", r"\beta", "", np.full(len(rankings.n), convention.beta), unit="setting")
    template = r"\frac{(1+<beta>^{2})\cdot<tp>}{<beta>^{2}\cdot<recall_base>+<precision_base>}"
    return trace.ratio("fbeta", r"\mathrm{F}_\beta", template, (1 + beta**2) * hits, beta**2 * recall_base + precision_base)


@metric(
    "success",
    "Success",
    uses=declared_fields("cutoff", COUNTING, READS_EVERY_GRADE, {"ties": (*TIE_ORDERS, *OWN_RANKS)}),
    until_first_hit=True,
    rank_display=RankDisplay(sentence_key=by_first("success"), hits="first"),
    shown_in=("libraries", "runs@"),
    source="trec_eval success",
    confused_with=("rr",),
    aliases=("hit",),
)
def success(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Say whether any of the first `cutoff` entries is relevant (hit rate): 1 or 0.

    Receives hit, counted_hit (Q, N) and success (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("Success@2", [0, 1, 1]), evaluate("Success@1", [0, 1, 1])
    (1.0, 0.0)
    """
    count_hits(rankings, trace)
    counted = trace.step("counted_hit").value
    best = counted.max(axis=1, initial=0)
    return trace.add("success", r"\mathrm{Success}", "<max counted_hit>", best)


def _precision_base(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    option = PRECISION_BASES[convention.precision_base]
    trace.add("k", "k", "", rankings.k)
    trace.add("n", "n", "", rankings.n)
    if "<R>" in option.template:
        trace.add("R", "R", "", rankings.R)
    return trace.apply("precision_base", r"\mathrm{base}_P", option, unit="count")


def _recall_base(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    if "R" not in trace:
        trace.add("R", "R", "", rankings.R)
    trace.add("R_list", r"R_{\mathrm{list}}", "", rankings.R_list)
    if "k" not in trace:
        trace.add("k", "k", "", rankings.k)
    return trace.apply("recall_base", r"\mathrm{base}_R", RECALL_BASES[convention.recall_base], unit="count")
