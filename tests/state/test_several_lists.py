"""Several lists: what can be done to them, the link that holds them, and the mean with its own derivation."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from rankviz import Convention, Ranking
from rankviz.basics.limits import MAX_LISTS
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.means import mean
from rankviz.core.trace import Trace
from rankviz.display.formulas.explanation_text import python_line
from rankviz.display.formulas.mean_line import MeanLine, mean_line, mean_words
from rankviz.evaluation.evaluate import compute
from rankviz.explore.view.list_tabs import list_tabs_payload, mean_derivation
from rankviz.explore.view.scores import value_payload
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState, add_list, remove_list, rename_list, select_list, with_list
from rankviz.state.permalink import decode, encode, from_file, to_file
from rankviz.texts import LANGUAGES, Texts

A = Ranking.from_grades([1, 0], query_id="a")
B = Ranking.from_grades([0, 1, 0, 0], query_id="b")
C = Ranking.from_grades([0, 0])
THREE = AppState((A, B, C), "rr", Convention())


def test_a_list_is_added_copied_renamed_and_removed() -> None:
    state = add_list(THREE, Ranking())
    assert (state.lists, state.selected) == ((A, Ranking(), B, C), 1)
    assert rename_list(state, "new").ranking.query_id == "new"
    assert remove_list(state) == AppState((A, B, C), "rr", Convention(), selected=1)
    last = select_list(THREE, 2)
    assert remove_list(last) == AppState((A, B), "rr", Convention(), selected=1)
    alone = AppState((A,))
    assert remove_list(alone) is alone


def test_a_page_holds_only_so_many_lists() -> None:
    state = AppState((A,) * MAX_LISTS)
    assert add_list(state, B) is state


def test_another_list_takes_the_place_and_the_name_of_the_one_under_study() -> None:
    assert with_list(select_list(THREE, 1), Ranking.from_grades([3])).lists == (A, Ranking.from_grades([3], query_id="b"), C)
    assert with_list(THREE, Ranking.from_grades([3], query_id="z")).lists[0].query_id == "z"


@pytest.mark.parametrize("selected", [0, 2])
def test_a_link_and_a_file_hold_all_lists_and_which_is_under_study(selected: int) -> None:
    state = select_list(THREE, selected)
    assert decode(encode(state)).state == state
    assert from_file(to_file(state)).state == state


@pytest.mark.parametrize("found", ["0", "4", "x", "-1", "1.0", "9999"])
def test_a_link_to_a_list_that_is_not_there_opens_the_first(found: str) -> None:
    decoded = decode({**encode(THREE), "list": found})
    assert decoded.state == THREE
    assert [problem.where["part"] for problem in decoded.problems] == ["list"]


# ---------------------------------------------------------------------------------------------------------------------------
# Messages of the tabs


# ---------------------------------------------------------------------------------------------------------------------------
# The mean


def line(metric: str, lists: list[Ranking], **choices: object) -> tuple[MeanLine, Trace, Convention]:
    convention = Convention(**choices)  # type: ignore[arg-type]
    trace = compute(METRICS[metric], RawLists.from_rankings(lists), convention)
    return mean_line(trace, mean(trace, convention), convention), trace, convention


def test_the_mean_is_written_out() -> None:
    found, _, _ = line("rr", [A, B])
    assert found.numbers == r"\frac{1.000+0.500}{2}"
    assert (found.result, found.count, found.counting) == ("0.750", 2, 2)
    assert found.symbols == r"\frac{\sum_{q=1}^{2} {\mathrm{RR}}_q}{2}"


def test_weights_are_written_only_where_they_differ() -> None:
    impressions, _, _ = line("auc", [A, B], mean_weights="impressions")
    assert impressions.numbers == r"\frac{2\cdot 1.000+4\cdot 0.667}{2+4}"
    assert impressions.result == "0.778"
    left_out, _, _ = line("rr", [A, B, C], empty="skip")
    assert left_out.numbers == r"\frac{1.000+0.500}{2}"
    assert (left_out.count, left_out.counting) == (3, 2)


def test_a_long_mean_is_shortened_in_its_middle() -> None:
    found, _, _ = line("rr", [A] * 20)
    assert found.numbers == r"\frac{1.000+1.000+1.000+1.000+1.000+\cdots+1.000+1.000}{20}"


def test_the_words_name_the_lists_that_do_not_count_and_why() -> None:
    texts = Texts("en")
    _, trace, convention = line("gauc", [A, B, C])
    said = mean_words(trace, convention, ["a", "b", "c"], texts)
    assert said == ["Left out of the mean, because undefined: c.", "Weights in the mean: a (2), b (4)."]
    _, trace, convention = line("rr", [A, C])
    assert mean_words(trace, convention, ["a", "c"], texts) == ["Undefined, counted as 0 in the mean: c."]
    _, trace, convention = line("cg", [A, Ranking.from_grades([None])])
    assert mean_words(trace, convention, ["a", "u"], texts) == [
        "Left out of the mean, which covers lists with judged documents: u."
    ]


OVER = {
    "qrels": lambda ranking, limit: any(grade_is_known(ranking)),
    "run": lambda ranking, limit: bool(ranking.items),
    "intersection": lambda ranking, limit: bool(ranking.items) and any(grade_is_known(ranking)),
    "with_relevant": lambda ranking, limit: any(
        item.grade and item.grade >= limit for item in (*ranking.items, *ranking.missed)
    ),
    "all": lambda ranking, limit: True,
}


def grade_is_known(ranking: Ranking) -> list[bool]:
    return [item.grade is not None for item in (*ranking.items, *ranking.missed)]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("empty", ["0", "1", "nan", "skip"])
@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize("metric", ["precision", "recall", "rr", "ndcg", "auc", "f1", "ap", "rmse"])
def test_what_is_said_of_a_list_and_of_the_mean_agree(metric: str, over: str, empty: str, language: str) -> None:
    texts, convention = Texts(language), Convention(empty=empty, mean_over=over)
    kinds = ([1.0, 0.0], [], [None], [0.0, 0.0], [1.0])
    lists = tuple(Ranking.from_grades(grades, query_id=f"<{i}>") for i, grades in enumerate(kinds))
    lists = (*lists, Ranking.from_grades([], missed=[1], query_id="<5>"))
    head, tail = ("Left out of the mean", "Undefined, counted as") if language == "en" else ("不计入均值", "无定义，在均值中按")
    for at, ranking in enumerate(lists):
        analysis = analyse(AppState(lists, metric, convention, selected=at))
        proof, data = mean_derivation(analysis, texts), value_payload(analysis, texts)
        assert proof is not None
        said = [words for words in proof.words if f"<{at}>" in words and words.startswith((head, tail, "因无定义"))]
        counted, undefined = OVER[over](ranking, 1), bool(data["undefined"])
        left_out = not counted or (undefined and empty == "skip")
        assert len(said) == (left_out or undefined), said
        assert [words for words in said if words.startswith(tail)] == (said if undefined and not left_out else [])
        if not counted:
            assert texts(f"option.mean_over.{over}") in said[0]
        if undefined:
            put = str(data["put"])
            assert (texts("panel.put_skip") == put.strip()) == (empty == "skip")
            if empty != "skip":
                assert texts(f"option.empty.{empty}") in put
                assert (texts(f"option.mean_over.{over}") in put) == left_out


@pytest.mark.parametrize(
    ("metric", "weights", "label"),
    [("ap", None, "MAP@2"), ("rr", "none", "MRR@2"), ("ndcg", None, "nDCG@2"), ("ap", "positives", "AP@2")],
)
def test_the_mean_has_the_name_that_is_usual_where_all_lists_weigh_the_same(metric: str, weights: str, label: str) -> None:
    lists = tuple(Ranking.from_grades(grades) for grades in ([1, 0], [0, 1]))
    state = AppState(lists, metric, Convention(cutoff=2, mean_weights=weights))
    assert list_tabs_payload(analyse(state), Texts("en"))["mean"]["label"] == f"{label}, mean of 2 lists"  # type: ignore[index]


def test_of_one_list_alone_nothing_is_said_about_a_mean() -> None:
    alone, beside = ((Ranking.from_grades([]),), (Ranking.from_grades([]), Ranking.from_grades([1])))
    said = [value_payload(analyse(AppState(lists, "ndcg", Convention())), Texts("en"))["put"] for lists in (alone, beside)]
    assert said == [
        " Reported as 0.",
        " Left out of the mean, which covers lists with judged documents. By itself it is reported as 0.",
    ]


@pytest.mark.parametrize(("scores", "told"), [(None, True), ([1, 2], False)])
def test_where_scores_are_read_and_there_are_none_it_is_said_where_to_give_them(scores: list[float] | None, told: bool) -> None:
    ranking = Ranking.from_grades([1, None] if scores is None else [None, None], scores=scores)
    reason = str(value_payload(analyse(AppState((ranking,), "mae", Convention())), Texts("en"))["reason"])
    assert reason.startswith("No entry has both a grade and a score.")
    assert ("table" in reason) == told


def test_no_list_that_counts_gives_a_word_and_no_number() -> None:
    found, _, _ = line("rr", [C, C], empty="skip")
    assert (found.undefined, found.numbers, found.counting) == (True, "", 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", METRICS)
def test_the_page_has_tabs_and_a_mean_for_every_metric(metric: str, language: str) -> None:
    texts, state = Texts(language), AppState((A, B, C), metric, Convention())
    analysis = analyse(state)
    data, proof = list_tabs_payload(analysis, texts), mean_derivation(analysis, texts)
    assert [tab["name"] for tab in data["tabs"]][:2] == ["a", "b"]  # type: ignore[attr-defined]
    assert data["mean"] is not None
    assert proof is not None
    assert "<math" in str(proof.line["symbols"])


def test_a_refused_list_says_so_in_its_tab_and_leaves_no_mean() -> None:
    state = AppState((A, Ranking.from_grades([-1])), "cg", Convention(negative="error"))
    analysis = analyse(state)
    data = list_tabs_payload(analysis, Texts("en"))
    assert [tab["value"] for tab in data["tabs"]] == ["1", "not defined"]  # type: ignore[attr-defined]
    assert data["mean"] is None
    assert mean_derivation(analysis, Texts("en")) is None


def test_the_python_of_several_lists_gives_their_mean() -> None:
    convention = Convention(mean_weights="impressions", mean_over="run")
    code = python_line("rr", convention, (A, B, C))
    assert code.startswith("import rankviz as rv\nr = [\n")
    printing = re.sub(r"\n(rv\..*)$", r"\nprint(repr(\1))", code)
    found = subprocess.run([sys.executable, "-c", printing], capture_output=True, text=True, check=True)
    assert float(found.stdout) == pytest.approx((2 * 1 + 4 / 2 + 0) / 8)
