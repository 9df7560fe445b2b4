"""A set is made, tried, and looked back at: by keyboard, on a phone, in the dark and in Chinese, with a file of one's own."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.sets.question_set import get_question
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
from tests.browser.parts import sideways
from tests.browser.visitor import settled, visit

SET = "ask=value&of=ap.ndcg&n=4&seed=7&level=2&gen=1"
OWN = 'rankviz_set = 1\ntitle = "Week 3"\n[[question]]\nlist = "m=ap&k=all&g=10110&missed=1"\nsay.en = "Four are relevant."\n'
DONE = """async (works) => {
  const { name } = performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/tab/tab.js"));
  Object.assign((await import(name)).works(), works);
}"""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The page that was shown last."""
    return new_page(stays=True)


def setup(page: Page, address: str = f"/learn?make=1&{SET}") -> Locator:
    return visit(page, address).locator(".setup")


def results(page: Page, works: dict[str, object], place: str = SET) -> Locator:
    """The sheet after some work, as the tab keeps it."""
    visit(page, f"/learn?{place}")
    page.evaluate(DONE, {place: works})
    return visit(page, f"/learn?{place}&q=results").locator(".results")


def number(at: int, mistake: int | None = None, place: str = SET) -> str:
    asked = read_learn_params(place).set
    assert asked is not None
    found = get_question(asked, at)
    return f"{(found.answer if mistake is None else found.mistakes[mistake].value):.3f}"


def test_every_choice_is_in_the_address_and_in_the_link_at_once(page: Page) -> None:
    form = setup(page)
    form.get_by_label("AP", exact=True).uncheck()
    expect(page).to_have_url(re.compile(r"of=ndcg&"))
    form.get_by_label("RR", exact=True).check()
    form.get_by_label("1 Guided").check()
    form.get_by_label("hints", exact=True).uncheck()
    form.get_by_label("Number of questions").fill("6")
    expect(page).to_have_url(re.compile(r"n=6"))
    link = form.locator(".rv-link-address")
    expect(link).to_have_value(re.compile(r"/learn\?ask=value&of=ndcg\.rr&n=6&seed=7&level=1&help=names\.2&gen=1$"))
    expect(form.locator(".first h2")).to_have_text("Question 1 of 6")
    settled(page)
    page.go_back()
    expect(form.get_by_label("Number of questions")).to_have_value("4")


def test_an_answer_to_an_earlier_press_takes_back_no_later_one(page: Page) -> None:
    form = setup(page)
    settled(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        is_asked = "open_learn" in (route.request.post_data or "")
        held.append(route) if is_asked and len(held) < 2 else route.continue_()

    page.route("**/rankviz/answer", hold)
    with page.expect_request(lambda request: "open_learn" in (request.post_data or "")):
        form.get_by_label("RR", exact=True).check()
    form.get_by_label("1 Guided").check()
    form.get_by_label("hints", exact=True).uncheck()
    form.get_by_label("AP", exact=True).uncheck()
    with page.expect_request(lambda request: "level=1" in (request.post_data or "")):
        held[0].continue_()
    expect(form.locator(".rv-link-address")).to_have_value(re.compile(r"of=ndcg\.ap\.rr&n=4&seed=7&level=2&"))
    assert form.get_by_label("1 Guided").is_checked()  # now, not when the next answer has come
    assert not form.get_by_label("AP", exact=True).is_checked()
    form.get_by_label("name the mistake", exact=True).uncheck()
    held[1].continue_()
    expect(form.locator(".rv-link-address")).to_have_value(re.compile(r"of=ndcg\.rr&n=4&seed=7&level=1&help=2&gen=1$"))
    expect(form.get_by_label("hints", exact=True)).not_to_be_checked()


def test_a_number_that_does_not_fit_stays_and_says_what_is_expected(page: Page) -> None:
    form = setup(page)
    field = form.get_by_label("Number of questions")
    field.fill("a lot")
    expect(form.locator("#error-n")).to_have_text("Expected a whole number from 1 to 100; 4 is used.")
    expect(field).to_have_value("a lot")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page).to_have_url(re.compile(r"n=4"))
    field.fill("5")
    expect(page).to_have_url(re.compile(r"n=5"))
    expect(form.locator("#error-n")).to_have_text("")


def test_one_metric_and_one_kind_stay(page: Page) -> None:
    form = setup(page, "/learn?make=1&ask=value&of=rr&n=2&seed=1&level=1&gen=1")
    box = form.get_by_label("RR", exact=True)
    box.click()
    expect(box).to_be_checked()


def test_files_are_made_and_the_code_is_shown(page: Page) -> None:
    form = setup(page)
    with page.expect_download() as saved:
        form.get_by_role("button", name="Moodle XML").click()
    quiz = ET.parse(saved.value.path())  # noqa: S314
    assert len(quiz.findall("question")) == 1 + 4
    form.get_by_role("button", name="QR code").click()
    expect(form.locator(".rv-link-picture svg")).to_be_visible()


def test_a_set_is_tried_with_the_keyboard_alone(page: Page) -> None:
    form = setup(page)
    form.get_by_role("button", name="Try it").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/learn\?ask=value&of=ap\.ndcg&n=4&seed=7&level=2&gen=1&q=1$"))


def test_a_file_of_ones_own_is_opened_and_a_wrong_one_named(page: Page, tmp_path: Path) -> None:
    form = setup(page)
    path = tmp_path / "week3.toml"
    path.write_text(OWN, encoding="utf-8")
    form.locator("input[type=file]").set_input_files(path)
    expect(form.locator("h1")).to_have_text("Questions of your own")
    expect(form.locator(".card h3")).to_have_text("What is AP of this ranked list?")
    form.get_by_role("button", name="Try it").click()
    expect(page).to_have_url(re.compile(r"/learn\?own=1&q=1$"))
    settled(page)
    path.write_text(OWN.replace("g=10110", "g=1x"), encoding="utf-8")
    form = setup(page)
    form.locator("input[type=file]").set_input_files(path)
    expect(page.locator('[data-part="notices"]')).to_contain_text("Line 4, question[1].list")


def test_what_was_done_in_one_file_is_not_of_another(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "week3.toml"
    for text, typed in ((OWN, ""), (OWN.replace("g=10110", "g=01011"), ""), (OWN, "0.123")):
        form = setup(page)
        path.write_text(text, encoding="utf-8")
        form.locator("input[type=file]").set_input_files(path)
        expect(form.locator("h1")).to_have_text("Questions of your own")
        form.get_by_role("button", name="Try it").click()
        expect(page.locator("#answer")).to_have_value(typed)
        settled(page)
        page.locator("#answer").fill("0.123")
        page.keyboard.press("Enter")
        expect(page.locator("#answer-feedback")).to_contain_text("Not yet.")


def test_results_name_each_mistake_and_lead_to_its_lesson(page: Page) -> None:
    sheet = results(page, {"1": {"tries": [number(1, 0), number(1)]}, "2": {"tries": [number(2)], "hints": 1}})
    expect(sheet.locator(".count b").first).to_have_text("2 of 4")
    rows = sheet.locator("tbody tr")
    expect(rows.nth(0).locator(".outcome")).to_have_text("second try")
    expect(rows.nth(1).locator(".outcome")).to_have_text("first try, 1 hint")
    expect(rows.nth(0).locator("td.answer")).to_have_text(number(1))
    expect(sheet).not_to_contain_text(number(3))
    sheet.locator("li button.link").first.click()
    expect(page).to_have_url(re.compile(r"/learn\?lesson=ap$"))


def test_results_lead_back_to_a_question_and_on_to_new_lists(page: Page) -> None:
    sheet = results(page, {"1": {"tries": [number(1)]}})
    sheet.get_by_role("button", name="AP@4").first.click()
    expect(page).to_have_url(re.compile(r"&q=1$"))
    sheet = results(page, {"1": {"tries": [number(1)]}})
    sheet.get_by_role("button", name="Again with new lists").click()
    expect(page).to_have_url(re.compile(r"seed=8.*q=1|q=1.*seed=8"))


def test_results_are_saved_as_a_table(page: Page) -> None:
    sheet = results(page, {"1": {"tries": ["=1+1", number(1)]}})
    with page.expect_download() as saved:
        sheet.get_by_role("button", name="CSV").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8-sig")
    assert "'=1+1" in text
    assert "\n=1" not in text


def test_a_test_shows_its_solutions_when_it_is_handed_in(page: Page) -> None:
    place = f"{SET}&help=none"
    sheet = results(page, {"1": {"tries": [number(1, 0)]}, "2": {"tries": [number(2)]}}, place)
    expect(sheet.locator(".count b")).to_have_text("2 of 4")
    expect(sheet).not_to_contain_text(number(2))
    sheet.get_by_role("button", name="Finish").click()
    expect(sheet.locator(".count b")).to_have_text("1 of 4")
    expect(sheet.locator("tbody tr").nth(1).locator("td.answer")).to_have_text(number(2))
    expect(sheet.locator("details")).to_have_count(4)


@pytest.mark.parametrize(
    "visitor", [{}, {**PHONE, "color_scheme": "dark", "locale": "zh-CN"}], ids=["laptop", "dark phone in Chinese"]
)
def test_both_views_fit_and_axe_finds_nothing(new_page: NewPage, visitor: dict[str, Any]) -> None:
    page = new_page(stays=True, **visitor)

    def look() -> None:
        assert sideways(page) == 0
        assert Axe().violations(page) == []
        if not visitor:
            page.set_viewport_size({"width": 1440, "height": 844})
            assert sideways(page) == 0
            page.set_viewport_size({"width": 1280, "height": 720})

    setup(page)
    look()
    results(page, {"1": {"tries": [number(1, 0)]}, "2": {"shown": True}})
    look()
