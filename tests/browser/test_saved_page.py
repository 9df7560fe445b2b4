"""A saved page in a browser: on paper, in the dark, on a phone, and as it is saved from the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from rankviz import METRICS, Convention, Ranking, explain
from rankviz.show.page.document import saved_page
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts

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
