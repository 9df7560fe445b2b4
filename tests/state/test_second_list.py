"""The second list of a comparison: its sources, the pool that edits of either list keep, and that it goes along everywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking, evaluate
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.diagnose.departures import ignored_missed_of
from rankviz.explore.saved_page.page_html import saved_page
from rankviz.page.answers.edits.apply_edits import apply_edits
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.state.analysis import analyse
from rankviz.state.app_state import DEFAULT, AppState, check_state
from rankviz.state.handout import check_allowed
from rankviz.state.permalink import decode, encode, to_text
from rankviz.state.second_order import SecondOrder, names_of
from rankviz.state.second_order_edits import OPENING, pair_of
from rankviz.texts import Texts
from tests.helpers.strategies import ANY_GRADES, rankings
from tests.page.test_request_handler import asked, read

B = ("d1", "d9", "d5", "d3", "d7", "d2")


def after(state: AppState, *edits: dict[str, Any]) -> AppState:
    """What edits make of a state; none of them may be refused."""
    made = apply_edits(state, edits)
    assert (made.notices, made.refused) == ((), None)
    check_state(made.state)
    return made.state


def list_edit(state: AppState, rows: tuple[Item, ...], missed: tuple[Item, ...] | None = None) -> dict[str, Any]:
    hidden = state.ranking.missed if missed is None else missed
    shelf = [[item.doc_id, item.grade] for item in hidden]
    return {"name": "list", "rows": [list(item) for item in rows], "missed": shelf, "cutoff": state.convention.cutoff}


def test_compare_opens_with_the_pictured_pair() -> None:
    pair = pair_of(OPENING)
    assert pair is not None
    assert [item.grade for item in pair.first.items] == [3, 2, 3, 0, 1, 2]
    assert tuple(item.doc_id for item in pair.second.items) == B
    assert [item.grade for item in pair.second.items] == [3, None, 1, 3, 3, 2]
    assert f"{evaluate('nDCG@6', pair.first):.3f} {evaluate('nDCG@6', pair.second):.3f}" == "0.785 0.763"
    assert pair_of(DEFAULT) is None


def test_an_entry_taken_off_the_list_stays_in_the_pool_while_the_rival_has_it() -> None:
    rows = OPENING.ranking.items
    without = after(OPENING, list_edit(OPENING, rows[1:]))  # d1, which both retrieve
    assert without.ranking.items == rows[1:]
    assert without.ranking.missed == (*OPENING.ranking.missed, Item("d1", 3.0))
    assert without.second_orders == OPENING.second_orders
    gone = after(OPENING, list_edit(OPENING, tuple(row for row in rows if row.doc_id != "d4")))  # A alone retrieves it
    assert "d4" not in names_of(gone.ranking)
    assert gone.second_orders == OPENING.second_orders
    alone = after(replace(OPENING, second_orders=()), list_edit(OPENING, rows[1:]))
    assert "d1" not in names_of(alone.ranking)


def test_a_document_taken_off_the_shelf_stays_while_the_rival_has_it() -> None:
    shelf = tuple(item for item in OPENING.ranking.missed if item.doc_id == "d8")
    kept = after(OPENING, list_edit(OPENING, OPENING.ranking.items, shelf))
    assert [item.doc_id for item in kept.ranking.missed] == ["d8", "d7", "d9"]


def test_another_name_of_a_document_is_its_name_in_both_lists() -> None:
    rows = (Item("new", 3.0), *OPENING.ranking.items[1:])
    renamed = after(OPENING, list_edit(OPENING, rows))
    assert renamed.second_order == SecondOrder(("new", *B[1:]))
    assert renamed.ranking.missed == OPENING.ranking.missed
    fewer = after(OPENING, list_edit(OPENING, (Item("new", 3.0), *OPENING.ranking.items[1:-1])))
    assert (fewer.second_order, "d1" in names_of(fewer.ranking)) == (
        OPENING.second_order,
        True,
    )  # no other name, but another document
    moved = after(OPENING, list_edit(OPENING, (*OPENING.ranking.items[1::-1], *OPENING.ranking.items[2:])))
    assert moved.second_order == OPENING.second_order


def test_another_order_of_the_rival_moves_the_rival_only_and_what_nobody_judged_joins_the_pool() -> None:
    named = replace(OPENING, second_orders=(SecondOrder(B, None, "run 2"),))
    made = after(named, {"name": "second_list", "order": ["d8", "x", "d1"]})
    assert made.second_order == SecondOrder(("d8", "x", "d1"), None, "run 2")
    assert made.ranking.items == OPENING.ranking.items
    assert made.ranking.missed == (*OPENING.ranking.missed, Item("x"))
    assert after(made, {"name": "second_list", "order": [], "title": ""}).second_order == SecondOrder()


def test_a_grade_is_the_documents_in_both_lists() -> None:
    made = after(OPENING, {"name": "grade", "doc": "d9", "grade": 2}, {"name": "grade", "doc": "d1", "grade": None})
    pair = pair_of(made)
    assert pair is not None
    assert [item.grade for item in pair.second.items] == [None, 2, 1, 3, 3, 2]
    assert pair.first.items[0] == Item("d1")


def test_a_rival_that_goes_takes_along_what_it_alone_has_and_nobody_judged() -> None:
    made = after(OPENING, {"name": "drop_second_list"})
    assert made == DEFAULT
    assert after(DEFAULT, {"name": "drop_second_list"}) == DEFAULT


@pytest.mark.parametrize("source", ["copy", "ideal", "ids"])
def test_a_second_list_from_elsewhere_takes_the_place_of_what_the_other_one_alone_had(source: str) -> None:
    pasted = after(OPENING, {"name": "second_list_from", "source": "ids", "text": "d3 x1\nx2,d1"})
    assert {"x1", "x2"} <= names_of(pasted.ranking)
    made = after(pasted, {"name": "second_list_from", "source": source, "text": "d1"})
    assert names_of(made.ranking) == names_of(OPENING.ranking) - {"d9"}  # which nobody judged either


def test_both_lists_are_exchanged_with_their_names() -> None:
    named = replace(OPENING, lists=(replace(OPENING.ranking, query_id="q"),), second_orders=(SecondOrder(B, None, "run 2"),))
    made = after(named, {"name": "swap_lists"})
    before, there = pair_of(named), pair_of(made)
    assert before is not None and there is not None
    assert (there.first.items, there.second.items) == (before.second.items, before.first.items)
    assert (there.first.query_id, there.second.query_id) == ("run 2", "q")
    assert after(DEFAULT, {"name": "swap_lists"}) == DEFAULT


def test_a_copy_has_the_order_and_the_scores_of_the_list() -> None:
    assert after(DEFAULT, {"name": "second_list_from", "source": "copy"}).second_order == SecondOrder(
        tuple(f"d{i}" for i in range(1, 7))
    )
    scored = AppState((Ranking.from_grades([1, 0], scores=[0.1, 0.7]),))
    assert after(scored, {"name": "second_list_from", "source": "copy"}).second_order == SecondOrder(("d1", "d2"), (0.1, 0.7))


@pytest.mark.parametrize("text", ["d3 d1\nzz, d8", "d3,d1;zz\td8", " d3\n\nd1 zz\u3000d8,\n"])
def test_commas_and_spaces_part_pasted_ids_in_every_line(text: str) -> None:
    made = apply_edits(OPENING, [{"name": "second_list_from", "source": "ids", "text": text}])
    assert made.state.second_order == SecondOrder(("d3", "d1", "zz", "d8"))
    assert made.notices == ()


def test_pasted_ids_that_are_mostly_not_judged_are_used_and_told() -> None:
    made = apply_edits(OPENING, [{"name": "second_list_from", "source": "ids", "text": "x, y, d1"}])
    assert made.state.second_order == SecondOrder(("x", "y", "d1"))
    assert [(each.key, each.where["count"], each.where["judged"]) for each in made.notices] == [("few_judged", 3, 1)]


@pytest.mark.parametrize(
    ("text", "second_order", "notices"),
    [
        ('["d3", "zz", "d1"]', SecondOrder(("d3", "zz", "d1")), []),
        (
            "q1 Q0 d3 1 0.5 bm25\nq1 Q0 zz 2 0.5 bm25\nq1 Q0 d1 3 0.25 bm25",
            SecondOrder(("d3", "zz", "d1"), (0.5, 0.5, 0.25)),
            [],
        ),
        ("run = {'d1': 0.25, 'd3': 0.5}\nqrels = {'d1': 0}", SecondOrder(("d1", "d3"), (0.25, 0.5)), ["order_only"]),
        ("retrieved = ['d1', 'd3', 'd1']", SecondOrder(("d1", "d3")), ["copies_left_out"]),
        ("run = {'q1': ['x'], 'q2': ['y', 'd1', 'd2']}", SecondOrder(("y", "d1", "d2")), []),
    ],
)
def test_of_data_of_another_tool_the_order_is_the_second_list(text: str, second_order: SecondOrder, notices: list[str]) -> None:
    named = replace(OPENING, lists=(replace(OPENING.ranking, query_id="q2"),))
    made = apply_edits(named, [{"name": "second_list_from", "source": "ids", "text": text}])
    assert (made.refused, made.state.second_order, [each.key for each in made.notices]) == (None, second_order, notices)
    assert [made.state.ranking.items, made.state.ranking.query_id] == [OPENING.ranking.items, "q2"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("run = {'q1': ['x'], 'q3': ['y']}", "several_orders"),
        ("q1 0 d1 2", "trec_run_missing"),
        ("q1 Q0 d3 1 0.5 bm25\nq1 Q0 d1 2\nq1 Q0 d2 3 0.25 bm25", "trec_row"),
        ("run = ['d1'", "literal_syntax"),
        ('{"cells": [1], "nbformat": 4}', "data_unknown"),
    ],
)
def test_data_that_have_no_one_order_leave_the_second_list_as_it_was(text: str, key: str) -> None:
    made = apply_edits(OPENING, [{"name": "second_list_from", "source": "ids", "text": text}])
    assert (made.state, [each.key for each in made.notices]) == (OPENING, [key])


def test_copies_in_what_is_pasted_are_told() -> None:
    made = apply_edits(OPENING, [{"name": "second_list_from", "source": "ids", "text": "d3 d3 d2, d3"}])
    assert made.state.second_order == SecondOrder(("d3", "d2"))
    assert [(each.key, each.where["name"]) for each in made.notices] == [("copies_left_out", "d3")]


@pytest.mark.parametrize(
    ("text", "order", "told"),
    [
        ("doc,grade\nd1,0\nd2,3", ("d1", "d2"), {"count": 2, "row": "doc, grade"}),
        ("d2\t3\t0.9\nd1\t0\t0.7", ("d2", "d1"), {"count": 2}),
        ("zz 1.5\nd1 0", ("zz", "d1"), {"count": 2}),
        ("d1 d2\nd3 d4", ("d1", "d2", "d3", "d4"), None),
        ("101 102\n103 104", ("101", "102", "103", "104"), None),  # ids may be numbers
        ("d1, 7", ("d1", "7"), None),
        ("d1 7\nd2", ("d1", "7", "d2"), None),
    ],
)
def test_of_a_pasted_table_the_first_column_is_read_and_that_is_told(text: str, order: tuple[str, ...], told: object) -> None:
    made = apply_edits(OPENING, [{"name": "second_list_from", "source": "ids", "text": text}])
    assert made.state.second_order == SecondOrder(order)
    tables = [each.where for each in made.notices if each.key.startswith("ids_of_table")]
    assert tables == ([] if told is None else [told])


def test_copies_of_a_document_that_are_left_out_of_the_second_list_are_told() -> None:
    twice = AppState((Ranking((Item("a", 1.0), Item("b"), Item("a", 1.0))), DEFAULT.ranking), "ap", Convention())
    copied = apply_edits(twice, [{"name": "second_list_from", "source": "copy"}])
    assert (copied.state.second_order, [each.key for each in copied.notices]) == (SecondOrder(("a", "b")), ["copies_left_out"])
    exchanged = apply_edits(copied.state, [{"name": "swap_lists"}])
    assert (exchanged.state.second_order, [each.where["name"] for each in exchanged.notices]) == (
        SecondOrder(("a", "b")),
        ["a"],
    )
    assert apply_edits(exchanged.state, [{"name": "swap_lists"}]).notices == ()
    elsewhere = apply_edits(replace(twice, selected=1), [{"name": "second_list_from", "source": "list", "index": 0}])
    assert (elsewhere.state.second_order, [each.key for each in elsewhere.notices]) == (
        SecondOrder(("a", "b")),
        ["copies_left_out"],
    )
    assert apply_edits(twice, [{"name": "swap_lists"}]).notices == ()


@given(
    rankings(grades=(0.0, 1.0, 2.0, 3.0, 0.5, -1.0), duplicates=False, scored=False, max_missed=0),
    st.sampled_from([key for key, each in METRICS.items() if each.best_is_ideal]),
)
def test_no_order_of_the_same_documents_is_better_than_the_ideal_one(ranking: Ranking, key: str) -> None:
    metric = METRICS[key]
    state = AppState((ranking,), key, Convention(empty="0"))
    made = after(state, {"name": "second_list_from", "source": "ideal"})
    pair = pair_of(made)
    assert pair is not None
    assert sorted(item.doc_id for item in pair.second.items) == sorted(item.doc_id for item in ranking.items)
    best = evaluate(metric.name, pair.second, empty="0")
    assert best >= evaluate(metric.name, pair.first, empty="0") - 1e-12


def test_another_list_joins_its_documents_and_different_grades_are_told() -> None:
    other = Ranking.from_grades([2, 1, None], doc_ids=["d1", "x", "d2"], query_id="other")
    state = replace(DEFAULT, lists=(*DEFAULT.lists, other))
    made = apply_edits(state, [{"name": "second_list_from", "source": "list", "index": 1}])
    assert [(each.key, each.where["named"]) for each in made.notices] == [("judgments_kept", '"d1" (3 ≠ 2)')]
    assert made.state.second_order == SecondOrder(("d1", "x", "d2"), None, "other")
    assert made.state.ranking.items == DEFAULT.ranking.items
    assert made.state.ranking.missed == (*DEFAULT.ranking.missed, Item("x", 1.0))
    assert made.state.lists[1] == other
    assert made.state.second_orders[1] is None


@pytest.mark.parametrize(
    "edit",
    [
        {"name": "second_list"},
        {"name": "second_list", "order": "d1"},
        {"name": "second_list", "order": ["d1", 2]},
        {"name": "second_list", "order": [""]},
        {"name": "second_list", "order": ["d1", "d1"]},
        {"name": "second_list", "order": ["d1"], "scores": [1, 2]},
        {"name": "second_list", "order": ["d1"], "scores": [None]},
        {"name": "second_list", "order": ["d1"], "scores": [float("inf")]},
        {"name": "second_list", "order": [f"x{i}" for i in range(MAX_ENTRIES)]},
        {"name": "second_list_from", "source": "elsewhere"},
        {"name": "second_list_from", "source": "list", "index": 1},
        {"name": "second_list_from", "source": "list", "index": True},
        {"name": "grade", "doc": "d1", "grade": "x"},
    ],
)
def test_an_edit_that_cannot_be_made_changes_nothing(edit: dict[str, Any]) -> None:
    made = apply_edits(OPENING, [edit])
    assert made.state == OPENING
    assert len(made.notices) == 1


def test_the_ideal_of_a_list_that_the_convention_refuses_is_told() -> None:
    state = AppState((Ranking.from_grades([-1, 2]),), "ndcg", Convention(negative="error"))
    made = apply_edits(state, [{"name": "second_list_from", "source": "ideal"}])
    assert (made.state, [each.key for each in made.notices]) == (state, ["negative_grade"])


@pytest.mark.parametrize(
    "edits",
    [
        [{"name": "choose", "field": "gain", "value": "exponential"}],
        [{"name": "choose", "field": "metric", "value": "ap"}, {"name": "numbers", "value": "fractions"}],
        [{"name": "rename_list", "text": "q"}],
        [{"name": "add_list"}, {"name": "select_list", "index": 0}],
        [{"name": "copy_list"}, {"name": "remove_list"}],
    ],
)
def test_what_is_done_on_other_pages_leaves_the_rival_as_it_is(edits: list[dict[str, Any]]) -> None:
    made = after(OPENING, *edits)
    assert made.second_order == OPENING.second_order
    assert decode(encode(made)).state == made


@pytest.mark.parametrize("page", ["explore", "diagnose", "runs"])
def test_other_pages_answer_with_the_rival_in_the_address(page: str) -> None:
    edit = {"name": "choose", "field": "gain", "value": "exponential"}
    head, _ = read(respond_to_bytes(asked(edit, state=to_text(OPENING), page=page)))
    assert dict(parse_qsl(head["state"]))["b"] == "1.9.5.3.7.2"


def test_a_rival_goes_with_its_list() -> None:
    both = after(OPENING, {"name": "add_list"})
    assert both.second_orders == (*OPENING.second_orders, None)
    assert after(both, {"name": "select_list", "index": 0}, {"name": "remove_list"}).second_orders == (None,)


def test_a_list_that_lacks_documents_of_the_rival_has_none() -> None:
    assert replace(OPENING, lists=(Ranking.from_grades([1]),)).second_orders == (None,)
    assert AppState((Ranking(), Ranking())).second_orders == (None, None)


def test_a_locked_list_locks_its_rival() -> None:
    moved = after(OPENING, {"name": "second_list", "order": list(B[::-1])})
    with pytest.raises(InputError, match="locked"):
        check_allowed(OPENING, moved, locked=True, fixed=False)


SOME = st.lists(st.sampled_from([f"d{i}" for i in range(1, 10)]), unique=True, max_size=8)


@given(
    st.lists(
        st.builds(lambda order: {"name": "second_list", "order": order}, SOME)
        | st.builds(lambda names: {"list": names}, SOME)
        | st.builds(
            lambda doc, grade: {"name": "grade", "doc": doc, "grade": grade}, st.sampled_from(B), st.sampled_from(ANY_GRADES)
        )
        | st.sampled_from([{"name": "swap_lists"}, {"name": "second_list_from", "source": "copy"}]),
        max_size=6,
    )
)
def test_whatever_is_done_both_lists_have_one_pool_and_the_link_holds_it(edits: list[dict[str, Any]]) -> None:
    state = OPENING
    for edit in edits:
        known = {item.doc_id: item for item in (*state.ranking.items, *state.ranking.missed)}
        names = edit.get("list", ())
        rows = tuple(Item(name, known[name].grade if name in known else None) for name in names)
        shelf = tuple(item for item in known.values() if item.doc_id not in names)
        state = after(state, list_edit(state, rows, shelf) if "list" in edit else edit)
        pair = pair_of(state)
        assert pair is not None
        assert {item.doc_id: item.grade for item in (*pair.first.items, *pair.first.missed)} == {
            item.doc_id: item.grade for item in (*pair.second.items, *pair.second.missed)
        }
        assert decode(encode(state)).state == state


def test_elsewhere_a_document_that_nobody_judged_is_not_said_to_be_judged() -> None:
    assert [item.doc_id for item in OPENING.ranking.missed_judged] == ["d7", "d8"]
    saved = saved_page(analyse(OPENING), Texts("en"))
    assert "Judged but not retrieved: d7 (grade 3), d8 (grade 2)." in re.sub("<[^>]*>", "", saved)
    counted = [each.details["count"] for each in ignored_missed_of(OPENING.lists)]
    assert counted == [2]
