"""The picker of metrics and the line beside the derivation, as a person uses them in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rankviz import METRICS
from rankviz.texts import Texts
from tests.browser.accessibility import Axe
from tests.browser.conftest import Revisit
from tests.browser.parts import PHONE, score
from tests.browser.visitor import settled


@pytest.fixture
def page(same_page: Page) -> Page:
    """The opening page, open already."""
    return same_page


def pill(page: Page) -> Locator:
    return page.locator('[data-part="choices"] .pill').first


def opened(page: Page) -> Locator:
    """The picker, opened and told all about the metrics."""
    pill(page).click()
    picker = page.locator('[data-part="choices"] .pop:popover-open')
    expect(picker.locator(".question")).not_to_be_empty()
    return picker


def names(picker: Locator) -> Locator:
    return picker.locator("[role=option]:visible b")


def test_every_metric_stands_in_the_picker_once_and_is_seen_at_once(page: Page) -> None:
    options = opened(page).locator("[role=option]")
    expect(options).to_have_count(len(METRICS))
    expect(options.first).to_be_in_viewport(ratio=1)
    expect(options.last).to_be_in_viewport(ratio=1)


FOUND = {
    "MAP": "AP", "mrr": "RR", "hit rate": "Success", "mean reciprocal": "RR", "查准率": "P", "r": "R", "f1": "F1",
}  # fmt: skip


def test_typing_finds_a_metric_by_any_of_its_names(page: Page) -> None:
    picker = opened(page)
    field = picker.get_by_role("combobox")
    for typed, found in FOUND.items():
        expect(field).to_be_focused()
        field.press("ControlOrMeta+a")
        page.keyboard.type(typed)
        expect(picker.locator("[role=option].at b")).to_have_text(found)
    taken_by_enter(page, "F1")
    opened(page)
    page.keyboard.type("map")  # into a field that is empty again
    taken_by_enter(page, "AP")


def taken_by_enter(page: Page, name: str) -> None:
    page.keyboard.press("Enter")
    expect(pill(page)).to_have_text(name)
    expect(pill(page)).to_be_focused()
    expect(score(page).locator(".name")).to_have_text(re.compile(f"^{name}"))


def test_typing_what_a_metric_looks_at_finds_those_that_do(page: Page) -> None:
    picker = opened(page)
    page.keyboard.type("graded")
    expect(names(picker).filter(has_text=re.compile("^(nDCG|ERR)$"))).to_have_count(2)
    expect(names(picker).filter(has_text=re.compile("^(AP|P)$"))).to_have_count(0)


def test_nothing_found_is_said_and_enter_then_changes_nothing(page: Page) -> None:
    picker = opened(page)
    page.keyboard.type("xyzzy")
    expect(picker.get_by_role("status")).to_contain_text("xyzzy")
    page.keyboard.press("Enter")
    expect(picker).to_be_visible()
    expect(pill(page)).to_have_text("nDCG")


def test_arrows_walk_through_the_names_and_esc_gives_the_focus_back(page: Page) -> None:
    picker = opened(page)
    expect(picker.locator("h3")).to_contain_text("normalized discounted cumulative gain")
    page.keyboard.press("ArrowDown")
    expect(picker.locator("[role=option].at b")).to_have_text("DCG")
    expect(picker.locator("h3")).to_have_text("DCG: discounted cumulative gain")
    page.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    expect(pill(page)).to_be_focused()
    expect(pill(page)).to_have_text("nDCG")


def test_what_is_not_looked_at_follows_the_convention(revisit: Revisit) -> None:
    for query, is_blind in (("gain=linear", False), ("gain=binary", True)):
        page = revisit(f"/?v=1&m=ndcg&k=6&g=323012&{query}")
        blind = opened(page).locator("dd").filter(has_text="how far apart the scores are")
        expect(blind).to_contain_text("order after rank k")
        expect(blind.filter(has_text="how relevant a relevant document is")).to_have_count(int(is_blind))
        page.keyboard.press("Escape")


def test_what_is_said_of_all_metrics_comes_only_while_the_picker_is_open(page: Page) -> None:
    opened(page)
    page.keyboard.press("Escape")
    settled(page)  # the answer to opening it is no answer to the press
    with page.expect_response(re.compile("rankviz/answer")) as answer:
        score(page).get_by_role("button", name=re.compile("^DCG@6")).click()
    assert METRICS["rbp"].name in answer.value.text() and "patient readers" not in answer.value.text()
    expect(opened(page).locator("h3")).to_have_text("DCG: discounted cumulative gain")


def test_a_press_on_a_name_takes_it_and_closes(page: Page) -> None:
    picker = opened(page)
    picker.locator("[role=option]").filter(has_text="average precision").first.click()
    expect(picker).to_be_hidden()
    expect(score(page).locator(".name")).to_have_text("AP@6")


def test_on_a_phone_the_picker_fills_the_window_and_stays_while_names_are_tried(revisit: Revisit) -> None:
    page = revisit(**PHONE)
    picker = opened(page)
    fills_the_window(picker, 390)
    picker.locator("[role=option]", has_text="CG").nth(1).tap()
    expect(picker).to_be_visible()
    expect(picker.locator("h3")).to_contain_text("DCG")
    expect(score(page).locator(".name")).to_have_text("DCG@6")
    picker.locator(".close").tap()
    expect(picker).to_be_hidden()


def fills_the_window(picker: Locator, width: int) -> None:
    box = picker.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] > 780


LONGEST = sorted(METRICS, key=lambda key: len(Texts("en")(f"about.{key}.name") + Texts("en")(f"about.{key}.question")))[-3:]


def test_the_line_beside_the_derivation_is_one_line_and_all_of_it_is_seen(revisit: Revisit) -> None:
    for key in LONGEST:
        page = revisit(f"/?v=1&m={key}&k=6&g=323012&missed=32")
        line = page.locator('[data-part="derivation"] .about-line')
        expect(line.locator("span")).not_to_be_empty()
        assert line.evaluate("(line) => line.offsetHeight < 24 && line.scrollWidth <= line.clientWidth"), key


@pytest.mark.parametrize("visitor", [{}, PHONE], ids=["laptop", "phone"])
def test_both_are_accessible_and_more_opens_within_the_window(revisit: Revisit, visitor: dict[str, Any]) -> None:
    page = revisit(**visitor)
    more_opens_within(page, visitor.get("viewport", {"width": 1280})["width"])
    opened(page)
    assert Axe().violations(settled(page), '[data-part="choices"], [data-part="derivation"]') == []
    if not visitor:  # a narrow window in English, too
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 390, "height": 844})
        more_opens_within(page, 390)
        fills_the_window(opened(page), 390)


def more_opens_within(page: Page, width: int) -> None:
    more = page.locator('[data-part="derivation"] .about-line .more')
    more.focus()
    page.keyboard.press("Enter")
    card = page.locator('[data-part="derivation"] .all-about')
    expect(card).to_contain_text(re.compile("ideal ranking|理想"))
    box = card.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] >= 0
    page.keyboard.press("Escape")
    expect(more).to_be_focused()


def test_a_word_in_what_is_said_of_a_metric_opens_its_card_over_the_picker(page: Page) -> None:
    picker = opened(page)
    word = picker.locator('[data-term="ideal"]').first
    word.focus()
    page.keyboard.press("Enter")
    card = page.locator('[data-part="terms"] [popover]')
    expect(card).to_be_visible()
    expect(picker).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(picker).to_be_visible()
    expect(word).to_be_focused()
    page.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    expect(pill(page)).to_be_focused()


def test_a_metric_of_the_lower_half_is_seen_in_the_panel_and_moves_nothing(page: Page) -> None:
    proof = page.locator('[data-part="derivation"]')
    top = proof.evaluate("(node) => node.getBoundingClientRect().top")
    opened(page)
    page.keyboard.type("group auc")
    page.keyboard.press("Enter")
    expect(score(page).locator(".name")).to_have_text("GAUC")
    expect(score(page).locator("button.row").filter(has_text="GAUC")).to_be_in_viewport(ratio=1)
    settled(page)
    assert proof.evaluate("(node) => node.getBoundingClientRect().top") == pytest.approx(top, abs=1)
