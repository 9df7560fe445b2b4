"""The list of Explore as a question: what its dialog says, and where its link leads."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import pytest

from rankviz import Convention, Ranking, evaluate
from rankviz.basics.limits import MAX_LINK
from rankviz.examples import examples
from rankviz.examples.example_card import example_card_payload
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.sets.question_set import get_question
from rankviz.learn.view.own_question import learn_params_of, learn_query_of, own_question_payload
from rankviz.page.dialogs.dialog_context import DialogContext
from rankviz.page.dialogs.own_question import own_question_dialog_payload
from rankviz.page.header import header_payload
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.texts import LANGUAGES, Texts

EN = Texts("en")


def state_of_list(*grades: int | None, metric: str = "ndcg", scores: list[float] | None = None, **more: Any) -> AppState:
    return AppState((Ranking.from_grades(grades, scores=scores),), metric, Convention(**more))


AT = "https://rankviz.example.org/"


def test_the_link_asks_about_the_list_in_front_under_its_choices() -> None:
    lists = (Ranking.from_grades([0, 1], query_id="q1"), Ranking.from_grades([1, 0, 2], missed=[3], query_id="q2"))
    state = AppState(lists, "ndcg", Convention(cutoff=2, gain="exponential"), selected=1)
    learning = read_learn_params(learn_query_of(state))
    assert (learning.view, learning.problems) == ("question", ())
    assert learning.set is not None
    asked = get_question(learning.set, 1)
    assert asked.lists[0].items == lists[1].items
    assert asked.answer == evaluate("nDCG@2", lists[1], gain="exponential")
    assert own_question_payload(state, False, EN)["notes"] == ["Only the list in front is asked: q2."]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "language"), [(each, LANGUAGES[at % len(LANGUAGES)]) for at, each in enumerate(examples())], ids=str
)
def test_every_worked_example_that_has_a_number_can_be_asked(example: Any, language: str) -> None:
    card: Any = example_card_payload(example.state, example.key, Texts(language))
    if example.key in ("logm_empty", "sklearn_empty"):  # 0/0
        return
    learning = read_learn_params(card["ask"]["place"])
    assert (learning.view, learning.problems) == ("question", ())
    assert learning.set is not None
    assert get_question(learning.set, 1).lists[0].items == example.state.ranking.items
    data = own_question_payload(example.state, False, Texts(language))
    assert data["problem"] == ""
    assert data["summary"]
    json.dumps(data)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (state_of_list(), "The list is empty."),
        (state_of_list(0, 0, metric="ap", empty="nan"), "AP is undefined on this list"),
        (state_of_list(None, None, metric="auc"), "AUC is undefined on this list"),
    ],
)
def test_an_impossible_question_names_the_reason(state: AppState, words: str) -> None:
    data = own_question_payload(state, False, EN)
    assert str(data["problem"]).startswith(words)
    assert (data["summary"], data["groups"], learn_query_of(state)) == ("", [], "")


def test_a_change_is_proposed_for_a_list_without_a_number_too() -> None:
    change: Any = own_question_payload(state_of_list(0, 0, 0, metric="ap", empty="nan"), False, EN)["change"]
    assert change["action"] == "Give d2 the grade 1 instead of 0."
    assert "Then only" not in change["result"]


def test_a_metric_without_known_mistakes_says_so() -> None:
    data = own_question_payload(state_of_list(1, 0, 2, metric="cg"), False, EN)
    assert data["summary"] == "No usual mistakes are known for CG: a number that is not right is looked up, as on Diagnose."
    assert (data["change"], data["no_change"], data["problem"]) == (None, "", "")


def test_ties_and_a_long_list_are_mentioned_where_they_matter() -> None:
    tied = "Some documents have the same score. The question says which rule orders them."
    assert own_question_payload(state_of_list(1, 0, 1, scores=[2, 2, 1]), False, EN)["notes"] == [tied]
    assert own_question_payload(state_of_list(1, 0, 1, scores=[3, 2, 1]), False, EN)["notes"] == []
    assert own_question_payload(state_of_list(1, 0, 1, scores=[2, 2, 1], metric="coverage_error"), False, EN)["notes"] == []
    assert own_question_payload(state_of_list(*[1, 0] * 20), False, EN)["notes"] == [
        "The list has 40 documents; ten are plenty to work out by hand."
    ]


def test_a_locked_list_is_asked_but_not_changed() -> None:
    data = own_question_payload(DEFAULT, True, EN)
    assert data["summary"]
    assert (data["change"], data["no_change"]) == (None, "")


def test_mistakes_that_are_not_separated_are_listed_with_their_numbers() -> None:
    groups: Any = own_question_payload(DEFAULT, False, EN)["groups"]
    said = " ".join(groups[0]["items"])
    shown = replace(DEFAULT.ranking, missed=())
    for value in (evaluate("nDCG@6", DEFAULT.ranking, ideal="retrieved"), evaluate("nDCG@6", shown)):
        assert f"{value:.3f}" in said


def test_a_link_that_would_be_too_long_is_not_made() -> None:
    long = AppState((Ranking.from_grades([1, 0, 2.125] * 4_000),), "ap", Convention(cutoff=5))
    data = own_question_dialog_payload(DialogContext(long, base_url=AT), EN)
    assert "line" not in data
    assert f"at most {MAX_LINK}" in str(data["problem"]).replace(",", "")


def test_a_link_leads_to_learn() -> None:
    data: Any = own_question_dialog_payload(DialogContext(base_url=AT), EN)
    path, _, query = data["line"]["address"].partition("?")
    assert path == "https://rankviz.example.org/learn"
    assert dict(parse_qsl(query)) == learn_params_of(DEFAULT)
    assert query == data["learn_query"]


def test_a_link_of_a_page_without_a_server_leads_into_the_same_file() -> None:
    data: Any = own_question_dialog_payload(DialogContext(base_url="file:///lists/page.html#", is_static=True), EN)
    path, _, query = data["line"]["address"].partition("?")
    assert path == "file:///lists/page.html#learn"
    assert dict(parse_qsl(query)) == learn_params_of(DEFAULT)
    assert (data["line"]["code"], data["line"]["shows_code"]) == ("", False)


def test_the_dialog_reveals_nothing_that_is_covered() -> None:
    assert own_question_dialog_payload(DialogContext(has_withheld_parts=True), EN) == {
        "problem": EN("list_as_question.covered")
    }


def test_the_menu_offers_it_where_nothing_is_covered() -> None:
    def offered(savable: bool) -> bool:
        buttons: Any = header_payload(DEFAULT, False, True, savable, EN)["buttons"]
        return any(each["name"] == "ask" for button in buttons for each in button.get("menu", ()))

    assert (offered(True), offered(False)) == (True, False)
