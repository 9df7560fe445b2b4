"""The Diagnose page in a real browser: a number is typed, its cause read, and the page set to it."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.parts import ROWS, row, score, sideways
from tests.browser.visitor import settled


def go_to_diagnose(page: Page) -> Locator:
    """Go to the page as a visitor does; gives its first field."""
    page.get_by_role("link", name=re.compile("Diagnose|诊断")).click()
    box = page.get_by_role("textbox", name=re.compile("I got|我得到"))
    expect(box).to_be_visible()
    settled(page)
    return box


def diagnose(page: Page, typed: str) -> Page:
    """Type a number there."""
    box = go_to_diagnose(page)
    box.fill(typed)
    box.press("Enter")
    return page


def test_a_typed_number_is_explained_and_the_page_set_to_it(page: Page) -> None:
    row(page, 4).click()
    page.keyboard.press("1")
    expect(page).to_have_url(re.compile("g=323112"))
    diagnose(page, "0.961")
    expect(page.get_by_text("3, 2, 3, 1, 1, 2; judged but not retrieved: 3, 2")).to_be_visible()
    diagnose(page, "0.777")
    expect(page.get_by_role("heading", name=re.compile("0.777"))).to_be_visible()


def test_the_ideal_of_the_shown_list_is_found_and_followed(page: Page) -> None:
    diagnose(page, "0.961")
    first = page.locator(".answers li").first
    expect(first).to_contain_text("The ideal ranking uses only the documents shown", ignore_case=True)
    first.get_by_role("button", name="Show on Explore").click()
    expect(page).to_have_url(re.compile("ideal=retrieved"))
    expect(page.locator(".answers")).to_contain_text("0.960808")
    page.get_by_role("link", name="Explore").click()
    expect(score(page)).to_contain_text("0.961")
    expect(page.locator(ROWS)).to_have_count(6)
    page.locator('button[data-name="undo"]').click()
    expect(score(page)).to_contain_text("0.785")


def test_letters_are_answered_in_words_and_stay(page: Page) -> None:
    diagnose(page, "<b>x</b>")
    expect(page.get_by_role("alert").filter(has_text="is not a number")).to_contain_text("“<b>x</b>”")
    expect(page.get_by_role("textbox", name=re.compile("I got"))).to_have_value("<b>x</b>")


def test_where_nothing_fits_the_page_says_so(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/?v=1&m=ndcg&k=5&g=32301")
    settled(page)
    diagnose(page, "0.9073")
    expect(page.locator(".answers li").first).to_be_visible()
    text = page.locator(".answers").inner_text()
    assert "None of the plausible variants that were tried gives 0.9073" in text or "weak" in text


def test_a_link_to_the_page_holds_the_state(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/diagnose?v=1&m=ap&k=all&g=0101")
    settled(page)
    expect(page.get_by_text("0, 1, 0, 1", exact=True)).to_be_visible()
    expect(page.locator(".answers")).to_contain_text(
        "AP of this list is 0.500000: AP over the whole list, counting grades from 1 up as relevant, divided by R."
    )


def test_every_library_says_what_it_gives_and_why(page: Page) -> None:
    go_to_diagnose(page)
    sklearn = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="scikit-learn 1.9.1"))
    expect(sklearn).to_contain_text("0.961")
    expect(sklearn).to_contain_text("0.176 more")
    reason = sklearn.locator("xpath=following-sibling::tr[1]")
    expect(reason).to_contain_text("nDCG@6 (ideal ranking made of: the documents shown)")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("sklearn,scikit-learn,1.9.1,nDCG@6,value,0.96080819") for line in lines)


def test_a_cell_of_the_choices_sets_the_page_by_keyboard(page: Page) -> None:
    go_to_diagnose(page)
    table = page.get_by_role("table").filter(has=page.get_by_text("by choices"))
    here = table.locator("button[aria-current]")
    expect(here).to_contain_text("0.785")
    cell = (
        table.get_by_role("row")
        .filter(has=page.get_by_role("rowheader", name="2ᵍ − 1", exact=True))
        .first.get_by_role("button")
    )
    cell.first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("gain=exponential"))
    expect(here).to_contain_text("0.751")
    expect(here).to_be_focused()


def test_the_number_of_my_tool_names_its_formula(page: Page) -> None:
    go_to_diagnose(page)
    table = page.get_by_role("table").filter(has=page.get_by_text("numbers are"))
    line = table.get_by_role("row").filter(has_text="scikit-learn 1.9.1")
    number = line.get_by_role("rowheader").inner_text()
    box = page.get_by_role("textbox", name="My tool gives for")
    box.fill(number)
    box.press("Enter")
    expect(page.get_by_role("status").filter(has_text="This is how scikit-learn")).to_be_visible()
    expect(line).to_contain_text("your number")
    box.fill("1,5 or so")
    box.press("Enter")
    expect(page.get_by_role("status").filter(has_text="“1,5 or so”")).to_be_visible()
    page.get_by_role("button", name="Open this list on Explore").click()
    expect(page.locator(".answers")).to_contain_text("3, 2, 0, 0, 3, 1, 2, 1; judged but not retrieved: 1, 1, 2")


@pytest.mark.parametrize(
    ("scheme", "locale", "width"), [("light", "en-US", 1280), ("dark", "zh-CN", 1280), ("light", "zh-CN", 390)]
)
def test_axe_finds_nothing_on_the_page(new_page: NewPage, scheme: str, locale: str, width: int) -> None:
    page = new_page(color_scheme=scheme, locale=locale, viewport={"width": width, "height": 800})
    page.goto("/diagnose?v=1&m=ndcg&k=6&g=323012&missed=32")
    settled(page)
    box = page.get_by_role("textbox", name=re.compile("I got|我得到"))
    box.fill("0.751")
    box.press("Enter")
    expect(page.locator(".answers li").first).to_be_visible()
    assert sideways(page) == 0
    assert Axe().run(page).response["violations"] == []
