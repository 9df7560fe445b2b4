"""Links and saved files: every state that can be comes back as it was, and nothing that is sent raises or takes long."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from math import nextafter
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from rankviz import METRICS, Convention, InputError, Item, Ranking
from rankviz.basics.limits import MAX_ENTRIES, MAX_FILE, MAX_GRADE, MAX_LINK, MAX_LINK_UNPACKED, MAX_LISTS, MAX_NAME
from rankviz.core.conventions import FIELDS
from rankviz.core.pasted.list_parser import clean_id
from rankviz.state.app_state import DEFAULT, AppState, check_state
from rankviz.state.permalink import decode, encode, from_file, link_length, to_file
from rankviz.web.app.serve import PAGE
from tests.helpers.hostile import TEXTS, at_most, mutated, nested
from tests.helpers.long import rounds

APP = str(PAGE)
LARGEST = 1.7976931348623157e308
NAMES = st.text(max_size=12).map(clean_id).filter(bool) | st.just("𝒶" * MAX_NAME) | st.just('\\"')
GRADES = st.sampled_from([None, 0.0, -0.0, 5e-324, 0.1 + 0.2, 1e-5, MAX_GRADE, -MAX_GRADE, nextafter(MAX_GRADE, 0), 3.0, 10.0])
SCORES = st.sampled_from([None, 0.0, -0.0, 5e-324, LARGEST, -LARGEST, 1e15 + 2.0, 2.0**63, 0.1 + 0.2])
ITEMS, MISSED = st.builds(Item, NAMES, GRADES, SCORES), st.builds(Item, NAMES, GRADES, st.none())
TYPED = st.builds(Ranking, st.lists(ITEMS, max_size=5).map(tuple), st.lists(MISSED, max_size=3).map(tuple), st.just("") | NAMES)
PLAIN = st.builds(Ranking.from_grades, st.lists(GRADES, max_size=5), st.lists(GRADES, max_size=3))


def extremes(name: str) -> st.SearchStrategy[object]:
    """The ends of a field's range, and what lies just inside; every option."""
    field = FIELDS[name]
    if field.options is not None:
        return st.sampled_from(list(field.options))
    if field.variable:
        return st.sampled_from(["0:0.1, 1:1000", "1:0.001"] if name.endswith("table") else ["1+1", "(2+1)^0.5", "0.1+0.2"])
    if name == "cutoff":
        return st.sampled_from([None, 1, 999_999_999, 10**9])
    inside = [nextafter(field.low, field.high), nextafter(field.high, field.low), field.low, field.high]
    return st.sampled_from([*inside, -0.0, 5e-324] if field.low <= 0 else inside)


CONVENTIONS = st.fixed_dictionaries({}, optional={name: extremes(name) for name in FIELDS}).map(
    lambda choices: Convention(**choices)  # type: ignore[arg-type]
)
STATES = st.builds(
    lambda lists, at, **rest: AppState(lists, selected=at % len(lists), **rest),
    st.lists(TYPED | PLAIN, min_size=1, max_size=3).map(tuple),
    st.integers(0, 2),
    metric=st.sampled_from(list(METRICS)),
    convention=CONVENTIONS,
    numbers=st.sampled_from(["decimals", "fractions"]),
)


@pytest.mark.slow
@settings(max_examples=rounds(200))
@given(STATES)
def test_every_state_comes_back_from_its_link_and_its_file(state: AppState) -> None:
    check_state(state)
    for decoded in (decode(encode(state)), from_file(to_file(state))):
        assert (repr(decoded.state), decoded.problems) == (repr(state), ())  # repr tells -0.0 from 0.0


@pytest.mark.slow
def test_the_fullest_state_comes_back_from_its_file() -> None:
    items = tuple(Item("𝒶" * MAX_NAME, -0.1 - i / 7e15, -LARGEST) for i in range(MAX_ENTRIES))
    state = AppState((replace(Ranking(items), query_id="𝒶" * MAX_NAME),) * MAX_LISTS)
    check_state(state)
    assert len(to_file(state).encode()) <= MAX_FILE
    assert from_file(to_file(state)).state == state


def test_a_link_as_long_as_may_be_is_unpacked_whole() -> None:
    longest = base64.urlsafe_b64encode(zlib.compress(b"0" * MAX_LINK_UNPACKED, 9))
    assert len(longest) > MAX_LINK


def test_a_link_that_is_too_long_says_so() -> None:
    state = AppState((Ranking.from_grades([1 / 7 + i for i in range(MAX_ENTRIES)]),))
    assert link_length(state) > MAX_LINK
    decoded = decode(encode(state))
    assert (decoded.state, [problem.key for problem in decoded.problems]) == (DEFAULT, ["link_too_long"])


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("gain", "g^3", "option_formula"),
        ("gain", "0:0,1:1", "option_table"),
        ("gain", "+".join(["g"] * 101), "formula_too_long"),
        ("gain_formula", "+".join(["g"] * 101), "formula_too_long"),
        ("discount", "1" + "+ln(i)" * 40, "formula_too_long"),
        ("gain_table", ",".join(["1"] * 501), "table_too_long"),
    ],
)
def test_a_formula_in_a_link_is_told_what_is_wrong_with_it(name: str, text: str, key: str) -> None:
    decoded = decode({"v": "1", "m": "ndcg", "g": "321", name: text})
    assert [problem.key for problem in decoded.problems] == [key, "link_part"]
    assert decoded.state.convention == Convention(cutoff=6)


REAL: list[dict[str, Any]] = [
    json.loads(to_file(state))
    for state in (
        DEFAULT,
        AppState(
            (Ranking.from_grades([3, None, 0.5], [2], [3, 2, 2], query_id="q"), Ranking((Item("x", 1.0),))),
            "err",
            Convention(cutoff=3, gain="formula", gain_formula="2^g", threshold=0.5, empty="nan"),
            selected=1,
        ),
    )
]


def test_no_file_raises_or_takes_long() -> None:
    random = Random(16)  # noqa: S311
    for number in range(rounds(400)):
        content = mutated(REAL[number % 2], random, random.choice((0.02, 0.1, 0.3)))
        try:
            text = json.dumps(content)
        except (ValueError, TypeError):  # what Python itself cannot write
            continue
        if random.random() < 0.2:
            at = random.randrange(len(text))
            text = (
                text[:at] + random.choice(["", "9" * 5000, "NaN", "[" * 2000, "}", "\x00", '{"a": 1, "a": 2}']) + text[at + 1 :]
            )
        with at_most(1.0, text):
            try:
                decoded = from_file(text)
            except InputError as error:
                assert error.key in ("file_not_rankviz", "file_too_large")
                continue
        check_state(decoded.state)
        assert len(decoded.problems) <= 11
        assert sum(len(str(problem)) for problem in decoded.problems) < 10_000


def test_no_link_raises_or_takes_long() -> None:
    random = Random(17)  # noqa: S311
    links = [encode(from_file(json.dumps(each)).state) for each in REAL]
    links += [{"v": "1", "m": "ndcg", "k": "5", "g": "32u0", "missed": "2", "threshold": "0.5", "gain": "binary", "list": "1"}]
    for number in range(rounds(400)):
        link = dict(links[number % len(links)])
        for _ in range(random.randrange(4)):
            name = random.choice([*FIELDS, *link, "z", *TEXTS])
            value = link.get(name, "")
            kept = value[: random.randrange(len(value) + 1)]
            link[name] = random.choice([random.choice(TEXTS), kept, kept + random.choice(TEXTS), packed(random)])
        with at_most(1.0, link):
            decoded = decode(link)
        check_state(decoded.state)
        assert sum(len(str(problem)) for problem in decoded.problems) < 10_000
        if link_length(decoded.state) <= MAX_LINK:
            assert decode(encode(decoded.state)).state == decoded.state


def packed(random: Random) -> str:
    """Lists as a link holds them, with something wrong."""
    content = mutated(REAL[1]["lists"], random, 0.1)
    try:
        return base64.urlsafe_b64encode(zlib.compress(json.dumps(content).encode(), 9)).decode()
    except (ValueError, TypeError):
        return "eJw"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[" * MAX_FILE, "data_too_long"),
        ('{"rankviz":1,"a":' * 500_000, "data_too_long"),
        ("[" + "{}," * (MAX_FILE // 3 - 2) + "{}]", "data_too_long"),
        ("1" * MAX_FILE, "file_not_rankviz"),
    ],
    ids=["lists", "objects", "many", "digits"],
)
def test_the_largest_files_take_no_longer_than_they_must(text: str, key: str) -> None:
    with at_most(0.5), pytest.raises(InputError) as caught:
        from_file(text)
    assert caught.value.key == key


def test_a_list_of_half_a_million_rows_is_refused_before_they_are_read() -> None:
    rows = ",".join(['["a",1]'] * 500_000)
    with at_most(0.4), pytest.raises(InputError) as caught:
        from_file('{"rankviz":1,"measure":"ap","lists":[{"items":[' + rows + "]}]}")
    assert caught.value.key == "data_too_long"


@pytest.mark.parametrize("part", [b"[", b"{},", b"[[],[]],", b'{"a":', b"0"])
def test_a_link_that_holds_a_bomb_is_refused_quickly(part: bytes) -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" + part * (MAX_LINK_UNPACKED // len(part)), 9)).decode()
    with at_most(1.0):
        assert decode({"z": bomb}).problems


@pytest.mark.parametrize(
    ("change", "key", "part"),
    [
        ({"rankviz": 2}, "link_version", "rankviz"),
        ({"lists": None}, "link_part", "lists"),
        ({"lists": [{"items": [["a", 1], ["b", "good"]]}]}, "link_part", "lists 1, items 2"),
        ({"lists": [{"items": [["a", 2e15]]}]}, "link_part", "lists 1, items 1"),
        ({"lists": [{"items": []}, {"items": [], "note": 1}]}, "link_part", "lists 2, note"),
        ({"lists": [{"items": "ab"}]}, "link_part", "lists 1, items"),
        ({"lists": [{"items": ["ab"]}]}, "link_part", "lists 1, items 1"),
        ({"lists": [{"items": [["a", 1]] * 501}]}, "too_many_entries", None),
        ({"lists": [{"items": [["a", 1]]}] * 51}, "too_many_lists", None),
        ({"convention": ["gain"]}, "link_part", "convention"),
        ({"convention": {"gian": "linear"}}, "link_unknown", "convention, gian"),
        ({"convention": {"threshold": 10**19}}, "link_part", "threshold"),
        ({"convention": {"gain": ["linear"]}}, "link_part", "gain"),
        ({"list": 1.0}, "link_part", "list"),
        ({"list": True}, "link_part", "list"),
        ({"note": 1}, "link_unknown", "note"),
    ],
)
def test_each_part_of_a_file_that_is_not_read_is_named(change: dict[str, Any], key: str, part: str | None) -> None:
    decoded = from_file(json.dumps(json.loads(to_file(DEFAULT)) | change))
    assert [(problem.key, problem.where.get("part")) for problem in decoded.problems] == [(key, part)]


def test_a_part_that_stands_twice_in_a_file_is_named() -> None:
    text = to_file(DEFAULT).replace('"measure"', '"measure": "ap",\n "measure"')
    decoded = from_file(text)
    assert [(problem.key, problem.where["part"]) for problem in decoded.problems] == [("file_twice", "measure")]
    assert decoded.state == DEFAULT


def test_of_many_problems_the_first_are_told_and_the_others_counted() -> None:
    decoded = decode({f"x{number}": "1" for number in range(100)})
    assert [problem.key for problem in decoded.problems] == ["link_unknown"] * 10 + ["link_more"]
    assert decoded.problems[-1].where["count"] == "90"


def test_the_deepest_nesting_of_a_file_is_no_traceback() -> None:
    for depth in (100, 900, 990, 5000):
        try:
            text = json.dumps({"rankviz": 1, "lists": nested(depth), "convention": nested(depth, "dict")})
        except RecursionError:
            text = '{"rankviz": 1, "lists": ' + "[" * depth + "]" * depth + "}"
        try:
            assert from_file(text).state.lists == DEFAULT.lists
        except InputError as error:
            assert error.key in ("file_not_rankviz", "file_too_large")


def test_the_largest_cutoff_runs_on_the_page() -> None:
    app = AppTest.from_file(APP, default_timeout=30)
    for name, value in encode(AppState(convention=Convention(cutoff=10**9))).items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    assert dict(app.query_params)["k"] == "1000000000"
    assert urlencode(dict(app.query_params)).startswith("v=1&m=ndcg&k=1000000000")
