"""Does an edit make of a state what it says, and does nothing that a browser can send make a state that cannot be?"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from rankviz import METRICS, InputError, Item, Ranking
from rankviz.basics.errors import short_repr as short
from rankviz.basics.limits import MAX_EDITS, MAX_LISTS, MAX_PASTE, MAX_TYPED
from rankviz.page.answers.edits.apply_edits import EditResult, apply_edits
from rankviz.page.answers.edits.dialog_edits import MakeTellingEdit, OpenFileEdit, PasteEdit
from rankviz.page.answers.edits.edit import Edit
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.state.app_state import DEFAULT, AppState, check_state
from rankviz.state.second_order import SecondOrder
from tests.helpers.hostile import at_most, mutated, nested
from tests.helpers.long import rounds
from tests.helpers.strategies import any_conventions, rankings

SWITCHING: list[dict[str, Any]] = [
    {"name": "add_list"},
    {"name": "copy_list"},
    {"name": "remove_list"},
    {"name": "select_list", "index": 1},
    {"name": "select_list", "index": 0},
]
RIVALS: list[dict[str, Any]] = [
    {"name": "second_list", "order": ["d2", "new", "d1"]},
    {"name": "second_list", "order": ["d2", "d1"], "scores": [0.5, 0.5], "title": "run 2"},
    {"name": "second_list", "order": ["d2", "d2"]},
    {"name": "second_list_from", "source": "copy"},
    {"name": "second_list_from", "source": "ideal"},
    {"name": "second_list_from", "source": "list", "index": 1},
    {"name": "grade", "doc": "d1", "grade": 3},
    {"name": "swap_lists"},
    {"name": "drop_second_list"},
]
EDITS: list[dict[str, Any]] = [
    *SWITCHING,
    *RIVALS,
    {"name": "show_cause"},
    {"name": "show_definition"},
    {"name": "numbers", "value": "fractions"},
    {"name": "rename_list", "text": "a \n b"},
    {"name": "rename_list", "text": ""},
    {"name": "choose", "field": "metric", "value": "err"},
    {"name": "choose", "field": "gain", "value": "exponential"},
    {"name": "choose", "field": "cutoff", "value": 3},
    {"name": "choose", "field": "threshold", "value": 0.5},
    {"name": "choose", "field": "gain_formula", "value": "2^g"},
    {"name": "choose", "field": "gain_formula", "value": "2^^g"},
    {"name": "choose", "field": "discount_table", "value": "1:1, 2:2"},
]


@st.composite
def states(draw: DrawFn) -> AppState:
    lists = draw(st.lists(rankings(), min_size=1, max_size=3))
    metric = draw(st.sampled_from(sorted(METRICS)))
    return AppState(tuple(lists), metric, draw(any_conventions(raising=True)), selected=draw(st.integers(0, len(lists) - 1)))


def list_edit(rows: list[Item], state: AppState) -> dict[str, Any]:
    """What the ranking list asks for."""
    missed = [[item.doc_id, item.grade] for item in state.ranking.missed]
    return {"name": "list", "rows": [list(item) for item in rows], "missed": missed, "cutoff": state.convention.cutoff}


@pytest.mark.slow
@given(states())
def test_a_list_is_taken_as_it_is_sent(state: AppState) -> None:
    assert apply_edits(state, [list_edit(list(state.ranking.items), state)]) == EditResult(state)
    rows = [Item("new", 2.0), *reversed(state.ranking.items[1:])]
    assert apply_edits(state, [list_edit(rows, state)]).state.ranking.items == tuple(rows)


@pytest.mark.slow
@given(states(), st.lists(st.sampled_from([edit for edit in EDITS if edit["name"] != "second_list"]), max_size=4))
def test_edits_in_one_question_are_edits_one_after_the_other(state: AppState, edits: list[dict[str, Any]]) -> None:
    step = state
    for edit in edits:
        step = apply_edits(step, [edit]).state
    made = apply_edits(state, edits)
    assert made.state == step
    check_state(made.state)


def test_an_order_of_the_second_list_is_of_the_list_that_was_seen() -> None:
    order = {"name": "second_list", "order": ["d2", "d1"]}
    assert apply_edits(DEFAULT, [{"name": "add_list"}, order]).state.second_orders == (None, None)
    assert apply_edits(apply_edits(DEFAULT, [{"name": "add_list"}]).state, [order]).state.second_orders == (
        None,
        SecondOrder(("d2", "d1")),
    )


def test_of_two_edits_of_the_list_the_last_one_counts_and_what_was_chosen_between_stays() -> None:
    first, second = list_edit([Item("x")], DEFAULT), list_edit([Item("c", 2.0)], DEFAULT)
    made = apply_edits(DEFAULT, [first, {"name": "choose", "field": "gain", "value": "exponential"}, second])
    assert made.state.ranking.items == (Item("c", 2.0),)
    assert made.state.convention.gain == "exponential"


@pytest.mark.parametrize("switch", SWITCHING, ids=str)
def test_a_list_is_not_written_over_another_one(switch: dict[str, Any]) -> None:
    state = AppState((Ranking.from_grades([1]), Ranking.from_grades([2])), selected=0)
    one = apply_edits(state, [switch]).state
    both = apply_edits(state, [switch, list_edit([Item("new", 3.0)], state)])
    assert (both.state, both.notices) == (one, ())


def test_the_lists_are_added_copied_selected_renamed_and_removed() -> None:
    first, second = Ranking.from_grades([1], query_id="first"), Ranking.from_grades([2])
    state = AppState((first, second))
    after = {str(edit): apply_edits(state, [edit]).state for edit in EDITS}
    lists = {text: (made.lists, made.selected) for text, made in after.items()}
    assert lists[str({"name": "add_list"})] == ((first, Ranking(), second), 1)
    assert lists[str({"name": "copy_list"})] == ((first, first, second), 1)
    assert lists[str({"name": "remove_list"})] == ((second,), 0)
    assert lists[str({"name": "select_list", "index": 1})] == ((first, second), 1)
    assert lists[str({"name": "rename_list", "text": "a \n b"})] == ((replace(first, query_id="a   b"), second), 0)
    full = AppState((first,) * MAX_LISTS)
    assert apply_edits(full, [{"name": "add_list"}]).state == full
    assert apply_edits(AppState((first,)), [{"name": "remove_list"}]).state == AppState((first,))


def test_of_what_cannot_be_used_no_more_is_kept_than_its_field_takes() -> None:
    made = apply_edits(DEFAULT, [{"name": "choose", "field": "gain_formula", "value": "漢" * 300_000}])
    assert made.refused is not None
    assert made.refused.typed == "漢" * MAX_TYPED


def test_a_formula_that_cannot_be_used_is_given_back_with_the_reason_until_the_next_change() -> None:
    wrong = {"name": "choose", "field": "gain_formula", "value": "2^^g"}
    made = apply_edits(DEFAULT, [wrong])
    assert made.refused is not None
    assert (made.state, made.notices) == (DEFAULT, ())
    assert (made.refused.name, made.refused.typed) == ("gain_formula", "2^^g")
    assert isinstance(made.refused.error, InputError)
    assert apply_edits(DEFAULT, [wrong, {"name": "numbers", "value": "fractions"}]).refused is None
    assert apply_edits(DEFAULT, [wrong, {"name": "numbers", "value": "decimals"}]).refused is not None


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"rows": None}, "edit_refused"),
        ({"rows": [["d1", "three", None]]}, "edit_refused"),
        ({"rows": [["d1", float("nan"), None]]}, "edit_refused"),
        ({"rows": [["d1", 10**400, None]]}, "edit_refused"),
        ({"rows": [["d1", True, None]]}, "edit_refused"),
        ({"rows": [[7, 1, None]]}, "edit_refused"),
        ({"rows": [["\n", 1, None]]}, "edit_refused"),
        ({"rows": [["d1"]]}, "edit_refused"),
        ({"rows": ["abc"]}, "edit_refused"),
        ({"missed": "x"}, "edit_refused"),
        ({"rows": [["d1", 1, float("inf")]]}, "entry_score"),
        ({"rows": [["d1", 2e15, None]]}, "entry_grade"),
        ({"missed": [["d1", 1, None]] * 501}, "too_many_entries"),
        ({"cutoff": -1}, "bad_cutoff"),
        ({"cutoff": "many"}, "bad_cutoff"),
        ({"cutoff": 10**400}, "bad_cutoff"),
    ],
)
def test_a_list_that_cannot_be_is_not_taken_and_that_is_said(change: dict[str, Any], key: str) -> None:
    made = apply_edits(DEFAULT, [{"name": "list", "rows": [], "missed": [], "cutoff": 3} | change])
    assert (made.state, [error.key for error in made.notices]) == (DEFAULT, [key])


@pytest.mark.parametrize(
    "edit",
    [
        {"name": "select_list", "index": 1.0},
        {"name": "select_list", "index": True},
        {"name": "select_list", "index": 2},
        {"name": "select_list", "index": -1},
        {"name": "select_list", "index": 10**400},
        {"name": "choose", "field": "threshold", "value": 10**400},
        {"name": "choose", "field": "cutoff", "value": -(10**400)},
        {"name": "choose", "field": "cutoff", "value": 0},
        {"name": "choose", "field": "gain", "value": "quadratic"},
        {"name": "choose", "field": "gain", "value": ["linear"]},
        {"name": "choose", "field": 10**5000, "value": 1},
        {"name": "choose", "field": [], "value": {}},
        {"name": "choose", "field": "metric", "value": "nothing"},
        {"name": "choose", "field": "metric", "value": nested(900)},
        {"name": "choose", "field": "gain_formula", "value": nested(900, "dict")},
        {"name": "choose"},
        {"name": "numbers", "value": []},
        {"name": "undo"},
        {"name": []},
        {},
        None,
        7,
        "add_list",
    ],
    ids=short,
)
def test_what_cannot_be_done_changes_nothing_and_is_said(edit: object) -> None:
    state = AppState((Ranking.from_grades([1, 0]), Ranking.from_grades([0, 1])))
    made = apply_edits(state, [edit])
    assert made.state == state
    assert len(made.notices) + (made.refused is not None) == 1


@pytest.mark.slow
def test_nothing_that_can_be_sent_makes_a_state_that_cannot_be() -> None:
    random, state = Random(15), DEFAULT  # noqa: S311
    for _ in range(rounds(1500)):
        rows = [[f"d{i}", random.choice([None, 0, 1, 2.5]), random.choice([None, i / 2])] for i in range(random.randrange(6))]
        real = [{"name": "list", "rows": rows, "missed": [["m1", 2]], "cutoff": 3}, *random.choices(EDITS, k=3)]
        edits = mutated(random.sample(real, random.randrange(4)), random, random.choice((0.02, 0.1, 0.4)))
        edits = edits if isinstance(edits, list) else [edits]
        with at_most(1.0, edits):
            state = apply_edits(state, edits, view_state(example="opening")).state
        check_state(state)


def count_made(edits: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """How many of these edits are made, and why the last of a dialog was not."""

    def apply(_: Edit, state: AppState, __: ViewState) -> AppState:
        return state

    with pytest.MonkeyPatch.context() as patch:
        for kind in (PasteEdit, OpenFileEdit, MakeTellingEdit):
            patch.setattr(kind, "apply", apply)
        result = apply_edits(DEFAULT, edits)
    return len(result.made), [] if result.dialog_problem is None else [result.dialog_problem.key]


def test_a_request_does_no_more_work_than_reading_the_longest_text_once() -> None:
    longest = {"name": "paste", "text": "x" * MAX_PASTE}
    assert count_made([longest] * 6) == (1, ["edit_refused"])
    assert count_made([{"name": "rival_from", "source": "ids", "text": longest["text"]}, longest]) == (0, ["edit_refused"])
    assert count_made([{"name": "paste", "text": "3,2,1"}] * MAX_EDITS) == (MAX_EDITS, [])
    assert count_made([{"name": "make_telling"}] * MAX_EDITS) == (2, ["edit_refused"])
    assert count_made([{"name": "open_file"}] * MAX_EDITS) == (4, ["edit_refused"])
    assert count_made([{"name": "paste", "text": "x" * (2 * MAX_PASTE)}]) == (
        1,
        [],
    )  # its reader says so


@pytest.mark.slow
@given(st.lists(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists)))
def test_any_json_is_read(edits: list[Any]) -> None:
    assert apply_edits(DEFAULT, json.loads(json.dumps(edits))).state == DEFAULT
