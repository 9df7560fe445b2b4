"""What the tab owns: no edit is lost and none is done twice, whatever is pressed next and however the server answers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import LAPTOP, NewPage
from tests.browser.parts import ROWS, address, row, score
from tests.browser.visitor import settled
from tools.server import serving

EDITED = "303012"  # the opening list with a 0 at rank 2
VALUE = "0.668"
# How the route answers, as the page sees it.
WAYS = {
    "there is no route": "() => Promise.resolve(new Response(null, { status: 404 }))",
    "it is busy at first": """(ask) => (window.refused = (window.refused ?? 0) + 1) % 3
        ? Promise.resolve(new Response(null, { status: window.refused % 2 ? 429 : 503 })) : ask()""",
    "it takes two seconds": "(ask) => new Promise((done) => setTimeout(done, 2000)).then(ask)",
}
WRAPPED = """const { fetch } = window;
window.fetch = (...asked) => String(asked[0]).endsWith("/rankviz/answer") ? (%s)(() => fetch(...asked)) : fetch(...asked);"""
# Time passes where the test says so.
LATER = """let now = performance.now();
performance.now = () => now;
window.later = (ms) => (now += ms);"""


def edit(page: Page) -> None:
    """Press 0 on the second row, and do not wait for anything."""
    row(page, 2).focus()
    page.keyboard.press("0")


def button(page: Page, name: str) -> Locator:
    return page.locator(f'button[data-name="{name}"]')


def opened(page: Page, path: str = "/") -> Page:
    page.goto(path)
    expect(page.locator(ROWS).first).to_be_visible()
    return settled(page)


def grades(page: Page, expected: str) -> None:
    expect(page.locator(ROWS).locator(".grade")).to_have_text(list(expected))


def test_of_twelve_keys_in_a_row_none_is_lost_and_each_answer_is_one_step_back(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    row(page, 1).focus()
    for key in ("0", "ArrowDown", "1", "ArrowDown", "2", "ArrowDown", "3", "ArrowDown", "4", "ArrowDown", "0", "4"):
        page.keyboard.press(key, delay=15)
    expect(page).to_have_url(address("012344"))
    grades(page, "012344")
    settled(page)
    undo = button(page, "undo")
    for _ in range(len(asked)):
        expect(undo).to_have_attribute("aria-disabled", "false")
        undo.click()
        settled(page)
    expect(undo).to_have_attribute("aria-disabled", "true")
    grades(page, "323012")


def test_an_edit_sends_nothing_to_streamlit(new_page: NewPage) -> None:
    page = new_page()
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append(socket.url)))
    opened(page)
    before = len(sent)
    assert before > 0
    row(page, 1).focus()
    for key in "0124301243":
        page.keyboard.press(key)
        settled(page)
    button(page, "undo").click()
    expect(page).to_have_url(address("423012"))
    assert len(sent) == before


def to_diagnose(page: Page) -> None:
    page.get_by_role("link", name="Diagnose").click()
    expect(page.locator(".answers")).to_contain_text("3, 0, 3, 0, 1, 2")
    page.get_by_role("link", name="Explore").click()


def to_chinese(page: Page) -> None:
    button(page, "language").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


def to_the_link(page: Page) -> None:
    button(page, "link").click()
    expect(page.get_by_test_id("stCode")).to_contain_text(f"g={EDITED}")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("then", [to_diagnose, to_chinese, to_the_link, Page.reload])
def test_an_edit_is_kept_whatever_follows_at_once(new_page: NewPage, then: Callable[[Page], object]) -> None:
    page = opened(new_page(), "/?from=elsewhere")
    edit(page)
    then(page)
    grades(page, EDITED)
    expect(score(page).locator(".value")).to_have_text(VALUE)
    expect(page).to_have_url(address(EDITED, **{"from": "elsewhere"}))
    settled(page)
    for name, expected in (("undo", "323012"), ("redo", EDITED)):
        button(page, name).click()
        grades(page, expected)


def test_an_edit_that_is_followed_at_once_by_back_can_be_had_again(page: Page) -> None:
    edit(page)
    expect(page).to_have_url(address(EDITED))
    settled(page)
    row(page, 1).focus()
    page.keyboard.press("1")
    page.go_back()
    grades(page, "323012")
    expect(page).not_to_have_url(re.compile("g="))
    button(page, "undo").click()
    grades(page, "103012")


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_lost_however_the_server_answers(new_page: NewPage, way: str) -> None:
    page = new_page()
    page.add_init_script(WRAPPED % WAYS[way])
    opened(page)
    edit(page)
    for key in ("ArrowUp", "1", "z"):
        page.keyboard.press(key)
    button(page, "language").click()
    grades(page, EDITED)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    button(page, "redo").click()
    grades(page, "103012")
    score(page).locator("button.row", has_text="AP@6").click()
    expect(page).to_have_url(address("103012", m="ap"))
    page.get_by_role("navigation").get_by_role("link").nth(1).click()
    expect(page.locator(".answers")).to_contain_text("1, 0, 3, 0, 1, 2")
    page.reload()
    button(page, "undo").click()
    expect(page).to_have_url(address("103012", m="ndcg"))


def test_back_and_forward_lead_through_what_was_done_in_one_go(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(LATER)
    opened(page)
    row(page, 1).focus()
    for key in "124":
        page.evaluate("later(3000)")
        page.keyboard.press("0")  # in one go with the next
        page.keyboard.press(key)
        expect(page).to_have_url(address(f"{key}23012"))
        settled(page)
    for go, expected in ((page.go_back, "2"), (page.go_back, "1"), (page.go_forward, "2"), (page.go_forward, "4")):
        go()
        grades(page, f"{expected}23012")
    page.go_back()
    page.go_back()
    page.go_back()
    grades(page, "323012")
    button(page, "undo").click()  # what was gone back from is not lost
    grades(page, "123012")


def test_what_another_page_makes_is_taken_back_by_undo(page: Page) -> None:
    edit(page)
    page.get_by_role("link", name="Runs").click()
    page.get_by_role("button", name="Open in Explore: lda").click()
    expect(page.locator(ROWS)).to_have_count(100)
    button(page, "undo").click()
    grades(page, EDITED)
    button(page, "redo").click()
    expect(page.locator(ROWS)).to_have_count(100)


def test_two_tabs_do_not_meet(page: Page) -> None:
    edit(page)
    expect(page).to_have_url(address(EDITED))
    with page.expect_popup() as popup:
        page.evaluate("open(location.href)")
    other = popup.value
    settled(other)
    row(other, 1).focus()
    other.keyboard.press("1")
    expect(other).to_have_url(address("103012"))
    row(page, 6).focus()
    page.keyboard.press("4")
    expect(page).to_have_url(address("303014"))
    for each, expected in ((page, EDITED), (other, EDITED)):
        button(each, "undo").click()
        grades(each, expected)
    expect(button(other, "undo")).to_have_attribute("aria-disabled", "true")
    expect(button(page, "undo")).to_have_attribute("aria-disabled", "false")


def test_a_server_that_is_started_again_finds_the_edit_and_all_of_the_past(browser: Browser) -> None:
    with serving("app.py") as first:
        page = browser.new_page(**LAPTOP, base_url=first.url)  # type: ignore[arg-type]
        opened(page)
        edit(page)
        expect(page).to_have_url(address(EDITED))
    row(page, 1).focus()
    page.keyboard.press("1")
    grades(page, "103012")
    expect(page.get_by_role("alert")).to_contain_text("No answer from the server yet")
    with serving("app.py", int(first.url.rsplit(":", 1)[1])):
        expect(page).to_have_url(address("103012"), timeout=60_000)
        expect(page.get_by_role("alert")).to_have_count(0)
        button(page, "undo").click()
        grades(page, EDITED)
        settled(page)  # now Streamlit is there, too
        grades(page, EDITED)
        button(page, "undo").click()
        grades(page, "323012")
        page.get_by_role("link", name="Diagnose").click()
        expect(page.locator(".answers")).to_contain_text("3, 2, 3, 0, 1, 2")
        page.context.close()


def test_a_state_that_no_link_holds_is_edited_and_kept_over_a_reload(page: Page) -> None:
    page.locator('button[data-name="paste"]').click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    many = random.Random(1)  # noqa: S311
    box.fill("\n".join(f"{many.random()}{many.random()}\t{many.randrange(4)}" for _ in range(450)))
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator(ROWS)).to_have_count(450)
    message = page.get_by_role("alert").filter(has_text="too long for a link")
    expect(message).to_be_visible()
    before = page.url
    row(page, 2).focus()
    page.keyboard.press("4")
    settled(page)
    assert page.url == before
    page.reload()
    expect(page.locator(ROWS)).to_have_count(450)
    expect(row(page, 2).locator(".grade")).to_have_text("4")
    expect(message).to_be_visible()
    for _ in range(2):
        button(page, "undo").click()
    grades(page, "323012")
