"""Links and files: what is written is read back, and nothing that is read can raise."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz import METRICS, Convention, InputError, Item, Ranking
from rankviz.basics.limits import MAX_LINK
from rankviz.core.conventions import FIELDS
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.permalink import decode, encode, from_file, link_length, to_file
from rankviz.state.second_order import SecondOrder, names_of
from rankviz.state.second_order_edits import OPENING

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs")), min_size=1, max_size=12)
GRADES = st.none() | st.integers(-2, 9).map(float) | st.floats(-1e9, 1e9)
ITEMS = st.builds(Item, NAMES, GRADES, st.none() | st.floats(-1e9, 1e9))
MISSED = st.builds(Item, NAMES, GRADES, st.none())
LISTS = st.builds(Ranking, st.lists(ITEMS, max_size=8).map(tuple), st.lists(MISSED, max_size=4).map(tuple))
PLAIN = st.builds(
    Ranking.from_grades, st.lists(GRADES, max_size=8), st.lists(GRADES, max_size=4), st.none(), st.none(), st.just("")
)
CONVENTIONS = st.builds(
    lambda choices, cutoff, threshold: Convention(**choices, cutoff=cutoff, threshold=threshold),
    st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(list(field.options)) for name, field in FIELDS.items() if field.options}
    ),
    st.none() | st.integers(1, 600),
    st.sampled_from([0.5, 1.0, 2.0]),
)


@st.composite
def with_second_orders(draw: st.DrawFn) -> dict[str, Any]:
    """Lists, and for some of them another order of their documents, with scores and a name or without."""
    lists = tuple(draw(st.lists(LISTS | PLAIN, min_size=1, max_size=3)))
    orders = []
    for ranking in lists:
        order = draw(st.lists(st.sampled_from(sorted(names_of(ranking))), unique=True)) if names_of(ranking) else []
        scores = draw(st.none() | st.lists(st.floats(-1e9, 1e9), min_size=len(order), max_size=len(order)).map(tuple))
        orders.append(draw(st.none() | st.just(SecondOrder(tuple(order), scores, draw(st.just("") | NAMES)))))
    return {"lists": lists, "second_orders": tuple(orders)}


STATES = st.builds(
    lambda lists, **rest: AppState(**lists, **rest),
    with_second_orders(),
    metric=st.sampled_from(list(METRICS)),
    convention=CONVENTIONS,
    numbers=st.sampled_from(["decimals", "fractions"]),
)


@pytest.mark.slow
@given(STATES)
def test_a_link_holds_the_whole_state(state: AppState) -> None:
    decoded = decode(encode(state))
    assert decoded.problems == ()
    assert decoded.state == state


@pytest.mark.slow
@given(STATES)
def test_a_file_holds_the_whole_state(state: AppState) -> None:
    decoded = from_file(to_file(state))
    assert decoded.problems == ()
    assert decoded.state == state


def test_short_lists_stay_readable() -> None:
    state = AppState((Ranking.from_grades([3, None, 0], missed=[2]),), "ap", Convention(cutoff=5, gain="binary"))
    assert encode(state) == {"v": "1", "m": "ap", "k": "5", "gain": "binary", "g": "3u0", "missed": "2"}


def test_a_rival_of_a_short_list_is_the_numbers_of_its_documents() -> None:
    expected = {"v": "1", "m": "ndcg", "k": "6", "g": "323012", "missed": "32u", "b": "1.9.5.3.7.2"}
    assert encode(OPENING) == expected
    assert decode(expected).state == OPENING
    empty = replace(OPENING, second_orders=(SecondOrder(),))
    assert encode(empty)["b"] == ""
    assert decode(encode(empty)).state == empty
    assert decode({name: value for name, value in expected.items() if name != "b"}).state.second_orders == (None,)


@pytest.mark.parametrize("name", ["d1", "Run 2, query 51"])
def test_a_rival_with_a_name_or_scores_travels_with_its_list(name: str) -> None:
    order = ("d1", "d9", "d5", "d3", "d7", "d2")
    for second_order in (SecondOrder(order, None, name), SecondOrder(order, (6, 5, 4, 3, 2.5, 2))):
        state = replace(OPENING, second_orders=(second_order,))
        assert encode(state).keys() == {"v", "m", "k", "z"}
        assert decode(encode(state)).state == state


@pytest.mark.parametrize(
    ("written", "left", "blamed"),
    [
        ("1.9.5", ("d1", "d9", "d5"), []),
        ("1.0.5", ("d1", "d5"), ["0"]),
        ("1.10.5", ("d1", "d5"), ["10"]),
        ("1.5.1.5", ("d1", "d5"), ["1", "5"]),
        ("1..5", ("d1", "d5"), [""]),
        ("-1.x.1e1.99999999999999999999.２", (), ["-1", "x", "1e1", "99999999999999999999", "２"]),
        (".".join("1234567891"), tuple(f"d{i}" for i in range(1, 10)), ["1"]),
    ],
)
def test_numbers_that_are_no_documents_of_the_list_are_named_and_left_out(
    written: str, left: tuple[str, ...], blamed: list[str]
) -> None:
    decoded = decode(encode(OPENING) | {"b": written})
    assert decoded.state.second_orders == (SecondOrder(left),)
    assert decoded.state.lists == OPENING.lists
    assert [(each.key, each.where["part"], each.where["found"]) for each in decoded.problems] == [
        ("link_rival", "b", found) for found in blamed
    ]


@pytest.mark.parametrize(
    ("written", "expected", "parts"),
    [
        ({"order": ["a", "b"]}, SecondOrder(("a", "b")), []),
        ({"order": ["a", "x", 3, "a"]}, SecondOrder(("a",)), ["lists 1, rival"] * 3),
        ({"order": "ab"}, None, ["lists 1, rival"]),
        ([], None, ["lists 1, rival"]),
        ({"order": ["b"], "scores": [1, 2]}, SecondOrder(("b",)), ["lists 1, rival, scores"]),
        ({"order": ["b"], "scores": ["x"]}, SecondOrder(("b",)), ["lists 1, rival, scores"]),
        ({"order": ["b"], "scores": [1], "name": "r", "more": 1}, SecondOrder(("b",), (1.0,), "r"), ["lists 1, rival, more"]),
    ],
)
def test_a_damaged_rival_in_a_file_costs_what_is_damaged(
    written: object, expected: SecondOrder | None, parts: list[str]
) -> None:
    content = {"rankviz": 1, "measure": "ap", "lists": [{"items": [["a", 1]], "missed": [["b", 2]], "rival": written}]}
    decoded = from_file(json.dumps(content))
    assert decoded.state.second_orders == (expected,)
    assert [each.where["part"] for each in decoded.problems] == parts


def test_the_opening_state_is_the_bare_address() -> None:
    assert encode(DEFAULT) == {}
    assert decode({}).state == DEFAULT


@pytest.mark.parametrize(
    ("parameters", "part"),
    [
        ({"m": "nope"}, "m"),
        ({"k": "0"}, "k"),
        ({"k": "1.7"}, "k"),
        ({"k": "-1"}, "k"),
        ({"g": "3x1"}, "g"),
        ({"z": "garbage"}, "z"),
        ({"gain": "<script>"}, "gain"),
        ({"threshold": "nan"}, "threshold"),
        ({"v": "2"}, "v"),
        ({"unknown": "1"}, "unknown"),
    ],
)
def test_a_damaged_part_is_named_and_the_rest_is_kept(parameters: dict[str, str], part: str) -> None:
    decoded = decode({"numbers": "fractions", **parameters})
    assert [problem.where["part"] for problem in decoded.problems] == [part]
    assert decoded.state.numbers == "fractions"


@pytest.mark.parametrize("damaged", ["1e15,0.5,2", "3x1", "1e16_0", "nan_1"])
@pytest.mark.parametrize("part", ["g", "missed", "k", "gain", "threshold", "numbers", "list", "z"])
@pytest.mark.parametrize("others", [{}, {"g": "012"}, {"missed": "12"}, {"g": "012", "missed": "1", "k": "2"}])
def test_a_part_that_cannot_be_read_is_as_one_that_is_not_there(part: str, damaged: str, others: dict[str, str]) -> None:
    whole = {"m": "ndcg", **others}
    without = {name: value for name, value in whole.items() if name != part}
    decoded = decode({**whole, part: damaged})
    if part == "z":
        assert decoded.state.lists == DEFAULT.lists
    else:
        assert decoded.state == decode(without).state
    assert [problem.where["part"] for problem in decoded.problems] == [part]


@given(st.dictionaries(st.sampled_from(["v", "m", "k", "g", "missed", "z", "numbers", *FIELDS]) | st.text(), st.text()))
def test_no_address_can_raise(parameters: dict[str, str]) -> None:
    state = decode(parameters).state
    assert decode(encode(state)).state == state


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["items", "missed", "lists", "convention", "rival", "order"]) | st.text(), inner)
    ),
    max_leaves=12,
)


@pytest.mark.slow
@given(JSON, JSON, JSON)
def test_no_file_of_ours_can_raise(lists: object, convention: object, measure: object) -> None:
    content = {"rankviz": 1, "lists": lists, "convention": convention, "measure": measure}
    assert isinstance(from_file(json.dumps(content)).state, AppState)


@given(st.text())
def test_another_file_is_refused_with_a_message(text: str) -> None:
    try:
        from_file(text)
    except InputError as error:
        assert error.key == "file_not_rankviz"


def test_a_bomb_is_not_unpacked() -> None:
    import base64
    import zlib

    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" * 50_000_000, 9)).decode()
    assert [problem.key for problem in decode({"z": bomb}).problems] == ["link_too_long"]
    small = base64.urlsafe_b64encode(zlib.compress(b"[" * 4_000_000, 9)).decode()
    assert decode({"z": small}).problems[0].where["part"] == "z"


def test_five_hundred_grades_fit_into_a_link() -> None:
    state = AppState((Ranking.from_grades([i % 5 for i in range(500)]),))
    assert link_length(state) < MAX_LINK
