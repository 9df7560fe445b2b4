"""A lesson with a class: the teacher's page on the wall, and two phones, in a real browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rankviz.texts import Texts
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOCALES = {"en": "en-US", "zh": "zh-CN"}


class Phone:
    """A student's phone, without the teacher's cookie: its own page."""

    def __init__(self, page: Page, code: str) -> None:
        self.page = page
        page.goto(f"/c/{code}")

    def answer(self, typed: str) -> None:
        """Type an answer, and send it."""
        self.page.locator("#answer").fill(typed)
        self.page.locator("form .primary").click()


def opened(new_page: NewPage, **options: Any) -> tuple[Page, str]:
    """The teacher's page with a room, and its code."""
    page = new_page(own=True, **options)
    page.goto("/class")
    page.locator(".opening .primary").click()
    code = page.locator(".join .code")
    expect(code).to_have_text(re.compile(r"^\d{3,4} \d{3}$"))
    return page, re.sub(r"\D", "", code.inner_text())


def joined(new_page: NewPage, code: str, *, count: int = 1, locale: str = "en-US") -> list[Phone]:
    return [Phone(new_page(own=True, locale=locale, **PHONE), code) for _ in range(count)]


def on(page: Page) -> Locator:
    """The stage that is on."""
    return page.locator('.stage[aria-current="step"]')


def primary(page: Page) -> Locator:
    return page.locator("footer .primary")


def answered(page: Page) -> Locator:
    return page.locator(".counted .n")


def looked_at(page: Page, code: str) -> None:
    """Nothing is wrong with a screen, and the code is no word of its title."""
    expect(page.locator("main")).not_to_be_empty()
    page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
    found = Axe().violations(page)
    assert [(each["id"], node["html"], node["failureSummary"]) for each in found for node in each["nodes"]] == []
    assert code not in page.title()
    assert code not in page.url


def ended(page: Page) -> None:
    page.locator(".menu").click()
    page.locator(".more .item").last.click()
    page.locator("dialog .primary").click()
    expect(page.locator(".opening .primary")).to_be_visible()


def shown_question(page: Page) -> list[list[str]]:
    """Task, conventions, list and missed documents on the wall."""
    found = [page.locator(each).all_inner_texts() for each in ("main h2", "main .convention", "main .entry", "main .chip")]
    assert [len(each) for each in found] == [1, 1, 6, 2]
    return found


def still_shown(question: list[list[str]], page: Page, phone: Phone) -> None:
    """Neighbours discuss: what is asked stays in sight, on the wall and on the phones."""
    assert shown_question(page) == question
    task, convention, entries, _ = question
    expect(phone.page.locator("main .task")).to_have_text(task)
    expect(phone.page.locator("main .convention")).to_have_text(convention)
    expect(phone.page.locator("main .entry")).to_have_count(len(entries))


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("zh", "dark")])
def test_a_lesson_from_the_code_to_why(new_page: NewPage, language: str, scheme: str) -> None:
    """A whole lesson of a teacher and two phones, each with a window of its own, and axe at each of its stages (9 s)."""
    texts = Texts(language)
    page, code = opened(new_page, locale=LOCALES[language], color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("lang", LOCALES["zh"] if language == "zh" else "en")
    one, two = joined(new_page, code, count=2, locale=LOCALES[language])
    expect(page.locator(".here")).to_contain_text("2")
    looked_at(page, code)

    page.keyboard.press("PageDown")  # as a clicker does
    expect(page.locator(".choose .row")).to_have_count(5)
    page.keyboard.press("2")
    expect(page.locator(".choose .row").nth(1)).to_have_class(re.compile(r"\bon\b"))
    page.keyboard.press("l")
    expect(page.locator(".choose .row")).to_have_count(10)
    looked_at(page, code)
    page.keyboard.press("l")
    page.keyboard.press("1")
    looked_at(page, code)
    page.keyboard.press("ArrowRight")

    expect(on(page)).to_have_text(texts("class_teacher.stage.answer"))
    expect(answered(page)).to_have_text("0")
    one.answer("0.785")
    expect(answered(page)).to_have_text("1")
    two.answer("0.961")
    expect(answered(page)).to_have_text("2")
    looked_at(page, code)
    page.reload()  # the cookie knows the room
    expect(answered(page)).to_have_text("2")
    two.page.reload()
    expect(two.page.locator("#answer")).to_have_value("0.961")
    two.answer("0,961")
    expect(page.locator(".phones .count")).to_have_text("2")
    expect(answered(page)).to_have_text("2")

    asked = shown_question(page)
    for stage in ("numbers", "causes", "why"):
        page.keyboard.press("PageDown")
        expect(on(page)).to_have_text(texts(f"class_teacher.stage.{stage}"))
        if stage == "numbers":
            still_shown(asked, page, two)
        looked_at(page, code)
    page.keyboard.press("PageUp")
    expect(on(page)).to_have_text(texts("class_teacher.stage.causes"))
    expect(page.locator(".vote.right .content")).to_contain_text("0.785")
    expect(page.locator(".vote:not(.right) .content")).to_contain_text("0.961")
    expect(two.page.locator("main")).to_contain_text("0.785")  # now, and not before, what is right

    page.keyboard.press("a")
    expect(on(page)).to_have_text(texts("class_teacher.stage.answer"))
    expect(page.locator(".asking .again")).to_have_text(texts("class_teacher.words.again"))
    two.answer("0.785")
    expect(answered(page)).to_have_text("1")
    ended(page)
    expect(two.page.locator("#answer")).to_have_count(0)


def test_keys_are_the_presenters_and_a_field_keeps_its_own(new_page: NewPage) -> None:
    page, _ = opened(new_page)
    for key in ("c", "r", ".", "5", "a", "ArrowLeft"):
        page.keyboard.press(key)
    expect(on(page)).to_have_text("Join")
    page.keyboard.press("n")
    field = page.locator(".link-form input")
    field.focus()
    page.keyboard.type("m=rr&k=3&g=0012 n l")
    expect(field).to_have_value("m=rr&k=3&g=0012 n l")
    field.fill("m=rr&k=3&g=0012")
    page.keyboard.press("Enter")
    expect(page.locator(".row .detail").first).to_contain_text("RR@3")
    expect(page).to_have_url(re.compile(r"/class\?m=rr&k=3&g=0012$"))
    page.locator(".choose .head").click()  # the field lets go of the keys
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".join .code")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator(".choose .row.on .label")).to_have_text("Compute it")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(on(page)).to_have_text("Answer")
    page.keyboard.press("n")  # an open question is closed first
    expect(on(page)).to_have_text("Answer")
    page.keyboard.press("ArrowLeft")
    expect(on(page)).to_have_text("Join")
    expect(primary(page)).to_contain_text("Back to the question")
    page.keyboard.press("ArrowRight")
    expect(on(page)).to_have_text("Answer")
    ended(page)


def test_a_set_of_learn_is_asked_one_question_after_the_other(new_page: NewPage) -> None:
    """Three questions through all that a teacher's keys do with each."""
    page, _ = opened(new_page)
    page.goto("/class?ask=value&of=ap.ndcg@4&n=3&seed=7&level=1&gen=1")
    expect(page.locator(".join .code")).to_be_visible()
    chosen = page.locator(".choose .row.on .label")
    for label in ("AP", "nDCG@4", "AP"):
        page.keyboard.press("n")
        expect(chosen).to_have_text(label)
        page.keyboard.press("ArrowRight")
        expect(on(page)).to_have_text("Answer")
        page.keyboard.press("ArrowRight")
        expect(on(page)).to_have_text("Numbers")
    ended(page)


def test_another_device_goes_on_and_the_key_is_in_no_address(new_page: NewPage) -> None:
    page, code = opened(new_page)
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    page.locator(".menu").click()
    page.locator(".more .item").nth(3).click()
    expect(page.locator("dialog input")).to_be_hidden()  # the page stands on a wall
    expect(page.locator("dialog .qr")).to_be_hidden()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("dialog .qr svg")).to_be_visible()
    link = page.locator("dialog input").input_value()
    key = link.rpartition(".")[2]
    assert len(key) == 22
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)

    other = new_page(own=True, viewport={"width": 390, "height": 844})
    other.on("request", lambda request: addresses.append(request.url))
    other.goto(link)
    expect(other.locator(".join .code")).to_have_text(page.locator(".join .code").inner_text())
    assert other.url.endswith("/class")
    assert addresses
    assert not any(key in each for each in addresses)
    assert key not in page.content() + other.content()
    assert key not in json.dumps(other.evaluate("() => [{ ...localStorage }, { ...sessionStorage }, document.cookie]"))
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    looked_at(other, code)
    ended(other)
    expect(page.locator(".opening .ended")).to_be_visible()


def test_a_locked_room_takes_no_new_phone_and_says_so(new_page: NewPage) -> None:
    page, code = opened(new_page)
    (known,) = joined(new_page, code)
    expect(page.locator(".here")).to_contain_text("1")
    page.locator(".menu").click()
    looked_at(page, code)
    page.locator(".more .item").first.click()
    expect(page.locator(".locked")).to_be_visible()
    (late,) = joined(new_page, code)
    expect(late.page.locator("main")).to_contain_text("lets in no more phones")
    known.page.reload()
    page.reload()
    expect(page.locator(".here")).to_contain_text("1")
    expect(page.locator(".locked")).to_be_visible()
    ended(page)


def test_a_server_that_is_away_is_said_and_the_page_stays(new_page: NewPage) -> None:
    page, _ = opened(new_page)
    page.keyboard.press("PageDown")
    expect(page.locator(".choose .row")).to_have_count(5)
    page.evaluate("() => { window.own = fetch; window.fetch = () => Promise.reject(new TypeError()); }")
    page.keyboard.press("PageDown")
    expect(page.locator(".notice")).to_have_text("The server cannot be reached. This page stays as it is and tries again.")
    expect(page.locator(".choose .row")).to_have_count(5)
    page.evaluate("() => { window.fetch = window.own; }")
    page.keyboard.press("PageDown")
    expect(on(page)).to_have_text("Answer")
    expect(page.locator(".notice")).to_be_hidden()
    ended(page)


BUSY_ONCE = """() => {
  const own = fetch;
  window.fetch = () => {
    window.fetch = own;
    return Promise.resolve(new Response('{"error": "The server is busy.", "key": "class_busy"}', { status: 503 }));
  };
}"""


def test_a_server_that_is_busy_is_asked_again_by_itself(new_page: NewPage) -> None:
    """Twice a step waits as long as the page does before it asks again (5 s)."""
    page, _ = opened(new_page)
    page.evaluate(BUSY_ONCE)
    page.keyboard.press("PageDown")
    expect(page.locator(".link-problem")).to_have_text("The server is busy.")
    expect(page.locator(".choose .row")).to_have_count(5)
    page.evaluate(BUSY_ONCE)
    page.keyboard.press("PageDown")
    expect(page.locator(".notice")).to_have_text("The server is busy.")
    expect(page.locator(".notice")).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(on(page)).to_have_text("Answer")
    ended(page)


def test_phones_may_follow_the_list_of_a_question_once_it_is_told(new_page: NewPage) -> None:
    page, _ = opened(new_page)
    page.goto("/class?m=rr&k=3&g=0012")
    for stage in ("Join", "Answer", "Numbers", "Causes"):
        expect(on(page)).to_have_text(stage)
        if stage in ("Answer", "Numbers"):
            page.keyboard.press("f")  # the list would give the answer away
        if stage == "Join":
            page.keyboard.press("n")
            expect(page.locator(".choose .row")).to_have_count(5)
        if stage != "Causes":
            page.keyboard.press("ArrowRight")
    page.goto("/class")  # another list than that of the question
    expect(on(page)).to_have_text("Causes")
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"/\?.*m=rr.*g=0012.*view=projector"))
    page.goto("/class?m=rr&k=3&g=0100")
    expect(on(page)).to_have_text("Causes")
    page.keyboard.press("n")
    expect(page.locator(".choose .row")).to_have_count(5)
    page.keyboard.press("f")  # the list beside the kinds
    expect(page).to_have_url(re.compile(r"/\?.*m=rr.*g=0100.*view=projector"))
    page.goto("/class")
    expect(on(page)).to_have_text("Causes")
    ended(page)


def test_lines_of_a_mistake_keep_their_numbers_from_the_question_to_why(new_page: NewPage) -> None:
    page, code = opened(new_page)
    (one,) = joined(new_page, code)
    page.keyboard.press("n")
    expect(page.locator(".choose .row")).to_have_count(5)
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    lines, radios = page.locator(".derivation > li"), one.page.get_by_role("radio")
    expect(lines).to_have_count(8)
    expect(radios).to_have_count(8)
    for at in range(8):
        expect(lines.nth(at).locator(".number")).to_have_text(str(at + 1))
        expect(one.page.locator(".what .words b").nth(at)).to_have_text(str(at + 1))
    one.page.locator("label:has(input[type=radio])").nth(1).click()
    one.page.locator("form .primary").click()
    expect(answered(page)).to_have_text("1")
    page.keyboard.press("ArrowRight")
    expect(on(page)).to_have_text("Numbers")
    expect(one.page.locator("main .value")).to_have_text("Line 2")
    expect(page.locator(".vote .given")).to_have_text("Line 2")
    expect(lines).to_have_count(8)
    expect(page.locator('.derivation [data-state="found"]')).to_have_count(0)
    looked_at(page, code)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".vote.right")).to_contain_text("✓ the wrong line")
    found = page.locator('.derivation [data-state="found"] .number').inner_text()
    expect(page.locator(".vote.right .given")).to_have_text(f"Line {found}")
    expect(one.page.locator(".line.on .words b")).to_have_text(found)
    expect(one.page.locator("main .value")).to_have_text(["Line 2", f"Line {found}"])
    looked_at(page, code)
    page.keyboard.press("ArrowRight")
    expect(on(page)).to_have_text("Why")
    expect(page.locator(".derivation .correction .result").last).to_have_text("= 0.785")
    looked_at(page, code)
    ended(page)
