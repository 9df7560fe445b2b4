"""Does profile="sklearn" give the value that scikit-learn gives, and do the counts agree with its classification metrics?"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from itertools import cycle

import pytest

from rankviz import InputError, Ranking, evaluate, explain
from tests.helpers.long import rounds
from tests.libraries.lists import adversarial, random_lists

metrics = pytest.importorskip("sklearn.metrics")

LISTS = [*adversarial(negative=False), *random_lists(rounds(120), negative=False, seed=20261121)]
NEGATIVE = [*adversarial(negative=True), *random_lists(rounds(120), negative=True, seed=20261122)]
UNTIED = [each for each in LISTS if len({item.score for item in each.items}) == len(each.items)]
CUTOFFS = (None, 1, 2, 3, 5, 10, 50)


def grades(ranking: Ranking) -> list[float]:
    return [item.grade or 0.0 for item in ranking.items]


def scores(ranking: Ranking) -> list[float | None]:
    return [item.score for item in ranking.items]


def hits(ranking: Ranking) -> list[bool]:
    return [grade >= 1 for grade in grades(ranking)]


def agree(measure: str, lists: list[Ranking], theirs: list[float], **choices: object) -> None:
    ours = explain(measure, lists, profile="sklearn", **choices).trace.value
    for ranking, found, expected in zip(lists, ours, theirs, strict=True):
        assert found == same(expected), ranking


def same(value: float) -> object:
    # scikit-learn sums in another order; where gains cancel out, a rest of one rounding remains.
    return pytest.approx(value, rel=1e-12, abs=1e-14, nan_ok=True)


def gain_metric(function: Callable[..., float], lists: list[Ranking], **options: object) -> list[float]:
    return [function([grades(each)], [scores(each)], **options) for each in lists]


def hit_metric(function: Callable[..., float], lists: list[Ranking]) -> list[float]:
    with warnings.catch_warnings():  # Where the answer is 0/0, scikit-learn warns and puts something there.
        warnings.simplefilter("ignore")
        return [function(hits(each), scores(each)) for each in lists]


@pytest.mark.slow
@pytest.mark.parametrize("cutoff", CUTOFFS)
def test_ndcg_is_that_of_scikit_learn_with_its_averaged_ties(cutoff: int | None) -> None:
    agree("nDCG", LISTS, gain_metric(metrics.ndcg_score, LISTS, k=cutoff), cutoff=cutoff)


@pytest.mark.slow
@pytest.mark.parametrize("cutoff", CUTOFFS)
def test_dcg_is_that_of_scikit_learn_also_with_negative_grades(cutoff: int | None) -> None:
    agree("DCG", NEGATIVE, gain_metric(metrics.dcg_score, NEGATIVE, k=cutoff), cutoff=cutoff)


@pytest.mark.parametrize(("discount", "base"), [("ln", math.e), ("log10", 10)])
def test_dcg_with_another_base_is_that_of_scikit_learn(discount: str, base: float) -> None:
    agree("DCG", NEGATIVE, gain_metric(metrics.dcg_score, NEGATIVE, log_base=base), discount=discount)


@pytest.mark.slow
@pytest.mark.parametrize("cutoff", CUTOFFS)
def test_without_ties_the_listed_order_and_averaged_ties_are_one(cutoff: int | None) -> None:
    assert len(UNTIED) >= 60
    for measure, function in (("nDCG", metrics.ndcg_score), ("DCG", metrics.dcg_score)):
        theirs = gain_metric(function, UNTIED, k=cutoff, ignore_ties=True)
        agree(measure, UNTIED, theirs, ties="input_order", cutoff=cutoff)


def test_average_precision_is_that_of_scikit_learn() -> None:
    agree("AP", LISTS, hit_metric(metrics.average_precision_score, LISTS))


def test_auc_is_that_of_scikit_learn_and_undefined_where_it_says_nan() -> None:
    agree("AUC", LISTS, hit_metric(metrics.roc_auc_score, LISTS))


@pytest.mark.parametrize("nearly", [1 + 1e-15, 1 - 1e-12, 1e300])
def test_scores_are_tied_only_when_they_are_equal_to_the_last_bit(nearly: float) -> None:
    ranking = Ranking.from_grades([0, 1, 0, 1], scores=[1, nearly, 1, 0.5])
    for measure, theirs in (
        ("AP", metrics.average_precision_score(hits(ranking), scores(ranking))),
        ("AUC", metrics.roc_auc_score(hits(ranking), scores(ranking))),
        ("nDCG", metrics.ndcg_score([grades(ranking)], [scores(ranking)])),
    ):
        assert evaluate(measure, ranking, profile="sklearn") == same(theirs), measure


def test_negative_grades_are_refused_for_ndcg_as_scikit_learn_does() -> None:
    ranking = Ranking.from_grades([2, -1, 1], scores=[3, 2, 1])
    with pytest.raises(ValueError, match="negative"):
        metrics.ndcg_score([grades(ranking)], [scores(ranking)])
    with pytest.raises(InputError):
        evaluate("nDCG", ranking, profile="sklearn")


@pytest.mark.slow
def test_counts_at_a_cutoff_are_those_of_a_classifier_that_says_yes_to_the_top() -> None:
    for ranking, cutoff in zip(LISTS, cycle(CUTOFFS), strict=False):
        order = sorted(ranking.items, key=lambda item: -(item.score or 0))
        documents = [*order, *ranking.missed]
        true = [item.grade is not None and item.grade >= 1 for item in documents]
        said = [rank <= min(cutoff or len(order), len(order)) for rank in range(1, len(documents) + 1)]
        (tn, fp), (fn, tp) = metrics.confusion_matrix(true, said, labels=[False, True])
        precision, recall, f1, _ = metrics.precision_recall_fscore_support(true, said, average="binary", zero_division=0)
        expected = {"TP": tp, "FP": fp, "FN": fn, "TN": tn, "P": precision, "R": recall, "F1": f1}
        expected["Accuracy"] = metrics.accuracy_score(true, said)
        for measure, theirs in expected.items():
            base = {"precision_base": "n"} if measure in ("P", "F1") else {}
            assert evaluate(measure, ranking, cutoff=cutoff, **base) == same(float(theirs)), (measure, ranking)
