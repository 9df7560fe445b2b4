r"""The usual mistakes in formulas, as data.

To add one, add a row here and its text `mistake.<key>` to every language. The keys are permanent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rankviz.diagnose.mistakes.formula_mistakes_online import ONLINE_MISTAKES
from rankviz.diagnose.mistakes.formula_mistakes_rare import RARE_MISTAKES, TEACHING
from rankviz.diagnose.mistakes.mistaken_derivation import IDEAL, MEAN, RARE_COST, USUAL_COST, FormulaMistake, MistakenStep

# The step before the last division, or without the last factor.
BEFORE_DIVISION: Mapping[str, str] = {
    "precision": "tp",
    "recall": "tp",
    "ap": "ap_sum",
    "rprec": "hits_to_R",
    "bep": "hits_to_R",
    "bpref": "bpref_sum",
    "prauc": "area_sum",
    "iprec11": "level_sum",
    "lrap": "lrap_sum",
    "auc": "pairs_right",
    "gauc": "pairs_right",
    "ranking_loss": "pairs_wrong",
    "mae": "error_sum",
}
# Numerator and denominator of metrics that are quotients: adding both up over all lists first is a mistake.
QUOTIENTS: Mapping[str, tuple[str, str]] = {
    "precision": ("tp", "precision_base"),
    "recall": ("tp", "recall_base"),
    "accuracy": ("right", "all_documents"),
    "ap": ("ap_sum", "ap_base"),
    "ndcg": ("dcg", "idcg"),
    "auc": ("pairs_right", "pairs"),
    "rprec": ("hits_to_R", "R"),
}
# Steps that such a quotient needs and the derivation of the metric lacks.
QUOTIENT_PARTS: Mapping[str, tuple[MistakenStep, ...]] = {
    "accuracy": (MistakenStep("right", "T", "<tp>+<tn>", "count"),),
    "auc": (MistakenStep("pairs", "P", r"<relevant_counted>\cdot<nonrelevant_counted>", "count"),),
}
FOUND_ONLY = ("precision", "recall", "f1", "ap", "rr", "err", "dcg", "ndcg")


# Sources of other readings of the reciprocal rank.
RECIPROCALS: Mapping[str, str] = {
    "mean_of_reciprocals": "recommenders-team/recommenders#2141, maciejkula/spotlight#91",
    "one_over_rank_plus_one": "awslabs/dgl-ke#110",
}


def _formula_mistake(
    key: str, metric: str, *steps: MistakenStep | tuple[str, str, str], source: str = TEACHING, cost: float = USUAL_COST
) -> FormulaMistake:
    return FormulaMistake(key, (metric,), tuple(MistakenStep(*step) for step in steps), source=source, cost=cost)


def _count_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with precision, recall and metrics made of them."""
    yield _formula_mistake("grades_added", "precision", ("counted_hit", "", "<grade>"))
    yield _formula_mistake("relevant_to_others", "precision", ("precision", "", r"\frac{<tp>}{<shown>-<tp>}"))
    yield _formula_mistake("over_whole_list", "precision", ("precision", "", r"\frac{<tp>}{<n>}"))
    yield _formula_mistake("over_all_documents", "precision", ("precision", "", r"\frac{<tp>}{<judged_all>}"))
    # This is one of the terms of AP, as far-fetched as taking one metric for another.
    yield _formula_mistake(
        "p_times_rel", "precision", ("precision", "", r"\frac{<hit_at_k>\cdot<tp>}{<precision_base>}"), cost=1.7
    )
    yield _formula_mistake("over_all_judged", "recall", ("recall", "", r"\frac{<tp>}{<judged_all>}"))
    for metric in ("precision", "recall"):
        yield _formula_mistake("false_positive_rate", metric, (metric, "", r"\frac{<shown>-<tp>}{<others>}"), cost=RARE_COST)
    parts = (("p", r"\mathrm{P}", r"\frac{<tp>}{<precision_base>}"), ("r", r"\mathrm{R}", r"\frac{<tp>}{<recall_base>}"))
    yield _formula_mistake("mean_of_p_and_r", "f1", *parts, ("f1", "", r"\frac{<p>+<r>}{2}"), source="vered1986/OKR#1")
    yield _formula_mistake("without_the_2", "f1", *parts, ("f1", "", r"\frac{<p>\cdot<r>}{<p>+<r>}"))
    yield _formula_mistake("f1_not_divided", "f1", *parts, ("f1", "", r"2\cdot<p>\cdot<r>"), cost=RARE_COST)
    yield _formula_mistake("root_of_p_times_r", "f1", *parts, ("f1", "", r"\sqrt{<p>\cdot<r>}"))
    yield _formula_mistake("jaccard", "f1", ("f1", "", r"\frac{<tp>}{<precision_base>+<recall_base>-<tp>}"))
    below = r"<beta>^{2}\cdot<recall_base>+<precision_base>"
    yield _formula_mistake("without_one_plus_beta", "fbeta", ("fbeta", "", rf"\frac{{<tp>}}{{{below}}}"))
    swapped = r"\frac{(1+<beta>^{2})\cdot<tp>}{<recall_base>+<beta>^{2}\cdot<precision_base>}"
    yield _formula_mistake("beta_at_precision", "fbeta", ("fbeta", "", swapped), source="ufal/npfl129#33")
    last = ("rprec", "", r"\frac{<R_list>}{<last_hit>}")
    yield _formula_mistake(
        "precision_at_last_hit", "rprec", last, source="docarray/docarray#618, r_precision of rank_metrics.py"
    )


def _position_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with AP, interpolated precision and RR."""
    yield _formula_mistake("reciprocal_at_hits", "ap", ("ap_term", "", r"\frac{<hit>}{<depth>}"), source="apache/spark#23589")
    yield _formula_mistake("trapezoid", "ap", ("ap_term", "", r"<hit>\cdot\frac{<precision_before>+<precision_at>}{2}"))
    first = r"<reaches_level>\cdot<precision_at>"
    yield _formula_mistake("first_rank_at_level", "iprec", ("precision_kept", "", first), source="two student repositories")
    last = r"<is_last_hit>\cdot<precision_at>"
    yield _formula_mistake("last_rank_at_level", "iprec", ("precision_kept", "", last), source="two student repositories")
    for key, at_levels in (("first_rank_at_level", "<first_at_levels>"), ("last_rank_at_level", "<last_at_levels>")):
        yield _formula_mistake(key, "iprec11", ("interpolated", "", at_levels), source="two student repositories")
    every = ("precision_at_hit", r"\mathrm{P}_i", r"<hit>\cdot<precision_at>")
    yield _formula_mistake("before_the_level", "iprec", every, ("iprec", "", "<max precision_at_hit>"))
    for key, formula in {
        "rank_from_zero": r"\frac{<found>}{<first_place>-1}",
        "rank_itself": "<first_place>",
        "last_hit": r"\frac{<found>}{<last_place>}",
        "sum_of_reciprocals": "<sum reciprocal>",
        "mean_of_reciprocals": r"\frac{<sum reciprocal>}{<hits_found>}",
        "reciprocals_over_relevant": r"\frac{<sum reciprocal>}{<R>}",
        "one_over_rank_plus_one": r"\frac{<found>}{<first_place>+1}",
        "one_over_logarithm": r"\frac{<found>}{\log_2(<first_place>+1)}",
    }.items():
        yield _formula_mistake(key, "rr", ("rr", "", formula), source=RECIPROCALS.get(key, TEACHING))


def _gain_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with DCG and nDCG."""
    for metric in ("dcg", "ndcg"):
        ideal = metric == "ndcg"
        lines = [("discounted_gain", "", r"<gain>\cdot<discount>"), ("ideal_term", "", r"<ideal_gain>\cdot<ideal_discount>")]
        yield _formula_mistake("multiplied", metric, *lines[: 1 + ideal])
        lines = [
            ("discounted_gain", "", r"<after_first>\cdot\frac{<gain>}{<discount>}"),
            ("ideal_term", "", r"<ideal_after_first>\cdot\frac{<ideal_gain>}{<ideal_discount>}"),
        ]
        yield _formula_mistake("first_term_left_out", metric, *lines[: 1 + ideal])
        yield _formula_mistake("rank_among_hits", metric, ("rank", "", r"\max(1,<upto hit>)"))
    yield _formula_mistake("upside_down", "ndcg", ("ndcg", "", r"\frac{<idcg>}{<dcg>}"))
    yield _formula_mistake("ideal_all_top", "ndcg", ("ideal_term", "", r"\frac{<max ideal_gain>}{<ideal_discount>}"))
    yield FormulaMistake(
        "ideal_first_k",
        ("ndcg", "idcg"),
        steps_from_other=IDEAL,
        other_choices={"ideal": "retrieved"},
        cuts_lists=True,
        source=TEACHING,
    )


def _pair_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with AUC."""
    every = MistakenStep("documents", "M", "<relevant_counted>+<nonrelevant_counted>", "count")
    yield _formula_mistake(
        "over_all_pairs", "auc", every, ("auc", "", r"\frac{2\cdot<pairs_right>}{<documents>\cdot(<documents>-1)}")
    )
    neighbours = r"\frac{<sum right_next>}{<sum right_next>+<sum wrong_next>}"
    yield _formula_mistake("neighbours_only", "auc", ("auc", "", neighbours))


def _complements() -> Iterator[FormulaMistake]:
    """Yield 1 minus the value, where that has a meaning of its own."""
    for metric, formula in {
        "precision": r"\frac{<tp>}{<precision_base>}",
        "recall": r"\frac{<tp>}{<recall_base>}",
        "auc": r"\frac{<pairs_right>}{<relevant_counted>\cdot<nonrelevant_counted>}",
    }.items():
        yield _formula_mistake("complement", metric, (metric, "", f"1-{formula}"))


def _missing_divisions() -> Iterator[FormulaMistake]:
    """Yield formulas whose last division or factor was forgotten."""
    for metric, undivided in BEFORE_DIVISION.items():
        cost = RARE_COST if undivided == "tp" else USUAL_COST
        yield _formula_mistake("not_divided", metric, (metric, "", f"<{undivided}>"), cost=cost)
    yield _formula_mistake("without_one_minus_p", "rbp", ("rbp", "", "<rbp_sum>"))
    yield _formula_mistake("without_stopping", "err", ("err_term", "", r"\frac{<stop>}{<rank>}"))
    yield _formula_mistake("without_the_root", "rmse", ("rmse", "", r"\frac{<error_sum>}{<rated>}"))
    yield _formula_mistake("not_divided", "rmse", ("rmse", "", r"\sqrt{<error_sum>}"))


def _mean_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with the mean over several lists."""
    turned_over = (MEAN, "", r"\frac{<sum found>}{<sum first_place>}")
    yield _formula_mistake("mean_rank_turned_over", "rr", turned_over, source="Sujit-O/pykg2vec#96")
    for metric, (above, below) in QUOTIENTS.items():
        parts = QUOTIENT_PARTS.get(metric, ())
        yield _formula_mistake("pooled", metric, *parts, (MEAN, "", rf"\frac{{<sum {above}>}}{{<sum {below}>}}"))
    reciprocals = (("reciprocal_sum", "S", "<sum reciprocal>"), (MEAN, "", r"\frac{<sum reciprocal_sum>}{<sum hits_found>}"))
    yield _formula_mistake(
        "reciprocals_pooled", "rr", *reciprocals, cost=RARE_COST
    )  # Leaving lists without a hit out often gives the same.
    pooled = r"\frac{2\cdot<sum tp>}{<sum precision_base>+<sum recall_base>}"
    yield _formula_mistake("pooled", "f1", (MEAN, "", pooled))
    for metric in FOUND_ONLY:
        source = "beir-cellar/beir#102; noosphere PR 320"
        yield _formula_mistake(
            "queries_without_hit_left_out", metric, (MEAN, "", rf"\frac{{<sum {metric}>}}{{<sum found>}}"), source=source
        )


FORMULA_MISTAKES: tuple[FormulaMistake, ...] = (
    *(
        *_count_mistakes(),
        *_position_mistakes(),
        *_gain_mistakes(),
        *_pair_mistakes(),
        *_complements(),
        *_missing_divisions(),
        *_mean_mistakes(),
    ),
    *ONLINE_MISTAKES,
    *RARE_MISTAKES,
)
