"""The page of a question: what it sends, which is never what is to be found out, and what it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from rankviz.core.metrics import METRICS
from rankviz.display.number_format import in_unit
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.working_table import working_cells
from rankviz.learn.sets.question_set import get_question
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.texts import LANGUAGES
from tests.helpers.long import rounds
from tests.page.test_request_handler import asked, read

ASKED = [key for key, metric in METRICS.items() if metric.exercise is not None]
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+\.\d+(?:e-?\d+)?")
Work = dict[str, Any]
# 2 3 0 | 1 1 1, and a 3 and a 0 were missed: DCG 3.893, IDCG 5.893, nDCG .661. The best order of those shown has 4.762: .818.
NDCG = "ask=value&of=ndcg&n=3&seed=7&level=2"


def sent(place: str, page: str = "learn", language: str = "en", **work: Work) -> dict[str, Any]:
    """What the browser is given for a place of Learn, the work being named by `q1`, `q2` …"""
    done = json.dumps({name.removeprefix("q"): each for name, each in work.items()})
    return read(respond_to_bytes(asked(page=page, page_params=place, work=done, language=language)))[1]


def _set(place: str) -> Any:
    found = read_learn_params(place).set
    assert found is not None
    return found


def questions(key: str) -> Iterator[tuple[str, Question]]:
    for level in (1, 2, 3):
        for seed in range(3, 3 + rounds(1)):
            place = f"ask=value&of={key}&n=1&seed={seed}&level={level}"
            yield place, get_question(_set(place), 1)


def seen(found: Question, hints: int) -> set[str]:
    """Numbers that may stand there: what is filled in, and of what hints uncover every number on the way."""
    filled = [cell for group in working_cells(found) for cell in group.cells_in_order if cell.is_filled_in]
    given = {in_unit(found.trace.step(cell.step).unit, cell.value) for cell in filled} | {repr(cell.value) for cell in filled}
    given |= {repr(item.score) for item in found.lists[0].items if item.score is not None}
    steps = [step for step in found.trace.steps[:-1] if step.key == "persistence" or hints > 1]
    return given | {in_unit(step.unit, float(each)) for step in steps for each in step.value[0].ravel()}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", ASKED)
def test_neither_answer_nor_mistakes_are_in_what_is_sent_before_they_are_shown(key: str, language: str) -> None:
    looked_at = 0
    for place, found in questions(key):
        for hints in (0, 1, 9):
            work = {"tries": ["0.999"], "hints": hints}
            parts = [sent(place, "learn", language, q1=work)]
            if hints == 0 and (language, found.level) == ("en", 2):
                parts.append(sent(place, "learn_deferred", language, q1=work))  # what the look-up says of it
            printed = {number for each in parts for number in NUMBER.findall(json.dumps(each, ensure_ascii=False))}
            secret = {found.answer, *(mistake.value for mistake in found.mistakes if hints < 2)}
            told = {value for value in secret if value != round(value)}  # a whole number may be a grade
            values = {f"{value:.3f}" for value in told} | {repr(value) for value in told}
            looked_at += len(values - seen(found, hints))
            assert not values & printed - seen(found, hints) - {"0.999"}
    assert looked_at > 20


def test_a_solved_question_shows_the_answer_and_one_that_is_given_up_too() -> None:
    for work in ({"tries": ["0.661"]}, {"shown": True}):
        parts = sent(NDCG, q1=work)
        assert parts["answer_panel"]["value"] == "0.661"
        assert parts["answer_panel"]["detail"] == "3.893 / 5.893"
        assert parts["derivation"]["final"]["result"] == "0.661"
        assert parts["rank_chart"]
        assert "working_table" not in parts


def test_a_wrong_answer_is_named_and_the_first_cell_that_is_not_right_is_shown() -> None:
    cells = {"discounted_gain:1": "2", "dcg": "3.893", "ideal_gain:1": "3", "ideal_gain:2": "2", "ideal_term:2": "1.262"}
    parts = sent(NDCG, q1={"tries": ["0.818"], "cells": cells})
    said = parts["answer_panel"]["feedback"]
    assert said["head"] == "Not yet. 0.818 comes out if the best order uses only the 6 documents shown."
    assert said["look_hint"] == "What is ticked is right. Look at the best gain at rank 2 of the best order."
    assert parts["working_table"]["first_wrong"] == "ideal_gain:2"
    shown = [
        cell for group in parts["working_table"]["groups"] for column in group["columns"] for cell in column["cells"] if cell
    ]
    assert {cell["key"] for cell in shown if cell["is_right"]} == {"discounted_gain:1", "ideal_gain:1"}
    assert {cell["key"]: cell["typed"] for cell in shown if cell["typed"]} == {
        key: text for key, text in cells.items() if key != "dcg"
    }


def test_cells_are_not_marked_before_a_check() -> None:
    parts = sent(NDCG, q1={"cells": {"ideal_gain:2": "2", "ideal_gain:1": "3"}})
    assert parts["working_table"]["first_wrong"] == ""
    assert "true" not in json.dumps(parts["working_table"]["groups"][1]["columns"][0])


def test_the_same_mistake_again_shows_its_term_where_it_stands() -> None:
    once, again = (sent(NDCG, q1={"tries": tries})["answer_panel"]["feedback"] for tries in (["0.818"], ["0.818", "0.8176"]))
    assert once["mark"] is None
    assert again["mark"] == {"axis": "ideal", "rank": 2}
    assert again["prompts"] == ["In your computation, rank 2 of IDCG@3 is 2/1.585."]


def test_the_solution_is_offered_after_two_tries_that_count() -> None:
    solutions = [sent(NDCG, q1={"tries": tries})["answer_panel"]["solution"] for tries in (["0.5", "x"], ["0.5", "0.55"])]
    assert solutions == ["", "Show the solution"]
    later = sent(NDCG + "&help=hints.names.3", q1={"tries": ["0.5", "0.55"]})
    assert later["answer_panel"]["solution"] == ""


def test_a_hint_uncovers_a_line_and_never_the_last() -> None:
    results = []
    for hints in (0, 1, 2, 3, 9):
        parts = sent(NDCG, q1={"hints": hints})
        lines = [line["result"] for line in (*parts["derivation"]["lines"], parts["derivation"]["final"])]
        results.append((lines, parts["answer_panel"]["hint"] and parts["answer_panel"]["hint"]["left"]))
    assert results == [
        (["?", "?", "?"], "3 left"),
        (["?", "?", "?"], "2 left"),
        (["3.893", "?", "?"], "1 left"),
        (["3.893", "5.893", "?"], None),
        (["3.893", "5.893", "?"], None),
    ]


@pytest.mark.slow
def test_at_the_third_level_the_formula_comes_with_the_first_hint() -> None:
    place = "ask=value&of=ndcg&n=3&seed=7&level=3"
    assert "derivation" not in sent(place)
    assert "derivation" in sent(place, q1={"hints": 1})


def test_a_question_is_solved_at_the_first_try_only_if_no_answer_was_wrong_and_no_hint_taken() -> None:
    works: list[Work] = [{"tries": ["0.661"]}, {"tries": ["0.818", "0.661"]}, {"tries": ["0.661"], "hints": 1}]
    segments = [sent(NDCG, q1=work)["progress"]["segments"][0] for work in works]
    assert [each["state"] for each in segments] == ["at_once", "later", "later"]
    labels = ["1: solved, first try", "1: solved, second try", "1: solved, first try, 1 hint"]
    assert [each["label"] for each in segments] == labels


def test_a_test_only_keeps_answers_and_tells_all_when_it_is_handed_in() -> None:
    place = NDCG + "&help=none"
    for typed in ("0.661", "0.818"):
        parts = sent(place, q1={"tries": [typed]})
        assert parts["answer_panel"]["feedback"]["head"] == f"Kept: {typed}. You can change it until you hand in."
        assert parts["answer_panel"]["feedback"]["prompts"] == []
        assert (parts["answer_panel"]["hint"], parts["answer_panel"]["solution"]) == (None, "")
        assert parts["progress"]["segments"][0]["state"] == "kept"
    shown: Work = {"shown": True}
    over = sent(place, q1={"tries": ["0.818"], "shown": True}, q2=shown, q3=shown)["answer_panel"]
    assert (over["value"], over["sentences"]) == ("0.661", ["Your answer: 0.818."])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ["2", "rising"])
def test_no_question_of_a_test_is_shown_before_all_are_handed_in(kind: str, level: str) -> None:
    place = f"ask={kind}&of=ndcg&n=3&seed=7&level={level}&help=none"
    for position in ("q=1", "q=3", "q=results"):
        for page in ("learn", "learn_deferred"):
            kept = sent(f"{place}&{position}", page, q1={"tries": ["0.5"]}, q2={"tries": ["1"]})
            asking: list[Work] = [{"tries": [answer], "shown": True} for answer in ("0.5", "1")]
            begged = sent(f"{place}&{position}", page, q1=asking[0], q2=asking[1])
            assert begged == kept


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2])
def test_nothing_of_the_working_is_given_in_a_test(level: int) -> None:
    for key in ASKED:
        place = f"ask=value&of={key}&n=1&seed=7&level={level}&help=none"
        parts = sent(place, q1={"tries": ["0.5"]})
        groups = (parts.get("working_table") or {"groups": ()})["groups"]
        cells = [cell for group in groups for part in (*group["columns"], {"cells": group["totals"]}) for cell in part["cells"]]
        assert {cell["prefilled"] for cell in cells if cell} <= {""}
        assert "derivation" not in parts
        assert "derivation" in sent(place, q1={"tries": ["0.5"], "shown": True})
        assert "check" not in parts["working_table"]["texts"]["note"]
    assert "check" in sent(NDCG)["working_table"]["texts"]["note"]


@pytest.mark.parametrize("typed", ["four", "", "1" * 50, "½ of it", "\ud800"])
def test_what_cannot_be_read_is_said_in_words_and_counts_as_no_try(typed: str) -> None:
    parts = sent(NDCG, q1={"tries": ["0.5", typed]})
    assert not parts["answer_panel"]["feedback"]["head"].startswith("Not yet")
    assert parts["answer_panel"]["solution"] == ""


@pytest.mark.parametrize("typed", ["66.1 %", "0,661", "０．６６１", ".661", "66,1%", "661/1000"])
def test_a_right_number_is_right_however_it_is_written(typed: str) -> None:
    assert sent(NDCG, q1={"tries": [typed]})["answer_panel"]["is_finished"]


def test_a_question_that_cannot_be_asked_says_why_and_leaves_the_way_on() -> None:
    parts = sent("ask=value&of=ndcg@9&n=3&seed=7&level=1")
    assert "No list was found" in parts["question_head"]["task"]
    assert [action["label"] for action in parts["progress"]["actions"]] == ["Skip"]
    assert "answer_panel" not in parts


def test_what_comes_next_is_sent_ahead_as_it_will_be_answered() -> None:
    prefetched = sent(NDCG, "learn_deferred")["prefetched"]
    then = sent(prefetched["params"])
    assert prefetched["params"] == NDCG + "&q=2"
    assert {name: json.loads(text) for name, text in prefetched["parts"].items()} == {
        name: then[name] for name in prefetched["parts"]
    }
    assert "prefetched" not in sent(NDCG + "&q=3", "learn_deferred")


@pytest.mark.slow
def test_a_number_that_no_usual_mistake_gives_is_looked_up_afterwards() -> None:
    assert "answer_panel" not in sent(NDCG, "learn_deferred", q1={"tries": ["0.818"]})
    assert "answer_panel" not in sent(NDCG, "learn_deferred", q1={"tries": ["0.5"]})  # too few decimals
    for typed, head in (
        ("0.512", "Not yet. None of the usual mistakes gives 0.512."),
        ("0.779", "Not yet. 0.779 comes out if "),
    ):
        at_once, late = (sent(NDCG, page, q1={"tries": [typed]})["answer_panel"] for page in ("learn", "learn_deferred"))
        assert (at_once["feedback"]["head"], at_once["feedback"]["prompts"]) == ("Not yet.", [])
        assert at_once["feedback"]["pending_text"] == f"Looking for what gives {typed} …"
        assert late["feedback"]["head"].startswith(head)
        assert late["feedback"]["pending_text"] == ""
        assert {**late, "feedback": None} == {**at_once, "feedback": None}


def test_what_the_working_has_filled_in_costs_no_hint() -> None:
    place = "ask=value&of=ndcg&n=3&seed=7&level=1"
    results = []
    for hints in (0, 1, 2):
        parts = sent(place, q1={"hints": hints})
        results.append(
            (
                [line["result"] for line in parts["derivation"]["lines"]],
                parts["answer_panel"]["hint"] and parts["answer_panel"]["hint"]["left"],
            )
        )
    (given, ideal), left = results[2]
    assert "?" not in (given, ideal)
    assert results == [([given, "?"], "2 left"), ([given, "?"], "1 left"), ([given, ideal], left)]
    assert left is None


def test_a_quotient_of_decimals_is_read_and_a_number_with_too_few_digits_is_no_try() -> None:
    assert sent(NDCG, q1={"tries": ["3.893/5.893"]})["answer_panel"]["is_finished"]
    short = sent(NDCG, q1={"tries": ["0.66"]})["answer_panel"]
    assert short["feedback"]["head"] == "Right so far. Give 3 decimals, please."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [key for key, kind in KINDS.items() if kind.is_number])
def test_how_a_number_is_to_be_written_is_said_once(kind: str, language: str) -> None:
    """Beside the field, where it stands before anything is typed: no answer repeats it, also where a whole number is asked."""
    for seed, metric in product(range(3, 9), ("ndcg", "recall")):
        place = f"ask={kind}&of={metric}&n=1&seed={seed}&level=1"
        for typed in ("9", "0.01", "9.1", "9.25", "9.875", "37/4"):
            panel = sent(place, language=language, q1={"tries": [typed]})["answer_panel"]
            assert panel["feedback"]["is_wrong"], (place, typed)
            assert json.dumps(panel, ensure_ascii=False).count(panel["field"]["note"]) == 1, (place, typed)


def test_each_hint_that_is_taken_stands_below_and_no_other() -> None:
    place = "ask=step&of=ndcg&n=1&seed=7&level=1"
    assert not sent(place).get("to_remember")
    (plan,) = sent(place, q1={"hints": 1})["to_remember"]["hints"]
    first, second = sent(place, q1={"hints": 2})["to_remember"]["hints"]
    assert first == plan
    assert re.fullmatch(r"The mistake is in one of the lines \d to \d\.", second["text"])
