"""Do the metrics of labels, scores and curves give the values that scikit-learn gives?"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest

from rankviz import Item, Ranking, evaluate, explain
from tests.helpers.long import rounds
from tests.libraries.lists import adversarial, random_lists

metrics = pytest.importorskip("sklearn.metrics")

LISTS = [
    *adversarial(negative=True),
    Ranking.from_grades([1], scores=[0]),
    Ranking.from_grades([0], scores=[0]),
    Ranking.from_grades([None, None], missed=[1, 0], scores=[1, 0]),
    Ranking.from_grades([0, 1, 0, 1], scores=[1, 1 + 1e-15, 1, 1 - 1e-12]),
    Ranking.from_grades([0, 0, 1, 1, 1], missed=[1, 0], scores=[5, 5, 5, 5, 5]),
    *random_lists(rounds(120), negative=True, seed=20261123),
]
SHOWN = [replace(each, missed=()) for each in LISTS]
LABELS = {
    "LRAP": metrics.label_ranking_average_precision_score,
    "RankingLoss": metrics.label_ranking_loss,
    "CoverageError": metrics.coverage_error,
}


def relevant(items: tuple[Item, ...], threshold: float) -> list[bool]:
    return [item.grade is not None and item.grade >= threshold for item in items]


def scores(ranking: Ranking) -> list[float]:
    return [item.score for item in ranking.items if item.score is not None]


def whole(ranking: Ranking, threshold: float) -> tuple[list[bool], list[float]]:
    """All entries and, below them at one score, the judged documents that were not retrieved."""
    below = min(scores(ranking)) - 1
    truth = relevant((*ranking.items, *ranking.missed), threshold)
    return truth, [*scores(ranking), *[below] * len(ranking.missed)]


def shown(ranking: Ranking, threshold: float) -> tuple[list[bool], list[float]]:
    return relevant(ranking.items, threshold), scores(ranking)


RANGES = {"all_judged_or_retrieved": whole, "retrieved": shown}


def agree(measure: str, lists: list[Ranking], theirs: list[float], **choices: object) -> None:
    ours = explain(measure, lists, **choices).trace.value
    for ranking, found, expected in zip(lists, ours, theirs, strict=True):
        assert found == pytest.approx(float(expected), rel=1e-12, abs=1e-14, nan_ok=True), ranking


def quietly(function: Callable[..., float], *arguments: object, **options: object) -> float:
    with warnings.catch_warnings():  # Where the answer is 0/0, scikit-learn warns and puts something there.
        warnings.simplefilter("ignore")
        return function(*arguments, **options)


@pytest.mark.slow
@pytest.mark.parametrize("threshold", [1, 2])
@pytest.mark.parametrize("auc_range", RANGES)
@pytest.mark.parametrize("measure", LABELS)
def test_label_metrics_are_those_of_scikit_learn(measure: str, auc_range: str, threshold: float) -> None:
    read = {id(each): RANGES[auc_range](each, threshold) for each in LISTS}
    lists = [each for each in LISTS if len(read[id(each)][0]) > 1]  # scikit-learn takes one label for no labels at all
    theirs = [LABELS[measure]([truth], [points]) for truth, points in (read[id(each)] for each in lists)]
    agree(measure, lists, theirs, auc_range=auc_range, threshold=threshold)


@pytest.mark.parametrize("measure", LABELS)
def test_skipped_entries_are_left_out_as_if_scikit_learn_had_not_been_given_them(measure: str) -> None:
    judged = {id(each): tuple(item for item in each.items if item.grade is not None) for each in LISTS}
    lists = [each for each in LISTS if len(judged[id(each)]) > 1]
    read = [shown(Ranking(judged[id(each)]), 1) for each in lists]
    theirs = [LABELS[measure]([truth], [points]) for truth, points in read]
    agree(measure, lists, theirs, auc_range="retrieved", unjudged="skip")


@pytest.mark.parametrize(("grade", "expected"), [(1, (1, 0, 1)), (0, (1, 0, 0))])
def test_label_metrics_of_one_entry(grade: float, expected: tuple[float, ...]) -> None:
    found = tuple(evaluate(measure, [grade]) for measure in ("LRAP", "RankingLoss", "CoverageError"))
    assert found == expected


@pytest.mark.slow
@pytest.mark.parametrize("threshold", [1, 2])
@pytest.mark.parametrize("auc_range", RANGES)
def test_gauc_of_one_list_is_the_auc_of_scikit_learn(auc_range: str, threshold: float) -> None:
    theirs = [quietly(metrics.roc_auc_score, *RANGES[auc_range](each, threshold)) for each in LISTS]
    agree("GAUC", LISTS, theirs, auc_range=auc_range, threshold=threshold)


@pytest.mark.parametrize(
    ("measure", "function"), [("RMSE", metrics.root_mean_squared_error), ("MAE", metrics.mean_absolute_error)]
)
def test_errors_of_scores_are_those_of_scikit_learn_over_judged_entries(measure: str, function: Callable[..., float]) -> None:
    theirs = []
    for ranking in LISTS:
        pairs = [(item.grade, item.score) for item in ranking.items if item.grade is not None]
        theirs.append(function(*zip(*pairs, strict=True)) if pairs else math.nan)
    agree(measure, LISTS, theirs)


@pytest.mark.parametrize("measure", ["RMSE", "MAE"])
def test_a_list_of_which_only_some_entries_have_a_score_has_no_error(measure: str) -> None:
    assert math.isnan(evaluate(measure, Ranking((Item("a", 1.0, 1.0), Item("b", 0.0)))))
    assert math.isnan(evaluate(measure, Ranking.from_grades([1, 0])))


def curve(ranking: Ranking, threshold: float) -> tuple[np.ndarray, np.ndarray]:
    """Precision and recall of scikit-learn, the deepest cut first."""
    truth, points = shown(ranking, threshold)
    precision, recall, _ = metrics.precision_recall_curve(truth, points)
    return precision, recall


def area_by_trapezoids(ranking: Ranking, threshold: float) -> float:
    precision, recall = curve(ranking, threshold)
    return float(metrics.auc(recall, precision))


def area_by_steps(ranking: Ranking, threshold: float) -> float:
    return float(metrics.average_precision_score(*shown(ranking, threshold)))


def area_under_the_envelope(ranking: Ranking, threshold: float) -> float:
    precision, recall = curve(ranking, threshold)
    best = np.maximum.accumulate(precision[:-1])  # without (recall 0, precision 1), which is no cut of the list
    return float(np.sum(-np.diff(recall) * best))


@pytest.mark.slow
@pytest.mark.parametrize("threshold", [1, 2])
@pytest.mark.parametrize(
    ("pr_area", "area"),
    [("trapezoid", area_by_trapezoids), ("steps", area_by_steps), ("interpolated", area_under_the_envelope)],
)
def test_areas_under_the_precision_recall_curve_are_those_of_scikit_learn(
    pr_area: str, area: Callable[[Ranking, float], float], threshold: float
) -> None:
    lists = [each for each in SHOWN if any(relevant(each.items, threshold))]
    assert len(lists) >= 60
    agree("PRAUC", lists, [area(each, threshold) for each in lists], pr_area=pr_area, threshold=threshold)


@pytest.mark.parametrize("pr_area", ["trapezoid", "steps", "interpolated"])
def test_relevant_documents_that_were_not_retrieved_end_the_curve_before_recall_1(pr_area: str) -> None:
    areas = {"trapezoid": area_by_trapezoids, "steps": area_by_steps, "interpolated": area_under_the_envelope}
    lists = [each for each in LISTS if any(relevant(each.items, 1))]
    theirs = []
    for ranking in lists:
        hits, missed = sum(relevant(ranking.items, 1)), sum(relevant(ranking.missed, 1))
        theirs.append(areas[pr_area](ranking, 1) * hits / (hits + missed))
    agree("PRAUC", lists, theirs, pr_area=pr_area)


@pytest.mark.slow
@pytest.mark.parametrize("beta", [0.5, 1, 2, 3])
def test_f_beta_is_that_of_a_classifier_that_says_yes_to_the_top(beta: float) -> None:
    for ranking, cutoff in zip(LISTS, cycle((None, 1, 2, 3, 5, 10, 50)), strict=False):
        order = sorted(ranking.items, key=lambda item: -(item.score or 0))
        truth = relevant((*order, *ranking.missed), 1)
        said = [rank <= min(cutoff or len(order), len(order)) for rank in range(1, len(truth) + 1)]
        theirs = metrics.fbeta_score(truth, said, beta=beta, zero_division=0)
        found = evaluate("FBeta", ranking, beta=beta, cutoff=cutoff, precision_base="n")
        assert found == pytest.approx(float(theirs), rel=1e-12, abs=1e-14), (cutoff, ranking)
