"""The students' page of a class in a real browser: joining, answering, what became of it, and every way the line can break."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Response, WebSocketRoute, expect

from rankviz.classroom.questions import list_question_name, set_question_name
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.state.app_state import DEFAULT
from rankviz.texts import Texts
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
from tests.browser.reused_windows import BLANK

VALUE = "ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MOST = 60_000  # bytes of the page with its style sheets and modules
POLL = 4000  # ms between two questions of a phone whose sockets are blocked
BUSY, MOST_BUSY = 503, 6  # said after 5 s, and how often it may be
ADDRESSES = count(1)  # as behind a proxy: all rooms of one run would be too many of one address
EN = Texts("en")


class Class:
    """A room, led by a browser that has its cookie, and shows the teacher's page or whatever is at another address."""

    def __init__(self, page: Page, path: str = "/class") -> None:
        page.goto(path)
        self.page = page
        self.address = f"198.51.100.{next(ADDRESSES)}"
        self.code = self._post("new", {"lang": "en"})["code"]

    def _ask(self, path: str, body: dict[str, Any]) -> APIResponse:
        origin = re.sub(r"^(https?://[^/]+).*", r"\1", self.page.url)
        headers = {"Origin": origin, "X-Forwarded-For": self.address}
        return self.page.request.post(f"/class/{path}", data=body, headers=headers)

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self._ask(path, body)
        assert answer.ok, answer.text()
        return answer.json()

    def act(self, action: str, question_name: str = "") -> None:
        """Do what a teacher does; a server that starts just now may be busy, and is asked for the screen, as the page asks."""
        at = f"http://example.org/c/{self.code}"
        body = {"action": action, "question_name": question_name, "cause_count": 1, "lang": "en", "at": at}
        answer = self._ask(f"{self.code}/act", body)
        for _ in range(MOST_BUSY):
            if answer.status != BUSY:
                break
            answer = self.page.request.get(f"/class/{self.code}/stage", params={"lang": "en", "at": at})
        assert answer.ok, answer.text()

    def end(self) -> None:
        self._post(f"{self.code}/end", {})


@pytest.fixture
def room(new_page: NewPage) -> Class:
    """One whose teacher looks at nothing."""
    return Class(new_page(), BLANK)


@pytest.fixture
def phone(new_page: NewPage, room: Class) -> Callable[..., Page]:
    """A phone that is in the room by the address of the picture."""

    def made(**options: Any) -> Page:
        page = new_page(own=True, **{**PHONE, **options})
        page.goto(f"/c/{room.code}")
        return page

    return made


def send(page: Page, typed: str) -> None:
    page.locator("#answer").fill(typed)
    page.keyboard.press("Enter")


def arrived(page: Page, texts: Texts = EN) -> None:
    expect(page.locator("form .status")).to_contain_text(texts("class_phone.arrived"))


def looked_at(page: Page, room: Class) -> None:
    assert Axe().violations(page) == []
    assert room.code not in page.title()
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


def test_a_lesson_on_a_phone(new_page: NewPage, room: Class) -> None:
    page = new_page(own=True, **PHONE)
    page.goto("/c")
    expect(page.locator("h2")).to_have_text(EN("class_phone.join_head"))
    expect(page.locator("form")).to_contain_text(EN("class_phone.privacy"))
    looked_at(page, room)
    page.locator("#code").fill("12")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(EN("class_phone.no_code"))
    expect(page.locator("#code")).to_have_value("12")
    page.locator("#code").fill(f"{room.code[:3]} {room.code[3:]}")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(EN("class_phone.waiting"))
    looked_at(page, room)

    room.act("ask", VALUE)
    expect(page.locator("h2.task")).to_have_text("nDCG@6 = ?")
    expect(page.locator(".entry")).to_have_count(6)
    looked_at(page, room)
    send(page, "many")
    expect(page.locator("form .status")).to_contain_text("“many”")
    send(page, "0,961")
    arrived(page)
    expect(page.locator(".counted")).to_contain_text(EN("class_phone.counted", n=1, of=1))
    send(page, "11/14")
    arrived(page)
    send(page, ".961")
    arrived(page)
    looked_at(page, room)

    room.act("next")
    expect(page.locator("main")).to_contain_text(EN("class_phone.closed"))
    expect(page.locator("main")).to_contain_text(".961")
    expect(page.locator("main")).not_to_contain_text("0.785")
    looked_at(page, room)
    room.act("next")
    expect(page.locator("main .value")).to_have_text(["0.961", "0.785"])
    # By hand: the ideal of the shown grades is 3 3 2 2 1 0, that of all judged ones 3 3 3 2 2 2.
    expect(page.locator(".term.other .away")).to_have_count(6)
    expect(page.get_by_role("link", name=EN("class_phone.try"))).to_have_attribute(
        "href", re.compile(r"^http://[^/]+/(\?.*)?$")
    )
    looked_at(page, room)
    room.end()
    expect(page.locator("main")).to_contain_text(EN("class_phone.ended"))


def test_what_is_typed_is_not_lost_and_comes_again_after_a_reload(room: Class, phone: Callable[..., Page]) -> None:
    page = phone()
    room.act("ask", VALUE)
    page.locator("#answer").fill("0.9")
    page.reload()
    expect(page.locator("#answer")).to_have_value("0.9")
    page.keyboard.press("Tab")
    send(page, "0.961")
    arrived(page)
    page.reload()
    expect(page.locator("#answer")).to_have_value("0.961")
    arrived(page)
    page.locator(".language").click()
    expect(page.locator(".status")).to_contain_text(Texts("zh")("class_phone.arrived"))
    expect(page.locator("#answer")).to_have_value("0.961")
    expect(page.locator("html")).to_have_attribute("lang", re.compile("zh"))


def test_an_answer_that_is_given_without_a_line_arrives_by_itself(room: Class, phone: Callable[..., Page]) -> None:
    page = phone()
    sockets: list[WebSocketRoute] = []
    room.act("ask", VALUE)
    expect(page.locator("#answer")).to_be_visible()
    # The line is cut as by a router: an open socket ends, and none opens until it is there again.
    refuse = [True]

    def routed(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if refuse[0]:
            socket.close(code=3000)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/socket$"), routed)
    page.route("**/class/*/view/**", lambda route: route.abort() if refuse[0] else route.continue_())
    page.route("**/class/*/answer", lambda route: route.abort() if refuse[0] else route.continue_())
    page.reload()
    expect(page.locator(".notice")).to_have_text(EN("class_phone.lost"))
    refuse[0] = False
    expect(page.locator("#answer")).to_be_visible(timeout=30_000)
    expect(page.locator(".notice")).to_be_empty()
    send(page, "0.961")
    arrived(page)
    assert sockets


def test_where_sockets_are_blocked_the_page_asks_and_posts(new_page: NewPage, room: Class) -> None:
    page = new_page(fresh=True, **PHONE)
    page.clock.install()
    page.route_web_socket(re.compile("/socket$"), lambda socket: socket.close(code=3000))
    page.goto(f"/c/{room.code}")
    room.act("ask", VALUE)
    answer = page.locator("#answer")
    # Three sockets are tried before it asks, after pauses that it draws: its clock is put on till then.
    for _ in range(100):
        if answer.is_visible():
            break
        page.clock.run_for(500)
    expect(answer).to_be_visible()
    page.route("**/class/*/answer", lambda route: route.fulfill(body=""), times=1)  # cut off: it is posted again
    send(page, "0.961")
    expect(page.locator("form .status")).to_have_text(EN("class_phone.sending"))
    page.clock.run_for(POLL)
    arrived(page)
    room.act("next")
    page.clock.run_for(POLL)
    expect(page.locator("main")).to_contain_text(EN("class_phone.closed"))


KINDS = ("trend", "swap", "step", "order", "who", "reach", "gap")


def asked(kind: str) -> str:
    """The name of a question of a kind."""
    if kind in ("trend", "swap", "step"):
        further: dict[str, Any] = {"move": (4, 1)} if kind == "trend" else {}
        return list_question_name(kind, DEFAULT, **further)
    return set_question_name(QuestionSet((kind,), ("ndcg",), 1, 5, 1), 1)


def test_every_kind_can_be_answered_by_touch(room: Class, phone: Callable[..., Page]) -> None:
    """Takes 8 s: axe looks at three screens of each kind."""
    page, texts = phone(viewport={"width": 320, "height": 640}, color_scheme="dark", locale="zh-CN"), Texts("zh")
    button = page.locator("form button.primary")
    for kind in KINDS:
        room.act("ask", asked(kind))
        expect(page.locator("h2.task")).to_be_visible()
        expect(button).to_have_attribute("aria-disabled", "true")
        if kind == "gap":
            field = page.get_by_label("缺少的数", exact=True)
            field.tap()
            page.keyboard.type("0.5")
            expect(field).to_have_accessible_description("请保留 3 位小数。")
        elif kind in ("trend", "step", "who"):
            page.locator("label:has(input[type=radio])").first.tap()
        else:
            for at in {"order": (0, 1, 2, 3), "swap": (0, 1, 2), "reach": (0,)}[kind]:
                page.locator("main button").nth(at).tap()
        expect(button).to_have_attribute("aria-disabled", "false")
        if kind == "swap":  # the third row takes the place of the first
            expect(page.locator("main .press").first).to_have_attribute("aria-pressed", "false")
            expect(page.locator("main .press[aria-pressed=true]")).to_have_count(2)
        looked_at(page, room)
        button.tap()
        arrived(page, texts)
        room.act("next")
        expect(page.locator("main .closed")).to_have_text(texts("class_phone.closed"))
        expect(page.locator("main .value")).not_to_be_empty()
        looked_at(page, room)
        room.act("next")
        expect(page.locator("main .cause")).not_to_be_empty()
        expect(page.locator("main .value").first).not_to_be_empty()
        looked_at(page, room)


def test_a_code_that_is_none_leads_back_to_the_field(new_page: NewPage) -> None:
    page = new_page(own=True, **PHONE)
    page.goto("/c/999999")
    expect(page.get_by_role("alert")).to_have_text(EN("class_phone.no_room"))
    expect(page.locator("#code")).to_be_visible()


def test_the_page_is_small(new_page: NewPage, room: Class) -> None:
    """All that a phone loads before it is asked anything, unpacked."""
    page = new_page(own=True, **PHONE)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks what it is given
    page.goto(f"/c/{room.code}")
    expect(page.locator("main")).to_contain_text(EN("class_phone.waiting"))
    own = [answer for answer in answers if "/c" in answer.url and "/view/" not in answer.url and "/words" not in answer.url]
    sizes = {answer.url: len(answer.body()) for answer in own}
    assert any(url.endswith("phone.js") for url in sizes)
    assert sum(sizes.values()) <= MOST, json.dumps(sizes, indent=1)
