"""Mistaken derivations: each is executed like a right one, gives what a person gets by hand, and has words."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isnan, log2, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import METRICS, Convention, Item, Ranking, lookup
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.templates import TemplateError
from rankviz.diagnose.departure_search import ALONE, DepartureSearch
from rankviz.diagnose.departures import BUNDLES
from rankviz.diagnose.mistakes.formula_mistakes import FORMULA_MISTAKES
from rankviz.diagnose.mistakes.formula_mistakes_online import ONLINE_MISTAKES, batch_mistakes
from rankviz.diagnose.mistakes.formula_mistakes_rare import OTHER_MEANS
from rankviz.diagnose.mistakes.input_mistakes import INPUT_MISTAKES
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake, MistakenStep, apply_mistake, mistaken_mean
from rankviz.diagnose.words.lookup_state import can_follow, look_up_typed, match_derivations
from rankviz.display.formulas.derivation import derivation
from rankviz.display.formulas.two_derivations import ComparedLine, two_derivations
from rankviz.evaluation.evaluate import compute
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.state.page_params import PageParams
from rankviz.texts import LANGUAGES, Texts
from tests.core.test_truth import check
from tests.helpers.corpus import PLAIN_LISTS
from tests.helpers.long import rounds
from tests.helpers.strategies import conventions, rankings

CASES = [(slip, metric) for slip in FORMULA_MISTAKES for metric in slip.metrics]
EVERY_SLIP = pytest.mark.parametrize(("slip", "metric"), CASES, ids=[f"{metric}-{slip.key}" for slip, metric in CASES])


# Choices beside which a mistake is made, where it is none beside the default.
BESIDE: dict[str, dict[str, str]] = {key: {"gain": "exponential"} for key in ("linear_above", "linear_below")}


def followed(slip: FormulaMistake, measure: str, lists: Sequence[Ranking]) -> float:
    """What a mistake gives on lists, their mean if there are several."""
    parsed = parse_measure(measure)
    convention = Convention(**parsed.choices, **BESIDE.get(slip.key, {}))  # type: ignore[arg-type]
    wrong = apply_mistake(compute(parsed.metric, RawLists.from_rankings(lists), convention), slip, lists, convention)
    return float(wrong.value[0]) if len(lists) == 1 else mistaken_mean(wrong, slip, convention)


@pytest.mark.slow
@EVERY_SLIP
def test_every_mistaken_derivation_gives_its_number(slip: FormulaMistake, metric: str) -> None:
    for cutoff in (None, 3) if "cutoff" in METRICS[metric].uses else (None,):
        convention = Convention(cutoff=cutoff, recall_level=0.4)
        for lists in (PLAIN_LISTS, *([each] for each in PLAIN_LISTS)):
            trace = compute(METRICS[metric], RawLists.from_rankings(lists), convention)
            check(apply_mistake(trace, slip, lists, convention))


@pytest.mark.slow
@pytest.mark.parametrize("metric", sorted({metric for _, metric in CASES}))
@settings(max_examples=rounds(6))
@given(st.data())
def test_every_mistaken_derivation_is_followed_or_refused_on_any_list(metric: str, data: st.DataObject) -> None:
    convention = data.draw(conventions(METRICS[metric], raising=False))
    if convention.unjudged == "undefined":  # where a grade is missing there is no derivation to be mistaken in
        convention = convention.with_choices({"unjudged": "zero"})
    lists = data.draw(st.lists(rankings(), min_size=1, max_size=3))
    trace = compute(METRICS[metric], RawLists.from_rankings(lists), convention)
    for slip in (slip for slip, of in CASES if of == metric):
        try:
            wrong = apply_mistake(trace, slip, lists, convention)
            mistaken_mean(wrong, slip, convention)
        except TemplateError:
            continue
        check(wrong)


# ---------------------------------------------------------------------------------------------------------------------------
# By hand

A = Ranking.from_grades([0, 1, 0, 1, 1, 0], missed=[1])  # hits at 2, 4 and 5; four relevant, three others
G = Ranking.from_grades([3, 0, 2, 0, 1, 2], missed=[3, 2])
COPY = Ranking((Item("a", 3), Item("b", 0), Item("a", 3)), (Item("c", 2),))
FIRST = Ranking.from_grades([1, 0, 1])
# Exercise 8.9 of Manning, Raghavan and Schütze: twenty results, six of eight relevant.
M = Ranking.from_grades([int(rank in (1, 2, 9, 11, 15, 20)) for rank in range(1, 21)], missed=[1, 1])
GRADED = Ranking.from_grades([1, 0, 2])
RATED = Ranking.from_grades([1, 2], scores=[1.5, 4])
TWO = (Ranking.from_grades([1, 0], missed=[1]), Ranking.from_grades([1, 1, 1, 0, 0]))
MISS = (Ranking.from_grades([1, 0, 0]), Ranking.from_grades([0, 0, 1]), Ranking.from_grades([0, 0, 0], missed=[1]))
LATE = (Ranking.from_grades([0, 1, 0, 0]), Ranking.from_grades([0, 0, 0, 1]), Ranking.from_grades([0, 0, 0, 1]))
FOUR_MISS = (*MISS[:2], Ranking.from_grades([0, 0, 0, 0], missed=[1]))
E = Ranking.from_grades([2, 0, 3, 1])
B = Ranking(
    (Item("a", 1), Item("b", 0), Item("c", None), Item("d", 0), Item("e", 1)), tuple(Item(f"m{i}", i < 2) for i in range(5))
)
IDEAL = 3 + 3 / log2(3) + 2 / 2 + 2 / log2(5)

BY_HAND: dict[tuple[str, str], list[tuple[str, Ranking | tuple[Ranking, ...], float]]] = {
    ("grades_added", "precision"): [("P@4", G, (3 + 0 + 2 + 0) / 4)],
    ("relevant_to_others", "precision"): [("P@3", A, 1 / 2), ("P@8", A, 3 / 3)],
    ("over_all_documents", "precision"): [("P@4", A, 2 / 7)],
    ("over_whole_list", "precision"): [("P@4", A, 2 / 6)],
    ("p_times_rel", "precision"): [("P@3", A, 0.0), ("P@4", A, 2 / 4), ("P@8", A, 0.0)],  # a hit at rank 4, none at 3 or 8
    ("false_positive_rate", "precision"): [("P@4", A, 2 / 3)],
    ("false_positive_rate", "recall"): [("R@4", A, 2 / 3)],
    ("complement", "precision"): [("P@3", A, 2 / 3)],
    ("complement", "recall"): [("R@3", A, 3 / 4)],
    ("complement", "auc"): [("AUC", A, 8 / 12)],
    ("not_divided", "precision"): [("P@4", A, 2)],
    ("not_divided", "recall"): [("R@4", A, 2)],
    ("over_all_judged", "recall"): [("R@4", A, 2 / 7)],
    # P = 1/3, R = 1/4
    ("mean_of_p_and_r", "f1"): [("F1@3", A, (1 / 3 + 1 / 4) / 2)],
    ("without_the_2", "f1"): [("F1@3", A, (1 / 12) / (7 / 12))],
    ("f1_not_divided", "f1"): [("F1@3", A, 2 / 12)],
    ("root_of_p_times_r", "f1"): [("F1@3", A, sqrt(1 / 12))],
    ("jaccard", "f1"): [("F1@3", A, 1 / (1 + 2 + 3))],
    ("without_one_plus_beta", "fbeta"): [("FBeta(beta=2)@3", A, (1 / 12) / (4 / 3 + 1 / 4))],
    ("beta_at_precision", "fbeta"): [("FBeta(beta=2)@3", A, 5 * (1 / 12) / (1 / 3 + 4 / 4))],
    ("precision_at_last_hit", "rprec"): [("Rprec", A, 3 / 5)],
    ("not_divided", "rprec"): [("Rprec", A, 2)],
    ("not_divided", "bep"): [("BEP", A, 2)],
    ("reciprocal_at_hits", "ap"): [("AP@4", A, (1 / 2 + 1 / 4) / 4)],
    ("trapezoid", "ap"): [
        ("AP@4", A, ((0 + 1 / 2) / 2 + (1 / 3 + 2 / 4) / 2) / 4),
        ("AP", FIRST, (1 + (1 / 2 + 2 / 3) / 2) / 2),  # the curve starts at precision 1
    ],
    ("not_divided", "ap"): [("AP@4", A, 1 / 2 + 2 / 4)],
    ("first_rank_at_level", "iprec"): [("IPrec@0.33", M, 3 / 9), ("IPrec@0", A, 1 / 2)],
    ("last_rank_at_level", "iprec"): [("IPrec@0.33", M, 6 / 20)],
    # One hit is needed up to recall 0.2, two up to 0.5, three up to 0.7; more are not found.
    ("first_rank_at_level", "iprec11"): [("IPrec11", A, (3 * 1 / 2 + 3 * 2 / 4 + 2 * 3 / 5) / 11)],
    ("last_rank_at_level", "iprec11"): [("IPrec11", FIRST, 2 / 3), ("IPrec11", A, 8 * (3 / 5) / 11)],
    ("before_the_level", "iprec"): [("IPrec@0.33", M, 1)],
    ("not_divided", "iprec11"): [("IPrec11", A, 8 * 3 / 5)],  # recall 0 to 0.7
    ("rank_from_zero", "rr"): [("RR", A, 1), ("RR@1", A, 0)],
    ("rank_itself", "rr"): [("RR", A, 2)],
    ("last_hit", "rr"): [("RR", A, 1 / 5), ("RR@4", A, 1 / 4)],
    ("sum_of_reciprocals", "rr"): [("RR", A, 1 / 2 + 1 / 4 + 1 / 5)],
    ("mean_of_reciprocals", "rr"): [("RR", A, (1 / 2 + 1 / 4 + 1 / 5) / 3), ("RR@1", A, 0)],
    ("reciprocals_over_relevant", "rr"): [("RR", A, (1 / 2 + 1 / 4 + 1 / 5) / 4)],
    ("one_over_rank_plus_one", "rr"): [("RR", A, 1 / 3)],
    ("one_over_logarithm", "rr"): [("RR", A, 1 / log2(3))],
    ("multiplied", "dcg"): [("DCG@4", G, 3 * 1 + 2 * 2)],
    ("first_term_left_out", "dcg"): [("DCG@4", G, 2 / log2(4)), ("DCG", Ranking.from_grades([3, 2, 1]), 2 / log2(3) + 1 / 2)],
    ("rank_among_hits", "dcg"): [("DCG@4", G, 3 / log2(2) + 2 / log2(3))],
    ("multiplied", "ndcg"): [("nDCG@4", G, (3 + 2 * 2) / (3 + 3 * log2(3) + 2 * 2 + 2 * log2(5)))],
    ("first_term_left_out", "ndcg"): [("nDCG@4", G, (2 / 2) / (IDEAL - 3))],
    ("rank_among_hits", "ndcg"): [("nDCG@4", G, (3 + 2 / log2(3)) / IDEAL)],
    ("upside_down", "ndcg"): [("nDCG@4", G, IDEAL / 4)],
    ("ideal_all_top", "ndcg"): [("nDCG@4", G, 4 / (3 + 3 / log2(3) + 3 / 2 + 3 / log2(5)))],
    ("ideal_first_k", "ndcg"): [("nDCG@4", G, 4 / (3 + 2 / log2(3)))],
    ("ideal_first_k", "idcg"): [("IDCG@4", G, 3 + 2 / log2(3))],
    # Won: 2 by the hit at rank 2, 1 by those at 4 and 5, none by the missed one.
    ("over_all_pairs", "auc"): [("AUC", A, 4 / (7 * 6 / 2))],
    ("neighbours_only", "auc"): [("AUC", A, 2 / 4)],
    ("not_divided", "auc"): [("AUC", A, 4)],
    ("not_divided", "gauc"): [("GAUC", A, 4)],
    ("not_divided", "bpref"): [("Bpref", A, (1 - 1 / 3) + 2 * (1 - 2 / 3))],
    ("not_divided", "prauc"): [("PRAUC", A, 1 / 2 + 2 / 4 + 3 / 5)],
    ("not_divided", "lrap"): [("LRAP", A, 1 / 2 + 2 / 4 + 3 / 5 + 4 / 7)],
    # The fourth relevant label was not retrieved: it stands at rank 7, below the six that were.
    ("reciprocal_at_hits", "lrap"): [("LRAP", A, (1 / 2 + 1 / 4 + 1 / 5 + 1 / 7) / 4)],
    ("over_all_labels", "lrap"): [("LRAP", A, (1 / 2 + 2 / 4 + 3 / 5 + 4 / 7) / 7)],
    ("not_divided", "ranking_loss"): [("RankingLoss", A, 1 + 2 + 2 + 3)],
    ("not_divided", "mae"): [("MAE", RATED, 0.5 + 2)],
    ("not_divided", "rmse"): [("RMSE", RATED, sqrt(0.25 + 4))],
    ("without_the_root", "rmse"): [("RMSE", RATED, (0.25 + 4) / 2)],
    ("without_one_minus_p", "rbp"): [("RBP(p=0.8)", FIRST, 1 + 0.8**2)],
    ("without_stopping", "err"): [("ERR", GRADED, 1 / 4 + (3 / 4) / 3)],
    ("mean_rank_turned_over", "rr"): [("MRR", MISS, 1 / ((1 + 3) / 2))],
    ("pooled", "precision"): [("P", TWO, (1 + 3) / (2 + 5))],
    ("pooled", "recall"): [("R@3", TWO, (1 + 3) / (2 + 3))],
    ("pooled", "f1"): [("F1@3", TWO, 2 * (1 + 3) / (3 + 2 + 3 + 3))],
    ("pooled", "accuracy"): [("Accuracy@2", TWO, (1 + 4) / (3 + 5))],
    ("pooled", "ap"): [("MAP", TWO, (1 + 3) / (2 + 3))],
    ("pooled", "ndcg"): [("nDCG", TWO, (2.5 + 1 / log2(3)) / (2.5 + 2 / log2(3)))],
    ("pooled", "auc"): [("AUC", TWO, (1 + 6) / (2 + 6))],
    ("pooled", "rprec"): [("Rprec", TWO, (1 + 3) / (2 + 3))],
    ("reciprocals_pooled", "rr"): [("MRR", TWO, (1 + 1 + 1 / 2 + 1 / 3) / 4)],
    ("queries_without_hit_left_out", "precision"): [("P@3", MISS, 1 / 3)],
    ("queries_without_hit_left_out", "recall"): [("R@3", MISS, 1)],
    ("queries_without_hit_left_out", "f1"): [("F1@3", MISS, 2 * 1 / (3 + 1))],
    ("queries_without_hit_left_out", "ap"): [("MAP", MISS, (1 + 1 / 3) / 2)],
    ("queries_without_hit_left_out", "rr"): [("MRR", MISS, (1 + 1 / 3) / 2)],
    ("queries_without_hit_left_out", "err"): [("ERR", MISS, (1 / 2 + 1 / 6) / 2)],
    ("queries_without_hit_left_out", "dcg"): [("DCG", MISS, (1 + 1 / 2) / 2)],
    ("queries_without_hit_left_out", "ndcg"): [("nDCG", MISS, (1 + 1 / 2) / 2)],
    # E stops readers with 1/4, 0, 1/2 and 1/8 under a highest grade of 3.
    ("stop_linear", "err"): [("ERR", E, 2 / 3 + 1 / 3 * 1 / 3 + 0)],
    ("stop_over_largest_gain", "err"): [("ERR", E, 3 / 7 + 4 / 7 * 7 / 7 / 3)],
    ("stop_power", "err"): [("ERR", E, 4 / 8 + 4 / 8 * 1 / 8 / 2 + 4 / 8 * 7 / 8 * 8 / 8 / 3)],
    ("stop_half", "err"): [("ERR", E, 1 / 2 + 1 / 4 / 3 + 1 / 8 / 4)],
    ("without_rank", "err"): [("ERR", E, 3 / 8 + 5 / 8 * 7 / 8 + 5 / 8 * 1 / 8 * 1 / 8)],
    ("reach_with_own", "err"): [("ERR", E, 5 / 8 * 3 / 8 + 5 / 8 * 1 / 8 * 7 / 8 / 3 + 5 / 8 * 1 / 8 * 7 / 8 * 1 / 8 / 4)],
    ("reach_from_previous", "err"): [("ERR", E, 3 / 8 + 7 / 8 / 3 + 1 / 8 * 1 / 8 / 4)],
    ("err_by_logarithm", "err"): [("ERR", E, 3 / 8 + 5 / 8 * 7 / 8 / 2 + 5 / 8 * 1 / 8 * 1 / 8 / log2(5))],
    # At p = 0.8 the hits of A weigh 0.8, 0.512 and 0.4096.
    ("p_exchanged", "rbp"): [("RBP(p=0.8)", A, 0.8 * (0.2 + 0.008 + 0.0016))],
    ("weights_from_p", "rbp"): [("RBP(p=0.8)", A, 0.2 * (0.64 + 0.4096 + 0.32768))],
    ("over_weights_shown", "rbp"): [("RBP(p=0.8)@5", A, 1.7216 / (1 + 0.8 + 0.64 + 0.512 + 0.4096))],
    ("over_best_list", "rbp"): [("RBP(p=0.8)", A, 1.7216 / (1 + 0.8 + 0.64 + 0.512)), ("RBP(p=0.8)@2", A, 0.8 / 1.8)],
    ("p_in_front", "rbp"): [("RBP(p=0.8)", A, 0.8 * 1.7216)],
    ("residual_added", "rbp"): [("RBP(p=0.8)@5", A, 0.2 * 1.7216 + 0.32768), ("RBP(p=0.8)", FIRST, 0.2 * 1.64 + 0.512)],
    ("residual_itself", "rbp"): [("RBP(p=0.8)", A, 0.262144)],
    ("gain_square", "dcg"): [("DCG@4", G, 9 + 4 / 2)],
    ("gain_square", "ndcg"): [("nDCG@4", G, (9 + 4 / 2) / (9 + 9 / log2(3) + 4 / 2 + 4 / log2(5)))],
    ("one_plus_logarithm", "dcg"): [("DCG@4", G, 3 + 2 / (1 + log2(3)))],
    ("one_plus_logarithm", "ndcg"): [("nDCG@4", G, (3 + 2 / (1 + log2(3))) / (3 + 3 / 2 + 2 / (1 + log2(3)) + 2 / 3))],
    ("root_of_rank", "dcg"): [("DCG@4", G, 3 + 2 / sqrt(3))],
    ("root_of_rank", "ndcg"): [("nDCG@4", G, (3 + 2 / sqrt(3)) / (3 + 3 / sqrt(2) + 2 / sqrt(3) + 2 / 2))],
    ("dcg_over_k", "dcg"): [("DCG@4", G, 4 / 4)],
    ("dcg_over_k", "ndcg"): [("nDCG@5", G, (4 + 1 / log2(6)) / 5)],
    ("gains_over_last_discount", "dcg"): [("DCG@5", G, 6 / log2(6)), ("DCG@9", G, 8 / log2(7))],
    ("logarithm_of_1_left_out", "dcg"): [("DCG@5", G, 2 / log2(3) + 1 / log2(5))],
    ("exponential_above", "ndcg"): [("nDCG@4", G, (7 + 3 / 2) / IDEAL)],
    ("exponential_below", "ndcg"): [("nDCG@4", G, 4 / (7 + 7 / log2(3) + 3 / 2 + 3 / log2(5)))],
    ("linear_above", "ndcg"): [("nDCG@4", G, 4 / (7 + 7 / log2(3) + 3 / 2 + 3 / log2(5)))],
    ("linear_below", "ndcg"): [("nDCG@4", G, (7 + 3 / 2) / IDEAL)],
    ("jk_above", "ndcg"): [("nDCG@4", G, (3 + 2 / log2(3)) / IDEAL)],
    ("off_by_one_above", "ndcg"): [("nDCG@4", G, (3 / log2(3) + 2 / log2(5)) / IDEAL)],
    ("dcg_over_gains", "ndcg"): [("nDCG@4", G, 4 / 5)],
    # The worst order of the list puts 0, 0, 1, 2 on top.
    ("between_worst_and_best", "ndcg"): [("nDCG@4", G, (4 - (1 / 2 + 2 / log2(5))) / (IDEAL - (1 / 2 + 2 / log2(5))))],
    ("mean_of_precisions", "precision"): [("P@4", A, (0 + 1 / 2 + 1 / 3 + 2 / 4) / 4)],
    ("share_of_grades", "recall"): [("R@4", G, (3 + 2) / (3 + 2 + 1 + 2 + 3 + 2))],
    ("over_list_length", "recall"): [("R@3", A, 1 / 6), ("R@4", M, 2 / 20)],
    ("complement", "success"): [("Success@3", LATE, 1 - 1 / 3)],
    ("precision_before_R", "rprec"): [("Rprec", A, 1 / 3)],
    ("precision_after_R", "rprec"): [("Rprec", A, 3 / 5)],
    ("without_the_own_hit", "ap"): [("AP@5", A, (0 / 2 + 1 / 4 + 2 / 5) / 4)],
    ("grades_in_precisions", "ap"): [("AP", G, (3 / 1 + 5 / 3 + 6 / 5 + 8 / 6) / 6)],
    ("p_times_r", "ap"): [("AP@5", A, 3 / 5 * 3 / 4)],
    ("trapezoid_of_hits", "ap"): [("AP", A, ((1 + 1 / 2) / 2 + (1 / 2 + 2 / 4) / 2 + (2 / 4 + 3 / 5) / 2) / 4)],
    ("missing_after_last", "rr"): [("MRR", MISS, (1 + 1 / 3 + 1 / 4) / 3), ("RR@2", Ranking.from_grades([0, 0, 1]), 1 / 3)],
    ("missing_at_last", "rr"): [("MRR", FOUR_MISS, (1 + 1 / 3 + 1 / 4) / 3)],
    # B: two of four relevant documents with 0 and 2 of five non-relevant ones above, and with one more unjudged.
    ("not_subtracted_from_1", "bpref"): [("Bpref", B, (0 / 4 + 2 / 4) / 4)],
    ("over_found", "bpref"): [("Bpref", B, (1 + (1 - 2 / 4)) / 2)],
    ("share_of_N", "bpref"): [("Bpref", B, (1 + (1 - 2 / 5)) / 4)],
    ("share_of_R_and_N", "bpref"): [("Bpref", B, (1 + (1 - 2 / 9)) / 4)],
    ("unjudged_above", "bpref"): [("Bpref", B, (1 + (1 - 3 / 4)) / 4)],
    # Of M's eight relevant documents two to eleven: recall 2/8 with precision 2/2, 3/8 with 3/9, 4/8 with 4/11.
    ("straight_lines", "iprec"): [("IPrec@0.3", M, 1 + (0.3 - 0.25) / 0.125 * (1 / 3 - 1)), ("IPrec@0.8", M, 0)],
    ("above_the_level", "iprec"): [("IPrec@0.25", M, 4 / 11), ("IPrec@0.3", M, 4 / 11)],
    ("gini", "auc"): [("AUC", A, 2 * 4 / 12 - 1)],
    ("relevant_with_all", "auc"): [("AUC", A, 4 / (4 * 7))],
}

# What three lists are worth by hand: four of five, one of three and two of four relevant documents found.
LISTS = (
    Ranking.from_grades([0, 0, 1, 0, 0], missed=[1, 1]),
    Ranking.from_grades([1, 1, 0, 1, 1], missed=[1]),
    Ranking.from_grades([0, 1, 0, 0, 1], missed=[1, 1]),
)
D3, D5, D6 = 1 / log2(3), 1 / log2(5), 1 / log2(6)
VALUES = {
    "precision": ("P@5", (1 / 5, 4 / 5, 2 / 5)),
    "recall": ("R@5", (1 / 3, 4 / 5, 2 / 4)),
    "f1": ("F1@5", (2 / 8, 8 / 10, 4 / 9)),
    "rprec": ("Rprec", (1 / 3, 4 / 5, 1 / 4)),
    "ap": ("MAP", (1 / 3 / 3, (1 + 1 + 3 / 4 + 4 / 5) / 5, (1 / 2 + 2 / 5) / 4)),
    "rr": ("MRR", (1 / 3, 1, 1 / 2)),
    "dcg": ("DCG", (1 / 2, 1 + D3 + D5 + D6, D3 + D6)),
    "ndcg": (
        "nDCG",
        (1 / 2 / (1 + D3 + 1 / 2), (1 + D3 + D5 + D6) / (1 + D3 + 1 / 2 + D5 + D6), (D3 + D6) / (1 + D3 + 1 / 2 + D5)),
    ),
    "err": ("ERR", (1 / 2 / 3, 1 / 2 + 1 / 4 / 2 + 1 / 8 / 4 + 1 / 16 / 5, 1 / 2 / 2 + 1 / 4 / 5)),
    "auc": ("AUC", (2 / 12, 2 / 5, 2 / 12)),
}
INSTEAD_OF_THE_MEAN: dict[str, Callable[[tuple[float, ...]], float]] = {
    "geometric_mean": statistics.geometric_mean,
    "harmonic_mean": statistics.harmonic_mean,
    "median": statistics.median,
    "maximum": max,
    "first_list_only": lambda values: values[0],
    "over_one_more": lambda values: sum(values) / 4,
    "over_one_fewer": lambda values: sum(values) / 2,
}
BY_HAND |= {
    (key, metric): [(measure, LISTS, of_values(values))]
    for key, of_values in INSTEAD_OF_THE_MEAN.items()
    for metric, (measure, values) in VALUES.items()
}


# Those that were read of in threads have their lists in golden/causes.
BY_US = [(slip, metric) for slip, metric in CASES if slip not in ONLINE_MISTAKES]
EVERY_OF_OURS = pytest.mark.parametrize(("slip", "metric"), BY_US, ids=[f"{metric}-{slip.key}" for slip, metric in BY_US])


@EVERY_OF_OURS
def test_every_mistake_gives_what_a_person_gets_by_hand(slip: FormulaMistake, metric: str) -> None:
    for measure, lists, expected in BY_HAND[slip.key, metric]:
        found = followed(slip, measure, lists if isinstance(lists, tuple) else (lists,))
        assert found == pytest.approx(expected, rel=1e-12, abs=0)


# ---------------------------------------------------------------------------------------------------------------------------
# In the look-up


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_has_its_words_and_no_words_are_left_over(language: str) -> None:
    said = {
        *(slip.text_key or slip.key for slip in (*FORMULA_MISTAKES, *batch_mistakes("ap", 3))),
        *(each.key for each in INPUT_MISTAKES),
        *BUNDLES,
    }
    of_choices = {f"{name}_{key}" for name, field in FIELDS.items() for key in field.options or ()}
    worded = {*Texts(language).group("mistake")}
    assert said - worded == set()
    assert worded - said - of_choices == set()


def test_no_two_mistakes_of_a_metric_have_one_name() -> None:
    assert len({(slip.key, metric) for slip, metric in CASES}) == len(CASES)


@pytest.mark.slow
@EVERY_OF_OURS
def test_the_look_up_finds_every_mistake(slip: FormulaMistake, metric: str) -> None:
    measure, lists, expected = BY_HAND[slip.key, metric][0]
    found = lookup(measure, lists, f"{expected:.9f}", reader="student", **BESIDE.get(slip.key, {}))
    names: list[Any] = [each for match in found.matches for each in (*match.departures, *match.synonyms)]
    alone = [match for match in found.matches if len(match.departures) == 1]
    assert alone and alone[0] is found.matches[0], names
    assert slip.key in [each.key for each in names]


def test_a_mistake_that_changes_nothing_is_silent() -> None:
    ranking = Ranking.from_grades([1, 1, 0])  # P = R = 1: all kinds of means agree
    level = DepartureSearch(METRICS["f1"], (ranking,), Convention(cutoff=2), {"cutoff": 2}).depth(ALONE)
    giving = {each.key for block in level.blocks for departures, _ in block.find_near(1.0, 1e-9) for each in departures}
    assert "mean_of_p_and_r" not in giving


def test_a_mistake_about_steps_that_are_not_there_is_refused() -> None:
    for slip in (
        FormulaMistake("none", ("ap",), (MistakenStep("idcg", "", "<ap_sum>"),)),
        FormulaMistake("none", ("ap",), steps_from_other=("idcg",)),
    ):
        with pytest.raises(TemplateError, match="idcg"):
            followed(slip, "AP", [FIRST])


def test_a_mistake_about_entries_is_refused_where_ties_are_averaged() -> None:
    tied = Ranking.from_grades([3, 0, 2], scores=[2, 2, 1])
    convention = Convention(ties="average", cutoff=2)
    slips = {slip.key: slip for slip in FORMULA_MISTAKES}
    for key, metric in (("grades_added", "precision"), ("rank_among_hits", "dcg")):
        trace = compute(METRICS[metric], RawLists.from_rankings([tied]), convention)
        with pytest.raises(TemplateError, match="equal scores"):
            apply_mistake(trace, slips[key], [tied], convention)


def test_steps_that_the_other_derivation_has_not_stay_as_they_were() -> None:
    convention = Convention(gain="binary", cutoff=4)  # gains of hits, which the others do not record
    trace = compute(METRICS["ndcg"], RawLists.from_rankings([G]), convention)
    slips = {slip.key: slip for slip, metric in CASES if metric == "ndcg"}
    wrong = {key: apply_mistake(trace, slips[key], [G], convention) for key in ("linear_above", "linear_below")}
    for each in wrong.values():
        check(each)
    ones = 1 + 1 / log2(3) + 1 / 2 + 1 / log2(5)
    assert float(wrong["linear_above"].value[0]) == pytest.approx(4 / ones, rel=1e-12)
    assert float(wrong["linear_below"].value[0]) == pytest.approx((1 + 1 / 2) / IDEAL, rel=1e-12)


def test_a_step_is_not_taken_from_a_list_whose_entries_stand_elsewhere() -> None:
    slip = FormulaMistake(
        "copies", ("ap",), steps_from_other=("hit", "hits_upto", "ap_term", "ap_sum"), other_choices={"duplicates": "count_all"}
    )
    convention = Convention(duplicates="dedupe_first")  # here the copy is taken out, there it is counted
    trace = compute(METRICS["ap"], RawLists.from_rankings([COPY]), convention)
    with pytest.raises(TemplateError, match="other places"):
        apply_mistake(trace, slip, [COPY], convention)


def test_the_largest_of_gains_below_0_is_below_0() -> None:
    slip = next(slip for slip, metric in CASES if (slip.key, metric) == ("ideal_all_top", "ndcg"))
    ranking, convention = Ranking.from_grades([-2, -1]), Convention(negative="keep")
    trace = compute(METRICS["ndcg"], RawLists.from_rankings([ranking]), convention)
    expected = (-2 - 1 / log2(3)) / (-1 - 1 / log2(3))
    assert float(apply_mistake(trace, slip, [ranking], convention).value[0]) == pytest.approx(expected, rel=1e-12)


def test_of_grades_p_and_its_rest_are_exchanged_too_and_no_best_list_is_made_up() -> None:
    convention = Convention(rbp_p=0.8, rbp_gain="graded")
    trace = compute(METRICS["rbp"], RawLists.from_rankings([E]), convention)
    slips = {slip.key: slip for slip, metric in CASES if metric == "rbp"}
    found = apply_mistake(trace, slips["p_exchanged"], [E], convention)
    assert float(found.value[0]) == pytest.approx(0.8 * (2 + 3 * 0.04 + 0.008), rel=1e-12)
    with pytest.raises(TemplateError, match="of grades"):
        apply_mistake(trace, slips["over_best_list"], [E], convention)


def test_values_without_a_geometric_or_harmonic_mean_are_no_numbers() -> None:
    assert isnan(OTHER_MEANS["geometric_mean"](np.array([-1.0, 2.0])))
    assert all(isnan(OTHER_MEANS[f"{kind}_mean"](np.array([0.0, 1.0]))) for kind in ("harmonic", "geometric"))
    assert isnan(OTHER_MEANS["over_one_fewer"](np.array([0.5])))


def test_a_mean_of_no_lists_is_no_number() -> None:
    lists = (Ranking.from_grades([0, 0]), Ranking.from_grades([0]), Ranking.from_grades([0, 0, 0]))
    convention = Convention(mean_over="with_relevant")
    slips = [slip for slip, metric in CASES if metric == "rr"] + list(batch_mistakes("rr", 3))
    trace = compute(METRICS["rr"], RawLists.from_rankings(lists), convention)
    assert len(slips) > 10
    for slip in slips:
        assert (
            isnan(mistaken_mean(apply_mistake(trace, slip, lists, convention), slip, convention)) or slip.key == "not_averaged"
        )


def outlined(side: tuple[ComparedLine, ...]) -> dict[str, list[str]]:
    """The terms that are not as in the other derivation, by the name of their line."""
    found = {each.line.name: [each.line.terms[at].latex for at in sorted(each.differing)] for each in side}
    return {name: terms for name, terms in found.items() if terms}


def test_the_page_shows_the_term_that_the_mistake_makes_otherwise() -> None:
    state = replace(AppState(), metric="f1", convention=Convention(cutoff=6))  # P = 5/6, R = 5/7
    found = look_up_typed(state, PageParams(my_number=f"{(5 / 6 + 5 / 7) / 2:.4f}"))
    keys = [[each.key for each in cause.match.departures] for cause in found.groups]
    match = found.groups[keys.index(["mean_of_p_and_r"])].match
    two = match_derivations(analyse(state), match)
    assert two is not None
    (theirs,) = outlined(two.there)["F1@6"]
    assert "0.833" in theirs
    assert "0.714" in theirs
    assert not can_follow(state, match)


FIRST_HITS = [r"\frac{1}{2}", r"\frac{1}{4}", r"\frac{1}{5}"]


@pytest.mark.parametrize(
    ("key", "measure", "line", "here", "there"),
    [
        ("last_hit", "RR", "RR", FIRST_HITS, [r"\frac{1}{5}"]),
        ("sum_of_reciprocals", "RR", "RR", [], []),  # the same terms, added up
        ("mean_of_reciprocals", "RR", "RR", FIRST_HITS, [r"\frac{0.950}{3}"]),
        ("over_all_judged", "R@4", "R@4", [r"\frac{2}{4}"], [r"\frac{2}{7}"]),  # a count is printed as one
        ("neighbours_only", "AUC", "AUC", [r"\frac{4}{4\cdot3}"], [r"\frac{2}{2+2}"]),
        ("reciprocal_at_hits", "AP@4", "S", [r"\frac{2}{4}"], [r"\frac{1}{4}"]),  # not at rank 1, where nothing is added
    ],
)
def test_where_two_derivations_part_is_outlined(key: str, measure: str, line: str, here: list[str], there: list[str]) -> None:
    parsed = parse_measure(measure)
    convention = Convention(**parsed.choices)  # type: ignore[arg-type]
    slip = next(slip for slip, metric in CASES if (slip.key, metric) == (key, parsed.metric.key))
    right = compute(parsed.metric, RawLists.from_rankings([A]), convention)
    two = two_derivations(derivation(right), derivation(apply_mistake(right, slip, [A], convention)))
    assert two is not None
    assert outlined(two.here) == ({line: here} if here else {})
    assert outlined(two.there) == ({line: there} if there else {})
