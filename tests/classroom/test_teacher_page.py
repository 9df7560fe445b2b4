"""The teacher's page as data: stages, buttons, how phones get in, and what can be asked."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest

from rankviz.classroom.class_link import subject_of
from rankviz.classroom.questions import ABOUT_A_LIST, list_question_name, question_of
from rankviz.classroom.room import OPEN, Room, Stage, TeacherAction, apply_action, next_stages
from rankviz.classroom.scene import Scene, scene_of
from rankviz.classroom.view import encode_parts as encoded
from rankviz.classroom.view.kinds.trend import askable_moves as moves_of
from rankviz.classroom.view.question_picker import picker_payload
from rankviz.classroom.view.teacher_page import CHOOSE, FOLLOW, buttons, join_payload, stages
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.state.app_state import DEFAULT
from rankviz.texts import LANGUAGES, Texts

ASKED = "ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"
AT = "https://rankviz.example.org/c/482915"
TALLY = {"0.785": 9, "0.961": 5, "0.751": 3, "12": 1}
EN = Texts("en")


def scene(stage: Stage, *, asked: str = ASKED, number: int = 1, cause: int = 0, again: bool = False) -> Scene:
    return Scene(stage, number, asked if number else "", again, cause, None, dict(TALLY))


def acts(found: Scene, causes: int = 0) -> list[tuple[str, str]]:
    return [(each["action"], each["key"]) for each in buttons(found, causes, EN)]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stage", Stage)
def test_every_stage_is_a_page_in_every_language(stage: Stage, language: str) -> None:
    found = scene(stage, number=0 if stage == Stage.JOIN else 1)
    view = json.loads(encoded.encode_stage(found, language, AT))
    assert view["stage"] == stage
    assert (view["question"] is not None) == (stage in (*OPEN, Stage.NUMBERS))  # neighbours discuss it
    assert (view["bars"] is not None) == (stage in (Stage.NUMBERS, Stage.CAUSES))
    assert (view["why"] is not None) == (stage == Stage.WHY)
    assert [each["is_primary"] for each in view["buttons"]] == [False] * (len(view["buttons"]) - 1) + [True]
    assert not re.search(r"\{count:", json.dumps(view["texts"]))  # the browser fills in slots, and knows no plurals


@pytest.mark.parametrize(
    ("stage", "on"),
    [("join", "join"), ("answer", "answer"), ("again", "answer"), ("numbers", "numbers"), ("causes", "causes"), ("why", "why")],
)
def test_one_of_the_five_stages_is_on(stage: str, on: str) -> None:
    found = stages(scene(Stage(stage)), EN)
    assert [each["label"] for each in found] == ["Join", "Answer", "Numbers", "Causes", "Why"]
    assert [each["key"] for each in found if each["is_current"]] == [on]


def test_buttons_are_those_of_the_pictures() -> None:
    assert acts(scene(Stage.JOIN, number=0)) == [(FOLLOW, "F"), (CHOOSE, "→")]
    assert acts(scene(Stage.JOIN)) == [(FOLLOW, "F"), (CHOOSE, "N"), ("next", "→")]
    assert acts(scene(Stage.ANSWER)) == acts(scene(Stage.AGAIN, again=True)) == [("next", "→")]
    assert acts(scene(Stage.NUMBERS)) == acts(scene(Stage.CAUSES), 3) == [("again", "A"), ("next", "→")]
    assert acts(scene(Stage.WHY), 3) == [(CHOOSE, "N"), ("next", "→")]
    assert acts(scene(Stage.WHY, cause=2), 3) == acts(scene(Stage.WHY), 0) == [(CHOOSE, "→")]


@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("stage", Stage)
def test_no_button_does_what_the_room_does_not_allow(stage: Stage, second: bool) -> None:
    allowed = next_stages(stage, is_begun=True, is_second_vote=second)
    for each in buttons(scene(stage, again=second), 0, EN):
        assert each["action"] in (*allowed, FOLLOW, CHOOSE)
        assert each["action"] != CHOOSE or stage == Stage.JOIN or TeacherAction.ASK in allowed


def test_a_choice_is_told_to_be_right_and_a_number_gets_its_cause() -> None:
    choice = list_question_name("trend", DEFAULT, move=(3, 2))
    labels = [buttons(scene(Stage.NUMBERS, asked=asked), 0, EN)[-1]["label"] for asked in (ASKED, choice)]
    assert labels == ["Name the causes", "Tell which is right"]


def test_the_note_says_which_cause_is_looked_at() -> None:
    view = json.loads(encoded.encode_stage(scene(Stage.WHY), "en", AT))
    assert view["cause_count"] >= 2
    assert view["note"] == f"cause 1 of {view['cause_count']}"


@pytest.mark.parametrize(
    ("at", "address", "code", "reach"),
    [
        (AT, "rankviz.example.org/c", "482 915", ""),
        ("https://example.org/a/rankviz/c/1482915", "example.org/a/rankviz/c", "1482 915", ""),
        ("http://localhost:8501/c/482915", "localhost:8501/c", "482 915", "ADDRESS=0.0.0.0"),
        ("http://127.0.0.1:8501/c/482915", "127.0.0.1:8501/c", "482 915", "ADDRESS=0.0.0.0"),
        ("http://192.168.1.7:8501/c/482915", "192.168.1.7:8501/c", "482 915", "network"),
    ],
)
def test_how_phones_get_in(at: str, address: str, code: str, reach: str) -> None:
    found = join_payload(at, EN)
    assert (found["address"], found["code"]) == (address, code)
    assert found["picture"].startswith("<svg")
    assert (reach in found["reach_note"]) if reach else not found["reach_note"]


def test_the_page_of_an_open_question_tells_no_answer() -> None:
    room = apply_action(Room("482915", "", 0, 0), TeacherAction.ASK, 1, question_name=ASKED)
    view = encoded.encode_stage(scene_of(room, TALLY), "en", AT).decode()
    assert "0.785" not in view
    assert "0.961" not in view


# ---------------------------------------------------------------------------------------------------------------------------
# What can be asked


def kinds_of(link: str) -> dict[str, dict[str, object]]:
    found = picker_payload(link, EN)["kinds"]
    assert isinstance(found, list)
    return {each["kind"]: each for each in found}


def test_five_kinds_are_asked_about_the_list_that_the_page_opens_with() -> None:
    found = kinds_of("")
    assert tuple(found) == ABOUT_A_LIST
    for kind, each in found.items():
        assert each["variants"], kind
        for variant in each["variants"]:  # type: ignore[attr-defined]
            assert question_of(variant["question_name"]).kind == kind
    assert picker_payload("", EN)["problems"] == []


def test_what_cannot_be_asked_says_why() -> None:
    perfect = kinds_of("m=rr&k=3&g=100")
    assert perfect["swap"]["variants"] == []
    assert "RR@3" in str(perfect["swap"]["reason"])
    assert "Compare" in str(perfect["better"]["reason"])
    long = kinds_of("g=" + "3" * 31)
    assert all(each["variants"] == [] and "31" in str(each["reason"]) for each in long.values())
    assert picker_payload("g=" + "3" * 31, EN)["list"] is None
    single = kinds_of("m=p&k=1&g=1")
    assert single["trend"]["variants"] == []
    assert single["trend"]["reason"]


@pytest.mark.parametrize(
    ("link", "reason"),
    [("m=ap&k=3&g=000", "Nothing is relevant."), ("m=rmse&k=3&g=3201", "No entry has both a grade and a score.")],
)
def test_a_list_without_a_value_is_not_asked_about(link: str, reason: str) -> None:
    for each in kinds_of(link).values():
        assert each["variants"] == []
        assert str(each["reason"]).endswith(f"is undefined on this list. {reason}")


def test_a_list_that_is_compared_is_asked_with_its_rival_alone() -> None:
    found = kinds_of("m=ndcg&k=3&g=310&b=3.1.9")
    assert question_of(found["better"]["variants"][0]["question_name"]).lists[1].items[0].doc_id == "d3"  # type: ignore[index]
    assert "b=" not in found["value"]["variants"][0]["question_name"]  # type: ignore[index]
    assert "d9" not in json.dumps(picker_payload("m=ndcg&k=3&g=310&b=3.1.9", EN)["list"])


def test_moves_are_of_every_outcome_that_there_is() -> None:
    # RR@3 of 0 0 1 0: d2 over d1 changes nothing, d3 over d2 raises 1/3 to 1/2, d4 over d3 takes the hit beyond the cutoff.
    state = subject_of("m=rr&k=3&g=0010").state
    found = {}
    for pair in moves_of(state):
        given = question_of(list_question_name("trend", state, move=pair)).given
        assert isinstance(given, Options)
        found[given.right] = pair
    assert found == {"same": (2, 1), "up": (3, 2), "down": (4, 3)}


@pytest.mark.parametrize("kinds", [("value",), ("better", "step", "value")])
def test_a_set_of_learn_is_asked_question_by_question(kinds: tuple[str, ...]) -> None:
    asked = QuestionSet(kinds, ("ndcg@4", "ap"), count=4, seed=5, level=1, title="Week 3")
    for link in (urlencode(encode_set(asked)), "https://rankviz.example.org/learn?" + urlencode(encode_set(asked)) + "&q=2"):
        found = picker_payload(link, EN)
        assert found["problems"] == []
        own = found["set"]
        assert isinstance(own, dict)
        assert own["title"] == "Week 3"
        assert len(own["questions"]) == 4
        for each in own["questions"]:
            made = question_of(each["question_name"])
            assert each["label"].startswith(made.measure.partition("@")[0])


@pytest.mark.parametrize(
    "link", ["hello", "https://example.org/", "?", "lesson=ideal", "g=zz", "m=ndcg&k=abc", "x" * 20_000, "%ff=\ud800"]
)
def test_whatever_is_pasted_is_answered(link: str) -> None:
    found = json.loads(encoded.encode_picker(link, "en"))
    assert len(found["kinds"]) == 5
    assert len(found["prepared"]) == 10
    assert bool(found["problems"]) == (link != "?")
