"""Do dialogs open as parts of an answer, do they do what they say, and do they keep what could not be taken over?"""

from __future__ import annotations

import base64
import json
import zlib
from random import Random
from typing import Any

import pytest

from rankviz import Ranking
from rankviz.basics.limits import MAX_ENTRIES, MAX_FILE, MAX_LISTS, MAX_NAME, MAX_PASTE, MAX_REQUEST
from rankviz.core.lists.ranking import Item
from rankviz.examples import examples
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.answers.request_handler import BadRequest, respond_to_bytes
from rankviz.page.dialogs.dialog import BODIES
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.permalink import from_text, to_file, to_text
from rankviz.texts import LANGUAGES
from tests.helpers.hostile import at_most, junk, mutated
from tests.helpers.long import rounds
from tests.page.test_request_handler import VIEW, asked, read

AT = "https://rankviz.example.org/"
WITH_DIALOG = [name for name, parts in PAGES.items() if "header" in parts]


def answer(*edits: dict[str, Any], state: str = "", **view: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return read(respond_to_bytes(asked(*edits, state=state, base_url=AT, **view)))


def packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode())).decode()


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_DIALOG)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_dialog_opens_on_every_page_and_changes_nothing_else(page: str, language: str) -> None:
    plain = answer(page=page, language=language)
    assert plain[1]["dialog"] == {"name": ""}
    for name in BODIES:
        head, parts = answer(page=page, language=language, dialog=name)
        dialog = parts.pop("dialog")
        assert (dialog["name"], dialog["problem"]) == (name, "")
        assert dialog["body"]
        assert (head, {**parts, "dialog": {"name": ""}}) == plain


def test_pages_that_one_does_not_go_to_have_none() -> None:
    for page in PAGES.keys() - {*WITH_DIALOG}:
        assert "dialog" not in answer(page=page, dialog="help")[1]


@pytest.mark.slow
def test_an_example_is_opened_with_its_card_and_the_dialog_is_closed() -> None:
    for example in examples():
        head, parts = answer({"name": "open_example", "text": example.key, "dialog": "examples"}, dialog="examples")
        assert from_text(head["state"]).state == example.state
        assert parts["dialog"] == {"name": ""}
        assert parts["example_card"]["shown"]
    assert answer({"name": "open_example", "text": "opening"})[1]["example_card"]["shown"]


def test_a_pasted_list_is_taken_over() -> None:
    head, parts = answer({"name": "paste", "text": "a,3\nb,?", "dialog": "paste"}, dialog="paste", draft="a,3\nb,?")
    assert from_text(head["state"]).state.ranking == Ranking((Item("a", 3.0), Item("b", None)))
    assert parts["dialog"] == {"name": ""}


def test_what_cannot_be_read_stays_in_its_dialog_with_the_reason() -> None:
    bad = "3 2 x"
    head, parts = answer({"name": "paste", "text": bad, "dialog": "paste"}, dialog="paste", draft=bad)
    dialog = parts["dialog"]
    assert head["state"] == ""
    assert (dialog["name"], dialog["body"]["text"], dialog["body"]["is_refused"]) == ("paste", bad, True)
    assert dialog["problem"] == dialog["body"]["summary"]
    assert "“x” is not" in dialog["problem"]
    assert parts["notices"]["messages"] == []
    assert answer({"name": "paste", "text": bad, "dialog": "paste"})[1]["notices"]["messages"] == [
        dialog["problem"]
    ]  # closed since


def test_a_locked_list_is_not_replaced() -> None:
    for edit in (
        {"name": "open_example", "text": "blog_dcg", "dialog": "examples"},
        {"name": "paste", "text": "3 2 1", "dialog": "paste"},
        {"name": "open_file", "file_base64": packed("3 2 1"), "dialog": "link"},
        {"name": "make_telling"},
    ):
        dialog = edit.get("dialog", "ask")
        head, parts = answer(edit, dialog=dialog, locked=True)
        assert head["state"] == ""
        assert parts["dialog"]["name"] == dialog
        assert parts["dialog"]["problem"] in ("The list is locked: it can be looked at, not changed.", "")


def test_what_is_asked_while_one_types_is_the_dialog_alone() -> None:
    body = json.loads(asked(dialog="paste", draft="3\n2\n?")) | {"only": "dialog"}
    head, parts = read(respond_to_bytes(json.dumps(body).encode()))
    assert (head, parts.keys()) == ({"state": "", "linkable": True}, {"dialog"})
    assert parts["dialog"]["body"]["summary"].startswith("Understood: 3 retrieved")
    with pytest.raises(BadRequest):
        respond_to_bytes(json.dumps(body | {"only": "list"}).encode())


def test_a_file_gives_back_what_was_saved_and_says_what_it_could_not_read() -> None:
    state = AppState(
        (Ranking((Item("é", 2.0, 1.5), Item("文", None)), query_id="q"), Ranking.from_grades([1])), "ap", selected=1
    )
    edit = {"name": "open_file", "file_base64": packed("\ufeff" + to_file(state)), "dialog": "link"}
    head, parts = answer(edit, dialog="link")
    assert from_text(head["state"]).state == state
    assert parts["dialog"] == {"name": ""}
    damaged = json.loads(to_file(state)) | {"measure": "nothing"}
    head, parts = answer(edit | {"file_base64": packed(json.dumps(damaged))}, dialog="link")
    assert "measure=nothing" in parts["notices"]["messages"][0]
    head, parts = answer(edit | {"file_base64": packed("a,3\nb,1")}, dialog="link", state=to_text(state))
    assert [item.doc_id for item in from_text(head["state"]).state.ranking.items] == ["a", "b"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "cannot be read as data"),
        ("[1, x]", "“x”"),
        ('{"rankviz"' + " " * MAX_FILE, "a saved page has at most 24,000,000"),
        ("1\n" * MAX_PASTE, "the limit is 500,000"),
    ],
    ids=["damaged", "no list", "too large", "too long"],
)
def test_a_file_that_cannot_be_read_leaves_the_dialog_open(content: str, words: str) -> None:
    with at_most(2.0):
        head, parts = answer({"name": "open_file", "file_base64": packed(content), "dialog": "link"}, dialog="link")
    assert head["state"] == ""
    assert parts["dialog"]["name"] == "link"
    assert words in parts["dialog"]["problem"]


@pytest.mark.parametrize("packed", [None, 7, "", "?", "AAAA", "漢", base64.b64encode(b"no zlib").decode()])
def test_what_no_browser_packed_is_no_file(packed: object) -> None:
    head, parts = answer({"name": "open_file", "file_base64": packed, "dialog": "link"}, dialog="link")
    assert (head["state"], parts["dialog"]["name"]) == ("", "link")
    assert parts["dialog"]["problem"]


def test_the_longest_that_can_be_pasted_or_opened_is_one_question() -> None:
    draw = Random(7)  # noqa: S311
    names = ["".join(chr(draw.randrange(0x4E00, 0x9FFF)) for _ in range(MAX_NAME)) for _ in range(MAX_ENTRIES)]
    long = "\n".join(f"{name}\t1" for name in names)
    assert len(long) < MAX_PASTE
    state = "z=" + "A" * 549_000
    body = json.loads(asked({"name": "paste", "text": long, "dialog": "paste"}, state=state, dialog="paste", draft=long))
    assert len(json.dumps(body, ensure_ascii=False).encode()) < MAX_REQUEST
    alike = AppState(tuple(Ranking.from_grades([1.0] * MAX_ENTRIES, query_id=f"q{q}") for q in range(MAX_LISTS)))
    assert len(packed(to_file(alike))) + len(state) < MAX_REQUEST


def test_a_step_that_tells_more_is_taken_and_the_dialog_stays() -> None:
    head, parts = answer({"name": "make_telling"}, dialog="ask")
    assert head["state"] == to_text(from_text("k=5&g=323012&missed=32").state)
    assert parts["dialog"]["body"]["summary"].startswith("14 of 16")
    assert "k=5" in parts["dialog"]["body"]["line"]["address"]
    assert answer({"name": "make_telling"}, covered=["charts"])[0]["state"] == ""  # it would tell what is covered


def test_an_edit_of_a_dialog_begins_no_second_list() -> None:
    head, _ = answer({"name": "paste", "text": "3 2 1", "dialog": "paste"}, page="compare", dialog="paste")
    assert from_text(head["state"]).state.second_order is None


@pytest.mark.slow
def test_the_draft_of_no_dialog_and_any_draft_of_each_is_answered() -> None:
    random = Random(20)  # noqa: S311
    for number in range(rounds(60)):
        text = junk(random)
        draft = text if isinstance(text, str) else json.dumps(text)
        name = random.choice([*BODIES, "", "table", draft[:MAX_NAME]])
        view = VIEW | {"dialog": name, "draft": draft[:MAX_PASTE], "base_url": draft[:8000] if number % 2 else AT}
        edits = mutated(
            [{"name": "paste", "text": draft, "dialog": name}, {"name": "open_example", "text": draft}], random, 0.1
        )
        body = json.dumps({"state": "", "edits": edits, "view": view}).encode()
        with at_most(2.0, body[:500]):
            try:
                head, parts = read(respond_to_bytes(body))
            except BadRequest:
                continue
        assert parts["dialog"]["name"] in (*BODIES, "")
        assert from_text(head["state"]).problems == ()


def test_an_answer_is_kept_whatever_dialog_lies_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    from rankviz.page.answers import response_cache as kept

    work = kept.build_parts
    monkeypatch.setattr(kept, "build_parts", lambda asked: made.append(asked) or work(asked))  # type: ignore[func-returns-value]
    state = to_text(AppState((Ranking.from_grades([1, 3, 2, 1]),), DEFAULT.metric, DEFAULT.convention))
    for view in ({}, {"dialog": "help"}, {"dialog": "paste", "draft": "3"}, {"dialog": "paste", "draft": "3 2"}):
        answer(state=state, **view)
    assert len(made) == 1


def test_what_needs_a_server_is_not_offered_without_one() -> None:
    there, alone = answer(shows_tables=False)[1], answer(is_static=True)[1]
    assert ("alone" in there["ranking_list"], alone["ranking_list"]["alone"]) == (False, True)  # the list as a table
    assert ("chart_switches" in there, "chart_switches" in alone) == (True, False)  # tables of all numbers
    assert "chart_switches" in answer(page="compare", is_static=True)[1]  # which the page draws itself
    assert answer(is_static=True, dialog="link")[1]["dialog"]["body"]["sheet_label"] == ""
