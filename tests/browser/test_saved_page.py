"""A saved page in a browser: on paper, in the dark, on a phone, and as it is saved from the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rankviz import METRICS, Convention, Ranking, explain
from rankviz.show.page.document import saved_page
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from tests.browser.conftest import NewPage
from tests.browser.parts import ROWS
from tests.browser.visitor import settled

MM = 96 / 25.4  # px
# Twelve entries with all that takes room: ties, unjudged and missed ones, and names as test collections have them.
TWELVE = Ranking.from_grades(
    [3, 2, 3, 0, 1, 2, None, 0, 2, 1, 3, 0],
    missed=[3, 2, 1],
    scores=[9, 8, 8, 7, 6, 5, 4, 4, 3, 2, 1, 0],
    doc_ids=[f"clueweb12-0000tw-{at:02}-12345" for at in range(15)],
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_twelve_entries_is_one_sheet_of_paper(browser: Browser, language: str) -> None:
    page = browser.new_page(viewport={"width": round(186 * MM), "height": 100})  # A4 without its margins
    page.emulate_media(media="print")
    heights = {}
    for metric in METRICS:
        page.set_content(written(metric, language))
        heights[metric] = page.evaluate("document.documentElement.scrollHeight")
    tallest = max(heights, key=heights.__getitem__)
    assert heights[tallest] <= 275 * MM, tallest
    page.set_content(written(tallest, language))
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True))) == 1
    page.close()


def written(metric: str, language: str) -> str:
    return saved_page(analyse(AppState((TWELVE,), metric, Convention(cutoff=12))), Texts(language))


@pytest.mark.parametrize(("scheme", "paper"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 27)")])
def test_a_page_is_as_bright_as_the_screen_it_is_on_and_fits_a_phone(browser: Browser, scheme: str, paper: str) -> None:
    page = browser.new_page(color_scheme=scheme, viewport={"width": 390, "height": 800})  # type: ignore[arg-type]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(explain("nDCG", TWELVE).to_html())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    ink = page.locator("svg text").first.evaluate("(node) => getComputedStyle(node).fill")
    assert ink != paper
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert asked == []
    page.close()


@pytest.mark.parametrize("routed", [True, False])
def test_a_press_saves_the_page_as_it_stands_without_leaving_it(new_page: NewPage, tmp_path: Path, routed: bool) -> None:
    page = new_page()
    if not routed:
        page.route("**/rankviz/answer", lambda route: route.fulfill(status=404))
    page.goto("/?v=1&m=ndcg&k=3&g=3u01")
    expect(page.locator(ROWS)).to_have_count(4)
    settled(page)
    page.locator(ROWS).first.press("1")  # an edit that may still be on its way
    address = page.url
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a page").click()
    assert download.value.suggested_filename == "rankviz-ndcg-3.html"
    saved = tmp_path / "saved.html"
    download.value.save_as(saved)
    assert saved.read_text(encoding="utf-8") == explain("nDCG@3", [1, None, 0, 1]).to_html()
    settled(page)
    assert page.url.partition("?")[0] == address.partition("?")[0]
    expect(page.locator(ROWS)).to_have_count(4)


def test_only_what_shows_everything_can_be_saved_as_a_page(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/?v=1&m=ndcg&k=3&g=3u01&cover=score")
    expect(page.locator(ROWS)).to_have_count(4)
    expect(page.locator('button[data-name="link"]')).to_be_visible()
    expect(page.get_by_role("button", name="Save as a page")).to_have_count(0)
