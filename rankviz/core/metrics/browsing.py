"""Metrics with a model of how somebody reads down the list: ERR, RBP."""

from __future__ import annotations

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FormulaRules
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.option_formulas import ERR_STOPS, Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.rank_display import RankDisplay, by_reading, by_stop
from rankviz.core.metrics.registry import (
    COUNTING,
    DUPLICATES,
    GRADED_ANYWAY,
    TIES_SORTED,
    CellGroupSpec,
    Exercise,
    declared_fields,
    metric,
)
from rankviz.core.trace import Trace, as_column, sum_rows

HIGHEST = 1000.0  # 2 to a higher power is no 64-bit number


@metric(
    "err",
    "ERR",
    uses=declared_fields("cutoff", TIES_SORTED, "err_max", "err_stop", "negative", DUPLICATES, GRADED_ANYWAY, "unretrieved"),
    needs={"unretrieved": matters.misses_the_best},
    rank_display=RankDisplay("stop", ("stop", "reach", "rank"), by_stop),
    shown_in=("libraries",),
    exercise=Exercise(
        graded_from=1,
        terms=(2, 3),
        cell_groups=(CellGroupSpec(("stop",)), CellGroupSpec(("reach",)), CellGroupSpec(("err_term",))),
    ),
    source="Chapelle, Metzler, Zhang and Grinspan 2009, CIKM, 621-630; gdeval",
    confused_with=("rr", "rbp", "ndcg", "dcg"),
)
def err(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Expected 1/rank of the entry at which a reader stops who is the likelier satisfied the higher the grade.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `err_stop`, and `err_max`, the highest grade there is, unless the grades themselves are the probabilities.
    trace : Trace
        Receives grade, rank, grade_max, stop, pass, reach, err_term (Q, N) and err (Q,).

    Returns
    -------
    float64 (Q,), 0 to 1.

    Raises
    ------
    InputError
        `grade_over_max` for a grade above `err_max`.

    Notes
    -----
    With binary grades a hit at rank 1 gives 0.5, not 1: ERR is not RR.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> evaluate("ERR", [1, 1])        # 1/1 · 1/2 + 1/2 · 1/2 · 1/2
    0.625
    """
    grade = trace.add("grade", "g_i", "", rankings.grades, where=rankings.judged, unit="grade")
    rank = trace.add("rank", "i", "", rankings.rank)
    if convention.err_stop == "scaled":
        trace.add("grade_max", r"g_{\max}", "", _highest(rankings, convention), unit="grade")
    inside = rankings.inside
    stop = trace.apply("stop", "p_i", ERR_STOPS[convention.err_stop], like=grade, where=rankings.judged)
    onward = trace.add("pass", "q_i", "1-<stop>", np.where(rankings.present, 1 - stop, 0.0), where=rankings.present)
    reach = np.where(inside, rankings.product_before(onward), 0.0)
    trace.add("reach", "r_i", "<prod_before pass>", reach, where=inside)
    term = np.divide(reach * stop, rank, out=np.zeros_like(stop), where=inside)
    trace.add("err_term", "x_i", r"\frac{<reach>\cdot<stop>}{<rank>}", term, where=inside)
    return trace.add("err", r"\mathrm{ERR}", "<sum err_term>", sum_rows(term))


@metric(
    "rbp",
    "RBP",
    uses=declared_fields("cutoff", COUNTING, GRADED_ANYWAY, TIES_SORTED, "rbp_p", "rbp_gain"),
    named_numbers=("p",),
    high=float("inf"),
    rank_display=RankDisplay("", ("hit", "grade", "reach"), by_reading),
    shown_in=("libraries",),
    exercise=Exercise(terms=(2, 3), cell_groups=(CellGroupSpec(("reach",)), CellGroupSpec(("rbp_term",), totals=("rbp_sum",)))),
    source="Moffat and Zobel 2008, ACM TOIS 27(1), article 2",
    confused_with=("err", "dcg", "precision"),
)
def rbp(rankings: Rankings, convention: FormulaRules, trace: Trace) -> Array:
    """Rate at which a reader gains who goes on to the next entry with probability p.

    Parameters
    ----------
    rankings : Rankings
        Q lists of N entries.
    convention : FormulaRules
        Reads `rbp_p`, `rbp_gain`.
    trace : Trace
        Receives grade or hit, rank, persistence, reach, rbp_term (Q, N), rbp_sum and rbp (Q,).

    Returns
    -------
    float64 (Q,), 0 to 1 for binary relevance; with the grades themselves it may exceed 1.

    Examples
    --------
    >>> from rankviz import evaluate
    >>> round(evaluate("RBP(p=0.5)", [1, 0, 1]), 6)        # (1 − 0.5) (1 + 0.25)
    0.625
    """
    graded = convention.rbp_gain == "graded"
    key, symbol = ("grade", "g_i") if graded else ("hit", r"\mathrm{rel}_i")
    known = rankings.judged if graded else None
    gain = trace.add(key, symbol, "", rankings.grades if graded else rankings.hit, where=known, unit="grade")
    rank = trace.add("rank", "i", "", rankings.rank)
    p = trace.add("persistence", "p", "", np.full(len(rankings.n), convention.rbp_p), unit="setting")
    inside = rankings.inside
    onward = np.where(inside, as_column(p) ** (rank - 1), 0.0)
    reach = trace.add("reach", "r_i", "<persistence>^{<rank>-1}", onward, where=inside, unit="weight")
    term = np.where(inside, gain * reach, 0.0)
    trace.add("rbp_term", "x_i", rf"<{key}>\cdot<persistence>^{{<rank>-1}}", term, where=inside)
    total = trace.add("rbp_sum", "S", "<sum rbp_term>", sum_rows(term))
    return trace.add("rbp", r"\mathrm{RBP}", r"(1-<persistence>)\cdot<rbp_sum>", (1 - p) * total)


def _highest(rankings: Rankings, convention: FormulaRules) -> Array:
    """Return the highest grade of each list's judged documents (Q,), or `err_max`; `grade_over_max` if a grade is above it."""
    highest = rankings.highest
    allowed = HIGHEST if convention.err_max is None else convention.err_max
    if highest.max(initial=0.0) > allowed:
        grade = float(highest.max())
        message = (
            f"Grade {grade:g} is above {allowed:g}, the top of the grading scale for ERR; raise err_max or lower the grade."
        )
        raise InputError("grade_over_max", message, grade=float(grade), highest=float(allowed))
    return highest if convention.err_max is None else np.full(len(highest), convention.err_max)
