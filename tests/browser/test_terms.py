"""Words and symbols where they are met: their cards, the keys that mean the same everywhere, and Help."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import Revisit
from tests.browser.parts import HOLD, PHONE, row, score, sideways
from tests.browser.visitor import go_to, open_inside, settled


@pytest.fixture
def page(same_page: Page) -> Page:
    """The opening page, open already."""
    return same_page


def word(page: Page, name: str, part: str = "choices") -> Locator:
    return page.locator(f'[data-part="{part}"]').get_by_role("button", name=name, exact=True)


def card(page: Page) -> Locator:
    return page.locator('[data-part="terms"]').get_by_role("dialog")


def test_a_word_says_what_it_is_and_what_it_is_here_also_after_an_edit(page: Page) -> None:
    word(page, "gain").click()
    expect(card(page)).to_contain_text("What a grade is worth.")
    expect(card(page)).to_contain_text("g; rank by rank: 3, 2, 3, 0, 1, 2.")
    expect(card(page)).to_have_accessible_name("gain")
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    row(page, 2).click()
    page.evaluate(HOLD)
    page.keyboard.press("0")
    word(page, "gain").click()  # before the edit is answered
    expect(card(page)).to_be_visible()
    page.evaluate("letGo()")
    expect(card(page)).to_contain_text("rank by rank: 3, 0, 3, 0, 1, 2.")


def test_by_the_keyboard_alone_a_card_opens_closes_and_gives_the_focus_back(page: Page) -> None:
    gain = word(page, "gain")
    for key in ("Enter", "Space"):
        gain.focus()
        page.keyboard.press(key)
        expect(card(page)).to_be_focused()
        expect(gain).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Escape")
        expect(card(page)).to_have_count(0)
        expect(gain).to_be_focused()
        expect(gain).to_have_attribute("aria-expanded", "false")


def test_a_second_press_closes_and_a_word_in_a_card_leads_on(page: Page) -> None:
    word(page, "gain").click()
    expect(card(page)).to_be_visible()
    word(page, "gain").click()
    expect(card(page)).to_have_count(0)
    open_inside(page, "/?v=1&m=auc")
    page.get_by_role("toolbar", name="In this formula").get_by_role("button", name=re.compile("right order")).click()
    card(page).get_by_role("button", name="pairs").first.click()
    expect(card(page)).to_have_accessible_name("pair")
    page.keyboard.press("Escape")
    expect(
        page.get_by_role("toolbar", name="In this formula").get_by_role("button", name=re.compile("right order"))
    ).to_be_focused()


def test_the_symbols_of_a_formula_are_one_stop_and_each_can_be_pressed(page: Page) -> None:
    symbols = page.get_by_role("toolbar", name="In this formula")
    names = [str(each.get_attribute("aria-label") or each.inner_text()) for each in symbols.get_by_role("button").all()]
    assert names == [
        "i: rank", "gi: grade", "gain", "discount", "term", "DCG", "j: rank in the ideal ranking",
        "gj*: grade in the ideal ranking", "gain in the ideal ranking", "discount in the ideal ranking", "IDCG", "nDCG",
    ]  # fmt: skip
    symbols.get_by_role("button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(card(page)).to_have_accessible_name("grade")
    page.keyboard.press("Escape")
    expect(symbols.get_by_role("button", name="gi: grade")).to_be_focused()
    page.keyboard.press("End")
    expect(symbols.get_by_role("button").last).to_be_focused()
    page.keyboard.press("Home")
    expect(symbols.get_by_role("button").first).to_be_focused()
    assert symbols.locator('[tabindex="0"]').count() == 1
    expect(page.locator('[data-part="derivation"] .term.lit')).to_have_count(0)  # its arrow keys are not those of the steps
    page.locator(
        '[data-part="derivation"] .line math [data-term="idcg"], [data-part="derivation"] .final math [data-term="idcg"]'
    ).click()
    expect(card(page)).to_contain_text("IDCG@6 = 8.740")


def test_the_words_of_a_chart_are_one_stop_and_open_their_cards(revisit: Revisit) -> None:
    revisit("/?v=1&m=auc")
    page = revisit("/")  # with a new chart, none of whose words had the focus
    chart = page.locator('[data-part="charts"] .rv-figure').first
    expect(chart.locator(".rv-names button")).to_have_count(2)  # it is drawn
    expect(chart.locator('button[data-term][tabindex="0"]')).to_have_text(["gain"])  # which has it is settled when idle
    chart.get_by_role("button", name="gain", exact=True).focus()
    for name, key in (("DCG", "ArrowRight"), ("cutoff", "ArrowDown"), ("DCG", "ArrowLeft")):
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect(card(page)).to_have_accessible_name(re.compile(name))
        page.keyboard.press("Escape")
        expect(card(page)).to_have_count(0)
    expect(chart.get_by_role("button", name="DCG", exact=True)).to_be_focused()
    words = chart.locator("button[data-term]").filter(visible=True)
    for key, at in (("End", words.last), ("Home", words.first)):
        page.keyboard.press(key)
        expect(at).to_be_focused()
    chart.get_by_role("button", name="IDCG 8.740").click()
    expect(card(page)).to_contain_text("IDCG@6 = 8.740")
    page.keyboard.press("Escape")
    page.locator('[data-part="rank_chart"]').get_by_role("button", name="ideal ranking").press("ArrowRight")
    expect(page.locator('[data-part="rank_chart"]').get_by_role("button", name="gain", exact=True).last).to_be_focused()


def test_undo_and_redo_work_wherever_no_field_has_the_caret(page: Page) -> None:
    row(page, 2).click()
    page.keyboard.press("0")
    expect(score(page)).to_contain_text("0.668")
    word(page, "gain").focus()
    page.keyboard.press("Control+z")
    expect(score(page)).to_contain_text("0.785")
    page.keyboard.press("Control+Shift+Z")
    expect(score(page)).to_contain_text("0.668")
    go_to(page, "Diagnose")
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    expect(page).not_to_have_url(re.compile("g=303012"))


def test_where_another_list_is_shown_a_card_is_silent_on_what_the_word_is_here(revisit: Revisit) -> None:
    page = revisit("/diagnose?ask=tool")
    table = page.locator('[data-part="my_tool"]')
    for name in ("Grade", "Score"):
        table.get_by_role("button", name=name, exact=True).first.click()
        expect(card(page)).to_have_accessible_name(name.lower())
        expect(card(page).get_by_text("Here", exact=True)).to_be_hidden()
        page.keyboard.press("Escape")
    go_to(page, "Explore")
    word(page, "gain").click()
    expect(card(page).get_by_text("Here", exact=True)).to_be_visible()
    page.locator('[data-part="charts"]').get_by_role("button", name="IDCG 8.740").click()
    expect(card(page).get_by_text("IDCG@6 = 8.740")).to_be_visible()


def test_a_question_mark_opens_help_on_every_page_but_in_a_field_and_closing_it_gives_the_focus_back(revisit: Revisit) -> None:
    for path in ("/", "/diagnose", "/runs"):
        page = revisit(path)
        if path == "/":
            row(page, 3).click()
            page.keyboard.press("ArrowDown")
            expect(row(page, 4)).to_be_focused()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Help")).to_be_visible()
        settled(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        if path == "/":
            expect(row(page, 4)).to_be_focused()
            expect(row(page, 4)).to_have_attribute("aria-selected", "true")
        if path == "/diagnose":  # in a field it is typed
            box = page.get_by_role("textbox").first
            box.focus()
            page.keyboard.type("?")
            expect(box).to_have_value("?")
            expect(page.get_by_role("dialog")).to_have_count(0)


# Every word or symbol that is seen: its part, its entry, whether the Tab key or an arrow key comes to it, and whether Tab does.
SEEN = """() => {
  const [roots, found] = [[document], []];
  for (const root of roots) for (const node of root.querySelectorAll("*")) {
    if (node.shadowRoot) roots.push(node.shadowRoot);
    if (node.hasAttribute("data-term") && node.checkVisibility({ visibilityProperty: true })) found.push(node);
  }
  const around = (node) => node && (node.closest("[data-part], [data-words]") ?? around(node.getRootNode().host));
  const homes = [...new Set(found.map(around))];
  const can = (node) => node.hasAttribute("tabindex") || node.nodeName === "BUTTON";
  return found.map((node) => [homes.indexOf(around(node)), node.getAttribute("data-term"), can(node), node.tabIndex === 0]);
}"""
# Of no part are more than half of the words stops, or more than eight.
ROOMY = f"""() => {{
  const stops = Map.groupBy(({SEEN})(), ([home]) => home);
  return [...stops.values()].every((here) => here.filter((each) => each[3]).length <= Math.max(8, Math.floor(here.length / 2)));
}}"""


@pytest.mark.parametrize(
    "path",
    ["/runs", "/diagnose?got=0.961", "/diagnose?ask=libraries", "/", "/?v=1&m=ap&k=2&g=1010&missed=1", "/?v=1&m=auc&g=1010"],
)
def test_the_keyboard_comes_to_every_word_that_is_seen_without_a_stop_for_each(revisit: Revisit, path: str) -> None:
    page = revisit(path)
    expect(page.locator("[data-term]").first).to_be_visible()
    figures = page.locator(".rv-figure:visible")
    if page.locator('[data-part="charts"]').count():
        expect(figures.locator(".rv-word-title")).not_to_have_count(0)
    expect(figures.filter(has_not=page.locator(".main-svg"))).to_have_count(0)  # all are drawn
    page.wait_for_function(ROOMY)  # words that were just drawn are all stops, until the browser is idle
    seen = page.evaluate(SEEN)
    for home in {each[0] for each in seen}:
        here = [each[1:] for each in seen if each[0] == home]
        reached = {term for term, can, _ in here if can}
        assert {term for term, _, _ in here} <= reached, here  # symbols in a formula stand in a row of their own, too
        stops = sum(1 for *_, is_stop in here if is_stop)
        assert stops >= 1, here
    assert len(seen) > 4


@pytest.mark.parametrize("visitor", [{}, PHONE], ids=["laptop", "phone"])
def test_a_card_fits_the_window_and_axe_finds_nothing(revisit: Revisit, visitor: dict[str, Any]) -> None:
    """Axe looks at the cards of the first and the last word (5 s)."""
    page = revisit(**visitor)
    window = page.viewport_size
    assert window
    for at in (0, -1):
        words = page.locator('[data-part="choices"] button[data-term]:visible')  # but those in a closed menu
        words.nth(at).click()
        expect(card(page)).to_be_visible()
        box = card(page).bounding_box()
        assert box
        assert box["x"] > 0
        assert box["x"] + box["width"] < window["width"]
        assert box["y"] + box["height"] < window["height"]
        assert sideways(page) == 0
        assert Axe().violations(page, '[data-part="terms"], [data-part="choices"]') == []
        page.keyboard.press("Escape")
