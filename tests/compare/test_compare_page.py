"""The page Compare is answered for every metric and every odd pair of lists, and what it says is what was computed."""

from __future__ import annotations

import json
import re
from math import isclose
from typing import Any

import pytest
from msgspec import structs

from rankviz import METRICS
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.page_parts import COMMON_PARTS
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.state.handout import PARTS
from rankviz.texts import LANGUAGES

Parts = dict[str, Any]
# Rows of A, what both leave out, the order of B.
ODD: dict[str, tuple[list[list[object]], list[list[object]], list[str]]] = {
    "one is empty": ([], [["d1", 3], ["d2", None]], ["d2", "d1"]),
    "both are empty": ([], [], []),
    "the same list twice": ([["d1", 1, None], ["d2", 0, None]], [], ["d1", "d2"]),
    "nothing in common": ([["d1", 2, None]], [["d2", 1]], ["d2"]),
    "nothing is judged": ([["d1", None, None], ["d2", None, None]], [], ["d2", "d1"]),
    "all are tied": ([["d1", 1, 1], ["d2", 0, 1], ["d3", 2, 1]], [], ["d3", "d2"]),
    "a document stands twice": ([["d1", 1, None], ["d2", 0, None], ["d1", 1, None]], [], ["d2", "d1"]),
    "negative and broken grades": ([["d1", -2, None], ["d2", 0.5, None]], [["d3", 7]], ["d3", "d1"]),
}


def respond(state: str, *edits: object, **view: object) -> tuple[dict[str, Any], Parts]:
    full_view = structs.asdict(view_state(page="compare")) | view
    full_view |= {name: list(full_view[name]) for name in ("covered", "hidden")}
    body = json.dumps({"state": state, "edits": edits, "view": full_view}).encode()
    head, *lines = respond_to_bytes(body).decode().split("\n")
    return json.loads(head), {name: json.loads(data) for name, _, data in (line.partition(" ") for line in lines)}


def pair_edit(name: str) -> dict[str, object]:
    rows, missed, order = ODD[name]
    return {"name": "list", "rows": rows, "missed": missed, "order": order, "cutoff": 2}


@pytest.mark.slow
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_pair_has_words_under_every_metric(odd: str) -> None:
    head, _ = respond("", pair_edit(odd))
    for number, key in enumerate(METRICS, start=list(ODD).index(odd)):
        language = LANGUAGES[number % len(LANGUAGES)]
        choose = {"name": "choose", "field": "metric", "value": key}
        _, parts = respond(head["state"], choose, language=language, shows_tables=True)
        winner, difference = parts["winner"], parts["difference"]
        assert winner["ahead"]
        assert winner["reason"]
        assert (difference["from"] is None) == (not winner["is_defined"])
        assert bool(difference["reason"]) == (not winner["is_defined"])
        if number % 4 == 0:  # the pairs together have them all, twice
            _, late = respond(head["state"], choose, page="compare_deferred", language=language)
            assert late["cards"]["cards"]


@pytest.mark.slow
@pytest.mark.parametrize("key", METRICS)
def test_the_arrows_lead_from_one_value_to_the_other(key: str) -> None:
    for place in ("", "way=rank"):
        _, parts = respond("", {"name": "choose", "field": "metric", "value": key}, page_params=place)
        difference = parts["difference"]
        if difference["from"] is None:
            continue
        steps = difference["ranks"] if difference["group_by"] == "rank" else [*difference["effects"].values()]
        way = sum(each["value"] for each in (*steps, *difference["extra_effects"]))
        assert isclose(difference["from"] + way, difference["to"], rel_tol=1e-9, abs_tol=1e-12)
        assert parts["two_lists"]["extra_rows"] == len(difference["extra_effects"])


def test_where_less_is_better_the_winner_turns_round_and_the_difference_does_not() -> None:
    _, parts = respond("v=1&m=fn&k=2&g=110&missed=1&b=3.1.2")
    winner = parts["winner"]
    assert (winner["side"], winner["ahead"], winner["rows"][0]["label"]) == ("a", "1", "nDCG@2")
    assert parts["difference"]["sum_text"] == "= +1"
    assert {(each["value"] > 0, each["side"]) for each in parts["difference"]["effects"].values() if each["value"]} == {
        (True, "a")
    }


def test_an_effect_has_the_colour_of_the_list_that_gains_by_it() -> None:
    _, parts = respond("")
    sides = {name: each["side"] for name, each in parts["difference"]["effects"].items() if each["side"]}
    assert sides == {"d2": "a", "d3": "a", "d6": "a", "d5": "b", "d7": "b"}


def test_the_sentence_has_what_stands_against_the_winner_and_the_grid_names_the_lists() -> None:
    _, parts = respond("")
    effects = {name: each["value"] for name, each in parts["difference"]["effects"].items()}
    most = max(effects, key=lambda name: effects[name])  # A is ahead: what raises the value of B
    assert parts["winner"]["side"] == "a"
    assert f"What helps B most is {most} ({parts['difference']['effects'][most]['text']})" in parts["winner"]["reason"]
    fewest = ["d6", "d2"]  # 0.082 + 0.063 > 0.133 > 0.082
    assert -effects[fewest[0]] < effects[most] < -sum(effects[name] for name in fewest)
    assert parts["winner"]["reason"].endswith("; d6 and d2 together outweigh that.")
    _, alone = respond("v=1&m=rr&k=10&g=00121&missed=2&b=4.6.1")  # 1 against 1/3
    assert alone["winner"]["reason"].endswith("; d4 alone outweighs that.")
    _, late = respond("", page="compare_deferred")
    assert {"A wins", "B wins"} >= set(re.findall(r"\w+ wins", json.dumps(late["flip_grid"]["groups"]))) > set()


def test_long_lists_are_compared_whole() -> None:
    grades = "".join(str(i % 4) for i in range(MAX_ENTRIES - 1))
    order = ".".join(str(i) for i in range(MAX_ENTRIES - 1, 0, -1))
    _, parts = respond(f"v=1&m=ndcg&k=10&g={grades}&b={order}")
    assert [len(parts["two_lists"][side]["rows"]) for side in "ab"] == [MAX_ENTRIES - 1] * 2
    _, late = respond(f"v=1&m=ndcg&k=10&g={grades}&b={order}", page="compare_deferred")
    assert late["winner_flips"]["text"]


def test_what_is_damaged_in_b_is_named_and_left_out() -> None:
    _, parts = respond("v=1&m=ndcg&k=6&g=323&b=3.3.9.x.1")
    assert [row["id"] for row in parts["two_lists"]["b"]["rows"]] == ["d3", "d1"]
    assert parts["notices"]["messages"]


def test_two_grades_of_one_document_are_named_and_the_first_is_kept() -> None:
    lists = [{"name": "list", "rows": [["d1", 1, None], ["d2", 0, None]], "missed": [], "cutoff": 6}, {"name": "add_list"}]
    other = {"name": "list", "rows": [["d2", 0, None], ["d1", 3, None]], "missed": [], "cutoff": 6}
    head, _ = respond("", *lists, page="explore")
    head, _ = respond(head["state"], other, {"name": "select_list", "index": 0}, page="explore")
    _, parts = respond(head["state"], {"name": "second_list_from", "source": "list", "index": 1})
    assert "d1" in parts["notices"]["messages"][0]
    assert [row["id"] for row in parts["two_lists"]["b"]["rows"]] == ["d2", "d1"]
    assert dict(parts["two_lists"]["pool"])["d1"] == 1


def test_an_edit_of_both_keeps_the_name_and_undo_has_both() -> None:
    head, parts = respond("", pair_edit("nothing in common"))
    assert "b=2" in head["state"]
    _, again = respond(head["state"])
    assert again["two_lists"]["a"]["rows"] == parts["two_lists"]["a"]["rows"]
    assert again["two_lists"]["b"]["rows"] == parts["two_lists"]["b"]["rows"]


@pytest.mark.parametrize("page", ["compare", "compare_deferred"])
def test_nothing_is_sent_where_the_link_hides_something(page: str) -> None:
    for hidden in PARTS:
        _, parts = respond("", page=page, hidden=[hidden])
        assert set(parts) <= {"list_summary", *COMMON_PARTS}
