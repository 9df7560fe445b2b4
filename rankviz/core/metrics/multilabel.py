"""Metrics of multi-label learning, where a sample is a list and its entries are labels: LRAP, ranking loss, coverage error.

Labels of equal score stand at the worst rank of their group. Judged documents that were not retrieved are one group below all
shown, unless auc_range='retrieved'.
"""

from __future__ import annotations

import numpy as np

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_hits_as_high, by_place, by_wrong_pairs
from rankviz.core.metrics.registry import COUNTING, CellGroupSpec, Exercise, declared_fields, metric
from rankviz.core.trace import Trace, sum_rows

LABEL_FIELDS = declared_fields(COUNTING, "auc_range", "empty")
AT_WORST = {"ties": "group"}
TSOUMAKAS = "Tsoumakas, Katakis and Vlahavas 2010, Data Mining and Knowledge Discovery Handbook, 667-685; scikit-learn"


# Labels that are not relevant and not retrieved stand below the last one that is relevant and retrieved.
ONLY_RELEVANT = {"auc_range": matters.misses_relevant}


@metric(
    "lrap",
    "LRAP",
    uses=LABEL_FIELDS,
    fixes=AT_WORST,
    needs=ONLY_RELEVANT,
    empty="1",
    counted_pairs="shown",
    rank_display=RankDisplay("hit", ("hits_upto", "depth"), by_hits_as_high),
    exercise=Exercise(
        terms=(2, 3),
        has_cutoff=False,
        cell_groups=(
            CellGroupSpec(("hits_upto",)),
            CellGroupSpec(("lrap_term",), totals=("lrap_sum", "relevant_counted")),
        ),
    ),
    source=TSOUMAKAS,
    confused_with=("ap", "ranking_loss", "rr", "coverage_error"),
)
def lrap(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Average over the relevant labels of the share of relevant ones among those ranked at least as high.

    Reads `empty` where nothing is relevant. Receives hit, depth, hits_upto, lrap_term (Q, N), relevant_counted, lrap_sum and
    lrap (Q,); missed_term where relevant documents were not retrieved.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("LRAP", [1, 0, 1])        # (1/1 + 2/3) / 2
    0.8333333333333333
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    depth = trace.add("depth", "i", "", rankings.last)
    hits = trace.add("hits_upto", "h_i", "<upto hit>", rankings.sum_to_group_end(hit), where=rankings.present, unit="count")
    term = np.divide(hits, depth, out=np.zeros_like(hits), where=rankings.hit)
    trace.add("lrap_term", "x_i", r"\frac{<hits_upto>}{<depth>}", term, where=rankings.hit)
    relevant, end = _count_labels(rankings, trace)
    total, template = sum_rows(term), "<sum lrap_term>"
    if rankings.below_relevant.any():
        share = np.divide(relevant, end, out=np.zeros_like(end), where=end > 0)
        missed = trace.add("missed_term", "m", "", rankings.below_relevant * share, unit="value")
        total, template = total + missed, "<sum lrap_term>+<missed_term>"
    trace.add("lrap_sum", "S", template, total)
    return trace.ratio("lrap", r"\mathrm{LRAP}", r"\frac{<lrap_sum>}{<relevant_counted>}", total, relevant)


@metric(
    "ranking_loss",
    "RankingLoss",
    uses=LABEL_FIELDS,
    fixes=AT_WORST,
    best_is_ideal=False,
    lower_is_better=True,
    counted_pairs="shown",
    rank_display=RankDisplay("", ("hit",), by_wrong_pairs, pairs=True),
    source=TSOUMAKAS,
    confused_with=("auc", "coverage_error", "lrap"),
)
def ranking_loss(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Share of the (relevant, not relevant) pairs in the wrong order; a tied pair is wrong.

    Reads `empty` where one of the two classes is missing. Receives hit, others_at_least (Q, N), relevant_counted, place_last,
    nonrelevant_counted, pairs_wrong and ranking_loss (Q,); missed_pairs where relevant documents were not retrieved.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("RankingLoss", [1, 0, 1])
    0.5
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    wrong = np.where(rankings.hit, rankings.last - rankings.sum_to_group_end(hit), 0.0)
    trace.add("others_at_least", "x_i", "", wrong)
    relevant, end = _count_labels(rankings, trace)
    others = trace.add("nonrelevant_counted", "N", "<place_last>-<relevant_counted>", end - relevant, unit="count")
    total, template = sum_rows(wrong), "<sum others_at_least>"
    if rankings.below_relevant.any():
        missed = trace.add("missed_pairs", "m", "", rankings.below_relevant * others)
        total, template = total + missed, "<sum others_at_least>+<missed_pairs>"
    trace.add("pairs_wrong", "W", template, total, unit="count")
    template = r"\frac{<pairs_wrong>}{<relevant_counted>\cdot<nonrelevant_counted>}"
    return trace.ratio("ranking_loss", r"\mathrm{RankingLoss}", template, total, relevant * others)


@metric(
    "coverage_error",
    "CoverageError",
    uses=LABEL_FIELDS,
    fixes=AT_WORST,
    needs=ONLY_RELEVANT,
    low=1.0,
    high=float("inf"),
    best_is_ideal=False,
    lower_is_better=True,
    rank_display=RankDisplay("place", ("hit",), by_place, hits="last"),
    source=TSOUMAKAS,
    confused_with=("ranking_loss", "lrap", "rr"),
)
def coverage_error(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """How far down one has to read to have met every relevant label.

    Reads `empty` where nothing is relevant. Receives hit, depth, place (Q, N), relevant_counted, place_last and
    coverage_error (Q,).

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("CoverageError", [1, 0, 1, 0])
    3.0
    """
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    trace.add("depth", "i", "", rankings.last)
    place = trace.add("place", "x_i", r"<hit>\cdot<depth>", hit * rankings.last, unit="count")
    relevant, end = _count_labels(rankings, trace)
    deepest, template = place.max(axis=1, initial=0.0), "<max place>"
    if (rankings.below_relevant > 0).any():
        missed = trace.add("missed_place", "m", "", np.where(rankings.below_relevant > 0, end, 0.0))
        deepest, template = np.maximum(deepest, missed), r"\max(<max place>,<missed_place>)"
    return trace.fill_undefined(
        "coverage_error", r"\mathrm{Coverage}", template, deepest, undefined=relevant == 0, unit="count"
    )


def _count_labels(rankings: Rankings, trace: Trace) -> tuple[Array, Array]:
    """Record and return the number of relevant labels that count, and the last rank of all labels: two (Q,)."""
    relevant = trace.add("relevant_counted", "R", "", rankings.R_list + rankings.below_relevant)
    end = trace.add("place_last", "L", "", rankings.n + rankings.below_relevant + rankings.below_nonrelevant)
    return relevant, end
