"""Natural wrong calls are told the right one, and several measures are asked for as trec_eval asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import pytrec_eval

import rankviz as rv
from tests.helpers.case import case

RUN = {"q1": {f"d{i}": float(-i) for i in range(12)}}
QRELS = {"q1": {"d1": 1, "d4": 2, "d7": 0, "d11": 1, "d99": 1}}

CALLS: tuple[tuple[Callable[[], Any], str, str], ...] = (
    (lambda: rv.evaluate_run("AP", RUN, QRELS), "arguments_order", "The order is evaluate_run(run, qrels, measures)."),  # type: ignore[arg-type]
    (lambda: rv.compare_runs(RUN, RUN, QRELS, "AP"), "arguments_order", "compare_runs(measure, first, second, qrels)"),  # type: ignore[arg-type]
    (lambda: rv.lookup_run("AP", RUN, QRELS, "0.5"), "arguments_order", "lookup_run(run, qrels, measures, typed)"),  # type: ignore[arg-type]
    (lambda: rv.tabulate_runs("AP", {"a": RUN}, QRELS), "arguments_order", "tabulate_runs(runs, qrels, measures)"),  # type: ignore[arg-type]
    (lambda: rv.evaluate_run(RUN, QRELS, metrics=["AP"]), "choice_elsewhere", "write measures="),
    (lambda: rv.tabulate_runs({"a": RUN}, QRELS, metrics=["AP"]), "choice_elsewhere", "write measures="),
    (lambda: rv.evaluate_run(RUN, QRELS, "AP", judged_only=True), "choice_elsewhere", "write unjudged=skip"),
    (lambda: rv.evaluate_run(RUN, QRELS, "nDCG", gains={1: 3}), "choice_elsewhere", "gain_table="),
    (lambda: rv.evaluate_run(RUN, QRELS, "nDCG", K=5), "cutoff_name", "write nDCG@10, or cutoff=10"),
    (lambda: rv.evaluate_run(RUN, QRELS, "RR@10", profile="trec_eval"), "metric_not_in_profile", "It has RR. Profiles that"),
    (lambda: rv.evaluate_run(RUN, QRELS, "Success", profile="trec_eval"), "metric_not_in_profile", "It has Success@10."),
    (lambda: rv.evaluate("nDCG@3,AP", [1, 0]), "several_measures", "nDCG@3,AP is more than one metric"),
    (lambda: rv.evaluate("RR", [1, 0], [0.5, 0.1], group=[48, -46]), "group_size", "size 2 is -46;"),
    (lambda: rv.evaluate("RR", [1, 0], [0.5, 0.1], group=[1.5, 0.5]), "group_size", "size 1 is 1.5;"),
)


def test_a_natural_wrong_call_is_told_the_right_one() -> None:
    for call, key, words in CALLS:
        with case(words=words), pytest.raises(rv.InputError) as refused:
            call()
        assert (refused.value.key, words in str(refused.value)) == (key, True), refused.value


@pytest.mark.parametrize(
    "name",
    ["P", "recall", "ndcg_cut", "map_cut", "success", "iprec_at_recall", "P.5,10", "ndcg_cut.3,20", "iprec_at_recall.0.2,0.6"],
)
def test_a_family_of_trec_eval_is_what_it_computes_for_it(name: str) -> None:
    expected = pytrec_eval.RelevanceEvaluator(QRELS, {name}).evaluate(RUN)["q1"]
    found = rv.evaluate_run(RUN, QRELS, name, profile="trec_eval")
    assert len(found.means) == len(expected) > 1
    for measure, value in expected.items():
        assert found.means[measure] == pytest.approx(value, abs=1e-15)


def test_several_measures_may_stand_in_one_text() -> None:
    for text in ("RR P@5", "RR,P@5", " RR , P@5 ", "RR,P.5", "recip_rank P_5"):
        assert dict(rv.evaluate_run(RUN, QRELS, text)) == {"RR": 1 / 2, "P@5": 2 / 5}
    assert [*rv.evaluate_run(RUN, QRELS, "P")] == ["P"]  # of the whole list, but for trec_eval
    with pytest.warns(UserWarning, match="these are not here: utility"):
        assert dict(rv.evaluate_run(RUN, QRELS, "set", profile="trec_eval")) == pytest.approx(
            {"P": 1 / 4, "R": 3 / 4, "F1": 3 / 8}
        )
