"""The way from page to page: links, the browser's Back, the language, a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.parts import ROWS, address, row, score
from tests.browser.visitor import settled

EDITED = "303012"


def shown(page: Page, name: str) -> None:
    """Wait until a page is shown, and at rest: Streamlit loses its way where Back is pressed again before it has answered."""
    expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")
    settled(page)


def follow(page: Page, name: str) -> None:
    """Press the link to a page."""
    page.get_by_role("link", name=name, exact=True).click()
    shown(page, name)


def is_at(page: Page, name: str, grades: str) -> None:
    """This page is shown, and has the list in its address."""
    shown(page, name)
    expect(page).to_have_url(re.compile(f"//[^/]+/{name.lower().replace('explore', '')}[?]"))
    expect(page).to_have_url(address(grades))


def test_back_and_forward_lead_through_the_pages_and_each_keeps_its_list(page: Page) -> None:
    row(page, 2).click()
    page.keyboard.press("0")
    expect(page).to_have_url(address(EDITED))
    steps = page.evaluate("history.length")
    follow(page, "Diagnose")
    is_at(page, "Diagnose", EDITED)
    assert page.evaluate("history.length") == steps + 1
    box = page.get_by_role("textbox", name="I got")
    box.fill("0.777")
    box.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("0.777"))).to_be_visible()
    settled(page)
    page.go_back()
    is_at(page, "Explore", EDITED)
    expect(score(page)).to_contain_text("0.668")
    page.go_forward()
    is_at(page, "Diagnose", EDITED)
    expect(box).to_have_value("0.777")
    expect(page.get_by_role("heading", name=re.compile("0.777"))).to_be_visible()
    settled(page)
    page.go_back()
    is_at(page, "Explore", EDITED)
    page.go_back()
    expect(score(page)).to_contain_text("0.785")  # the opening list has the bare address
    page.go_forward()
    expect(score(page)).to_contain_text("0.668")


def test_two_steps_back_from_learn_lead_to_the_question_of_that_address(page: Page) -> None:
    follow(page, "Diagnose")
    page.locator('[data-part="diagnose_nav"] a').nth(1).click()
    expect(page).to_have_url(re.compile("ask="))
    settled(page)
    follow(page, "Learn")
    page.evaluate("history.go(-2)")
    shown(page, "Diagnose")
    expect(page.locator('[data-part="diagnose_nav"] a').first).to_have_attribute("aria-current", "page")
    expect(page).not_to_have_url(re.compile("ask="))


def test_back_from_a_query_leads_to_the_runs_as_they_were_set(page: Page) -> None:
    """Runs are read, left for a query and come back to, and so is the query (6 s)."""
    follow(page, "Runs")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("rowheader", name="nDCG@9", exact=True)).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Open in Explore: lda").click()
    expect(page.locator(ROWS)).to_have_count(100)
    settled(page)
    value = score(page).locator(".value").inner_text()
    page.go_back()
    expect(page.get_by_role("rowheader", name="nDCG@9", exact=True)).to_be_visible()
    settled(page)
    page.go_forward()
    expect(page.locator(ROWS)).to_have_count(100)
    expect(score(page).locator(".value")).to_have_text(value)


# A key in the same moment as the press on a link: no browser is quicker.
PRESS_BOTH = """(link, key) => {
  link.click();
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""


def test_help_that_is_asked_for_while_one_page_gives_way_to_another_opens_there(page: Page) -> None:
    """Four pages, one after the other: what is asked is what happens between them."""

    def helped(name: str) -> None:
        page.get_by_role("link", name=name, exact=True).evaluate(PRESS_BOTH, "?")
        expect(page.get_by_role("dialog").locator(".entry").first).to_be_visible()
        expect(page).to_have_url(re.compile(f"/{name.lower()}"))
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        shown(page, name)

    helped("Runs")
    follow(page, "Explore")
    page.keyboard.press("p")
    expect(page.locator("html.rv-large, .rv-large").first).to_be_attached()
    page.keyboard.press("Escape")
    settled(page)
    helped("Diagnose")


def test_help_that_is_answered_only_on_the_next_page_opens_there(new_page: NewPage) -> None:
    page = new_page(own=True)
    page.goto("/")
    settled(page)
    held: list[Route] = []
    page.route("**/rankviz/answer", lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("link", name="Runs", exact=True).evaluate(PRESS_BOTH, "?")
    expect(page.get_by_role("heading", level=1)).to_have_text("Whole runs")
    held[0].continue_()
    expect(page.get_by_role("dialog").locator(".entry").first).to_be_visible()


def test_a_language_that_is_chosen_while_one_page_gives_way_to_another_is_that_of_both_halves(page: Page) -> None:
    page.get_by_role("link", name="Runs", exact=True).evaluate(
        """(link) => {
          link.click();
          document.querySelector('[data-part="header"]').shadowRoot.querySelector('[data-name="language"]').click();
        }"""
    )
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("整批评测"))
    expect(page.locator('button[data-name="help"]')).to_have_attribute("title", "帮助")


def test_a_page_opens_in_a_new_tab_with_the_list_that_is_shown(page: Page, new_page: NewPage) -> None:
    row(page, 2).click()
    page.keyboard.press("0")
    expect(page).to_have_url(address(EDITED))
    link = page.get_by_role("link", name="Diagnose")
    link.focus()
    other = new_page()
    other.goto(str(link.get_attribute("href")))
    expect(other.locator('[data-part="list_summary"]')).to_contain_text("3, 0, 3, 0, 1, 2")
    settled(other)
    other.get_by_role("link", name="Explore", exact=True).focus()
    page.goto(str(other.get_by_role("link", name="Explore", exact=True).get_attribute("href")))
    expect(score(page)).to_contain_text("0.668")


def test_the_names_of_the_pages_are_in_the_language_that_is_chosen(page: Page) -> None:
    """Three pages, one after the other."""
    links = page.get_by_role("navigation").get_by_role("link")
    for name, first in ((None, "探索"), ("诊断", "Explore"), ("Runs", "探索")):
        if name:
            follow(page, name)
        page.locator('button[data-name="language"]').click()
        expect(links.first).to_have_text(first)
    page.locator('button[data-name="language"]').click()
    expect(links.first).to_have_text("Explore")


def test_on_a_phone_each_page_is_one_press_away_and_nothing_lies_over_its_link(new_page: NewPage) -> None:
    """Three pages, one after the other, in a window whose pages are loaded for the first time."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/")
    for name, title in (("Diagnose", "Why is my number different?"), ("Runs", "Whole runs"), ("Explore", "")):
        page.get_by_role("link", name=name, exact=True).tap()
        expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")
        if title:
            expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.locator(ROWS)).to_have_count(6)


def test_no_button_of_the_header_lies_over_a_link(same_page: Page) -> None:
    page = same_page
    for width in (645, 699, 700, 820, 821):
        page.set_viewport_size({"width": width, "height": 512})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")  # it is drawn
        button = page.locator('button[data-name="examples"]')
        expect(button).to_be_visible()
        ends = [each.bounding_box() for each in (page.get_by_role("link", name="Runs"), button)]
        assert all(ends)
        (link, first) = ends
        is_below = link["y"] + link["height"] <= first["y"]  # type: ignore[index]
        assert is_below or link["x"] + link["width"] <= first["x"], width  # type: ignore[index]


def test_the_links_work_by_keyboard_and_keep_the_focus(same_page: Page) -> None:
    page = same_page
    page.get_by_role("link", name="Explore", exact=True).focus()
    for key in ("Tab", "Tab", "Tab", "Enter"):  # over Learn and Compare
        page.keyboard.press(key)
    expect(page.get_by_role("heading", level=1)).to_have_text("Why is my number different?")
    settled(page)
    expect(page.get_by_role("link", name="Diagnose")).to_be_focused()
