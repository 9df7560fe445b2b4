"""Practice questions on the page: answered by the keyboard, named where they are not right, and kept over a reload."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.sets.question_set import get_question
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
from tests.browser.parts import HOLD, sideways
from tests.browser.visitor import settled, visit

# 2 3 0 | 1 1 1, and a 3 and a 0 were missed: nDCG@3 is .661, with the best order of those shown .818.
SET = "ask=value&of=ndcg.ap.dcg&n=3&seed=7&level=2"
TEN = "ask=value.gap&of=ndcg.ap.rr.recall&n=10&seed=7&level=2"
FOUR = TEN.replace("n=10", "n=4")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def part(page: Page, name: str) -> Locator:
    return page.locator(f'[data-part="{name}"]')


def field(page: Page) -> Locator:
    return page.locator("#answer")


def said(page: Page) -> Locator:
    return page.locator("#answer-feedback")


def place_of(page: Page) -> Locator:
    return part(page, "progress").locator(".position")


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The page that was shown last."""
    return new_page(stays=True)


def open_set(page: Page, place: str = SET) -> Page:
    visit(page, f"/learn?{place}")
    expect(field(page)).to_be_visible()
    return settled(page)


def answers(place: str = SET) -> list[str]:
    found = read_learn_params(place).set
    assert found is not None
    return [f"{get_question(found, number).answer:.3f}" for number in range(1, found.size + 1)]


def test_a_set_of_ten_is_solved_with_the_keyboard_alone(page: Page) -> None:
    """It takes its time: what is left over from one question shows at a later one, and each kind comes round again."""
    open_set(page, TEN)
    for number, answer in enumerate(answers(TEN), 1):
        expect(place_of(page)).to_have_text(f"{number} of 10")
        expect(field(page)).to_be_focused()
        page.keyboard.type(answer)
        page.keyboard.press("Enter")
        expect(part(page, "answer_panel").locator(".value")).to_have_text(answer)
        expect(part(page, "answer_panel").locator(".buttons button").first).to_be_focused()
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=results"))


def test_a_set_is_solved_by_touch_on_a_phone(new_page: NewPage) -> None:
    """The only one with such a phone, whose pages are loaded for the first time (6 s)."""
    page = open_set(new_page(stays=True, **PHONE), FOUR)
    for number, answer in enumerate(answers(FOUR), 1):
        expect(place_of(page)).to_have_text(f"{number} of 4")
        assert sideways(page) <= 0
        field(page).tap()
        field(page).fill(answer)
        part(page, "answer_panel").get_by_role("button", name="Check").tap()
        expect(part(page, "answer_panel").locator(".value")).to_have_text(answer)
        assert sideways(page) <= 0
        part(page, "answer_panel").locator(".buttons button").first.tap()
    expect(page).to_have_url(re.compile("q=results"))


def test_a_wrong_number_is_named_beside_the_cell_to_look_at_and_the_field_keeps_it_selected(page: Page) -> None:
    open_set(page)
    for key, text in {"discounted_gain:1": "2", "ideal_gain:1": "3", "ideal_gain:2": "2"}.items():
        page.locator(f'[data-key="{key}"]').fill(text)
    field(page).fill("0.818")
    field(page).press("Enter")
    expect(said(page).locator(".head")).to_contain_text("Not yet. 0.818 comes out")
    expect(field(page)).to_be_focused()
    assert field(page).evaluate("(node) => [node.selectionStart, node.selectionEnd]") == [0, 5]
    expect(page.locator(".cell.here input")).to_have_value("2")
    expect(page.locator(".cell.here .look")).to_be_visible()
    expect(page.locator(".cell.right")).to_have_count(2)
    page.keyboard.type("0.661")
    page.keyboard.press("Enter")
    expect(part(page, "rank_chart")).to_be_visible()
    expect(part(page, "working_table")).to_be_hidden()
    expect(part(page, "derivation").locator(".final:not(.mean) .result")).to_contain_text("0.661")
    expect(part(page, "to_remember")).to_contain_text("What to keep:")


def test_a_reload_keeps_what_was_done_and_what_stands_in_the_cells(page: Page) -> None:
    open_set(page)
    field(page).fill("0.818")
    field(page).press("Enter")
    expect(said(page)).to_contain_text("0.818")
    page.locator('[data-key="idcg"]').fill("5.9")
    page.locator('[data-key="dcg"]').fill("3.893")
    field(page).focus()
    settled(page)
    page.reload()
    expect(said(page)).to_contain_text("0.818")
    expect(field(page)).to_have_value("0.818")
    expect(page.locator('[data-key="idcg"]')).to_have_value("5.9")
    expect(page.locator('[data-key="dcg"]')).to_have_value("3.893")


def tries_of(page: Page) -> object:
    return page.evaluate("Object.values(JSON.parse(sessionStorage['rankviz work 1']).works)[0][1].tries")


def test_an_answer_counts_once_however_often_enter_is_pressed(page: Page) -> None:
    open_set(page)
    page.evaluate(HOLD)
    field(page).fill("0.4")
    for _ in range(3):
        field(page).press("Enter")
    page.evaluate("letGo()")
    expect(said(page)).to_contain_text("0.4")
    settled(page)
    field(page).press("Enter")
    part(page, "answer_panel").get_by_role("button", name="Check again").dblclick()
    settled(page)
    assert tries_of(page) == ["0.4"]
    expect(part(page, "answer_panel").locator(".solution")).to_be_hidden()
    field(page).fill("0.5")
    part(page, "answer_panel").get_by_role("button", name="Check again").dblclick()
    expect(part(page, "answer_panel").locator(".solution")).to_be_visible()
    assert tries_of(page) == ["0.4", "0.5"]


def test_what_is_typed_and_not_checked_stays_with_its_question(page: Page) -> None:
    open_set(page)
    segments = part(page, "progress").locator(".segment")
    field(page).fill("0.888")
    segments.nth(1).click()
    expect(place_of(page)).to_have_text("2 of 3")
    expect(field(page)).to_have_value("")
    segments.nth(0).click()
    expect(place_of(page)).to_have_text("1 of 3")
    expect(field(page)).to_have_value("0.888")
    settled(page)
    expect(page).to_have_url(re.compile(r"[?&]q=1\b"))  # it is written a little later
    page.reload()
    expect(field(page)).to_have_value("0.888")
    settled(page)
    expect(said(page)).to_be_empty()
    field(page).fill("0.818")
    field(page).press("Enter")
    expect(said(page)).to_contain_text("0.818 comes out")
    settled(page)
    page.reload()
    expect(field(page)).to_have_value("0.818")
    expect(said(page)).to_contain_text("0.818 comes out")


def test_h_takes_a_hint_and_n_goes_on_outside_of_the_field(page: Page) -> None:
    open_set(page)
    formula = part(page, "derivation").locator(".line .result > b")
    expect(formula).to_have_text(["?", "?"])
    part(page, "progress").locator("[aria-current]").focus()
    page.keyboard.press("h")
    expect(part(page, "to_remember")).to_contain_text("Hint 1")
    page.keyboard.press("h")
    expect(formula).to_have_text(["3.893", "?"])
    expect(part(page, "answer_panel").locator(".left")).to_have_text("1 left")
    part(page, "answer_panel").locator(".hint").press("Enter")
    expect(part(page, "answer_panel").locator(".hint")).to_be_hidden()
    expect(field(page)).to_be_focused()
    field(page).press_sequentially("0.661h")
    expect(field(page)).to_have_value("0.661h")
    field(page).fill("0.661")
    field(page).press("Enter")
    expect(part(page, "answer_panel")).to_contain_text("with three hints")
    part(page, "progress").locator("[aria-current]").focus()
    page.keyboard.press("n")
    expect(place_of(page)).to_have_text("2 of 3")
    expect(part(page, "progress").locator(".segment").first).to_have_accessible_name("1: solved, first try, 3 hints")


def test_the_solution_stands_there_after_two_tries_and_the_next_question_may_be_skipped(page: Page) -> None:
    open_set(page)
    solution = part(page, "answer_panel").locator(".solution")
    for number in ("0.5", "0.55"):
        expect(solution).to_be_hidden()
        field(page).fill(number)
        field(page).press("Enter")
        expect(said(page)).to_contain_text(number)
    solution.click()
    expect(part(page, "answer_panel").locator(".value")).to_have_text("0.661")
    expect(part(page, "answer_panel")).to_contain_text("This is the solution.")
    page.keyboard.press("Enter")
    expect(place_of(page)).to_have_text("2 of 3")
    settled(page)  # it is painted ahead; who goes on before it is answered has no entry of it to go back to
    part(page, "progress").get_by_role("button", name="Skip").click()
    expect(place_of(page)).to_have_text("3 of 3")
    expect(part(page, "progress").locator(".segment").nth(1)).to_have_accessible_name("2: skipped")
    expect(page).to_have_url(re.compile(r"[?&]q=3\b"))  # it is written a little later
    page.go_back()
    expect(place_of(page)).to_have_text("2 of 3")


def is_deferred(request: Request) -> bool:
    return '"learn_deferred"' in (request.post_data or "")


def test_the_next_question_is_painted_before_it_is_answered(page: Page) -> None:
    open_set(page)
    answer = answers()[0]
    # What is asked for apart once it is answered: the question as it was opened asks, too.
    with page.expect_request_finished(lambda request: is_deferred(request) and answer in (request.post_data or "")):
        field(page).fill(answer)
        field(page).press("Enter")
        expect(part(page, "answer_panel").locator(".value")).to_be_visible()
    settled(page)
    page.evaluate(HOLD)
    page.keyboard.press("Enter")
    expect(place_of(page)).to_have_text("2 of 3")
    expect(part(page, "question_head")).to_contain_text("What is AP")
    page.evaluate("letGo()")
    settled(page)
    expect(field(page)).to_be_focused()


def test_a_number_that_is_not_known_is_looked_up_and_then_said_to_be_so(page: Page) -> None:
    open_set(page)
    field(page).fill("0.512")
    field(page).press("Enter")
    expect(said(page)).to_contain_text("None of the usual mistakes gives 0.512.")
    expect(said(page)).not_to_contain_text("Looking for")
    expect(field(page)).to_be_focused()


def test_a_solved_list_opens_in_explore_and_the_one_before_is_one_undo_away(page: Page) -> None:
    open_set(page)
    field(page).fill("0.661")
    field(page).press("Enter")
    part(page, "answer_panel").get_by_role("button", name="Open in Explore").click()
    expect(part(page, "scores")).to_contain_text("0.661")
    settled(page)
    page.keyboard.press("Control+z")
    expect(part(page, "scores")).to_contain_text("0.785")


def test_in_a_test_answers_are_kept_and_can_be_changed(page: Page) -> None:
    open_set(page, SET + "&help=none")
    field(page).fill("0.818")
    field(page).press("Enter")
    expect(place_of(page)).to_have_text("2 of 3")
    expect(field(page)).to_have_value("")
    expect(part(page, "answer_panel").locator(".hint")).to_be_hidden()
    part(page, "progress").locator(".segment").first.click()
    expect(field(page)).to_have_value("0.818")
    expect(said(page)).to_contain_text("Kept: 0.818.")


@pytest.mark.parametrize(
    "visitor", [{}, {**PHONE, "color_scheme": "dark", "locale": "zh-CN"}], ids=["laptop", "dark phone in Chinese"]
)
def test_every_stage_of_a_question_fits_and_axe_finds_nothing(new_page: NewPage, visitor: dict[str, Any]) -> None:
    page = open_set(new_page(stays=True, **visitor))

    def look() -> None:
        settled(page)
        found = Axe().violations(page)
        # A symbol is no text that its name could begin with.
        told = [node["html"] for each in found for node in each["nodes"] if "<math" not in node["html"]]
        assert not told
        assert sideways(page) <= 0
        if not visitor:
            page.set_viewport_size({"width": 1440, "height": 900})
            assert sideways(page) <= 0
            page.set_viewport_size({"width": 1280, "height": 720})

    look()
    page.locator('[data-key="ideal_gain:2"]').fill("2")
    for number in ("0.818", "0.8181", "0.512"):
        field(page).fill(number)
        field(page).press("Enter")
        expect(said(page)).to_contain_text(number)
    part(page, "answer_panel").locator(".hint").click()
    expect(part(page, "to_remember")).to_be_visible()
    look()
    field(page).fill("0.661")
    field(page).press("Enter")
    expect(part(page, "answer_panel").locator(".value")).to_be_visible()
    look()
