"""What is remembered in the browser: the switch of single keys, and pages that work where nothing can be stored."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.parts import row, score
from tests.browser.visitor import settled

BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });"""


def help_dialog(page: Page) -> None:
    page.get_by_role("button", name="Help", exact=True).click()
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()


def test_single_keys_can_be_switched_off_for_the_whole_page_and_stay_so(new_page: NewPage) -> None:
    page = new_page(own=True)
    page.goto("/?v=1&m=ndcg&k=6&g=323012")
    settled(page)
    help_dialog(page)
    switch = page.get_by_role("checkbox", name="Single keys such as ?, o and p work everywhere on the page")
    expect(switch).to_be_checked()
    switch.press("Space")
    expect(switch).not_to_be_checked()
    page.keyboard.press("Escape")
    page.reload()
    settled(page)
    page.locator("body").press("Tab")
    for key in "?op.":
        page.keyboard.press(key)
    row(page, 1).click()  # the keys of the list are those of what has the focus
    page.keyboard.press("1")
    expect(row(page, 1).locator(".grade")).to_have_text("1")
    page.keyboard.press("Control+z")
    expect(row(page, 1).locator(".grade")).to_have_text("3")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator('[data-part="cover_score"]')).to_be_hidden()
    assert "view=projector" not in page.url
    help_dialog(page)
    switch.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()


@pytest.mark.parametrize("path", ["/?v=1&m=ndcg&k=6&g=323012", "/learn?ask=value&of=ndcg&n=3&seed=7", "/class", "/c"])
def test_a_page_works_where_nothing_can_be_stored(new_page: NewPage, path: str) -> None:
    page = new_page(own=True)
    page.add_init_script(BLOCKED)
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(path)
    if path.startswith("/?"):
        settled(page)
        row(page, 1).click()
        page.keyboard.press("0")
        expect(score(page).locator(".value").first).not_to_have_text("0.785")
    elif path.startswith("/learn"):
        page.locator("#answer").fill("0.5")
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#answer-feedback")).not_to_be_empty()
    else:
        expect(page.get_by_role("button").first).to_be_visible()
        expect(page.locator("h1").first).not_to_be_empty()
    assert failures == []
