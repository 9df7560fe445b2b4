"""Metrics of (relevant, not relevant) pairs: AUC and its mean over users, GAUC."""

from __future__ import annotations

import numpy as np

from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import TIED_PAIRS, Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_pairs
from rankviz.core.metrics.registry import COUNTING, CellGroupSpec, Exercise, declared_fields, metric
from rankviz.core.trace import Trace, as_column

AUC_FIELDS = declared_fields(COUNTING, "tied_pair", "auc_range", "empty")
WON = RankDisplay("", ("hit", "nonrelevant_below", "nonrelevant_tied"), by_pairs, pairs=True)


def _has_few_pairs(shown_grades: tuple[int, ...], missed_grades: tuple[int, ...]) -> bool:
    relevant, judged = sum(grade > 0 for grade in (*shown_grades, *missed_grades)), len(shown_grades) + len(missed_grades)
    return 2 <= relevant <= 3 and 2 <= judged - relevant <= 4


@metric(
    "auc",
    "AUC",
    uses=AUC_FIELDS,
    fixes={"ties": "group"},
    empty="nan",
    counted_pairs="shown",
    rank_display=WON,
    shown_in=("scores", "libraries"),
    exercise=Exercise(
        has_cutoff=False,
        fits=_has_few_pairs,
        cell_groups=(CellGroupSpec(("pairs_won",), totals=("pairs_right", "relevant_counted", "nonrelevant_counted")),),
    ),
    source="Mann and Whitney 1947; Hanley and McNeil 1982; Fawcett 2006",
    confused_with=("ap", "prauc", "ranking_loss", "gauc", "accuracy"),
)
def auc(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Share of the (relevant, not relevant) pairs that stand in the right order.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries with tie groups.
    convention : FormulaRules
        Reads `tied_pair`, and `empty` where one of the two classes is missing.
    trace : Trace
        Receives hit, nonrelevant_below, pairs_won (Q, N), the counts, pairs_right and auc (Q,); nonrelevant_tied (Q, N)
        where there are any.

    Returns
    -------
    float64 (Q,), 0 to 1.

    Notes
    -----
    Judged documents that were not retrieved are one tie group below all shown, unless auc_range='retrieved'. Unjudged entries
    count as not relevant (unless they are skipped).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("AUC", Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]))        # 3 of 7 pairs
    0.42857142857142855
    """
    return _right_pairs(rankings, convention, trace, "auc", r"\mathrm{AUC}")


@metric(
    "gauc",
    "GAUC",
    uses=AUC_FIELDS,
    fixes={"ties": "group"},
    empty="skip",
    mean_weights="impressions",
    counted_pairs="shown",
    rank_display=WON,
    source="Zhu et al. 2017, KDD, 2191-2200, section 5.3 (each user's AUC weighted by impressions)",
    confused_with=("auc", "ap", "prauc"),
)
def gauc(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """AUC of one user's list; over several lists the mean weighted by their lengths, without lists of one class.

    Parameters, steps and value of one list as for `auc`, under the name gauc.

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> users = [Ranking.from_grades([1, 0]), Ranking.from_grades([0, 0, 1, 0]), Ranking.from_grades([1, 1])]
    >>> round(evaluate("GAUC", users), 6)        # (2 · 1 + 4 · 1/3) / (2 + 4)
    0.555556
    """
    return _right_pairs(rankings, convention, trace, "gauc", r"\mathrm{GAUC}")


def _right_pairs(rankings: Rankings, convention: FormulaRules, trace: Trace, key: str, symbol: str) -> Array:
    hit = trace.add("hit", r"\mathrm{rel}_i", "", rankings.hit)
    relevant = trace.add("relevant_counted", "R", "", rankings.R_list + rankings.below_relevant)
    others = rankings.n - rankings.R_list + rankings.below_nonrelevant
    trace.add("nonrelevant_counted", "N", "", others)
    # Places up to the end of the tie group, less the relevant entries among them.
    upto = rankings.last - rankings.sum_to_group_end(hit)
    before = rankings.first - 1 - rankings.sum_before_group(hit)
    below = trace.add("nonrelevant_below", "b_i", "", np.where(rankings.hit, as_column(others) - upto, 0.0))
    tied = np.where(rankings.hit, upto - before, 0.0)
    # What the list does not have is left out of its formula: ties in the list, a tie among the documents not retrieved.
    template = "<nonrelevant_below>"
    if tied.any():
        trace.add("nonrelevant_tied", "t_i", "", tied)
        template = r"<nonrelevant_below>+<tied_pair>\cdot<nonrelevant_tied>"
    share = trace.apply("tied_pair", "c", TIED_PAIRS[convention.tied_pair], like=relevant, unit="setting")
    won = trace.add("pairs_won", "x_i", template, below + as_column(share) * tied, unit="count")
    right = won.sum(axis=1)
    template = "<sum pairs_won>"
    missed_pairs = rankings.below_relevant * rankings.below_nonrelevant
    if missed_pairs.any():
        trace.add("missed_pairs", "m", "", missed_pairs)
        right = right + share * missed_pairs
        template = r"<sum pairs_won>+<tied_pair>\cdot<missed_pairs>"
    trace.add("pairs_right", "U", template, right, unit="count")
    template = r"\frac{<pairs_right>}{<relevant_counted>\cdot<nonrelevant_counted>}"
    return trace.ratio(key, symbol, template, right, relevant * others)
