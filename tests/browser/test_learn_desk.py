"""Learn works on lists of its own: what the other pages share is there again when one comes back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.parts import address, row, score
from tests.browser.test_pages import EDITED, follow, is_at, shown
from tests.browser.visitor import settled


def edit(page: Page) -> None:
    row(page, 2).click()
    page.keyboard.press("0")
    expect(page).to_have_url(address(EDITED))


def test_the_list_of_the_other_pages_is_there_again_after_learn(page: Page) -> None:
    edit(page)
    follow(page, "Learn")
    expect(page).to_have_url(re.compile(r"/learn$"))
    follow(page, "Explore")
    is_at(page, "Explore", EDITED)
    expect(score(page)).to_contain_text("0.668")
    page.keyboard.press("Control+z")
    expect(score(page)).to_contain_text("0.785")


def test_back_and_forward_lead_through_learn(page: Page) -> None:
    edit(page)
    follow(page, "Learn")
    settled(page)
    page.go_back()
    is_at(page, "Explore", EDITED)
    page.go_forward()
    shown(page, "Learn")
    expect(page).to_have_url(re.compile(r"/learn$"))
    settled(page)
    page.go_back()
    is_at(page, "Explore", EDITED)


def test_a_reload_of_learn_keeps_the_list_of_the_other_pages(page: Page) -> None:
    edit(page)
    follow(page, "Learn")
    settled(page)
    page.reload()
    shown(page, "Learn")
    follow(page, "Explore")
    is_at(page, "Explore", EDITED)
