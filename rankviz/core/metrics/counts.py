"""The four counts at a cutoff, TP, FP, FN and TN, and accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_cells
from rankviz.core.metrics.registry import COUNTING, MANNING, TIES_AVERAGED, TIES_COUNTED, count_hits, declared_fields, metric
from rankviz.core.trace import Trace

HITS = declared_fields("cutoff", COUNTING, TIES_COUNTED)
# Where entries share a rank, more than k may stand inside, so that k less the hits is no number of others.
AT_CUTOFF = declared_fields(HITS, {"ties": (*TIES_AVERAGED["ties"], "include")})
BOTH_SIDES = declared_fields(AT_CUTOFF, "auc_range")
COUNTS: dict[str, Any] = {"high": float("inf"), "source": MANNING, "answered": False}


def _cells(*counted: str) -> RankDisplay:
    return RankDisplay(sentence_key=by_cells(*counted), describes_after_cutoff=True)


@metric(
    "accuracy",
    "Accuracy",
    uses=declared_fields(BOTH_SIDES, "empty"),
    rank_display=_cells("tp", "tn"),
    shown_in=("scores",),
    source=MANNING,
    confused_with=("precision", "recall", "f1"),
    aliases=("acc",),
)
def accuracy(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Share of all documents that are on the right side of the cutoff: (TP + TN) / all.

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


@metric("tp", "TP", uses=HITS, confused_with=("fp", "fn", "tn", "precision", "recall"), **COUNTS)
def tp(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Count the relevant entries in the first `cutoff`.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
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
    return count_hits(rankings, trace)


@metric(
    "fp",
    "FP",
    uses=AT_CUTOFF,
    best_is_ideal=False,
    lower_is_better=True,
    rank_display=_cells("fp"),
    confused_with=("tp", "fn", "tn"),
    **COUNTS,
)
def fp(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Count the entries in the first `cutoff` that are not relevant; unjudged ones are among them.

    Receives the steps of `tp`, shown (Q,) and fp (Q,). Returns float64 (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("FP@3", [1, 0, None])
    2.0
    """
    hits = count_hits(rankings, trace)
    entries = trace.add("shown", "m", "", np.minimum(rankings.k, rankings.n))
    return trace.add("fp", r"\mathrm{FP}", "<shown>-<tp>", entries - hits, unit="count")


@metric(
    "fn",
    "FN",
    uses=declared_fields(HITS, "auc_range"),
    needs={"auc_range": matters.misses_relevant},
    best_is_ideal=False,
    lower_is_better=True,
    rank_display=_cells("fn"),
    confused_with=("fp", "tp", "tn"),
    **COUNTS,
)
def fn(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Count the relevant documents after the cutoff or not retrieved.

    Receives the steps of `tp`, relevant_counted (Q,) and fn (Q,). Returns float64 (Q,).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("FN@1", Ranking.from_grades([1, 2], missed=[3]))
    2.0
    """
    hits = count_hits(rankings, trace)
    relevant = trace.add("relevant_counted", "R_c", "", rankings.R_list + rankings.below_relevant)
    return trace.add("fn", r"\mathrm{FN}", "<relevant_counted>-<tp>", relevant - hits, unit="count")


@metric(
    "tn",
    "TN",
    uses=BOTH_SIDES,
    needs={"auc_range": matters.misses_others},
    rank_display=_cells("tn"),
    confused_with=("fn", "fp", "tp"),
    **COUNTS,
)
def tn(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
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
