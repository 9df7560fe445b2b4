r"""Mistakes in formulas found in public threads, each with its source; `tests/golden/causes` has a list for each.

To add one, add a row here, its text `mistake.<key>` to every language, and its list. The keys are permanent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rankviz.diagnose.mistakes.mistaken_derivation import MEAN, FormulaMistake, MistakenStep

# Factors and weights of R that were written in F-beta instead of 1 + β² and β².
F_BETA: Mapping[str, tuple[str, str, str]] = {
    "one_plus_beta": ("1+<beta>", r"<beta>^{2}", "hhromic/python-bcubed#1"),
    "beta_sum_squared": ("(1+<beta>)^{2}", r"<beta>^{2}", "ufal/npfl129#33"),
    "beta_squared_twice": ("1+<beta>^{4}", r"<beta>^{4}", "AceCoooool/DSS-pytorch#26"),
    "without_beta": ("2", "1", "PoisotLab/SpeciesDistributionToolkit.jl#278"),
}
# The exclusive or of 2 and g − 1, for whole grades.
XOR = "0:-3, " + ", ".join(f"{grade}:{2 ^ (grade - 1)}" for grade in range(1, 11))
AVERAGED = ("precision", "recall", "f1", "success", "rprec", "ap", "rr", "dcg", "ndcg", "err", "auc", "lrap", "coverage_error")
# Costs: less usual than the mistakes that exercises are about, and than taking one metric for another.
LESS_USUAL_COST, BEFORE_CHOICE_COST = 1.75, 1.4
LARGEST_BATCH = 64
EULER, BERT4REC = "alibaba/euler#249", "jaywonchung/BERT4Rec-VAE-Pytorch#24, ganslate-team/ganslate#74"


def _formula_mistake(
    key: str, metric: str, source: str, *steps: tuple[str, str, str], cost: float = LESS_USUAL_COST
) -> FormulaMistake:
    return FormulaMistake(key, (metric,), tuple(MistakenStep(*step) for step in steps), source=source, cost=cost)


def _with_steps_from_other(
    key: str, metric: str, source: str, *steps: str, cost: float = LESS_USUAL_COST, **choices: object
) -> FormulaMistake:
    return FormulaMistake(key, (metric,), steps_from_other=steps, other_choices=choices, source=source, cost=cost)


def _count_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with precision, recall, hit rate and metrics made of them."""
    for key, template, source in (
        ("hits_counted", "<sum counted_hit>", "MaurizioFD/RecSys2019_DeepLearning_Evaluation#19"),
        ("hits_over_R", r"\frac{<sum counted_hit>}{<R>}", "MTSWebServices/RecTools#124"),
        ("hits_over_k", r"\frac{<sum counted_hit>}{<k>}", "AstraZeneca/rexmex#60"),
    ):
        yield _formula_mistake(key, "success", source, ("success", "", template))
    parts = (("p", r"\mathrm{P}", r"\frac{<tp>}{<precision_base>}"), ("r", r"\mathrm{R}", r"\frac{<tp>}{<recall_base>}"))
    yield _formula_mistake("p_times_r", "f1", "WinVector/zmPDSwR#6", *parts, ("f1", "", r"<p>\cdot<r>"))
    all_found = r"\frac{2\cdot<tp>}{<precision_base>+<tp>}"
    yield _formula_mistake("recall_taken_as_1", "f1", "supermemoryai/memorybench#67", ("f1", "", all_found))
    for key, (factor, weight, source) in F_BETA.items():
        template = rf"\frac{{({factor})\cdot<tp>}}{{{weight}\cdot<recall_base>+<precision_base>}}"
        yield _formula_mistake(key, "fbeta", source, ("fbeta", "", template))


def _rank_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with metrics computed from ranks."""
    source = "Jyonn/Legommenders#19, nyu-dl/dl4marco-bert#18"
    yield _formula_mistake("reciprocals_over_entries", "rr", source, ("rr", "", r"\frac{<sum reciprocal>}{<shown>}"))
    source = "jeremylongshore/qmd-team-intent-kb#223"
    yield _with_steps_from_other("first_hit_after_k", "rr", source, "reciprocal", "rr", cost=BEFORE_CHOICE_COST, cutoff=None)
    source = "rafaelpadilla/Object-Detection-Metrics#167"
    yield _formula_mistake("levels_over_ten", "iprec11", source, ("iprec11", "", r"\frac{<level_sum>}{10}"))
    source = "scikit-learn/scikit-learn#7698"
    from_zero = _formula_mistake("coverage_from_zero", "coverage_error", source, ("place", "", r"<hit>\cdot(<depth>-1)"))
    yield replace(from_zero, text_key="rank_from_zero")


def _gain_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with DCG and nDCG."""
    yield _with_steps_from_other("list_not_cut", "ndcg", "lenskit/lkpy#309", "discount", "discounted_gain", "dcg", cutoff=None)
    yield _formula_mistake("only_ideal_graded", "ndcg", "RapidFireAI/rapidfireai#261", ("gain", "", "<hit>"))
    yield _formula_mistake("ideal_as_shown", "ndcg", "maciejkula/rustlearn#52", ("idcg", "", "<dcg>"))
    by_gain = ("gain", "discounted_gain", "dcg")
    yield _with_steps_from_other("gain_xor", "dcg", "bhaskar-mitra/NDRM#2", *by_gain, gain="table", gain_table=XOR)


def _mean_mistakes() -> Iterator[FormulaMistake]:
    """Yield mistakes with the mean over several lists."""
    parts = (("p", r"\mathrm{P}", r"\frac{<tp>}{<precision_base>}"), ("r", r"\mathrm{R}", r"\frac{<tp>}{<recall_base>}"))
    of_means = r"\frac{2\cdot<sum p>\cdot<sum r>}{<Q>\cdot(<sum p>+<sum r>)}"
    source = "pltrdy/files2rouge#51, yahshibu/nested-ner-tacl2020-flair#2"
    yield _formula_mistake("f1_of_means", "f1", source, *parts, (MEAN, "", of_means))
    source = "zhougr1993/DeepInterestNetwork#71"
    yield _formula_mistake("not_weighted", "gauc", source, (MEAN, "", r"\frac{<sum gauc>}{<Q>}"))
    for metric in AVERAGED:
        yield _formula_mistake("not_averaged", metric, EULER, (MEAN, "", f"<sum {metric}>"))


ONLINE_MISTAKES: tuple[FormulaMistake, ...] = (*_count_mistakes(), *_rank_mistakes(), *_gain_mistakes(), *_mean_mistakes())


def batch_mistakes(metric: str, count: int) -> Iterator[FormulaMistake]:
    """Yield the mean of the means of batches, for every usual batch size; it differs where the last batch is smaller."""
    for size in range(2, min(count, LARGEST_BATCH + 1)):
        yield FormulaMistake("batches", (metric,), batch_size=size, source=BERT4REC, cost=LESS_USUAL_COST)
