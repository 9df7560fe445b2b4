"""Metrics of predicted ratings: RMSE, MAE. They compare each score with its grade; the order does not matter."""

from __future__ import annotations

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_error
from rankviz.core.metrics.registry import declared_fields, metric
from rankviz.core.trace import Trace, sum_rows

RATING_FIELDS = declared_fields({"duplicates": ("first_only", "count_all", "last_wins", "error")}, "empty")
AS_RATED = {"negative": "keep"}


@metric(
    "rmse",
    "RMSE",
    uses=RATING_FIELDS,
    fixes=AS_RATED,
    empty="nan",
    reads_zeros=True,
    high=float("inf"),
    best_is_ideal=False,
    lower_is_better=True,
    rank_display=RankDisplay("", ("grade", "score"), by_error),
    source="Herlocker, Konstan, Terveen and Riedl 2004, ACM TOIS 22(1), section 4.1",
    confused_with=("mae",),
)
def rmse(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Root of the mean squared difference between score and grade, over the entries that have both.

    Reads `empty` where no entry has both. Receives grade, score, squared_error (Q, N), error_sum, rated, mse and rmse (Q,).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("RMSE", Ranking.from_grades([3, 1], scores=[4, 0]))
    1.0
    """
    rated = _record_ratings(rankings, trace)
    with np.errstate(over="ignore"):
        error = np.where(rated, (trace.step("score").value - rankings.grades) ** 2, 0.0)
    trace.add("squared_error", "x_i", r"(<score>-<grade>)^{2}", error, where=rated)
    total = trace.add("error_sum", "S", "<sum squared_error>", _finite_sum(error, rankings))
    count = trace.step("rated").value
    mean = np.divide(total, count, out=np.zeros_like(total), where=count > 0)
    template = r"\sqrt{\frac{<error_sum>}{<rated>}}"
    return trace.fill_undefined("rmse", r"\mathrm{RMSE}", template, np.sqrt(mean), undefined=count == 0)


@metric(
    "mae",
    "MAE",
    uses=RATING_FIELDS,
    fixes=AS_RATED,
    empty="nan",
    reads_zeros=True,
    high=float("inf"),
    best_is_ideal=False,
    lower_is_better=True,
    rank_display=RankDisplay("", ("grade", "score"), by_error),
    source="Herlocker, Konstan, Terveen and Riedl 2004, ACM TOIS 22(1), section 4.1",
    confused_with=("rmse",),
)
def mae(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Mean absolute difference between score and grade, over the entries that have both.

    Reads `empty` where no entry has both. Receives grade, score, absolute_error (Q, N), error_sum, rated and mae (Q,).

    Examples
    --------
    >>> from rankviz import Ranking, evaluate
    >>> evaluate("MAE", Ranking.from_grades([3, 1], scores=[4, 1]))
    0.5
    """
    rated = _record_ratings(rankings, trace)
    score = trace.step("score").value
    with np.errstate(over="ignore"):
        error = np.where(rated, np.abs(score - rankings.grades), 0.0)
    template = r"\max(<score>,<grade>)-\min(<score>,<grade>)"
    trace.add("absolute_error", "x_i", template, error, where=rated)
    total = trace.add("error_sum", "S", "<sum absolute_error>", _finite_sum(error, rankings))
    return trace.ratio("mae", r"\mathrm{MAE}", r"\frac{<error_sum>}{<rated>}", total, trace.step("rated").value)


def _finite_sum(error: Array, rankings: Rankings) -> Array:
    """Add the differences of each list up (Q,); a sum that is not a number in 64 bits is refused."""
    with np.errstate(over="ignore"):
        total = sum_rows(error)
    if not np.isfinite(total).all():
        query, column = np.unravel_index(int(np.argmax(error)), error.shape)
        score = f"{float(rankings.scores[query, column]):g}"
        message = (
            f"The score {score} is so far from its grade that the difference is too large for 64 bits. Rescale the scores."
        )
        raise InputError("score_overflow", message, score=score)
    return total


def _record_ratings(rankings: Rankings, trace: Trace) -> np.ndarray:
    """Record grades and scores, and say which entries have both (Q, N)."""
    scored = ~np.isnan(rankings.scores)
    rated = rankings.judged & scored
    trace.add("grade", "g_i", "", rankings.grades, where=rankings.judged, unit="grade")
    known = scored & rankings.present
    trace.add("score", "s_i", "", np.where(known, rankings.scores, 0.0), where=known, unit="grade")
    trace.add("rated", "n", "", rated.sum(axis=1).astype(float))
    return rated
