"""Lists as people hold them give what scikit-learn gives for them, or arithmetic; wrong calls name the right one."""

from __future__ import annotations

import copy
from math import log2
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import rankviz as rv
from tests.helpers.case import case

GRADES = np.array([[3, 0, 2, 1, 0], [0, 0, 1, 2, 3], [1, 0, 0, 0, 0]])
SCORES = np.array([[0.9, 0.8, 0.1, 0.4, 0.2], [1.5, -2, 0.3, 0.3, 7], [0.2, 0.4, 0.6, 0.8, 1.0]])
QUERIES, SIZES = np.repeat([7, 9, 8], 5), [5, 5, 5]
SHUFFLED = np.random.default_rng(1).permutation(15)
# 3 at rank 1, 0, 1, 0, 2 behind it; the ideal 3, 2, 1.
NDCG_3 = (3 + 1 / 2) / (3 + 2 / log2(3) + 1 / 2)


def test_arrays_of_several_lists_give_the_means_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    hits = GRADES > 0
    expected = {
        "nDCG": metrics.ndcg_score(GRADES, SCORES),
        "nDCG@3": metrics.ndcg_score(GRADES, SCORES, k=3),
        "DCG@2": metrics.dcg_score(GRADES, SCORES, k=2),
        "AP": metrics.average_precision_score(hits, SCORES, average="samples"),
        "AUC": metrics.roc_auc_score(hits, SCORES, average="samples"),
        "LRAP": metrics.label_ranking_average_precision_score(hits, SCORES),
        "CoverageError": metrics.coverage_error(hits, SCORES),
        "RankingLoss": metrics.label_ranking_loss(hits, SCORES),
    }
    for measure, value in expected.items():
        with case(measure=measure):
            lists = [
                rv.evaluate(measure, GRADES, SCORES, profile="sklearn"),
                rv.evaluate(measure, y_true=GRADES.tolist(), y_score=SCORES.tolist(), profile="sklearn"),
                rv.evaluate(measure, GRADES.ravel(), SCORES.ravel(), qid=QUERIES, profile="sklearn"),
                rv.evaluate(
                    measure, GRADES.ravel()[SHUFFLED], SCORES.ravel()[SHUFFLED], qid=QUERIES[SHUFFLED], profile="sklearn"
                ),
                rv.evaluate(measure, GRADES.ravel(), SCORES.ravel(), group=SIZES, profile="sklearn"),
                rv.explain(measure, iter(GRADES), y_score=iter(SCORES), profile="sklearn").value,
            ]
            assert lists == pytest.approx([value] * len(lists), abs=1e-14)


def test_one_list_of_grades_and_scores_gives_the_value_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    hits, points = GRADES[0] > 0, SCORES[0]
    held: dict[str, Any] = {"lists": [*hits], "a series": pd.Series(hits, index=[*"edcba"]), "Arrow": pa.array(hits)}
    for how, labels in held.items():
        with case(how=how):
            assert rv.evaluate("AP", labels, points, profile="sklearn") == metrics.average_precision_score(hits, points)
            assert rv.evaluate("AUC", y_true=labels, y_score=points) == metrics.roc_auc_score(hits, points)


def test_groups_are_those_of_lightgbm_with_its_own_numbers() -> None:
    lightgbm = pytest.importorskip("lightgbm")
    column = np.arange(15.0).reshape(-1, 1)
    options = {"objective": "lambdarank", "metric": "ndcg", "eval_at": [3], "verbose": -1, "num_threads": 1}
    options |= {"min_data_in_leaf": 1, "min_data_in_bin": 1, "min_sum_hessian_in_leaf": 0, "num_leaves": 5}
    data = lightgbm.Dataset(column, GRADES.ravel(), group=SIZES, params=options)
    found: dict[str, Any] = {}
    booster = lightgbm.train(options, data, 1, valid_sets=[data], callbacks=[lightgbm.record_evaluation(found)])
    points, value = booster.predict(column, raw_score=True), found["training"]["ndcg@3"][-1]
    assert 0 < value < 1
    assert len(set(points)) > 3
    assert rv.evaluate("nDCG@3", GRADES.ravel(), points, group=SIZES, profile="lightgbm") == pytest.approx(value, abs=1e-9)


def test_ids_are_judged_by_those_that_are_relevant() -> None:
    ids = ["d1", "d2", "d3", "d4"]
    assert rv.evaluate("R@2", ids, relevant=["d2", "d7"]) == 1 / 2
    assert rv.evaluate("RR", ids, relevant="d3") == 1 / 3
    assert rv.evaluate("RR", [11, 12, 13], relevant={12}) == 1 / 2
    assert rv.evaluate("DCG@3", ids, relevant={"d1": 3, "d3": 1, "d2": 0}) == 3 + 1 / 2
    assert rv.evaluate("RR", {"d1": 0.1, "d2": 0.7}, relevant=["d1"]) == 1 / 2
    assert rv.evaluate("RR", ids, [0.1, 0.2, 0.3, 0.4], relevant=["d1"]) == 1 / 4
    assert rv.evaluate("RR", [ids, ids[::-1]], relevant=[["d2"], {"d1": 1}]) == (1 / 2 + 1 / 4) / 2
    # What is not named is unjudged, and not of grade 0.
    assert [item.grade for item in rv.explain("RR", ids, relevant={"d2": 0}).rankings[0].items] == [None, 0.0, None, None]


def test_k_is_the_cutoff() -> None:
    for choices in ({"k": 3}, {"cutoff": 3}, {"k": np.int64(3), "cutoff": 3}):
        assert rv.evaluate("nDCG", GRADES[0], SCORES[0], **choices) == pytest.approx(NDCG_3, abs=1e-15)
    assert rv.evaluate("nDCG@3", GRADES[0], SCORES[0], k=3) == pytest.approx(NDCG_3, abs=1e-15)
    assert rv.evaluate("RR", [0, 0, 1], k=None) == 1 / 3
    assert rv.evaluate_run({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}, "RR", k=1).means == {"RR@1": 0}
    for measure, choices in (("nDCG@3", {"k": 4}), ("nDCG", {"k": 3, "cutoff": 4})):
        with pytest.raises(rv.InputError, match="leave one of them out") as caught:
            rv.evaluate(measure, [1, 0], **choices)
        assert caught.value.key == "two_cutoffs"


def test_a_look_up_and_a_comparison_take_the_same() -> None:
    by_hand = f"{NDCG_3:.6f}"
    calls = (
        rv.lookup("nDCG@3", GRADES[0], by_hand, scores=SCORES[0]),
        rv.lookup("nDCG@3", GRADES[0], SCORES[0], by_hand),
        rv.lookup("nDCG@3", y_true=GRADES[0], y_score=SCORES[0], typed=float(by_hand)),
    )
    assert all(each.matches[0].departures == () for each in calls)
    assert rv.lookup("RR", ["a", "b"], 0.5, relevant="b").matches[0].departures == ()
    found = rv.compare_lists("RR", SCORES[0], SCORES[2], y_true=GRADES[0])
    assert found.values == (1, 1 / 2)  # the second: grades 0, 1, …
    assert rv.compare_lists("RR", ["a", "b", "c"], ["c", "b"], relevant={"b": 1, "a": 0}).values == (1 / 2, 1 / 2)


FRAME = pd.DataFrame({"query": [1, 1], "label": [1, 0], "score": [0.5, 0.4]})
WRONG: tuple[tuple[tuple[Any, ...], dict[str, Any], str, str], ...] = (
    ((), {}, "no_lists", "give grades in ranked order"),
    (([0.5, 0.4], [1, 0]), {}, "exchanged_lists", "are they exchanged?"),
    ((SCORES, GRADES), {}, "exchanged_lists", "say y_true=… and y_score=…"),
    ((["d1", "d2"],), {}, "ids_alone", 'evaluate("R@5", ids, relevant=["d1", …])'),
    ((["d1", "d2"], ["d2"]), {}, "ids_alone", "Say which are relevant"),
    (([["d1"], ["d2"]],), {}, "ids_alone", "relevant={id: grade}"),
    (({"d1": 3, "d2": 0},), {}, "judgments_alone", "relevant={id: grade}"),
    (({"q": {"d1": 3}}, {"q": {"d1": 0.5}}), {}, "judgments_alone", "evaluate_run(run, qrels, measures)"),
    ((FRAME,), {}, "table_as_list", 'table["label"], table["score"]'),
    ((pa.Table.from_pandas(FRAME),), {}, "table_as_list", "evaluate_run"),
    (([1, 0],), {"y_true": [1, 0]}, "lists_twice", "Found y_true and lists"),
    (([1, 0], [0.5, 0.4]), {"y_score": [0.5, 0.4]}, "lists_twice", "Found y_score and scores"),
    (([1, 0], [0.5, 0.4]), {"qid": [1, 1], "group": [2]}, "lists_twice", "qid and group"),
    ((GRADES, SCORES), {"qid": [1, 1, 1]}, "lists_twice", "several lists and qid"),
    (([rv.Ranking()],), {"group": [1]}, "lists_twice", "Rankings and group"),
    ((["d1"],), {"relevant": ["d1"], "qid": [1]}, "lists_twice", "relevant and qid"),
    (([1, 0, 1], [0.5, 0.4]), {}, "length_mismatch", "scores has 2 entries"),
    ((GRADES, SCORES[:2]), {}, "list_shapes", "Expected 3 lists of scores, found 2"),
    ((GRADES, SCORES[0]), {}, "list_shapes", "Expected 3 lists of scores, found one list"),
    ((GRADES[0], SCORES), {}, "list_shapes", "found several lists"),
    ((GRADES, SCORES[:, :4]), {}, "in_list", "List 1: scores has 4 entries"),
    (([["d1"], ["d2"]],), {"relevant": ["d1"]}, "list_shapes", "one for each of 2 lists"),
    (([1, 0], [0.5, 0.4]), {"qid": [1]}, "list_groups", "qid has 1 entries, but there are 2 grades"),
    (([1, 0], [0.5, 0.4]), {"group": [1, 2]}, "list_groups", "add up to 3, but there are 2 grades"),
    (([1, 0], [0.5, 0.4]), {"group": [2.5, -0.5]}, "group_size", "size 1 is 2.5"),
    (([1, 0], [0.5, 0.4]), {"qid": [1, None]}, "bad_id", "qid, row 2"),
    (([1, 0], [0.5, float("nan")]), {}, "bad_score", "score 2 is nan"),
    (([1, 0, 1], [0.5, float("inf"), 0.1]), {"qid": ["a", "b", "a"]}, "in_list", "List b: score 1 is inf"),
    ((np.zeros((2, 2, 2)),), {}, "bad_list", "shape (2, 2, 2)"),
    (({1, 0},), {}, "not_a_list", "expected an ordered list"),
    (([1, 0],), {"topk": 1}, "cutoff_name", "write nDCG@10"),
    (([1, 0],), {"n": 1}, "cutoff_name", "write nDCG@10"),
    (([1, 0],), {"at": 1}, "cutoff_name", "cutoff=10"),
)  # fmt: skip


def test_a_wrong_call_is_answered_by_one_sentence_that_names_the_right_one() -> None:
    for lists, others, key, words in WRONG:
        with case(lists=lists, others=others):
            before = copy.deepcopy((lists, others))
            for function in (rv.evaluate, rv.explain):
                with pytest.raises(rv.InputError) as caught:
                    function("nDCG@3" if "topk" not in others else "nDCG", *lists, **others)
                assert (caught.value.key, words in str(caught.value)) == (key, True), str(caught.value)
                assert "\n" not in str(caught.value)
            assert repr((lists, others)) == repr(before)


def test_by_name_nothing_is_guessed() -> None:
    assert rv.evaluate("DCG", y_true=[0.5, 0.25], y_score=[1, 2]) == pytest.approx(0.25 + 0.5 / log2(3), abs=1e-15)


def test_several_lists_are_no_comparison() -> None:
    for first, others in ((GRADES, {}), (SCORES[0], {"y_true": GRADES}), ([["a"], ["b"]], {"relevant": ["a", "b"]})):
        with pytest.raises(rv.InputError):
            rv.compare_lists("RR", first, first, **others)
