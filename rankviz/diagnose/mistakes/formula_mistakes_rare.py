r"""Rarer mistakes of classroom exercises, by metric; the usual ones are in `formula_mistakes.py`.

To add one, add a row here and its text `mistake.<key>` to every language. The keys are permanent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from rankviz.core.conventions.option_formulas import DISCOUNTS, Array
from rankviz.diagnose.mistakes.mistaken_derivation import IDEAL, RARE_COST, FormulaMistake, MistakenStep

TEACHING = "typical wrong answers of classroom exercises"
# Metrics whose values people average by hand.
AVERAGED = ("precision", "recall", "f1", "rprec", "ap", "rr", "dcg", "ndcg", "err", "auc")
# Discounts that the field "discount" has no option for, of the list and of the ideal.
OTHER_DISCOUNTS: Mapping[str, str] = {"one_plus_logarithm": r"1+\log_2(<{}>)", "root_of_rank": r"\sqrt{{<{}>}}"}


def _formula_mistake(key: str, metric: str, *steps: MistakenStep | tuple[str, str, str]) -> FormulaMistake:
    return FormulaMistake(key, (metric,), tuple(MistakenStep(*step) for step in steps), source=TEACHING, cost=RARE_COST)


def _with_steps_from_other(key: str, gain: str, *steps: str) -> FormulaMistake:
    return FormulaMistake(key, ("ndcg",), steps_from_other=steps, other_choices={"gain": gain}, source=TEACHING, cost=RARE_COST)


def _user_model_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with ERR and RBP."""
    yield _formula_mistake("stop_linear", "err", ("stop", "", r"\frac{<grade>}{<grade_max>}"))
    yield _formula_mistake("stop_over_largest_gain", "err", ("stop", "", r"\frac{2^{<grade>}-1}{2^{<grade_max>}-1}"))
    yield _formula_mistake("stop_power", "err", ("stop", "", r"\frac{2^{<grade>}}{2^{<grade_max>}}"))
    yield _formula_mistake("stop_half", "err", ("stop", "", r"\frac{<hit>}{2}"))
    yield _formula_mistake("without_rank", "err", ("err_term", "", r"<reach>\cdot<stop>"))
    yield _formula_mistake("reach_with_own", "err", ("err_term", "", r"\frac{<reach>\cdot<pass>\cdot<stop>}{<rank>}"))
    yield _formula_mistake("reach_from_previous", "err", ("err_term", "", r"\frac{<pass_above>\cdot<stop>}{<rank>}"))
    yield _formula_mistake("err_by_logarithm", "err", ("err_term", "", r"\frac{<reach>\cdot<stop>}{\log_2(<rank>+1)}"))
    yield _formula_mistake("p_exchanged", "rbp", ("persistence", "", "1-<chance_on>"))
    for key, formula in {
        "weights_from_p": r"(1-<persistence>)\cdot<persistence>\cdot<rbp_sum>",
        "over_weights_shown": r"\frac{<rbp_sum>}{<sum reach>}",
        "over_best_list": r"\frac{<rbp_sum>}{<ideal_reach>}",
        "p_in_front": r"<persistence>\cdot<rbp_sum>",
        "residual_added": r"(1-<persistence>)\cdot<rbp_sum>+<persistence>^{<shown>}",
        "residual_itself": "<persistence>^{<shown>}",
    }.items():
        yield _formula_mistake(key, "rbp", ("rbp", "", formula))


def _gain_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with DCG and nDCG."""
    for metric in ("dcg", "ndcg"):
        lines = 1 + (metric == "ndcg")
        yield _formula_mistake(
            "gain_square", metric, *[("gain", "", "<grade>^{2}"), ("ideal_gain", "", "<ideal_grade>^{2}")][:lines]
        )
        for key, template in OTHER_DISCOUNTS.items():
            steps = [("discount", "", template.format("rank")), ("ideal_discount", "", template.format("ideal_rank"))]
            yield _formula_mistake(key, metric, *steps[:lines])
    inside = MistakenStep("gain_inside", "G'_i", r"<inside>\cdot<gain>", "grade")
    yield _formula_mistake("dcg_over_k", "dcg", ("dcg", "", r"\frac{<sum discounted_gain>}{<k>}"))
    yield _formula_mistake("dcg_over_k", "ndcg", ("ndcg", "", r"\frac{<dcg>}{<k>}"))
    yield _formula_mistake(
        "gains_over_last_discount", "dcg", inside, ("dcg", "", r"\frac{<sum gain_inside>}{\log_2(<shown>+1)}")
    )
    first_left_out = rf"<after_first>\cdot\frac{{<gain>}}{{{DISCOUNTS['jk2'].template}}}"
    yield _formula_mistake("logarithm_of_1_left_out", "dcg", ("discounted_gain", "", first_left_out))
    for gain in ("exponential", "linear"):
        yield _with_steps_from_other(f"{gain}_above", gain, "gain", "discounted_gain", "dcg")
        yield _with_steps_from_other(f"{gain}_below", gain, *IDEAL)
    yield _formula_mistake("jk_above", "ndcg", ("discount", "", DISCOUNTS["jk2"].template))
    yield _formula_mistake("off_by_one_above", "ndcg", ("discount", "", DISCOUNTS["off_by_one"].template))
    yield _formula_mistake("dcg_over_gains", "ndcg", inside, ("ndcg", "", r"\frac{<dcg>}{<sum gain_inside>}"))
    between = r"\frac{<dcg>-<worst_dcg>}{<idcg>-<worst_dcg>}"
    yield _formula_mistake("between_worst_and_best", "ndcg", ("ndcg", "", between))


def _count_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with precision, recall, hit rate and R-precision."""
    upto = ("precision_upto", r"\mathrm{P@}i", r"\frac{<inside>\cdot<upto counted_hit>}{<rank>}")
    yield _formula_mistake("mean_of_precisions", "precision", upto, ("precision", "", r"\frac{<sum precision_upto>}{<k>}"))
    grades = MistakenStep("counted_grade", "g'_i", r"<inside>\cdot<grade>", "grade")
    yield _formula_mistake("share_of_grades", "recall", grades, ("recall", "", r"\frac{<sum counted_grade>}{<grades_judged>}"))
    yield _formula_mistake("over_list_length", "recall", ("recall", "", r"\frac{<tp>}{<n>}"))
    yield _formula_mistake("complement", "success", ("success", "", "1-<max counted_hit>"))
    yield _formula_mistake("precision_before_R", "rprec", ("rprec", "", r"\frac{<hits_before_R>}{<R>-1}"))
    yield _formula_mistake("precision_after_R", "rprec", ("rprec", "", r"\frac{<hits_after_R>}{<R>+1}"))


def _position_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with AP, RR, bpref and interpolated precision."""
    yield _formula_mistake("without_the_own_hit", "ap", ("ap_term", "", r"\frac{<hit>\cdot(<hits_upto>-1)}{<depth>}"))
    yield _formula_mistake("grades_in_precisions", "ap", ("ap_term", "", r"\frac{<hit>\cdot<upto grade>}{<depth>}"))
    yield _formula_mistake("p_times_r", "ap", ("ap", "", r"\frac{<hits_found>}{<shown>}\cdot\frac{<hits_found>}{<R>}"))
    joined = r"<hit>\cdot\frac{<precision_at_previous>+<precision_at>}{2}"
    yield _formula_mistake("trapezoid_of_hits", "ap", ("ap_term", "", joined))
    yield _formula_mistake("missing_after_last", "rr", ("rr", "", r"\frac{1}{<rank_or_next>}"))
    yield _formula_mistake("missing_at_last", "rr", ("rr", "", r"\frac{1}{<rank_or_last>}"))
    yield _formula_mistake(
        "not_subtracted_from_1", "bpref", ("bpref_term", "", r"\frac{\min(<others_above>,<R>)}{<bpref_base>}")
    )
    yield _formula_mistake("over_found", "bpref", ("bpref", "", r"\frac{<bpref_sum>}{<hits_found>}"))
    yield _formula_mistake("share_of_N", "bpref", ("bpref_base", "", r"\max(1,<N>)"))
    yield _formula_mistake("share_of_R_and_N", "bpref", ("bpref_base", "", r"\max(1,<R>+<N>)"))
    above = r"1-\frac{\min(<not_relevant_above>,<R>)}{<bpref_base>}"
    yield _formula_mistake("unjudged_above", "bpref", ("bpref_term", "", above))
    yield _formula_mistake("straight_lines", "iprec", ("iprec", "", "<joined_at_level>"))
    yield _formula_mistake("above_the_level", "iprec", ("precision_kept", "", r"<above_level>\cdot<precision_at>"))


def _label_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with LRAP."""
    missed = r"\frac{<relevant_counted>-<hits_found>}{<place_last>}"
    ones = (("lrap_term", "", r"\frac{<hit>}{<depth>}"), ("lrap_sum", "", f"<sum lrap_term>+{missed}"))
    yield _formula_mistake("reciprocal_at_hits", "lrap", *ones)
    yield _formula_mistake("over_all_labels", "lrap", ("lrap", "", r"\frac{<lrap_sum>}{<place_last>}"))


def _pair_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with AUC."""
    yield _formula_mistake(
        "gini", "auc", ("auc", "", r"2\cdot\frac{<pairs_right>}{<relevant_counted>\cdot<nonrelevant_counted>}-1")
    )
    every = MistakenStep("documents", "M", "<relevant_counted>+<nonrelevant_counted>", "count")
    yield _formula_mistake(
        "relevant_with_all", "auc", every, ("auc", "", r"\frac{<pairs_right>}{<relevant_counted>\cdot<documents>}")
    )


def _geometric_mean(values: Array) -> float:
    """NaN unless all values are above 0: nobody takes the logarithm of 0."""
    return float(np.exp(np.log(values).mean())) if (values > 0).all() else float("nan")


def _harmonic_mean(values: Array) -> float:
    """NaN unless all values are above 0: nobody divides by 0."""
    return float(len(values) / (1 / values).sum()) if (values > 0).all() else float("nan")


def _mean_over_one_fewer(values: Array) -> float:
    return float(values.sum() / (len(values) - 1)) if len(values) > 1 else float("nan")


# What was computed from the lists' values instead of their mean.
OTHER_MEANS: Mapping[str, Callable[[Array], float]] = {
    "geometric_mean": _geometric_mean,
    "harmonic_mean": _harmonic_mean,
    "median": lambda values: float(np.median(values)),
    "maximum": lambda values: float(values.max()),
    "first_list_only": lambda values: float(values[0]),
    "over_one_more": lambda values: float(values.sum() / (len(values) + 1)),
    "over_one_fewer": _mean_over_one_fewer,
}


def _mean_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with the mean over several lists."""
    for key, other_mean in OTHER_MEANS.items():
        yield FormulaMistake(key, AVERAGED, source=TEACHING, cost=RARE_COST, other_mean=other_mean)


RARE_MISTAKES: tuple[FormulaMistake, ...] = (
    *_user_model_mistakes(),
    *_gain_mistakes(),
    *_count_mistakes(),
    *_position_mistakes(),
    *_label_mistakes(),
    *_pair_mistakes(),
    *_mean_mistakes(),
)
