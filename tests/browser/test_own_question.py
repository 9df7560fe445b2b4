"""The list of Explore is asked as a question: by its dialog, by the card of a worked example, by keyboard, on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import Revisit
from tests.browser.parts import address, row, score, sideways
from tests.browser.test_pages import shown
from tests.browser.visitor import settled

PHONE = {"width": 390, "height": 844}
ASKED = re.compile(r"/learn\?(?=.*ask=value)(?=.*g=323012)(?=.*missed=32)")


def opened(page: Page) -> Locator:
    menu = page.locator('button[data-name="take"]')
    menu.press("Enter")
    page.locator('button[data-name="ask"]').press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".summary, .problem")).to_be_visible()
    return dialog


def test_a_list_is_made_telling_with_one_press_and_undo_brings_it_back(same_page: Page) -> None:
    page = same_page
    dialog = opened(page)
    expect(dialog).to_contain_text("12 of 16 usual mistakes")
    make = dialog.get_by_role("button", name="Make it telling")
    expect(dialog).to_contain_text("Cut at k = 5.")
    make.press("Enter")
    expect(dialog).to_contain_text("14 of 16 usual mistakes")
    expect(dialog.get_by_role("status").filter(has_text="Undo")).to_be_visible()
    expect(make).to_be_focused()
    expect(dialog.get_by_role("textbox")).to_have_value(re.compile("k=5"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    settled(page)
    expect(score(page)).to_contain_text("0.766")
    page.locator('button[data-name="undo"]').press("Enter")
    expect(score(page)).to_contain_text("0.785")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_question_is_tried_and_the_list_stays_on_explore(same_page: Page) -> None:
    page = same_page
    row(page, 6).click()
    page.keyboard.press("3")
    expect(page).to_have_url(address("323013"))
    dialog = opened(page)
    dialog.get_by_role("link", name="Try it").press("Enter")
    shown(page, "Learn")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/learn\?(?=.*ask=value)(?=.*g=323013)"))
    page.get_by_role("link", name="Explore", exact=True).click()
    shown(page, "Explore")
    expect(page).to_have_url(address("323013"))


def test_what_lay_on_learn_before_gives_way_to_what_is_asked_now(revisit: Revisit) -> None:
    page = revisit("/learn?ask=value&of=ap&n=3&seed=5")
    shown(page, "Learn")
    page.get_by_role("link", name="Explore", exact=True).click()
    shown(page, "Explore")
    expect(score(page).locator(".value")).not_to_be_empty()
    opened(page).get_by_role("link", name="Try it").click()
    shown(page, "Learn")
    expect(page).to_have_url(ASKED)


def test_a_worked_example_is_asked_from_its_card(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="examples"]').click()
    page.get_by_role("button", name=re.compile("best-known list")).click()
    card = page.locator('[data-part="example_card"]')
    card.get_by_role("button", name="Ask this").click()
    shown(page, "Learn")
    expect(page).to_have_url(ASKED)


@pytest.mark.parametrize(
    ("visitor", "query", "width"),
    [
        ({}, "", 1280),
        ({"viewport": PHONE, "color_scheme": "dark", "locale": "zh-CN"}, "?v=1&m=ndcg&k=all&g=321", 390),
        ({}, "?v=1&m=ap&k=all&g=000&empty=nan", 390),
    ],
)
def test_the_dialog_has_no_fault_that_axe_finds(revisit: Revisit, visitor: dict[str, Any], query: str, width: int) -> None:
    page = revisit(f"/{query}", **visitor)
    page.set_viewport_size({"width": width, "height": 844})
    dialog = opened(settled(page))
    for summary in dialog.locator("summary").all():
        summary.press("Enter")
    assert sideways(page) <= 0
    assert Axe().violations(page) == []


def test_the_gallery_has_no_fault_that_axe_finds(revisit: Revisit) -> None:
    page = revisit(viewport=PHONE, color_scheme="dark")
    page.locator('button[data-name="examples"]').click()
    page.locator(".gallery").get_by_label("Metric").select_option("ap")
    assert Axe().violations(settled(page)) == []
