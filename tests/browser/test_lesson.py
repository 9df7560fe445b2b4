"""A lesson beside the living list: walked through by keyboard, on a phone, in Chinese, with a file of one's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
from tests.browser.parts import row, sideways
from tests.browser.visitor import settled, visit
from tests.learn.test_lessons import example

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "color_scheme": "dark",
    "locale": "zh-CN",
}


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The page that was shown last."""
    return new_page(stays=True)


def card(page: Page) -> Locator:
    return page.locator('[data-part="lesson"] form')


def score(page: Page) -> Locator:
    return page.locator('[data-part="lesson"] .score .value')


def open_own(page: Page, folder: Path, text: str) -> None:
    """Open a teacher's file from the list of lessons."""
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    visit(page, "/learn")
    page.locator('[data-part="catalogue"] input[type=file]').set_input_files(file)
    settled(page)


def main(page: Page) -> Locator:
    return card(page).locator(".foot .main")


def step(page: Page, number: int) -> None:
    """Wait until a step is there."""
    here = card(page).locator('[aria-current="step"]')
    expect(here).to_have_attribute("aria-label", re.compile(rf"\b{number}\b"))
    settled(page)


def test_a_lesson_is_walked_through_by_the_keyboard_alone(page: Page, tmp_path: Path) -> None:
    open_own(page, tmp_path, example())
    step(page, 1)
    main(page).focus()
    page.keyboard.press("Enter")
    step(page, 2)
    # The prediction comes first: the value is the old one, and the button waits.
    expect(card(page).get_by_role("radio").first).to_be_focused()
    expect(main(page)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(score(page)).to_have_text("0.500")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(score(page)).to_have_text("1.000")
    expect(card(page)).to_contain_text("Not as you said.")
    expect(card(page)).to_contain_text("From 0.500 to 1.000")
    expect(card(page).locator(".option.right")).to_contain_text("It rises")
    expect(main(page)).to_be_focused()
    page.keyboard.press("Enter")
    step(page, 3)
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("Not yet.")
    expect(page.locator('[data-part="lesson"] .score')).to_be_hidden()
    page.keyboard.type("0.25")  # what was typed is selected
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("Right.")
    expect(score(page)).to_have_text("0.250")
    page.keyboard.press("Enter")
    step(page, 4)
    row(page, 4).focus()
    for _ in range(3):
        page.keyboard.press("Alt+ArrowUp")
    expect(card(page)).to_contain_text("All that follows the first hit is free.")
    main(page).focus()
    page.keyboard.press("Enter")
    step(page, 5)
    page.keyboard.press("ArrowDown")  # the second option
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("RR reads nothing below the first hit.")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("Right.")
    page.keyboard.press("Enter")
    step(page, 6)
    expect(card(page).locator(".takeaway")).to_contain_text("RR sees the first hit only.")
    card(page).get_by_role("button", name="Practise RR").press("Enter")
    expect(page).to_have_url(re.compile(r"/learn\?(?=.*ask=value)(?=.*of=rr)"))


def test_a_prediction_is_not_told_before_and_stays_over_a_reload_and_the_way_back(new_page: NewPage) -> None:
    page = new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if answer.url.endswith("/rankviz/answer") else None)
    with page.expect_response(re.compile(r"/rankviz/answer$")):  # what comes late is asked when the page stands
        page.goto("/learn?lesson=ideal&step=4")
    settled(page)
    card(page).get_by_role("radio").first.check()
    assert answers
    assert not [answer for answer in answers if "0.961" in answer.text()]
    main(page).click()
    expect(card(page)).to_contain_text("As you said.")
    expect(score(page)).to_have_text("0.961")
    expect(page.locator('[data-part="lesson"] .was')).to_contain_text("0.785")
    settled(page)
    page.reload()
    settled(page)
    expect(card(page)).to_contain_text("As you said.")
    expect(score(page)).to_have_text("0.961")
    main(page).click()
    step(page, 5)
    page.go_back()
    step(page, 4)
    expect(card(page)).to_contain_text("As you said.")


def test_a_list_that_was_changed_is_put_back_and_undo_takes_that_back(page: Page) -> None:
    visit(page, "/learn?lesson=ideal&step=4")
    row(page, 1).click()
    page.keyboard.press("0")
    expect(card(page)).to_contain_text("You changed the list.")
    expect(card(page).locator(".text.muted")).to_be_visible()
    changed = score(page).text_content()
    assert changed != "0.785"
    card(page).get_by_role("button", name="Put it back").click()
    expect(score(page)).to_have_text("0.785")
    expect(card(page)).not_to_contain_text("You changed the list.")
    page.locator("h1:visible").click()
    page.keyboard.press("Control+z")
    expect(score(page)).to_have_text(changed or "")


def test_what_is_said_of_an_answer_stands_above_the_buttons_in_a_low_window(page: Page) -> None:
    visit(page, "/learn?lesson=discount&step=5")
    card(page).get_by_role("radio").nth(1).check()
    main(page).click()
    expect(card(page).locator(".reason")).to_be_visible()
    settled(page)
    said, foot = card(page).locator(".reason").bounding_box(), card(page).locator(".foot").bounding_box()
    assert said
    assert foot
    assert said["y"] + said["height"] <= foot["y"] + 1


def test_a_step_in_which_something_is_to_be_done_begins_with_the_list_in_sight(page: Page) -> None:
    visit(page, "/learn?lesson=curves&step=2")
    expect(row(page, 1)).to_be_in_viewport()
    card(page).get_by_role("button", name="Show one way").click()
    expect(page.locator('[data-part="charts"]')).to_be_in_viewport(ratio=0.3)


def test_what_is_pointed_at_is_marked_also_after_an_edit(page: Page) -> None:
    visit(page, "/learn?lesson=ideal&step=4")
    chip = page.locator('[data-part="ranking_list"] .missed > .chip').first
    pill = page.locator('[data-part="choices"] [data-slots~="ideal"] > .pill')
    for node in (chip, pill):
        expect(node).to_have_css("outline-style", "solid")
    expect(page.locator('[data-part="choices"] [data-slots~="gain"] > .pill')).to_have_css("outline-style", "none")
    row(page, 1).click()
    page.keyboard.press("1")
    settled(page)
    for node in (chip, pill):
        expect(node).to_have_css("outline-style", "solid")


def test_no_mark_of_a_lesson_stays_on_the_questions_after_it(page: Page) -> None:
    visit(page, "/learn?lesson=ap&step=1")
    third = row(page, 3)
    expect(third).to_have_css("outline-style", "solid")
    card(page).get_by_role("button", name="All lessons").click()
    page.locator('[data-part="catalogue"]').get_by_role("button", name="Start").click()
    expect(card(page)).to_be_hidden()
    expect(third).to_be_visible()
    expect(third).to_have_css("outline-style", "none")


def test_a_class_stops_where_its_teacher_said(page: Page) -> None:
    visit(page, "/learn?lesson=ideal&step=9&stop=3")
    step(page, 3)
    expect(card(page).locator(".segment")).to_have_count(3)
    card(page).get_by_role("button", name="Show").click()
    expect(card(page)).to_contain_text("Your class stops here.")
    expect(main(page)).to_be_hidden()


def test_the_list_of_lessons_says_how_far_one_came_and_goes_on_there(page: Page) -> None:
    visit(page, "/learn")
    lessons = page.locator('[data-part="catalogue"] .row')
    expect(lessons.first).to_contain_text("Precision and recall")
    lessons.first.click()
    step(page, 1)
    main(page).click()
    step(page, 2)
    card(page).get_by_role("button", name="All lessons").click()
    expect(lessons.first.locator(".begun")).to_have_text(re.compile("^1 of "))
    lessons.first.click()
    step(page, 2)


def test_practice_begins_with_what_was_chosen(new_page: NewPage) -> None:
    page = new_page()  # what is chosen stays on a page that is open
    page.goto("/learn")
    settled(page)
    part = page.locator('[data-part="catalogue"]')
    part.get_by_role("checkbox", name="nDCG").uncheck()
    expect(part.get_by_role("button", name="Start")).to_have_attribute("aria-disabled", "true")
    part.get_by_role("checkbox", name="AP", exact=True).check()
    part.get_by_role("radio", name="2 Usual").check()
    part.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"\?(?=.*of=ap(&|$))(?=.*level=2(&|$))"))


def test_a_file_that_cannot_be_used_is_answered_with_line_and_field(page: Page, tmp_path: Path) -> None:
    open_own(page, tmp_path, example().replace('"rank:2"]', '"rank:9"]'))
    expect(page.locator('[data-part="notices"]')).to_contain_text("Line 11, step[1].point: “rank:9”")
    expect(page.locator('[data-part="catalogue"]')).to_be_visible()


def test_a_lesson_on_two_lists_has_both_and_they_can_be_changed(page: Page) -> None:
    visit(page, "/learn?lesson=gain")
    first = page.locator('[data-part="two_lists"] .row[data-side="a"]').first
    expect(first).to_have_css("outline-style", "solid")
    first.click()
    page.keyboard.press("0")
    expect(card(page)).to_contain_text("You changed the list.")
    card(page).get_by_role("button", name="Put it back").click()
    expect(first.locator(".grade")).to_have_text("3")


@pytest.mark.parametrize("visitor", [{}, PHONE], ids=["laptop", "dark phone in Chinese"])
def test_a_lesson_and_the_list_of_lessons_fit_and_axe_finds_nothing(new_page: NewPage, visitor: dict[str, Any]) -> None:
    page = new_page(stays=True, **visitor)
    for path in ("/learn", "/learn?lesson=ideal&step=4"):
        visit(page, path)
        assert sideways(page) == 0
        assert Axe().violations(page) == []
    card(page).get_by_role("radio").nth(1).check()
    main(page).click()
    expect(card(page).locator(".feedback")).not_to_be_empty()
    settled(page)
    assert Axe().violations(page) == []
    if visitor:
        box = page.locator('[data-part="lesson"] .lesson').bounding_box()
        assert box
        assert box["y"] + box["height"] == pytest.approx(844, abs=1)
        assert box["height"] <= 0.45 * 844 + 1
        expect(card(page).locator(".small")).to_contain_text("0.961")
