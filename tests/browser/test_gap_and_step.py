"""A derivation with a missing number or a mistake, on the page: solved by the keyboard alone, on a phone, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.question import Question
from rankviz.learn.sets.question_set import get_question
from tests.browser.accessibility import Axe
from tests.browser.conftest import LAPTOP, NewPage
from tests.browser.parts import PHONE, sideways
from tests.browser.visitor import settled, visit

STEP = "ask=step&of=ndcg&n=2&seed=3&level=2"
GAP = "ask=gap&of=ap.ndcg&n=2&seed=3&level=2"
ERR = "ask=step&of=err&n=1&seed=3&level=3"


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The page that was shown last."""
    return new_page(stays=True)


def drawn(place: str, number: int = 1) -> Question:
    found = read_learn_params(place).set
    assert found is not None
    return get_question(found, number)


def broken(found: Question) -> MistakenDerivation:
    assert isinstance(found.given, MistakenDerivation)
    return found.given


def rows(page: Page) -> Locator:
    return page.locator('[data-part="question_body"] .row:not(.correction)')


def open_question(page: Page, place: str) -> Page:
    visit(page, f"/learn?{place}")
    expect(rows(page).first).to_be_visible()
    return settled(page)


def test_a_line_is_found_and_corrected_with_the_keyboard_alone(page: Page) -> None:
    open_question(page, STEP)
    found = drawn(STEP)
    wrong, count = broken(found).wrong, len(broken(found).lines)
    other = 0 if wrong else 1
    expect(rows(page)).to_have_count(count)
    expect(rows(page).nth(0)).to_be_focused()
    for _ in range(other):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    said = page.locator("#answer-feedback")
    expect(said).to_contain_text(f"Line {other + 1}")
    expect(rows(page).nth(other)).to_be_focused()  # one goes on from there
    expect(rows(page).nth(other)).to_have_attribute("data-state", "chosen")
    page.keyboard.press("Home")
    for _ in range(wrong):
        page.keyboard.press("ArrowDown")
    expect(rows(page).nth(wrong)).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_contain_text(f"Line {wrong + 1}, yes.")
    expect(page.locator("#answer")).to_be_focused()
    expect(page.locator('label[for="answer"]')).to_have_text(f"Then what is {found.measure}?")
    page.keyboard.type(f"{found.answer:.3f}")
    page.keyboard.press("Enter")
    expect(page.locator('[data-part="answer_panel"] .result')).to_contain_text(f"{found.answer:.3f}")
    expect(page.locator(".correction").last).to_contain_text(f"{found.answer:.3f}")
    page.keyboard.press("Enter")  # the next question
    expect(rows(page)).to_have_count(len(broken(drawn(STEP, 2)).lines))
    expect(rows(page).nth(0)).to_be_focused()


def test_a_line_that_was_found_is_there_again_after_a_reload(page: Page) -> None:
    open_question(page, STEP)
    wrong = broken(drawn(STEP)).wrong
    rows(page).nth(wrong).click()
    expect(page.locator("#answer")).to_be_focused()
    page.reload()
    expect(rows(page).nth(wrong)).to_have_attribute("data-state", "found")
    expect(page.locator("#answer")).to_be_visible()


def test_a_missing_number_is_typed_and_then_stands_in_its_place(page: Page) -> None:
    open_question(page, GAP)
    found = drawn(GAP)
    asked = page.locator('[data-part="question_body"] [data-state="asked"]')
    expect(asked.locator(".hole")).to_have_text("?")
    expect(page.locator('label[for="answer"]')).to_have_text("The missing number")
    page.locator("#answer").fill(f"{found.mistakes[0].value:.3f}")
    page.keyboard.press("Enter")
    expect(page.locator("#answer-feedback")).to_contain_text("Not yet.")
    page.locator("#answer").fill(f"{found.answer:.3f}")
    page.keyboard.press("Enter")
    expect(asked).to_contain_text(f"{found.answer:.3f}")
    expect(page.locator('[data-part="question_body"] .hole')).to_have_count(0)


@pytest.mark.parametrize("visitor", [{}, PHONE], ids=["laptop", "phone"])
def test_a_derivation_fits_every_window_and_is_accessible(new_page: NewPage, visitor: dict[str, Any]) -> None:
    page = new_page(stays=True, **visitor)
    for place in (STEP, GAP, ERR):
        open_question(page, place)
        assert sideways(page) == 0
        assert Axe().violations(page, '[data-part="question_body"], [data-part="answer_panel"]') == []
        if not visitor:  # a narrow window in English, too
            page.set_viewport_size(PHONE["viewport"])
            assert sideways(page) == 0
            page.set_viewport_size(LAPTOP["viewport"])
