"""Does Streamlit's side of a session hear what the tab tells, once and checked, and does it keep out of what the tab owns?"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from msgspec import structs

from rankviz import InputError, Ranking
from rankviz.basics.limits import MAX_ENTRIES, MAX_LINK
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.state.app_state import DEFAULT, AppState, check_state
from rankviz.state.permalink import encode, is_linkable, to_text
from rankviz.web import session
from rankviz.web.session import BOARD, PAGES, Session, go_to, sync_from_client
from tests.helpers.hostile import at_most, junk, mutated
from tests.helpers.long import rounds

AP = replace(DEFAULT, metric="ap")
LONG = AppState(
    tuple(Ranking.from_grades([hash((q, i)) / 1e9 for i in range(MAX_ENTRIES)], query_id=f"q{q}") for q in range(3))
)


class Browser:
    """What the browser sends with a run: the address, and the values of the board."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.values: dict[str, Any] = {}
        self.address: dict[str, str] = {}
        monkeypatch.setattr(st, "session_state", {BOARD: self.values})
        monkeypatch.setattr(st, "query_params", SimpleNamespace(to_dict=lambda: dict(self.address)))

    def tell(self, number: int, state: AppState, **more: object) -> None:
        told = {"number": number, "session": "", "state": to_text(state), "view": structs.asdict(view_state())}
        self.values["state"] = json.loads(json.dumps(told | more))


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    return Browser(monkeypatch)


def test_what_the_tab_tells_is_heard_once(browser: Browser) -> None:
    now = Session()
    browser.tell(1, AP, view=structs.asdict(view_state("zh", shows_tables=True, open_slot="gain")))
    sync_from_client(now, "diagnose")
    assert (now.state, now.view) == (AP, view_state("zh", "diagnose", shows_tables=True, open_slot="gain"))
    now.replace_all(DEFAULT)
    sync_from_client(now, "diagnose")
    assert now.state == DEFAULT
    browser.tell(1, AP)  # an older message
    sync_from_client(now, "diagnose")
    assert now.state == DEFAULT


def test_the_address_is_read_where_nothing_is_told(browser: Browser) -> None:
    now = Session()
    browser.address = encode(AP)
    sync_from_client(now, "explore")
    assert now.state == AP
    browser.address = {}  # by Back
    sync_from_client(now, "explore")
    assert now.state == DEFAULT
    browser.tell(1, AP)
    sync_from_client(now, "explore")
    sync_from_client(now, "explore")
    assert now.state == AP  # of an address that did not change nothing is read again


def test_a_state_that_no_link_holds_stays_while_the_address_is_that_of_an_older_one(browser: Browser) -> None:
    now = Session()
    assert not is_linkable(to_text(LONG))
    browser.tell(1, LONG)
    for _ in range(2):
        sync_from_client(now, "explore")
        assert now.state == LONG


def test_what_an_address_says_wrongly_is_told_until_the_next_change(browser: Browser) -> None:
    now = Session()
    browser.address = {"m": "nothing", "g": "321"}
    for page in ("explore", "diagnose"):
        sync_from_client(now, page)
        assert [error.key for error in now.notices] == ["link_part"]
    browser.tell(1, AP)
    sync_from_client(now, "diagnose")
    assert now.notices == []


def test_what_is_told_of_a_list_stays_on_the_pages_that_show_it(browser: Browser) -> None:
    now = Session()
    for page, kept in (("runs", 1), ("explore", 1), ("diagnose", 1), ("runs", 0), ("explore", 0)):
        sync_from_client(now, page)
        if page == "runs" and kept:
            now.notices = [InputError("run_both_ways", "Query 7 as an answer has it.", query="7")]
        assert len(now.notices) == kept


def test_a_dialog_is_opened_once_by_the_session_that_asked_for_it_also_if_that_was_overtaken(browser: Browser) -> None:
    now = Session()
    told: list[tuple[dict[str, object], str]] = [
        ({"dialog": "table", "dialogs": 1, "session": "of a server that was ended"}, ""),
        ({"dialog": "paste", "dialogs": 2}, ""),  # the page itself draws that one
        ({"dialog": "table", "dialogs": [3]}, ""),
        ({"dialog": "table", "dialogs": 4}, "table"),
        ({"dialog": "table", "dialogs": 4}, ""),  # said again with something else
        ({"dialog": "table", "dialogs": 6}, "table"),  # the message before did not come
    ]
    for number, (more, opened) in enumerate(told, start=1):
        browser.tell(number, AP, **{"session": now.name} | more)
        now.dialog = ""
        sync_from_client(now, "explore")
        assert (now.state, now.dialog) == (AP, opened)


def test_what_the_tab_told_before_it_saw_what_was_made_here_does_not_replace_that(browser: Browser) -> None:
    now = Session()
    sync_from_client(now, "diagnose")
    made = replace(DEFAULT, metric="rr")
    now.replace_all(made)
    browser.tell(1, AP, session=now.name, server_states=0, view=structs.asdict(view_state("zh")))
    sync_from_client(now, "diagnose")
    assert (now.state, now.language) == (made, "zh")
    browser.tell(2, AP, session=now.name, server_states=1)
    sync_from_client(now, "diagnose")
    assert now.state == AP


def test_a_question_that_is_asked_again_is_not_worked_on_again(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    now = Session()

    def answer(body: str) -> bytes:
        tried.append(body)
        if body == "a bug":
            raise ZeroDivisionError
        return b"answer"

    monkeypatch.setattr(session, "handle_request", answer)
    answers = []
    for number, body in enumerate(("one", "one", "a bug", "a bug", "one"), start=1):
        browser.values["request"] = {"number": number, "body": body}
        with suppress(ZeroDivisionError):
            head, given = now.build_response()
            answers.append((head["response_to"], given))
    assert answers == [(1, b"answer"), (2, b"answer"), (4, b"{}"), (5, b"answer")]
    assert tried == ["one", "a bug", "one"]


def test_the_page_is_given_anew_what_was_made_here_but_not_what_the_tab_made(browser: Browser) -> None:
    now = Session()
    sync_from_client(now, "explore")
    opened = now.build_response()
    browser.tell(1, AP)
    sync_from_client(now, "explore")
    assert now.build_response() == opened
    now.replace_all(replace(DEFAULT, metric="rr"))
    head, answer = now.build_response()
    assert head["server_states"] == 1
    assert json.loads(answer.split(b"\n")[0])["state"] == to_text(now.state)
    browser.tell(2, AP)
    sync_from_client(now, "diagnose")
    _, answer = now.build_response()
    assert json.loads(answer.split(b"\n")[0])["state"] == to_text(AP)


def test_a_question_is_answered_once_and_changes_nothing(browser: Browser) -> None:
    now = Session()
    sync_from_client(now, "explore")
    edits = [{"name": "choose", "field": "metric", "value": "ap"}]
    body = json.dumps({"state": "", "edits": edits, "view": structs.asdict(view_state())})
    browser.values["request"] = {"number": 1, "body": body}
    head, answer = now.build_response()
    assert head["response_to"] == 1
    assert json.loads(answer.split(b"\n")[0])["state"] == to_text(AP)
    assert now.state == DEFAULT
    assert "response_to" not in now.build_response()[0]
    browser.values["request"] = {"number": 2, "body": "[]"}
    assert (now.build_response()) == ({**head, "response_to": 2}, b"{}")


@pytest.mark.parametrize("state", [LONG, AppState((Ranking.from_grades([1.0] * MAX_ENTRIES, missed=[1.0]),))])
def test_a_state_that_cannot_be_kept_becomes_a_notice(monkeypatch: pytest.MonkeyPatch, state: AppState) -> None:
    monkeypatch.setattr("rankviz.state.permalink.MAX_STATE", 2 * MAX_LINK if state is LONG else 10**6)
    now = Session()
    now.replace_all(state)
    assert now.state == DEFAULT
    assert len(now.notices) == now.server_states == 1


@pytest.mark.slow
def test_what_is_no_message_is_not_heard(browser: Browser) -> None:
    random, now = Random(15), Session()  # noqa: S311
    for number in range(1, rounds(400)):
        browser.tell(number, random.choice([AP, DEFAULT, LONG]), dialog="table", session=now.name)
        state = random.choice([junk(random), mutated(browser.values["state"], random, 0.2)])
        request = random.choice([junk(random), {"number": number, "body": junk(random)}, {"number": number, "body": "\ud800"}])
        browser.values.update(state=state, request=request)
        with at_most(1.0, state):
            sync_from_client(now, "diagnose")
            head, answer = now.build_response()
        assert isinstance(head["view"], ViewState)
        assert answer
        check_state(now.state)


def test_another_page_is_opened_with_the_state_and_what_else_stands_in_the_address(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[dict[str, str]] = []
    monkeypatch.setattr(st, "switch_page", lambda _, query_params: opened.append(query_params))
    monkeypatch.setattr(st, "session_state", {BOARD: browser.values, PAGES: {"explore": None}})
    now = Session()
    browser.address = {**encode(AP), "from": "elsewhere"}
    sync_from_client(now, "diagnose")
    now.replace_all(replace(AP, metric="rr"))
    go_to(now, "explore")
    sync_from_client(now, "diagnose")
    now.replace_all(LONG)
    go_to(now, "explore")
    assert opened == [{"from": "elsewhere"} | encode(replace(AP, metric="rr")), browser.address]
