"""Long lists: what an edit draws again, and what of a chart can be pointed at."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.parts import row
from tests.browser.visitor import settled

CELLS = (
    '[data-part="rank_chart"] .rv-cells > span'  # a cheap question: `:has` keeps a page of this length busy for many seconds
)
GRADES = "3230120102" * 20
WATCH = """() => {
  window.written = new Set();
  const note = (records) => records.forEach(({ target }) => written.add(target.closest?.("span") ?? target.parentElement));
  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver(note).observe(document.querySelector('[data-part="rank_chart"] .rv-cells'), options);
}"""


@pytest.fixture
def long_list(new_page: NewPage) -> Page:
    page = new_page()
    page.goto(f"/?g={GRADES}&k=all")
    settled(page)
    expect(page.locator(CELLS)).to_have_count(3 * (len(GRADES) + 1))  # gain, discount, term, each with its head
    return page


def test_an_edit_writes_only_the_numbers_that_it_changes(long_list: Page) -> None:
    rank, count = 5, len(GRADES)
    gain, discount, term = (long_list.locator(CELLS).nth(column * (count + 1) + rank) for column in range(3))
    expect(term).to_have_text(f"{1 / math.log2(rank + 1):.3f}\u2002")
    row(long_list, rank).focus()
    expect(row(long_list, rank)).to_be_focused()
    long_list.evaluate(WATCH)
    long_list.keyboard.press("3")
    expect(gain).to_have_text("3\u2002")
    expect(term).to_have_text(f"{3 / math.log2(rank + 1):.3f}\u2002")
    expect(discount).to_have_text(f"÷ {math.log2(rank + 1):.3f}\u2002")
    assert long_list.evaluate("() => written.size") == 2


def test_a_line_without_dots_says_its_value_where_it_is_pointed_at(long_list: Page) -> None:
    chart = long_list.locator('[data-part="charts"] .rv-figure').first
    expect(chart.locator(".scatterlayer path.point")).to_have_count(0)
    line = chart.locator(".scatterlayer path.js-line").last
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    assert box
    long_list.mouse.move(box["x"] + 1, box["y"] + box["height"] - 1)  # where the line begins
    expect(chart.locator(".hoverlayer text").first).to_have_text("k = 1: DCG 3.000, IDCG 3.000")
    expect(chart.locator(".rv-dot")).to_be_visible()
