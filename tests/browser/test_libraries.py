"""“All libraries” by the keyboard: a row is found, what is noted of it is opened, and both stay when the table changes."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from rankviz.libraries.profiles import PROFILES
from rankviz.texts import Texts
from tests.browser.accessibility import Axe
from tests.browser.conftest import Revisit
from tests.browser.parts import sideways
from tests.browser.test_diagnose import link

MOST_TABS = 30


def table(page: Page) -> Locator:
    return page.locator('[data-part="library_table"] table')


def tab_to(page: Page, wanted: Locator) -> None:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if wanted.evaluate("node => node === node.getRootNode().activeElement"):
            return
    expect(wanted).to_be_focused()


def test_a_library_is_found_and_what_is_noted_of_it_is_opened_by_the_keyboard(revisit: Revisit) -> None:
    page = revisit(link("ask=libraries"))
    heads = table(page).locator('tr:visible th[scope="row"] .name')
    expect(heads).to_have_count(len(PROFILES) + 1)
    field = page.get_by_role("searchbox", name="Find a library")
    field.focus()
    page.keyboard.type("TREC order depth")  # words that stand apart, some of them in a note only
    expect(heads).to_have_text(["This page", "trectools"])
    expect(table(page).locator('th[scope="rowgroup"]:visible')).to_have_text(["Information retrieval"])
    expect(page.get_by_role("status").filter(has_text="rows")).to_have_text(f"1 of {len(PROFILES)} rows: TREC order depth")
    summary = table(page).get_by_text("Easily missed: nDCG@6", exact=True).first
    tab_to(page, summary)
    page.keyboard.press("Enter")
    told = table(page).get_by_text(Texts("en")("library_note.trectools_order"))
    expect(told).to_be_visible()
    expect(told).to_contain_text("Source: trectools/trec_eval.py")
    assert Axe().violations(page) == []
    page.get_by_role("button", name=re.compile("^Ideal ranking made of")).click()
    page.get_by_role("radio", name=re.compile("the documents shown")).first.check()
    expect(page).to_have_url(re.compile("ideal=retrieved"))
    page.keyboard.press("Escape")
    expect(table(page)).to_contain_text("0.961")
    expect(heads).to_have_text(["This page", "trectools"])
    expect(told).to_be_visible()


def test_what_is_nowhere_is_said_and_escape_shows_all(revisit: Revisit) -> None:
    page = revisit(link("ask=libraries"), viewport={"width": 390, "height": 844}, locale="zh-CN")
    heads = table(page).locator('tr:visible th[scope="row"]')
    field = page.get_by_role("searchbox", name="查找库")
    field.fill("zzz")
    expect(heads).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="zzz")).to_contain_text("Escape")
    assert sideways(page) == 0
    field.press("Escape")
    expect(field).to_have_value("")
    expect(heads).to_have_count(len(PROFILES) + 1)
    field.fill("jarvelin")  # as it is written without its dots
    expect(heads).to_have_count(2)
    expect(page).to_have_url(re.compile("ask=libraries"))
