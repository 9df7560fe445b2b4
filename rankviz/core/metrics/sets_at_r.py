"""What is read at rank R, where R is the number of relevant documents: Rprec, BEP."""

from __future__ import annotations

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.registry import COUNTING, CREDITED, TIES_AVERAGED, count_inside, declared_fields, metric
from rankviz.core.trace import Trace, sum_rows

FIELDS_AT_R = declared_fields(COUNTING, "unretrieved", "empty")


@metric(
    "rprec",
    "Rprec",
    uses=declared_fields(FIELDS_AT_R, CREDITED, TIES_AVERAGED),
    shown_in=("libraries", "runs"),
    source="trec_eval Rprec; Manning, Raghavan and Schütze 2008, section 8.4",
    confused_with=("precision", "bep", "recall", "ap"),
)
def rprec(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Precision at rank R, where R is the number of relevant documents.

    Reads `empty` where nothing is relevant. Receives hit, counted_hit (Q, N), R, hits_to_R and rprec (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("Rprec", [1, 0, 1, 1])        # 2 of the first 3
    0.6666666666666666
    """
    hits = _hits_to_r(rankings, trace)
    return trace.ratio("rprec", r"\mathrm{Rprec}", r"\frac{<hits_to_R>}{<R>}", hits, rankings.R)


@metric(
    "bep",
    "BEP",
    uses=FIELDS_AT_R,
    fixes={"ties": "average"},
    source="van Rijsbergen 1979, chapter 7; Lewis 1992",
    confused_with=("rprec", "f1", "precision"),
)
def bep(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Value at the point of the precision-recall curve where precision equals recall.

    Both have the numerator hits; their denominators, the depth and R, are equal at depth R. Inside a group of equal scores the
    curve is read proportionally. Reads `empty` where nothing is relevant. Receives the steps of `rprec`, with bep (Q,) last.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("BEP", [1, 0, 1, 1])
    0.6666666666666666
    """
    hits = _hits_to_r(rankings, trace)
    return trace.ratio("bep", r"\mathrm{BEP}", r"\frac{<hits_to_R>}{<R>}", hits, rankings.R)


def _hits_to_r(rankings: Rankings, trace: Trace) -> Array:
    """Hits in the first R entries (Q,)."""
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    relevant = trace.add("R", "R", "", rankings.R)
    counted = count_inside(rankings, trace, "counted_hit", "hit", hit, relevant)
    return trace.add("hits_to_R", r"\mathrm{TP@R}", "<sum counted_hit>", sum_rows(counted), unit="count")
