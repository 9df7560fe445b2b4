"""The menus of gain and discount as a person uses them: curves, slider, a formula while it is typed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Revisit
from tests.browser.parts import score
from tests.browser.visitor import settled

OPENING = "/?v=1&m=ndcg&k=6&g=323012&missed=32"


def menu(page: Page, name: str) -> Locator:
    """Open the menu of a pill."""
    page.locator('[data-part="choices"]').get_by_role("button", name=re.compile(f"^{name}")).click()
    pop = page.get_by_role("dialog", name=name)
    expect(pop.locator(".curves svg").first).to_be_visible()
    return pop


def test_a_dragged_slider_moves_the_page_and_is_one_step_of_undo(revisit: Revisit) -> None:
    page = revisit(OPENING)
    pop = menu(page, "Gain")
    pop.get_by_role("radio", name=re.compile(r"^\(b")).check()
    slider = pop.get_by_role("slider", name="Base b of the gain")
    expect(slider).to_have_value("1.5")
    expect(page).to_have_url(re.compile("gain=base(&|$)"))
    settled(page)
    before = page.url
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.38 * box["width"], middle)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(box["x"] + (0.38 + 0.012 * step) * box["width"], middle)
    # With b = 2 the gain is 2^g - 1, under which the textbook's value is 0.751.
    expect(slider).to_have_value("2")
    expect(score(page)).to_contain_text("0.751")
    expect(pop.locator("g.curve.chosen text")).to_have_text("b = 2")
    expect(page.locator('[data-part="derivation"]')).to_contain_text("0.751")
    assert page.url == before
    page.mouse.up()
    expect(page).to_have_url(re.compile("gain_base=2(&|$)"))
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("gain_base=2.05(&|$)"))
    page.keyboard.press("Escape")
    expect(pop).to_be_hidden()
    for expected in ("gain_base=2(&|$)", "gain=base&g="):
        page.locator('button[data-name="undo"]').click()
        expect(page).to_have_url(re.compile(expected))
    expect(score(page)).to_contain_text("0.764")


def test_a_press_on_a_curve_takes_it_and_so_does_the_list(revisit: Revisit) -> None:
    page = revisit(OPENING)
    pop = menu(page, "Discount")
    name = pop.locator('g.curve[data-value="inverse"] text')
    name.hover()
    expect(pop.locator(".option.near")).to_have_text(re.compile("^i"))
    name.click()
    expect(page).to_have_url(re.compile("discount=inverse"))
    expect(pop.get_by_role("radio", checked=True)).to_have_attribute("name", "discount")
    expect(pop.locator("g.curve.chosen text")).to_have_text("i")
    page.keyboard.press("Escape")
    menu(page, "Discount").get_by_role("radio", checked=True).press("ArrowUp")
    expect(page).to_have_url(re.compile("discount=jk10"))


def test_a_formula_is_drawn_while_it_is_typed_and_a_wrong_one_leaves_the_last(revisit: Revisit) -> None:
    page = revisit(OPENING + "&gain=formula")
    pop = menu(page, "Gain")
    field = pop.get_by_role("textbox", name="Gain as a formula of g")
    expect(field).to_be_focused()
    before = page.url
    page.keyboard.type("sqrt(g)")
    expect(score(page)).to_contain_text("0.819")
    expect(pop.locator("g.curve.chosen text")).to_have_text("sqrt(g)")
    assert page.url == before
    page.keyboard.type("+")
    expect(pop.get_by_role("alert").filter(has_text="ends too early")).to_be_visible()
    expect(pop.locator("g.curve.chosen text")).to_have_text("sqrt(g)")
    expect(field).to_have_value("sqrt(g)+")
    page.keyboard.press("Escape")
    expect(field).to_have_value("2^g-1")
    expect(score(page)).to_contain_text("0.751")
    expect(pop.locator("g.curve.chosen text")).to_have_text("2^g-1")
    field.fill("g^2")
    field.press("Enter")
    expect(page).to_have_url(re.compile("gain_formula=g%5E2"))


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_menus_fit_the_window_and_leave_the_score_in_sight(revisit: Revisit, width: int, height: int) -> None:
    for choice in ("", "&gain=base&discount=power"):
        page = revisit(OPENING + choice, viewport={"width": width, "height": height})
        for name in ("Gain", "Discount"):
            pop = menu(page, name)
            box, value = pop.bounding_box(), score(page).get_by_text(re.compile(r"^0\.\d{3}$")).first.bounding_box()
            assert box is not None
            assert value is not None
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= value["x"] or box["y"] >= value["y"] + value["height"]
            wider = pop.evaluate("(node) => node.scrollWidth - node.clientWidth")
            assert wider <= 0
            page.keyboard.press("Escape")
