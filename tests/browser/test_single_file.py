"""The page without Streamlit and without a server: pages, Back, language, theme and address, whatever answers behind it.

What answers is the test's own process; tests/browser/test_sheet.py and test_static.py have the files with what answers in them.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rankviz.page.answers.messages import view_state
from rankviz.page.endpoint import handle_request, open_address
from rankviz.page.static.html_shell import PATHS, Site, asset_files, first_key, folder_index_html
from rankviz.texts import LANGUAGES
from tests.browser.parts import row, score

PLACE = "http://somewhere.test/course/week-3/"
ROOT = "assets/"
TRANSPORT = "pyodide_transport"
ASKS_US = "export const createTransport = () => async (body) => ({ text: await window.askTest(body) });"
Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """What a host of plain files would have."""
    first = {
        first_key(page, each): open_address("", view_state(each, page, is_static=True)) for page in PATHS for each in LANGUAGES
    }
    site = Site(TRANSPORT, first=first)
    held = {ROOT + path: content for path, content in asset_files(site).items()}
    return {"": folder_index_html(site, ROOT).encode(), **held, f"{ROOT}shell/static/{TRANSPORT}.js": ASKS_US.encode()}


@pytest.fixture
def opened(browser: Browser, files: dict[str, bytes]) -> Iterator[Opener]:
    """Open the page at a fragment; whatever it asks of any host but for its own files fails the test."""
    pages: list[Page] = []
    problems: list[str] = []

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(PLACE).partition("#")[0]
        if (content := files.get(path)) is None:
            problems.append(route.request.url)
            return route.abort()
        kind = mimetypes.guess_type(path)[0] or "text/html"
        return route.fulfill(body=content, content_type=kind)

    def make(fragment: str = "", **options: object) -> Page:
        page = browser.new_page(**({"viewport": {"width": 1280, "height": 720}, "locale": "en-US"} | options))  # type: ignore[arg-type]
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.route("**/*", serve)
        page.expose_function("askTest", lambda body: handle_request(body).decode())
        page.goto(f"{PLACE}{fragment}")
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.context.close()
    assert problems == []


def link(page: Page, name: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()


def fragment(page: Page) -> str:
    return urlsplit(page.url).fragment


def test_an_edit_is_answered_and_stands_in_the_fragment_alone(opened: Opener) -> None:
    page = opened("#v=1&m=rr&k=6&g=001")
    expect(score(page).locator(".value").first).to_have_text("0.333")
    row(page, 1).focus()
    page.keyboard.press("1")
    expect(score(page).locator(".value").first).to_have_text("1.000")
    expect(page).to_have_url(re.compile(r"/week-3/#v=1&.*g=101"))
    assert not urlsplit(page.url).query
    page.keyboard.press("z")
    expect(score(page).locator(".value").first).to_have_text("0.333")
    expect(page).to_have_url(re.compile("g=001"))


def test_the_list_goes_along_to_other_pages_and_back(opened: Opener) -> None:
    page = opened("#v=1&m=ap&k=6&g=301201&lock=list")
    expect(score(page).locator(".value").first).not_to_be_empty()
    value = score(page).locator(".value").first.inner_text()
    link(page, "Compare")
    expect(page.get_by_role("region", name="AP@6", exact=True)).to_be_visible()
    assert re.fullmatch(r"compare\?.*g=301201.*", fragment(page)) and "lock=list" in fragment(page)
    link(page, "Diagnose")
    expect(page.locator('[data-part="my_number"] input')).to_be_visible()
    page.go_back()
    expect(page.get_by_role("region", name="AP@6", exact=True)).to_be_visible()
    page.go_back()
    expect(score(page).locator(".value").first).to_have_text(value)
    page.reload()
    expect(score(page).locator(".value").first).to_have_text(value)
    expect(page.get_by_role("navigation").get_by_role("link", name="Explore")).to_have_attribute("aria-current", "page")


def test_learn_keeps_what_was_done_while_another_page_is_shown(opened: Opener) -> None:
    page = opened("#learn?ask=value&of=rr&n=3&seed=4&q=1")
    field = page.locator('[data-part="answer_panel"] input')
    expect(field).to_be_visible()
    field.fill("0.123")
    field.press("Enter")
    said = page.locator('[data-part="answer_panel"] [role="status"], [data-part="answer_panel"] [role="alert"]').first
    expect(said).not_to_be_empty()
    link(page, "Explore")
    expect(score(page).locator(".value").first).to_have_text("0.785")
    link(page, "Learn")
    expect(said).not_to_be_empty()
    assert fragment(page).startswith("learn?")


def test_language_and_colours_change_without_anything_being_lost(opened: Opener) -> None:
    page = opened("#v=1&m=ap&k=6&g=301201", color_scheme="dark")
    expect(score(page).locator(".value").first).not_to_be_empty()
    value = score(page).locator(".value").first.inner_text()
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator(".rv-pages a").first).to_have_text("探索")
    expect(score(page).locator(".value").first).to_have_text(value)
    ground = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    assert page.evaluate(ground) == "rgb(20, 23, 27)"
    page.locator(".rv-theme").click()
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.reload()
    expect(score(page).locator(".value").first).to_have_text(value)
    assert page.evaluate(ground) == "rgb(255, 255, 255)"


def test_a_damaged_address_opens_and_says_what_it_could_not_read(opened: Opener) -> None:
    page = opened("#v=1&m=nothing&k=6&g=301")
    expect(page.locator('[data-part="notices"] [role="alert"]')).to_contain_text("nothing")
    page = opened("#somewhere?v=1&m=ap&k=3&g=301")
    expect(score(page).locator(".value").first).not_to_be_empty()


def test_where_no_script_runs_the_page_says_what_to_do(browser: Browser, files: dict[str, bytes]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_content(files[""].decode())
    for language in LANGUAGES:
        expect(page.locator(f'.rv-not-run [lang="{language}"]')).to_be_visible()
    context.close()


def test_the_tab_key_goes_through_the_page_from_its_beginning(opened: Opener) -> None:
    page = opened()
    expect(score(page).locator(".value").first).to_have_text("0.785")
    page.keyboard.press("Tab")
    expect(page.get_by_role("navigation").get_by_role("link", name="Explore")).to_be_focused()
    expect(page.locator(".rv-not-run")).to_be_hidden()
