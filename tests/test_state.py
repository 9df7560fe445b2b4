"""What a visit remembers: messages from the browser are folded once, checked, and never lose what was typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import streamlit as st

from rankviz import Convention, Item, Ranking
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.ui import session as state_module
from rankviz.ui.messages import choose, fold_messages
from rankviz.ui.session import BOARD, CHOICES, LIST, SCORES, SMALL, Visit


@pytest.fixture
def inbox(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stand in for what the parts of the page sent."""
    box: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", {BOARD: box})
    return box


def list_message(seq: int, grades: list[float | None], epoch: int = 1, **more: object) -> dict[str, Any]:
    rows = [[f"d{i}", grade, None] for i, grade in enumerate(grades, 1)]
    content = {"session": "a", "seq": seq, "epoch": epoch, "rows": rows, "missed": [], "cutoff": 3, "commands": []}
    return content | more


def commands(session: str, *made: dict[str, object], seq: int = 1) -> dict[str, Any]:
    numbered = [{"n": n, "epoch": 1} | command for n, command in enumerate(made, 1)]
    return {"session": session, "seq": seq, "epoch": 1, "commands": numbered}


def grades(visit: Visit) -> list[float | None]:
    return [item.grade for item in visit.state.lists[0].items]


def test_a_message_is_folded_once(inbox: dict[str, Any]) -> None:
    visit = Visit()
    inbox[LIST] = list_message(1, [1, 2])
    fold_messages(visit)
    fold_messages(visit)
    assert grades(visit) == [1, 2]
    assert visit.past == [DEFAULT]
    assert visit.state.convention.cutoff == 3


def test_of_a_drag_only_the_drop_is_kept_and_is_one_step(inbox: dict[str, Any]) -> None:
    visit = Visit()
    for seq, order in enumerate(([1, 2, 0], [1, 0, 2], [0, 1, 2]), 1):
        inbox[LIST] = list_message(seq, list(order), dragging=True)
        fold_messages(visit)
        assert (grades(visit), visit.past) == (order, [])
    inbox[LIST] = list_message(4, [0, 1, 2])
    fold_messages(visit)
    assert (grades(visit), visit.past) == ([0, 1, 2], [DEFAULT])


def test_what_comes_while_a_row_is_dragged_is_done_to_the_list_as_it_was(inbox: dict[str, Any]) -> None:
    visit = Visit()
    visit.left_out = (2,)
    inbox[LIST] = list_message(1, [1, 2, 0], dragging=True)
    fold_messages(visit)
    visit.left_out = (0,)  # what is shown leaves out another one
    inbox[SCORES] = commands("s", {"name": "choose", "field": "metric", "value": "ap"})
    fold_messages(visit)
    assert visit.state == replace(DEFAULT, metric="ap")
    assert (visit.past, visit.left_out) == ([DEFAULT], (2,))


def test_an_older_message_of_the_same_session_is_ignored(inbox: dict[str, Any]) -> None:
    visit = Visit()
    inbox[LIST] = list_message(2, [1, 2])
    fold_messages(visit)
    inbox[LIST] = list_message(1, [0, 0])
    fold_messages(visit)
    assert grades(visit) == [1, 2]


def test_the_first_message_of_a_new_session_is_folded(inbox: dict[str, Any]) -> None:
    visit = Visit()
    inbox[LIST] = list_message(5, [1, 2])
    fold_messages(visit)
    inbox[LIST] = list_message(1, [0, 4], session="b")
    fold_messages(visit)
    assert grades(visit) == [0, 4]


def test_a_list_from_before_an_undo_is_dropped_but_its_commands_count(inbox: dict[str, Any]) -> None:
    visit = Visit()
    inbox[LIST] = list_message(1, [1])
    fold_messages(visit)
    inbox[LIST] = list_message(2, [2])
    fold_messages(visit)
    inbox[LIST] = list_message(3, [2], commands=[{"n": 1, "name": "undo"}])
    fold_messages(visit)
    assert grades(visit) == [1]
    inbox[LIST] = list_message(4, [2], commands=[{"n": 1, "name": "undo"}, {"n": 2, "name": "undo"}])
    fold_messages(visit)
    assert visit.state == DEFAULT


def test_undo_and_redo_run_over_every_kind_of_change(inbox: dict[str, Any]) -> None:
    visit = Visit()
    inbox[LIST] = list_message(1, [1, 0])
    fold_messages(visit)
    inbox[CHOICES] = commands("c", {"name": "choose", "field": "gain", "value": "exponential"})
    inbox[SCORES] = commands("s", {"name": "choose", "field": "metric", "value": "dcg"})
    inbox[SMALL] = {"session": "k", "seq": 1, "epoch": 1, "cutoff": 1}
    fold_messages(visit)
    last = visit.state
    assert (last.metric, last.convention) == ("dcg", Convention(cutoff=1, gain="exponential"))
    for _ in range(4):
        visit.undo()
    assert visit.state == DEFAULT
    for _ in range(4):
        visit.redo()
    assert visit.state == last


@pytest.mark.parametrize(
    "change",
    [
        {"rows": None},
        {"rows": [["d1", "three", None]]},
        {"rows": [["d1", float("nan"), None]]},
        {"rows": [["d1", 1e300, None]]},
        {"rows": [[7, 1, None]]},
        {"rows": [["d1"]]},
        {"rows": [["d", 1, None]] * 501},
        {"missed": "x"},
        {"cutoff": -1},
        {"cutoff": "many"},
    ],
)
def test_a_list_that_cannot_be_is_refused_and_the_browser_told(inbox: dict[str, Any], change: dict[str, object]) -> None:
    visit = Visit()
    inbox[LIST] = list_message(1, [1, 2], **change)
    fold_messages(visit)
    assert visit.state == DEFAULT
    assert visit.epoch == 2


def test_a_choice_is_made_though_the_next_one_came_before_it_was_heard(inbox: dict[str, Any]) -> None:
    visit = Visit()
    made = [{"name": "choose", "field": "gain", "value": "exponential"}, {"name": "open_slot", "value": "discount"}]
    inbox[CHOICES] = commands("c", *made, seq=2)
    inbox[SCORES] = commands("s", {"name": "choose", "field": "metric", "value": "err"}, {"name": "more", "value": True}, seq=2)
    fold_messages(visit)
    assert (visit.state.convention.gain, visit.captioned, visit.state.metric, visit.more) == (
        "exponential",
        "discount",
        "err",
        True,
    )
    visit.undo()
    inbox[SCORES] = commands("s", *inbox[SCORES]["commands"], {"name": "numbers", "value": "fractions"}, seq=3)
    fold_messages(visit)
    assert (visit.state.metric, visit.state.numbers) == ("ndcg", "fractions")  # what was undone is not done again


def test_a_choice_from_before_an_undo_is_dropped(inbox: dict[str, Any]) -> None:
    visit = Visit()
    inbox[LIST] = list_message(1, [1])
    fold_messages(visit)
    visit.undo()
    inbox[CHOICES] = commands("c", {"name": "choose", "field": "gain", "value": "exponential"})
    inbox[SCORES] = commands("s", {"name": "choose", "field": "metric", "value": "err"}, {"name": "more", "value": True})
    fold_messages(visit)
    assert (visit.state, visit.more) == (DEFAULT, True)


@pytest.mark.parametrize(
    "command",
    [{"name": "choose"}, {"name": "choose", "field": [], "value": {}}, {"name": "numbers", "value": []}, {"name": [], "n": 1}],
)
def test_a_command_that_cannot_be_changes_nothing(inbox: dict[str, Any], command: dict[str, object]) -> None:
    visit = Visit()
    inbox[CHOICES] = commands("c", command)
    fold_messages(visit)
    assert visit.state == DEFAULT


@pytest.mark.parametrize("message", [None, 7, "x", {}, {"seq": "1"}, []])
def test_anything_else_in_a_parts_place_is_ignored(inbox: dict[str, Any], message: object) -> None:
    visit = Visit()
    inbox.update(dict.fromkeys(state_module.PARTS, message))
    fold_messages(visit)
    assert visit.state == DEFAULT


def test_names_are_kept_as_typed_without_control_characters(inbox: dict[str, Any]) -> None:
    visit = Visit()
    rows = [["<b>x</b> \u202eabc", 1, None], ["line\nbreak", None, 2.5]]
    inbox[LIST] = list_message(1, [], rows=rows)
    fold_messages(visit)
    assert visit.state.lists[0].items == (Item("<b>x</b> \u202eabc", 1.0, None), Item("line break", None, 2.5))


def test_a_choice_that_does_not_exist_becomes_a_notice() -> None:
    visit = Visit()
    choose(visit, "gain", "quadratic")
    assert visit.state == DEFAULT
    assert visit.notices[0].key == "unknown_option"
    choose(visit, "metric", "nothing")
    assert visit.notices[0].key == "unknown_metric"


def test_a_refused_choice_leaves_no_trace_in_the_history() -> None:
    visit = Visit(state=AppState((Ranking.from_grades([1]),)))
    choose(visit, "cutoff", 0)
    assert visit.past == []
