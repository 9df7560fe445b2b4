"""Is a question answered by nothing but itself, in any process, and is what is no question refused?"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import Item, Ranking
from rankviz.basics.limits import MAX_EDITS, MAX_ENTRIES, MAX_FILE, MAX_LINK, MAX_LISTS, MAX_NAME, MAX_PASTE, MAX_REQUEST
from rankviz.core.conventions import Convention
from rankviz.page.answers import request_handler as module
from rankviz.page.answers import response_cache as kept
from rankviz.page.answers.json_codec import decode, to_json
from rankviz.page.answers.messages import Request, ViewState, view_state
from rankviz.page.answers.page_parts import PAGES, build_parts
from rankviz.page.answers.part_builder import BuildInput
from rankviz.page.answers.request_handler import BadRequest, build_response, encode_response, read_message, respond_to_bytes
from rankviz.page.answers.response_cache import ResponseCache
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import PARTS
from rankviz.state.permalink import from_text, is_linkable, to_text
from tests.helpers.hostile import at_most, mutated, nested
from tests.helpers.long import rounds
from tests.page.test_edits import EDITS, states

VIEW: dict[str, Any] = {
    "language": "en",
    "page": "explore",
    "open_slot": None,
    "shows_all_measures": False,
    "shows_tables": False,
    "example": "",
    "covered": [],
    "term": "",
    "hidden": [],
    "locked": False,
    "guess": "",
    "type_size": 0,
    "page_params": "",
    "work": "",
    "file_text": "",
    "dialog": "",
    "draft": "",
    "base_url": "",
    "is_static": False,
}
GRADED = {"name": "list", "rows": [["d1", 3, None], ["d2", 0, None]], "missed": [], "cutoff": 2}


def asked(*edits: dict[str, Any], state: str = "", **view: Any) -> bytes:
    return json.dumps({"state": state, "edits": edits, "view": VIEW | view}).encode()


def read(answer: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    head, *lines = answer.split(b"\n")
    return json.loads(head), {name.decode(): json.loads(data) for name, _, data in (line.partition(b" ") for line in lines)}


def test_what_is_wrong_with_a_link_is_said_once_with_what_is_used_instead() -> None:
    state = "k=abc&m=mrrr&z=AAAA&discount=formula&discount_formula=i-1&foo=bar&x=1"
    messages = read(respond_to_bytes(asked(state=state)))[1]["notices"]["messages"]
    assert messages == [
        "The list in the link or file is damaged. The list shown is rankviz's own example.",
        "The link or file has parts that could not be read; their defaults are used instead: "
        "m=mrrr; k=abc → 6; discount_formula=i-1 → log2(i+1)",
        "At rank 1 the discount is 0. The gain is divided by it, so it must be greater than 0.",
        "The link or file has parts that rankviz does not know; they are ignored: foo=bar; x=1",
    ]
    (one,) = read(respond_to_bytes(asked(state="v=2")))[1]["notices"]["messages"]
    assert one == "The link or file was made by another version of rankviz (v=2); parts of it may be missing."


def test_an_edit_is_answered_with_the_state_and_all_parts_of_the_page() -> None:
    head, parts = read(respond_to_bytes(asked(GRADED)))
    assert head == {"state": "v=1&m=ndcg&k=2&g=30", "linkable": True}
    assert parts.keys() == {"dialog", *(name for name in PAGES["explore"] if not name.startswith("cover_"))}
    assert parts["scores"]["value"] == "1.000"
    assert [(row["id"], row["grade"]) for row in parts["ranking_list"]["rows"]] == [("d1", 3), ("d2", 0)]
    assert parts["notices"]["messages"] == []


@settings(max_examples=rounds(30))
@given(states(), st.lists(st.sampled_from(EDITS), max_size=2))
def test_the_state_of_an_answer_is_the_question_of_the_next(state: AppState, edits: list[dict[str, Any]]) -> None:
    body = asked(*edits, state=to_text(state), hidden=PARTS)
    head, _ = read(respond_to_bytes(body))
    again, _ = read(respond_to_bytes(asked(state=head["state"], hidden=PARTS)))
    assert again == head


@pytest.mark.slow
@settings(max_examples=rounds(100))
@given(states())
def test_a_state_is_read_back_from_its_text(state: AppState) -> None:
    text = to_text(state)
    assert from_text(text) == from_text("?" + text)
    assert (from_text(text).state, from_text(text).problems) == (state, ())


@pytest.mark.slow
def test_the_same_question_is_answered_alike_in_any_process() -> None:
    bodies = [
        asked(GRADED),
        asked(state="v=1&m=err&k=3&g=u21", shows_all_measures=True, open_slot="gain", language="zh"),
        asked(page="runs"),
    ]
    code = f"""if True:
        import sys
        from rankviz.page.answers.request_handler import respond_to_bytes
        for body in {bodies}:
            sys.stdout.buffer.write(respond_to_bytes(body) + b"\\0")
        heavy = {{"streamlit", "pandas", "plotly", "pyarrow", "starlette"}}
        assert not set(sys.modules) & heavy, set(sys.modules) & heavy
    """
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env={"PYTHONHASHSEED": "7"}).stdout
    assert there.split(b"\0")[:-1] == [respond_to_bytes(body) for body in bodies]


def test_what_is_kept_for_all_is_what_would_be_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[BuildInput] = []
    monkeypatch.setattr(kept, "build_parts", lambda asked: (done.append(asked), build_parts(asked))[1])
    answers = ResponseCache(10**6)
    lists = ([3, 0, 2], [3, 1, 2], [3, -0.0, 2])
    each = [
        BuildInput(AppState((Ranking.from_grades(grades),)), view_state(language))
        for grades in lists
        for language in ("en", "zh")
    ]
    for _ in range(2):
        assert [answers.get_or_build(one, to_text(one.state)) for one in each] == [build_parts(one) for one in each]
    assert done == each


def test_what_is_kept_takes_no_more_room_than_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "build_parts", lambda asked: {"part": b"." * asked.near_row})
    answers, room = ResponseCache(10**6), 10**6
    for size in (300_000, 10, 400_000, 2_000_000, 350_000, 600_000, 300_000):
        answers.get_or_build(BuildInput(DEFAULT, near_row=size), "")
        held = sum(len(parts["part"]) for parts in answers._entries.values())
        assert held <= room - answers.room <= room
    assert [asked.near_row for asked, _ in answers._entries] == [600_000, 300_000]


def test_what_is_refused_or_remarked_on_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESPONSE_CACHE", ResponseCache(module.CACHE_BYTES))
    respond_to_bytes(asked(GRADED))
    before = module.RESPONSE_CACHE.room
    for edit in ({"name": "choose", "field": "gain_formula", "value": "2^^g"}, {"name": "nothing"}):
        respond_to_bytes(asked(edit))
    assert module.RESPONSE_CACHE.room == before
    respond_to_bytes(asked({"name": "choose", "field": "gain_formula", "value": "2^g+7"}))
    assert module.RESPONSE_CACHE.room < before


def test_covered_parts_and_those_of_other_pages_are_left_out() -> None:
    head, parts = read(respond_to_bytes(asked(GRADED, hidden=["score", "formula"])))
    assert not parts.keys() & {"scores", "derivation", "cover_score", "cover_formula"}
    assert read(respond_to_bytes(asked(GRADED, covered=["score", "formula"])))[1].keys() - parts.keys() == {
        "cover_score",
        "cover_formula",
        "cover_charts",
    }
    assert read(respond_to_bytes(asked(GRADED, page="runs")))[1].keys() == {"header", "notices", "terms", "dialog"}
    assert read(respond_to_bytes(asked(GRADED, page="runs")))[0] == head


def test_a_formula_that_cannot_be_used_stays_in_its_field() -> None:
    state = "v=1&m=ndcg&k=6&gain=formula"
    _, parts = read(respond_to_bytes(asked({"name": "choose", "field": "gain_formula", "value": "2^^g"}, state=state)))
    typed, reason = parts["choices"]["refused"]["gain_formula"]
    assert (typed, parts["notices"]["messages"]) == ("2^^g", [])
    assert reason
    assert "refused" not in read(respond_to_bytes(asked(state=state)))[1]["choices"]


@pytest.mark.parametrize(("language", "words"), [("en", "could not be read"), ("zh", "无法读取")])
def test_what_could_not_be_done_is_said_in_the_language_of_the_view(language: str, words: str) -> None:
    (message,) = read(respond_to_bytes(asked({"name": "list"}, language=language)))[1]["notices"]["messages"]
    assert words in message
    (message,) = read(respond_to_bytes(asked(state="v=1&m=nothing&g=321", language=language)))[1]["notices"]["messages"]
    assert "m=nothing" in message


def long_names(lists: int, seed: int = 1) -> AppState:
    """Full lists, with the longest names there can be, and each name another one."""
    random = Random(seed)  # noqa: S311
    names = ["".join(random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=MAX_NAME)) for _ in range(MAX_ENTRIES)]
    return AppState(tuple(Ranking(tuple(Item(f"{q}{name}"[:MAX_NAME], 1.0) for name in names)) for q in range(lists)))


def test_a_state_too_long_for_a_link_is_answered_all_the_same_and_that_is_said() -> None:
    state = long_names(1)
    text = to_text(state)
    assert len(text) > 10 * MAX_LINK
    head, parts = read(respond_to_bytes(asked({"name": "numbers", "value": "fractions"}, state=text, hidden=["charts"])))
    assert from_text(head["state"]).state.lists == state.lists
    assert head["linkable"] is is_linkable(text) is False
    assert parts["notices"]["messages"] == ["This list is too long for a link; save it as a file to keep it."]


@pytest.mark.slow
def test_a_state_that_could_not_be_read_back_is_refused_and_nothing_is_lost() -> None:
    state = long_names(3)
    head, parts = read(respond_to_bytes(asked(state=to_text(state), hidden=PARTS)))
    for number in range(4, MAX_LISTS):
        text = head["state"]
        head, parts = read(respond_to_bytes(asked({"name": "copy_list"}, state=text, hidden=PARTS)))
        if head["state"] == text:
            break
        assert len(from_text(head["state"]).state.lists) == number
    assert any("too large" in message for message in parts["notices"]["messages"])
    assert len(parts["list_tabs"]["tabs"]) == number - 1
    assert from_text(text).state == AppState((state.lists[0],) * (number - 4) + state.lists, selected=number - 4)
    for far_too_many in (long_names(MAX_LISTS), AppState((Ranking((Item("é" * MAX_NAME, 1e14),) * MAX_ENTRIES),) * MAX_LISTS)):
        with pytest.raises(ValueError, match="too large"):
            to_text(far_too_many)


def test_the_longest_state_and_the_longest_list_fit_into_one_question() -> None:
    rows = [["文" * MAX_NAME, 1e15 / 7, 1e15 / 7]] * MAX_ENTRIES
    edit = {"name": "list", "rows": rows, "missed": [], "cutoff": 3}
    body = json.dumps({"state": "x" * 550_000, "edits": [edit], "view": VIEW}, ensure_ascii=False)
    assert len(body.encode()) <= MAX_REQUEST


NEVER_SENT = (
    b"",
    b"null",
    b"[]",
    b"{",
    b"\xff",
    b"[" * 100_000,
    json.dumps(nested(900)).encode(),
    json.dumps({"state": "", "edits": []}).encode(),
    json.dumps({"state": "", "edits": [], "view": {}}).encode(),
    json.dumps({"state": "", "edits": [], "view": VIEW | {"other": 1}}).encode(),
    json.dumps({"state": "", "edits": {}, "view": VIEW}).encode(),
    json.dumps({"state": 7, "edits": [], "view": VIEW}).encode(),
    asked(language="de"),
    asked(page="nothing"),
    asked(open_slot=7),
    asked(open_slot=False),
    asked(shows_all_measures=1),
    asked(shows_tables=None),
    asked(example="x" * 201),
    asked(covered=[[]]),
    asked(covered=["nothing"]),
    asked(covered="scores"),
    asked(covered=["score"] * 1000),
    asked(hidden=["scores"]),
    asked(locked=0),
    asked(guess="0" * 201),
    asked(guess=None),
    asked(type_size=-1),
    asked(type_size=True),
    asked(type_size=10_000),
    asked(dialog=None),
    asked(dialog="x" * (MAX_NAME + 1)),
    asked(draft=["paste"]),
    asked(draft="x" * (MAX_PASTE + 2)),
    asked(base_url=7),
    asked(base_url="x" * (MAX_LINK + 1)),
    asked(is_static=1),
    asked(*[GRADED] * (MAX_EDITS + 1)),
    b" " * MAX_REQUEST + asked(),
)


@pytest.mark.parametrize("body", NEVER_SENT, ids=lambda body: str(body)[:60])
def test_what_the_page_never_sends_is_refused(body: bytes) -> None:
    with pytest.raises(BadRequest):
        respond_to_bytes(body)


@pytest.mark.slow
def test_any_question_is_answered_or_refused_and_costs_no_more_than_a_large_one() -> None:
    random = Random(16)  # noqa: S311
    for _ in range(rounds(300)):
        question = json.loads(asked(*random.choices([*EDITS, GRADED], k=2), state="v=1&m=ap&k=3&g=3u1&missed=2"))
        try:
            body = json.dumps(mutated(question, random, random.choice((0.02, 0.1)))).encode()
        except ValueError:  # a number of more digits than are written
            continue
        with at_most(2.0, body[:500]):
            try:
                head, _ = read(respond_to_bytes(body))
            except BadRequest:
                continue
        assert from_text(head["state"]).problems == () or head["state"] in body.decode()


@pytest.mark.parametrize(
    "state", ["g=" + "3" * 500_000, "g=" + "1.5_" * 100_000, "&" * 900_000, "a=b&" * 200_000, "z=" + "e" * 500_000]
)
def test_a_long_state_that_nobody_wrote_is_cheap(state: str) -> None:
    with at_most(2.0):
        head, parts = read(respond_to_bytes(asked(state=state, hidden=["charts"])))
    assert from_text(head["state"]).state == DEFAULT
    assert parts["notices"]["messages"] or not state.strip("&")


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if page != "sheet"])
def test_half_a_character_in_an_address_is_read_as_browsers_write_it(page: str) -> None:
    for half, whole in (("\ud800", "\ufffd"), ("\udc00x", "\ufffdx")):
        for params in (
            "ask=value&of=ndcg&n=2&q=1&title={}",
            "ask=value&of=ndcg&form=gift&title={}",
            "{}=1",
            "got={}&was={}",
            "doc={}",
        ):
            written = [
                respond_to_bytes(asked(page=page, page_params=params.replace("{}", each), base_url=f"http://localhost/{each}"))
                for each in (half, whole)
            ]
            assert written[0] == written[1]


def test_a_view_is_read_and_written_alike() -> None:
    view = read_message(asked(covered=["score"], open_slot="", guess="1/2"), Request).view
    assert view == view_state(open_slot="", covered=("score",), guess="1/2")
    assert decode(to_json({"view": view}), dict[str, ViewState]) == {"view": view}


def test_what_streamlit_draws_is_what_would_be_answered() -> None:
    head, parts = build_response(DEFAULT, "", view_state())
    assert encode_response(head, parts) == respond_to_bytes(asked())


def heaviest_state(metric: str = "ndcg") -> str:
    """As many lists as there may be, as long as they may be, under choices that take long."""
    random = Random(32)  # noqa: S311
    lists = tuple(
        Ranking(tuple(Item(f"d{i}", float(random.randrange(4)), float(random.randrange(5))) for i in range(MAX_ENTRIES)))
        for _ in range(MAX_LISTS)
    )
    choices = {"ties": "average", "gain": "formula", "gain_formula": "2^g-1", "cutoff": None}
    return to_text(AppState(lists, metric, Convention().with_choices(choices)))


@pytest.mark.slow
@pytest.mark.parametrize("page", ["explore", "compare"])
def test_the_most_expensive_edit_takes_no_longer_than_the_guide_for_servers_says(page: str) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "deployment.md").read_text(encoding="utf-8")
    seconds = float(re.search(r"most expensive edit,[^.]*takes\s+([\d.]+) s of one\s+processor", guide)[1])  # type: ignore[index]
    respond_to_bytes(asked(page=page))  # which loads what is needed
    state, rows = heaviest_state(), [[f"d{i}", i % 4, None] for i in range(MAX_ENTRIES)]
    longest_text = "[" + "(1,2)," * (MAX_PASTE // 6 - 1) + "]"
    file = base64.b64encode(zlib.compress(b'{"rankviz":1,"lists":[' + b"[]," * (MAX_FILE // 3 - 10) + b"[]]}")).decode()
    for edits in (
        [{"name": "list", "rows": rows, "missed": [], "cutoff": 10}],
        [{"name": "choose", "field": "gain", "value": each} for each in ("linear", "formula")] * (MAX_EDITS // 2),
        [{"name": "paste", "text": longest_text}] * 5,
        [{"name": "rival_from", "source": "ids", "text": longest_text}] * 5,
        [{"name": "open_file", "file_base64": file}] * MAX_EDITS,
    ):
        with at_most(2 * seconds, (page, str(edits)[:60])):  # of a slow moment, too
            respond_to_bytes(asked(*edits, state=state, page=page))
