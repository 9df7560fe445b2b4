"""What Python gives of a whole run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow
import pytest
import pytrec_eval
from scipy.stats import ttest_rel

import rankviz as rv

FOLDER = Path(rv.__file__).parent / "examples" / "digits"
QRELS = FOLDER / "qrels.txt.gz"
# q1: relevant documents at ranks 1 and 3, of which one has grade 2; q2: none of its grades is above 0; q3: at rank 2.
RUN = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"a": 1.0}, "q3": {"b": 2.0, "a": 1.0}}
JUDGED = {"q1": {"a": 1, "c": 2}, "q2": {"a": 0}, "q3": {"a": 1}}


@pytest.fixture(scope="module")
def result() -> rv.RunResult:
    return rv.evaluate_run(str(FOLDER / "lda.run.gz"), str(QRELS), ["nDCG@10", "AP", "P(rel=2)@5"], profile="trec_eval")


def test_a_query_is_explained_with_the_value_that_it_has_to_the_last_bit(result: rv.RunResult) -> None:
    for query in result.queries[::12]:
        for measure, values in result.per_query.items():
            assert result.explain(query, measure).value == values[result.queries.index(query)]


def test_a_query_is_explained_with_the_value_of_trec_eval() -> None:
    found = rv.evaluate_run(RUN, JUDGED, "nDCG@2", profile="trec_eval")
    expected = pytrec_eval.RelevanceEvaluator(JUDGED, {"ndcg_cut.2"}).evaluate(RUN)
    assert [found.explain(query).value for query in ("q1", "q3")] == [expected[q]["ndcg_cut_2"] for q in ("q1", "q3")]


def test_a_measure_may_stand_twice_with_other_numbers_in_its_name() -> None:
    found = rv.evaluate_run(RUN, JUDGED, ["P@2", "P(rel=2)@2", "RR", "RR(rel=2)"])
    assert found.per_query["P@2"].tolist() == [0.5, 0, 0.5]
    assert found.per_query["P(rel=2)@2"].tolist() == [0, 0, 0]
    assert found.per_query["RR(rel=2)"].tolist() == [1 / 3, 0, 0]
    assert found.explain("q1", "RR(rel=2)").value == 1 / 3


def test_by_a_measure_of_which_less_is_better_the_lower_value_wins() -> None:
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}}
    here = {"q1": {"a": 2.0, "x": 1.0}, "q2": {"a": 2.0, "x": 1.0}}
    there = {"q1": {"a": 1.0, "x": 2.0}, "q2": {"a": 2.0, "x": 1.0}}
    (test,) = rv.evaluate_run(here, qrels, "FP@1").compare(rv.evaluate_run(there, qrels, "FP@1"))
    # One document that is not relevant is on top of q1 there, none here.
    assert (test.difference, test.wins, test.ties, test.losses) == (-0.5, 1, 1, 0)


def test_two_results_are_compared_by_what_this_one_has_more(result: rv.RunResult) -> None:
    other = rv.evaluate_run(str(FOLDER / "pixels.run.gz"), str(QRELS), ["AP", "nDCG@10"], profile="trec_eval")
    tests = {each.measure: each for each in result.compare(other)}
    assert [*tests] == ["AP", "nDCG@10"]
    p_values = {}
    for measure, test in tests.items():
        here, there = result.per_query[measure], other.per_query[measure]
        assert test.difference == pytest.approx(here.mean() - there.mean(), abs=1e-15)
        p_values[measure] = ttest_rel(here, there).pvalue
        assert test.t.p == pytest.approx(p_values[measure], rel=1e-9)
    smaller, larger = sorted(tests.values(), key=lambda each: each.t.p)
    assert smaller.t.p_corrected == pytest.approx(2 * smaller.t.p)
    assert larger.t.p_corrected == pytest.approx(max(larger.t.p, 2 * smaller.t.p))


def judged_by(**judgments: dict[str, int]) -> rv.RunResult:
    return rv.evaluate_run(RUN, JUDGED | judgments, "RR")


def test_results_are_compared_where_the_judgments_of_what_both_answer_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "part.txt").write_text("q1 0 c 2\nq1 0 a 1\nq9 0 a 1\n", encoding="utf-8")
    part = rv.evaluate_run(RUN, str(tmp_path / "part.txt"), "RR", mean_over="intersection")
    whole = rv.evaluate_run(RUN | {"q1": {"a": 1.0, "c": 2.0, "b": 3.0}}, JUDGED, "RR", mean_over="intersection")
    (test,) = whole.compare(part)
    assert (test.difference, test.losses) == (1 / 2 - 1, 1)  # of q1 alone: c is second, and a was first


def test_a_result_is_a_mapping_of_measures_by_any_of_their_names() -> None:
    found = rv.evaluate_run(RUN, JUDGED, ["AP", "RR"], mean_over="with_relevant")
    assert dict(found) == pytest.approx({"AP": (5 / 6 + 1 / 2) / 2, "RR": 3 / 4})  # (1 + 2/3) / 2 and 1/2; 1 and 1/2
    assert ([*found], "map" in found, "AP" in found, "P@5" in found, "no measure!" in found) == (
        ["AP", "RR"],
        True,
        True,
        *[False] * 2,
    )
    assert found["map"] == found.means["map"] == found.means["AP"]
    assert (found.counts["recip_rank"], found.per_query["recip_rank"][0]) == (2, 1)


def test_what_is_not_there_is_refused_with_what_is(result: rv.RunResult) -> None:
    few = rv.evaluate_run(RUN, JUDGED, "RR")
    assert few.explain("q3").value == float(rv.evaluate_run({"q3": RUN["q3"]}, JUDGED, "RR", mean_over="run")) == 1 / 2
    for act, key, words in (
        (lambda: few.explain("q33"), "unknown_query", 'no query "q33". Did you mean q3'),
        (lambda: few.explain("q1", "AP"), "unknown_measure", "Known: RR."),
        (lambda: result.explain(result.queries[0]), "no_measure", "nDCG@10, AP, P(rel=2)@5"),
        (lambda: float(result), "no_measure", "nDCG@10, AP, P(rel=2)@5"),
        (lambda: result["nDCG"], "unknown_measure", "Did you mean nDCG@10?"),
        (lambda: few.compare(3), "not_a_result", "found 3"),
        (lambda: few.compare(result), "no_common_measure", "RR; nDCG@10"),
        (lambda: few.compare(rv.evaluate_run(RUN, JUDGED, "RR", threshold=2)), "other_convention", "RR of the two"),
        (lambda: few.compare(judged_by(q1={"a": 0, "c": 2})), "other_judgments", '"a" of "q1" has grade 1 in one and 0 in'),
        (lambda: few.compare(judged_by(q3={"a": 1, "b": 0})), "other_judgments_absent", "in 1 of 3 queries"),
    ):
        with pytest.raises(rv.InputError) as caught:
            act()
        assert caught.value.key == key
        assert words in str(caught.value)


def test_a_notebook_shows_means_over_how_many_queries_and_the_worst_ones() -> None:
    run = RUN | {"<i>": {"z": 1.0, "a": 0.5}}
    shown = rv.evaluate_run(run, JUDGED | {"<i>": {"a": 1, "z": 0}}, ["RR", "AP"], mean_over="with_relevant")._repr_html_()
    assert "<td>3 of 4</td>" in shown
    head, body = shown.split("<p>")
    assert head.count("over the whole list, counting grades from 1 up as relevant") == 2
    rows = [row.split("</td><td>") for row in body.split("<tr><td>")[1:]]
    assert [row[0] for row in rows] == ["&lt;i&gt;", "q3", "q1"]  # q2 does not count
    assert rows[0][1] == "0.5000"


def test_values_are_handed_over_as_arrow_does(result: rv.RunResult) -> None:
    few = rv.evaluate_run(RUN, JUDGED, ["RR"], mean_over="with_relevant")
    table = pyarrow.table(few)
    assert table.column("query").to_pylist() == ["q1", "q2", "q3"]
    values = table.column("RR").to_numpy()
    assert (values[0], values[2]) == (1, 1 / 2)
    assert np.isnan(values[1])
    assert pyarrow.table(result).num_rows == 120
