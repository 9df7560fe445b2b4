"""Whatever a browser sends, the state stays one that can be, and the cost of a message is bounded."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from hypothesis import HealthCheck, given, settings

from rankviz import Ranking
from rankviz.limits import MAX_ENTRIES, MAX_LISTS
from rankviz.state.app_state import AppState, check_state
from rankviz.state.permalink import decode, encode, from_file, to_file
from rankviz.texts import Texts
from rankviz.ui.answers.edits import edited
from rankviz.ui.answers.wire import packed
from rankviz.ui.messages import fold_messages
from rankviz.ui.own import choices_own, list_own
from rankviz.ui.pages.bar import notices_data
from rankviz.ui.session import BAR, BOARD, CHOICES, LIST, PARTS, QUERIES, Visit, write_address
from tests.hostile import at_most, junk, mutated, nested
from tests.long import rounds
from tests.test_edits import EDITS, list_edit, shown, states

COMMANDS: list[dict[str, Any]] = [
    *(
        {"name": name}
        for name in ("undo", "redo", "language", "tables", "paste", "link", "add_list", "copy_list", "remove_list")
    ),
    {"name": "show_cause"},
    {"name": "open_slot", "value": "gain"},
    {"name": "more", "value": True},
    {"name": "numbers", "value": "fractions"},
    {"name": "rename_list", "text": "a"},
    {"name": "select_list", "at": 1},
    {"name": "choose", "field": "metric", "value": "err"},
    {"name": "choose", "field": "gain", "value": "exponential"},
    {"name": "choose", "field": "cutoff", "value": 3},
    {"name": "choose", "field": "threshold", "value": 0.5},
    {"name": "choose", "field": "gain_formula", "value": "2^g"},
    {"name": "choose", "field": "discount_table", "value": "1:1, 2:2"},
]


@pytest.fixture
def inbox(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    box: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", {BOARD: box})
    return box


def real_message(part: str, number: int, epoch: int, random: Random) -> dict[str, Any]:
    """A message as the browser sends it."""
    commands = [{"n": 3 * number + i, "epoch": epoch} | random.choice(COMMANDS) for i in range(random.randrange(4))]
    message: dict[str, Any] = {
        "session": random.choice("abc"),
        "seq": number,
        "epoch": epoch,
        "commands": commands,
        "cutoff": 3,
    }
    if part == LIST:
        rows = [[f"d{i}", random.choice([None, 0, 1, 2.5]), random.choice([None, i / 2])] for i in range(random.randrange(6))]
        message |= {"rows": rows, "missed": [["m1", 2]]}
    return message


def test_no_message_makes_a_state_that_cannot_be(inbox: dict[str, Any]) -> None:
    random, visit = Random(15), Visit()  # noqa: S311
    for number in range(1, rounds(1500)):
        part = random.choice(PARTS)
        message = mutated(real_message(part, number, visit.epoch, random), random, random.choice((0.02, 0.1, 0.4)))
        inbox[part] = message
        with at_most(1.0, message):
            fold_messages(visit)
        check_state(visit.state)
        assert len(visit.commands) <= 200
        assert len(visit.acks) <= len(PARTS)
        sent = [packed(data) for data in (notices_data(visit, Texts("zh")), choices_own(visit, Texts("en")), list_own(visit))]
        assert sum(map(len, sent)) < 1_000_000
        if number % 10 == 0:
            assert decode(encode(visit.state)).state == visit.state
            assert from_file(to_file(visit.state)).state == visit.state


@pytest.mark.parametrize(
    "command",
    [
        {"name": "select_list", "at": 1.0},
        {"name": "select_list", "at": True},
        {"name": "select_list", "at": 10**400},
        {"name": "choose", "field": "threshold", "value": 10**400},
        {"name": "choose", "field": "cutoff", "value": -(10**400)},
        {"name": "choose", "field": "gain", "value": ["linear"]},
        {"name": "choose", "field": 10**5000, "value": 1},
        {"name": "choose", "field": "metric", "value": nested(900)},
        {"name": "choose", "field": "gain_formula", "value": nested(900, "dict")},
    ],
)
def test_a_command_with_a_value_that_cannot_be_changes_nothing(inbox: dict[str, Any], command: dict[str, Any]) -> None:
    state = AppState((Ranking.from_grades([1, 0]), Ranking.from_grades([0, 1])))
    visit = Visit(state=state)
    inbox[BAR] = {"session": "a", "seq": 1, "epoch": 1, "commands": [{"n": 1, "epoch": 1} | command]}
    fold_messages(visit)
    assert visit.state == state


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"rows": [["d1", 10**400, None]]}, "edit_refused"),
        ({"rows": [["d1", 1, float("inf")]]}, "entry_score"),
        ({"rows": [["d1", 2e15, None]]}, "entry_grade"),
        ({"missed": [["d1", 1, None]] * 501}, "too_many_entries"),
        ({"cutoff": 10**400}, "bad_cutoff"),
    ],
)
def test_a_list_that_cannot_be_is_not_taken_and_that_is_said(inbox: dict[str, Any], change: dict[str, Any], key: str) -> None:
    visit = Visit()
    inbox[LIST] = {"session": "a", "seq": 1, "epoch": 1, "rows": [], "missed": [], "cutoff": 3} | change
    fold_messages(visit)
    assert (visit.past, visit.epoch, [error.key for error in visit.notices]) == ([], 2, [key])


def test_a_hundred_thousand_commands_at_once_cost_no_more_than_a_few(inbox: dict[str, Any]) -> None:
    visit = Visit()
    made = [{"n": n, "epoch": 1, "name": "choose", "field": "gain_formula", "value": f"2^g-{n}"} for n in range(100_000)]
    inbox[CHOICES] = {"session": "a", "seq": 1, "epoch": 1, "commands": made}
    with at_most(0.5):
        fold_messages(visit)
    assert visit.state.convention.gain_formula == "2^g-99999"


def test_a_visit_does_not_grow_with_names_that_a_browser_makes_up(inbox: dict[str, Any]) -> None:
    visit = Visit()
    for number in range(2000):
        inbox[BAR] = {"session": str(number), "seq": 1, "commands": [{"n": 1, "name": "tables"}]}
        fold_messages(visit)
    inbox[BAR] = {"session": "x" * 10_000_000, "seq": 1, "commands": [{"n": 1, "name": "language"}]}
    fold_messages(visit)
    assert visit.language == "en"
    assert len(visit.commands) <= 200


def test_the_past_holds_no_more_than_so_many_entries(inbox: dict[str, Any]) -> None:
    visit = Visit()
    for number in range(10):
        grades = [float(number)] * MAX_ENTRIES
        visit.replace_all(AppState(tuple(Ranking.from_grades(grades, query_id=f"{number} {q}") for q in range(MAX_LISTS))))
    held = {id(ranking): len(ranking.items) for state in visit.past for ranking in state.lists}
    assert 1 <= len(visit.past) < 9
    assert sum(held.values()) <= 250_000


def test_addresses_that_are_too_long_are_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "query_params", SimpleNamespace(from_dict=lambda _: None))
    visit = Visit()
    for number in range(20):
        visit.address = {"g": "3" * 1_000_000}
        visit.replace_all(AppState((Ranking.from_grades([float(number)]),)))
        assert write_address(visit)
    assert sum(len(value) for address in visit.written for value in address.values()) < 20_000


def test_more_entries_than_the_page_takes_are_refused_by_the_state_itself() -> None:
    visit = Visit()
    visit.replace_all(AppState((Ranking.from_grades([1.0] * MAX_ENTRIES, missed=[1.0]),)))
    assert visit.state == Visit().state
    assert [error.key for error in visit.notices] == ["too_many_entries"]


def test_what_cannot_be_said_in_json_is_no_message(inbox: dict[str, Any]) -> None:
    random, visit = Random(3), Visit()  # noqa: S311
    for _ in range(300):
        inbox.update({part: junk(random) for part in PARTS} | {QUERIES: {"seq": junk(random), "session": junk(random)}})
        fold_messages(visit)
    assert visit.state == Visit().state


def test_an_edit_makes_of_a_state_what_its_message_made(inbox: dict[str, Any]) -> None:
    random = Random(4)  # noqa: S311

    @settings(max_examples=rounds(150), deadline=None, suppress_health_check=list(HealthCheck))
    @given(states())
    def follow(state: AppState) -> None:
        rows, left_out = shown(state)
        edit = list_edit(rows, state)
        edit["rows"] = mutated(edit["rows"], random, 0.05)
        random.shuffle(edit["rows"]) if isinstance(edit["rows"], list) else None
        edit = random.choice([edit, *EDITS])
        visit = Visit(state=state, left_out=left_out)
        if edit["name"] == "list":
            inbox[LIST] = {"session": "a", "seq": 1, "epoch": 1, "commands": [], **edit}
        else:
            inbox[CHOICES] = {"session": "a", "seq": 1, "commands": [{"n": 1, "epoch": 1, **edit}]}
        fold_messages(visit)
        made = edited(state, left_out, [edit])
        assert made.state == visit.state, edit
        old = visit.refused and (visit.refused.name, visit.refused.typed, visit.refused.error.key)
        assert (made.refused and (made.refused.name, made.refused.typed, made.refused.error.key)) == old
        assert bool(made.notices) == bool(visit.notices) or edit["name"] == "select_list"
        inbox.clear()

    follow()
