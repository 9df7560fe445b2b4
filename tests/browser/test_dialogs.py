"""The dialogs of the header: drawn by the page itself, worked by hand and by keyboard, closed as one expects, on every page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rankviz.web.session import BOARD
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import PHONE, ROWS, address, row, score, sideways
from tests.browser.visitor import settled

NAMES = ("examples", "paste", "link", "share", "ask", "help")


def opened(page: Page, name: str) -> Locator:
    button = page.locator(f'button[data-name="{name}"]')
    if not button.is_visible():
        page.locator('button[data-name="take"]').click()
    button.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def test_a_dialog_is_opened_and_done_with_without_a_word_to_streamlit_and_undo_takes_it_back(new_page: NewPage) -> None:
    """All dialogs in one visit, which has to be loaded anew for what is sent to be heard from its beginning."""
    page = new_page(own=True)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(repr(frame))))
    page.goto("/")
    expect(score(page).locator(".value")).to_have_text("0.785")
    settled(page)
    before = len(sent)
    assert before
    for name in NAMES:
        opened(page, name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    dialog = opened(page, "paste")
    dialog.get_by_role("textbox").fill("1,1,0")
    expect(dialog.get_by_role("status")).to_contain_text("3 retrieved")
    dialog.get_by_role("button", name="Use this list").click()
    expect(page.locator(ROWS)).to_have_count(3)
    opened(page, "examples").get_by_role("button", name=re.compile("Five films")).click()
    expect(score(page)).to_contain_text("0.830")
    expect(page.locator('[data-part="example_card"]')).to_contain_text("0.827")
    page.keyboard.press("Control+z")
    expect(page).to_have_url(address("110"))
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile("/$"))  # the opening state is the bare address
    settled(page)
    assert [frame for frame in sent[before:] if BOARD in frame] == []  # Streamlit may have a word of its own


TRAVELS = "(link) => (history.pushState(null, '', link), void dispatchEvent(new PopStateEvent('popstate')))"


def test_a_dialog_that_is_closed_while_an_answer_is_under_way_opens_again(new_page: NewPage) -> None:
    page = new_page(own=True)
    page.goto("/")
    settled(page)
    held: list[Route] = []
    opened(page, "link")
    page.route("**/rankviz/answer", lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request("**/rankviz/answer"):
        page.evaluate(TRAVELS, "/?v=1&m=ap&k=2&g=01")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for route in held:
        route.continue_()
    page.unroute("**/rankviz/answer")
    expect(page.locator(ROWS)).to_have_count(2)
    opened(page, "link")


CLOSED_AND_ASKED_FOR = """(end) => {
  const dialog = document.querySelector('[data-part="dialog"]').shadowRoot.querySelector("dialog");
  if (end === "×") dialog.querySelector("header .close").click();
  else if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close(); // as browsers do at Escape
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, composed: true }));
}"""


def test_a_dialog_that_is_asked_for_as_soon_as_it_was_closed_opens_again(same_page: Page) -> None:
    """The key comes before the browser says that the dialog is closed, as it may on a machine that has much to do."""
    page = same_page
    for end in ("×", "Escape"):
        opened(page, "help")
        page.evaluate(CLOSED_AND_ASKED_FOR, end)
        settled(page)
        expect(page.get_by_role("dialog", name="Help")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("visitor", [{}, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_in_any_dialog(revisit: Revisit, visitor: dict[str, Any]) -> None:
    """Axe needs most of a second for each of six dialogs (5 s)."""
    page = revisit(**visitor)
    for name in NAMES:
        opened(page, name)
        assert Axe().violations(page, '[data-part="dialog"]') == [], name
        assert sideways(page) <= 0
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_press_beside_a_dialog_closes_it_but_not_one_that_began_inside(same_page: Page) -> None:
    page = same_page
    row(page, 3).click()
    dialog = opened(page, "paste")
    box = dialog.get_by_role("textbox").bounding_box()
    assert box
    page.mouse.move(box["x"] + 50, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(5, 400)
    page.mouse.up()
    expect(dialog).to_be_visible()
    dialog.get_by_role("heading").click()  # nothing that could have the focus
    page.keyboard.press("Control+z")  # and the page's own keys rest
    page.mouse.click(5, 400)
    expect(dialog).to_have_count(0)
    expect(page.locator('button[data-name="paste"]')).to_be_focused()
    expect(page).to_have_url(re.compile("/$"))


def test_a_word_in_an_entry_of_help_leads_to_its_own(same_page: Page) -> None:
    page = same_page
    dialog = opened(page, "help")
    dialog.get_by_role("searchbox").fill("judged")
    dialog.locator('.entry [data-term="grade"]').first.click()
    expect(dialog.locator('dt[data-key="grade"]')).to_be_focused()
    expect(dialog.locator('dt[data-key="grade"]')).to_be_in_viewport()
    expect(page.get_by_role("dialog")).to_have_count(1)  # no card lies under it


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/learn?lesson=ideal", ("link", "help")),
        ("/compare", ("examples", "paste", "link", "help")),
        ("/diagnose", ("examples", "paste", "link", "help")),
        ("/runs", ("examples", "paste", "link", "help")),
    ],
)
def test_dialogs_open_on_the_other_pages(revisit: Revisit, path: str, names: tuple[str, ...]) -> None:
    page = revisit(path)
    for name in names:
        dialog = opened(page, name)
        if name == "link":
            expect(dialog.get_by_role("textbox", name="Address")).to_have_value(re.compile(re.escape(path)))
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    if "paste" in names:
        opened(page, "paste").get_by_role("textbox").fill("1,0,2")
        page.get_by_role("button", name="Use this list").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page).to_have_url(address("102"))
