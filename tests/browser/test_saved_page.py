"""A saved page in a browser: on paper, in the dark, on a phone, and as it is saved from the page."""

from __future__ import annotations

import math
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rankviz import METRICS, Convention, Ranking, explain
from rankviz.explore.saved_page.page_html import saved_page
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import CHARTS, ROWS
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
def test_a_press_saves_the_page_as_it_stands_without_leaving_it(
    new_page: NewPage, revisit: Revisit, tmp_path: Path, routed: bool
) -> None:
    link = "/?v=1&m=ndcg&k=3&g=3u01"
    page = revisit(link) if routed else new_page(own=True)
    if not routed:
        page.route("**/rankviz/answer", lambda route: route.fulfill(status=404))
        page.goto(link)
    expect(page.locator(ROWS)).to_have_count(4)
    settled(page)
    page.locator(ROWS).first.press("1")  # an edit that may still be on its way
    address = page.url
    with page.expect_download() as download:
        page.get_by_role("button", name="Share", exact=True).click()
        page.get_by_role("button", name="Save as a page").click()
    assert download.value.suggested_filename == "rankviz-ndcg-3.html"
    saved = tmp_path / "saved.html"
    download.value.save_as(saved)
    assert saved.read_text(encoding="utf-8") == explain("nDCG@3", [1, None, 0, 1]).to_html()
    settled(page)
    assert page.url.partition("?")[0] == address.partition("?")[0]
    expect(page.locator(ROWS)).to_have_count(4)


# ---------------------------------------------------------------------------------------------------------------------------
# Pictures

LONG = "clueweb12-0000tw-00-12345-and-then-some-more"


def picture(page: Page, title: str, kind: str, folder: Path) -> Path:
    """Save a figure, and say where it was stored."""
    page.get_by_role("button", name=f"Save {Texts('en')(title)}", exact=True).click()
    with page.expect_download() as download:
        page.locator(".rv-save-kinds:popover-open").get_by_role("button", name=kind).click()
    saved = folder / download.value.suggested_filename
    download.value.save_as(saved)
    return saved


def words_of(svg: Path) -> list[str]:
    return ["".join(node.itertext()).strip() for node in ET.parse(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314


@pytest.mark.parametrize("visitor", [{}, {"color_scheme": "dark"}], ids=["light", "dark"])
def test_a_saved_picture_stands_alone_without_a_server(revisit: Revisit, tmp_path: Path, visitor: dict[str, str]) -> None:
    page = revisit("/?v=1&m=ndcg&k=3&g=3u01&missed=2", **visitor)
    expect(page.locator(CHARTS).last).to_be_visible()
    page.locator(ROWS).first.press("F2")
    page.keyboard.type(LONG)
    page.keyboard.press("Enter")
    expect(page.locator(ROWS).first.locator(".name")).to_have_text(LONG)
    settled(page)
    sentence = page.locator('[data-part="scores"] .sentence').text_content()
    page.context.set_offline(True)
    for title, file in {"chart.bars_title": "bars", "chart.cumulative": "dcg"}.items():
        saved = picture(page, title, "SVG", tmp_path)
        assert saved.name == f"rankviz-ndcg-3-{file}.svg"
        words = words_of(saved)
        head = explain("nDCG@3", Ranking.from_grades([3, None, 0, 1], [2])).value
        assert words[0] == f"nDCG@3 = {head:.3f}"
        assert sentence in " ".join(words)
        assert {"1", "2", "3", "4", "?", "0", "d2", "d3", "d4"} <= set(words)
        assert any("Judged but not retrieved" in each and "(2)" in each for each in words)
        assert file != "bars" or {f"÷ {math.log2(rank + 1):.3f}" for rank in (1, 2, 3)} <= set(words)
        (cut,) = [each for each in words if each.startswith(LONG)]  # the whole name is the title of the one that was cut
        assert "…" in cut
        text = saved.read_text(encoding="utf-8")
        assert "#0072B2" in text.upper() or "rgb(0, 114, 178)" in text
        assert "#56B4E9" not in text.upper()
        width, height = re.findall(r'(?:width|height)="([\d.]+)"', text)[:2]
        png = picture(page, title, "PNG", tmp_path).read_bytes()
        assert struct.unpack(">II", png[16:24]) == (2 * float(width), 2 * float(height))
    page.context.set_offline(False)
    settled(page)


def test_a_picture_does_not_tell_what_is_covered_and_only_what_shows_everything_is_saved_as_a_page(
    new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page()
    page.goto("/?v=1&m=ndcg&k=3&g=3u01&cover=score")
    expect(page.locator(ROWS)).to_have_count(4)
    expect(page.locator(CHARTS).first).to_be_visible()
    settled(page)
    words = words_of(picture(page, "chart.bars_title", "SVG", tmp_path))
    value = explain("nDCG@3", [3, None, 0, 1]).value
    assert "d4" in words
    assert not any(f"{value:.3f}" in each for each in words)
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator('button[data-name="link"]')).to_be_visible()
    expect(page.get_by_role("button", name="Save as a page")).to_have_count(0)


def test_a_figure_shows_that_it_can_be_saved_without_being_pointed_at(same_page: Page) -> None:
    page = same_page
    expect(page.locator(CHARTS).last).to_be_visible()
    settled(page)
    for button in page.locator(".rv-save-open").all():
        assert button.evaluate("(node) => node.checkVisibility({ opacityProperty: true })")
        assert button.get_attribute("aria-label", timeout=1000)
