"""What phones of a class show: every kind of question in both languages, and nothing of the right answer before its time."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from rankviz.classroom.prepared_questions import prepared_questions
from rankviz.classroom.questions import (
    ABOUT_A_LIST,
    judge_class_answer,
    list_question_name,
    question_of,
    right_answer,
    set_question_name,
)
from rankviz.classroom.room import OPEN, REVEALED, Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import bars_payload
from rankviz.classroom.view.phone_view import phone_payload
from rankviz.classroom.view.question import question_payload
from rankviz.core.lists.ranking import Item
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.kinds.order import Order
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.kinds.swap import Swaps
from rankviz.learn.questions.question import Question
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.page.answers.json_codec import to_json
from rankviz.state.app_state import DEFAULT
from rankviz.state.second_order_edits import OPENING_ORDER, with_second_order
from rankviz.texts import LANGUAGES, Texts
from tests.learn.test_question_page import sent

SHOWN_TOO = ("gap", "who", "reach")  # kinds that show the number that is their answer, or whose small number stands elsewhere


@cache
def asked_ones() -> tuple[str, ...]:
    """Every kind at two levels, all that can be asked about a list, and the ready questions."""
    state = with_second_order(DEFAULT, OPENING_ORDER)
    drawn = [set_question_name(QuestionSet((kind,), ("ndcg",), 1, 5, level), 1) for kind in KINDS for level in (1, 3)]
    about = [list_question_name(kind, state, move=(4, 1) if kind == "trend" else None) for kind in ABOUT_A_LIST]
    ready = prepared_questions()
    return (*drawn, *about, *(set_question_name(ready, number) for number in range(1, ready.size + 1)))


def scene(asked: str, stage: Stage = Stage.ANSWER) -> Scene:
    return Scene(stage, 1, asked)


def otherwise(question: Question) -> Question:
    """The same question with another answer: whatever is shown of it may not tell them apart."""
    given = question.given
    if isinstance(given, Options):
        turned = given.keys[(given.keys.index(given.right) + 1) % len(given.keys)]
        return replace(question, given=replace(given, right=turned, values=tuple(-each for each in given.values), other=""))
    if isinstance(given, Order):
        return replace(question, given=replace(given, right=given.right[::-1], values=given.values[::-1]))
    if isinstance(given, Swaps):
        return replace(question, given=replace(given, right=given.ranks[-1:], values=given.values[::-1]))
    if isinstance(given, MistakenDerivation):
        return replace(question, given=replace(given, wrong=0, right=(), again=(), mistake=""))
    return replace(question, answer=question.answer + 1.0, mistakes=())


@pytest.mark.slow
def test_every_kind_of_a_class_is_among_the_questions() -> None:
    assert {question_of(asked).kind for asked in asked_ones()} == {*KINDS}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_before_causes_tells_the_answer(language: str) -> None:
    texts = Texts(language)
    for asked in asked_ones():
        question = question_of(asked)
        told = {stage: phone_payload(scene(asked, stage), texts) for stage in Stage}
        assert {stage for stage, view in told.items() if view["revealed"] is not None} == {*REVEALED}, asked
        if question.kind == "who":  # its number is asked about: only which option gives it is the answer
            continue
        assert question_payload(otherwise(question), 1, texts) == question_payload(question, 1, texts), asked
        if question.kind == "value":
            number = right_answer(question)
            for stage in set(Stage) - {*REVEALED}:
                assert number not in to_json(told[stage]).decode(), (asked, stage)


@pytest.mark.parametrize("language", LANGUAGES)
def test_which_option_is_right_is_not_seen(language: str) -> None:
    question = question_of(set_question_name(QuestionSet(("who",), ("ndcg",), 1, 5, 1), 1))
    given = question.given
    assert isinstance(given, Options)
    views = [question_payload(replace(question, given=replace(given, right=key)), 1, Texts(language)) for key in given.keys]
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_right_answer_is_told_in_words(language: str) -> None:
    for asked in asked_ones():
        view = phone_payload(scene(asked, Stage.CAUSES), Texts(language))
        assert view["revealed"] is not None
        assert view["revealed"]["answer"], asked
        assert "{" not in view["revealed"]["answer"], asked
    found = phone_payload(scene("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32", Stage.WHY), Texts(language))["revealed"]
    assert found is not None
    assert found["answer"] == "0.785"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_is_named_as_on_learn(language: str) -> None:
    texts, labels = Texts(language), {}
    for kind in (key for key, kind in KINDS.items() if kind.is_number):
        place = set_question_name(QuestionSet((kind,), ("ndcg",), 1, 5, 1), 1)
        labels[kind] = sent(place, language=language)["answer_panel"]["field"]["label"]
        assert phone_payload(scene(place), texts)["question"]["input"]["label"] == labels[kind]
        assert bars_payload(scene(place, Stage.CAUSES), texts)["title"] == labels[kind]
    assert labels["value"].startswith("nDCG@")
    assert labels["gap"] == {"en": "The missing number", "zh": "缺少的数"}[language]


def test_what_the_page_can_send_holds_the_right_answer() -> None:
    """Each way to answer gives what is judged: keys, line numbers, lists, rows, the whole list."""
    for asked in asked_ones():
        question = question_of(asked)
        view = question_payload(question, 1, Texts("en"))
        field, answer = view["input"], right_answer(question)
        assert judge_class_answer(question, answer).right or question.kind == "step", asked
        parts = answer.split(".")
        if field["type"] == "options":
            assert answer in [option["key"] for option in field["options"]]
        elif field["type"] == "lines":
            keys = [option["key"] for option in field["options"]]
            assert answer in keys
            assert keys == [str(line["number"]) for line in view["lines"]]
        elif field["type"] == "order":
            lists = view["lists"]["lists"]
            assert isinstance(lists, list)
            assert sorted(parts) == [str(at + 1) for at in range(len(lists))]
        elif field["type"] in ("swap", "moves"):
            assert {*map(int, parts)} <= {*field["entry_numbers"]}
        elif field["type"] == "grades":
            assert len(parts) == len(field["grades"]) == len(field["entry_numbers"])
            assert all(int(each) <= field["top_grade"] for each in parts if each != "?")
        else:
            assert field["type"] == "number"


def test_rows_are_pressed_by_their_places_also_where_scores_decide_the_order() -> None:
    question = question_of(list_question_name("swap", DEFAULT))
    ranking = question.lists[0]
    scored = tuple(Item(item.doc_id, item.grade, float(at)) for at, item in enumerate(ranking.items))
    turned = replace(question, lists=(replace(ranking, items=scored),))
    view = question_payload(turned, 1, Texts("en"))
    lists = view["lists"]["lists"]
    assert isinstance(lists, list)
    shown = [row["id"] for row in lists[0]["rows"]]
    assert shown == [scored[place - 1].doc_id for place in view["input"]["entry_numbers"]]
    assert shown[0] == ranking.items[-1].doc_id  # the highest score


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_waits_while_the_code_is_shown(language: str) -> None:
    assert phone_payload(Scene(Stage.JOIN), Texts(language))["question"] is None
    assert phone_payload(scene(asked_ones()[0], Stage.JOIN), Texts(language))["question"] is None
    for stage in Stage:
        view = phone_payload(scene(asked_ones()[0], stage), Texts(language))
        assert view["is_open"] == (stage in OPEN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_convention_is_the_one_of_practice(language: str) -> None:
    view = question_payload(question_of("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"), 3, Texts(language), again=True)
    assert {"g", "log₂(i + 1)"} <= {part["text"] for part in view["convention"] if part["bold"]}
    assert view["task"] == "nDCG@6 = ?"
    assert "3" in view["text"]
    assert view["again_note"]


def test_a_view_is_small() -> None:
    """Two to eight kB, as the design has it; a derivation of many lines has its formulas besides."""
    for asked in asked_ones():
        view = phone_payload(scene(asked), Texts("en"))
        limit = 24_000 if view["question"] and view["question"]["lines"] else 8_000
        assert len(json.dumps(view, ensure_ascii=False).encode()) < limit, asked
