"""Parts of the page that a link covers, and those that a person covers to guess first."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import row, score
from tests.browser.visitor import settled

VALUE, DIGITS = "0.785", "0.78500237"  # of the opening list


def cover(page: Page, part: str) -> Locator:
    return page.locator(f'[data-part="cover_{part}"]')


def opened(new_page: NewPage, link: str, **options: object) -> Page:
    """A page that is loaded by a link, at rest: what is covered is read as a page is loaded."""
    return loaded(new_page(**options), link)


def loaded(page: Page, link: str) -> Page:
    page.goto(link)
    expect(row(page, 1)).to_be_visible()
    return settled(page)


class Sent:
    """All that the browser is sent for a page.

    Parameters
    ----------
    page : Page
        Watched from now on.
    """

    def __init__(self, page: Page) -> None:
        self._frames: list[str | bytes] = []
        self._answers: list[Response] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        page.on("response", self._answered)

    def _received(self, frame: str | bytes) -> None:
        self._frames.append(frame)

    def _answered(self, answer: Response) -> None:
        self._answers.append(answer)

    def texts(self) -> list[str]:
        """What came so far."""
        answers = [each.text() for each in self._answers if each.url.endswith("rankviz/answer")]
        return [*map(as_text, self._frames), *answers]


def as_text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode("utf-8", errors="replace")


def test_what_is_covered_is_not_sent_until_it_is_uncovered(new_page: NewPage) -> None:
    page = new_page()
    sent = Sent(page)
    loaded(page, "/?cover=score.formula")
    expect(cover(page, "score")).to_contain_text("nDCG@6")
    expect(page.locator('[data-part="derivation"]')).to_be_hidden()
    assert DIGITS not in page.content()
    row(page, 2).focus()
    page.keyboard.press("3")
    page.keyboard.press("2")  # and back
    settled(page)
    assert any('"cover_score"' in text or "cover_score {" in text for text in sent.texts())
    assert not [text for text in sent.texts() if VALUE in text or DIGITS in text or "2.807" in text]
    cover(page, "score").get_by_role("button", name="Show").click()
    expect(score(page).locator(".value")).to_have_text(VALUE)
    expect(cover(page, "formula")).to_be_visible()
    settled(page)
    assert any(DIGITS in text for text in sent.texts())


def test_a_guess_is_shown_beside_the_value_until_the_next_edit(same_page: Page) -> None:
    page = same_page
    page.keyboard.press("o")
    expect(score(page)).to_be_hidden()
    field = cover(page, "score").get_by_label("Your guess")
    expect(field).to_be_focused()
    field.fill("o lot")
    field.press("Enter")
    expect(cover(page, "score").get_by_role("alert")).to_contain_text("o lot")
    field.fill("0,8")
    field.press("Enter")
    expect(score(page).locator(".guess")).to_have_text("You guessed 0,8: that is the value, rounded to as many digits.")
    expect(page.locator(":focus")).to_have_attribute("data-part", "scores")
    row(page, 1).focus()
    page.keyboard.press("0")
    expect(score(page).locator(".guess")).to_be_empty()
    page.keyboard.press("o")
    expect(cover(page, "score").get_by_label("Your guess")).to_have_value("")
    page.keyboard.press("o")
    expect(score(page)).to_be_visible()
    assert "cover" not in page.url


def test_what_is_hidden_has_no_place_and_only_who_made_the_link_sees_it(new_page: NewPage) -> None:
    page = opened(new_page, "/?hide=score.formula")
    for part in ("score", "formula"):
        expect(cover(page, part)).to_be_hidden()
    expect(score(page)).to_be_hidden()
    page.keyboard.press("o")
    settled(page)
    expect(score(page)).to_be_hidden()
    page.evaluate("sessionStorage.setItem('rankviz class', '1')")
    page.keyboard.press("o")
    expect(score(page).locator(".value")).to_have_text(VALUE)
    page.keyboard.press("o")
    expect(score(page)).to_be_hidden()


def test_who_guesses_by_keyboard_is_led_to_the_field_and_back(same_page: Page) -> None:
    page = same_page
    row(page, 2).focus()
    page.keyboard.press("o")
    expect(cover(page, "score").get_by_label("Your guess")).to_be_focused()
    page.keyboard.type("3/4")
    page.keyboard.press("Enter")
    expect(score(page).locator(".guess")).to_contain_text("You guessed 3/4")
    expect(row(page, 2)).to_be_focused()


def test_nothing_moves_when_the_value_is_covered_guessed_and_seen(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&k=3&g=321")
    parts = [page.locator(f'[data-part="{name}"]') for name in ("ranking_list", "derivation")]
    field = cover(page, "score").get_by_label("Your guess")

    def places() -> list[float]:
        return [box["y"] for box in (part.bounding_box() for part in parts) if box]

    for width, height in ((1280, 720), (1920, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        expect(score(page).locator(".value")).not_to_be_empty()
        before = places()
        assert before
        page.keyboard.press("o")
        expect(field).to_be_visible()
        expect(field).to_be_focused()
        assert places() == pytest.approx(before, abs=1)
        field.fill("0.123456")
        field.press("Enter")
        expect(score(page).locator(".guess")).to_contain_text("You guessed 0.123456")  # else it is another test's
        assert places() == pytest.approx(before, abs=1)
        page.keyboard.press("o")  # the guess goes
        page.keyboard.press("o")
        expect(score(page).locator(".guess")).to_be_empty()
        settled(page)
        page.evaluate("() => document.activeElement.blur()")


def test_in_large_type_no_cover_lies_on_another(new_page: NewPage) -> None:
    page = opened(new_page, "/?v=1&m=ndcg&k=3&g=321&view=projector&cover=score.formula")
    above, below = (cover(page, part).locator(".hatched").bounding_box() for part in ("score", "formula"))
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]


def test_a_chart_that_is_left_alone_is_no_wider_than_it_is_read(new_page: NewPage) -> None:
    page = opened(new_page, "/?cover=score", viewport={"width": 1920, "height": 1080})
    chart = page.locator('[data-part="charts"] .rv-figure')
    expect(chart).to_have_count(1)
    box, covered = chart.bounding_box(), cover(page, "charts").bounding_box()
    assert box
    assert covered
    assert 300 < box["width"] < 700
    assert covered["x"] > box["x"] + box["width"]  # beside it


def test_what_is_said_of_a_guess_lies_on_nothing_on_a_phone(new_page: NewPage) -> None:
    page = opened(new_page, "/?cover=score", viewport={"width": 390, "height": 844})
    field = cover(page, "score").get_by_label("Your guess")
    field.fill("0.8")
    field.press("Enter")
    expect(score(page).locator(".guess")).to_contain_text("You guessed 0.8")
    said, measure = (score(page).locator(each).first.bounding_box() for each in (".guess", ".row"))
    assert said
    assert measure
    assert said["y"] + said["height"] <= measure["y"]
    assert said["x"] + said["width"] <= 390


@pytest.mark.parametrize(
    ("link", "words"), [("cover", "Uncover it there first"), ("hide", "Only who made the link can uncover that")]
)
def test_a_page_that_would_tell_says_what_can_be_done_and_leads_there(new_page: NewPage, link: str, words: str) -> None:
    page = new_page()
    page.goto(f"/diagnose?{link}=score")
    expect(page.locator('[data-part="notices"]')).to_contain_text(words)
    settled(page)
    page.get_by_role("link", name="Go to Explore").click()
    expect(row(page, 1)).to_be_visible()
    expect(score(page)).to_be_hidden()
    expect(cover(page, "score")).to_be_visible(visible=link == "cover")


def test_a_locked_list_keeps_its_order_and_says_so(new_page: NewPage) -> None:
    page = opened(new_page, "/?lock=list&lang=zh", locale="en-US")
    expect(page.locator('[data-part="ranking_list"] .lock')).to_have_text("此列表只能查看，不能修改。")
    row(page, 1).focus()
    page.keyboard.press("0")
    page.keyboard.press("Alt+ArrowDown")
    settled(page)
    expect(score(page).locator(".value")).to_have_text(VALUE)
    expect(page.get_by_role("button", name="粘贴")).to_have_attribute("aria-disabled", "true")


def test_what_a_link_covers_is_not_told_by_another_page(new_page: NewPage) -> None:
    page = new_page()
    sent = Sent(page)
    loaded(page, "/?cover=score&foo=1&cover=score")
    page.get_by_role("link", name="Diagnose").click()
    expect(page.locator('[data-part="notices"]')).to_contain_text(
        "This page would give away what is covered on Explore (the value)"
    )
    settled(page)
    assert not [text for text in sent.texts() if DIGITS in text]
    page.get_by_role("link", name="Explore", exact=True).click()
    expect(cover(page, "score")).to_be_visible()


def test_words_of_a_link_that_are_not_known_are_named(new_page: NewPage) -> None:
    page = opened(new_page, "/?cover=score.answer")
    expect(page.locator('[data-part="notices"]')).to_contain_text("cover=answer")
    expect(cover(page, "score")).to_be_visible()


def test_axe_finds_nothing_on_covers(new_page: NewPage) -> None:
    page = opened(new_page, "/?cover=score.formula.charts.choices&lock=list")
    windows: list[tuple[Literal["light", "dark"], int]] = [("light", 1280), ("dark", 390)]
    for scheme, width in windows:
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", scheme)
        settled(page)
        assert Axe().violations(page) == []
