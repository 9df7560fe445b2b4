"""One server and one browser for the browser tests of a worker, and a fresh, watched visitor for each test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.browser.parts import score
from tests.browser.reused_windows import Window, Windows
from tests.browser.visitor import Watch, settled, visit
from tools import chromium
from tools.server import Server, serving

HERE = Path(__file__).parent
PICTURES = HERE.parent.parent / "test-results"
PAGES = pytest.StashKey[list[Page]]()
FAILED = pytest.StashKey[bool]()
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US"}
NewPage = Callable[..., Page]
Revisit = Callable[..., Page]
expect.set_options(timeout=15_000)  # the other worker takes its share of the machine


@pytest.hookimpl(tryfirst=True)  # before -m "not browser" is applied
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Keep a picture of every page of a failed test in test-results/."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
        for number, page in enumerate(item.stash.get(PAGES, []), start=1):
            name = re.sub(r"[^\w-]+", "-", item.name)  # parameters of a test may hold slashes
            with suppress(Error):  # a page that hangs, or was closed, has none; that must not end all other tests
                page.screenshot(path=PICTURES / f"{name}-{number}.png", full_page=True)
    return report


@pytest.fixture(scope="package")  # gone when the worker goes on to tests of another folder
def server() -> Iterator[Server]:
    """The real page, started as users start it."""
    with serving("app.py") as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    program = chromium.find()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=list(chromium.ARGUMENTS))
        yield running
        running.close()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Iterator[Windows]:
    """The windows that are kept over the tests."""
    kept = Windows(browser)
    yield kept
    kept.close()


@pytest.fixture
def new_page(request: pytest.FixtureRequest, browser: Browser, server: Server, windows: Windows) -> Iterator[NewPage]:
    """Make pages of separate visitors, by options of Playwright's `Browser.new_page`: `new_page(locale="zh-CN")`.

    Each is the tab of a window that is kept. In one that `stays` the page that was shown last is still open: `revisit` has it.
    One with a past, routes or scripts of its own is `new_page(own=True)`, and one with a clock, which no window gives back,
    `new_page(fresh=True)`. At the end of the test none of them may have complained or asked another machine for anything, and
    the server may not have met an error that nobody expected.
    """
    watch = Watch(server)
    pages = request.node.stash.setdefault(PAGES, [])
    lent: list[Window] = []
    fresh_pages: list[Page] = []

    def make(*, own: bool = False, fresh: bool = False, stays: bool = False, **options: Any) -> Page:
        visitor = LAPTOP | {"base_url": server.url} | options
        if fresh:
            page = browser.new_page(**visitor)
            fresh_pages.append(page)
        else:
            window = windows.of(visitor, stays=stays)
            lent.append(window)
            page = window.lend(visitor, own=own)
        watch.follow(page)
        pages.append(page)
        return page

    yield make
    failed = request.node.stash.get(FAILED, False)
    for page in fresh_pages:
        page.context.close()
    for page in pages:
        watch.leave(page)
    for window in lent:
        windows.take_back(window, failed=failed)
    assert watch.problems() == []


@pytest.fixture
def revisit(new_page: NewPage) -> Revisit:
    """Open a link in a page that is open already, of a visitor by options as of `new_page`: a fifth of what loading it costs.

    `revisit("/?v=1&m=ap", locale="zh-CN")` gives that list, with nothing open, pointed at or in focus; called again, the same
    page. Undo knows what was done before, and how the page is looked at (tables, further measures, covers, large type) and
    functions that were put in are as the last test left them: who changes these puts them back, or has `page`.
    """
    pages: dict[str, Page] = {}

    def opened(link: str = "/", **options: Any) -> Page:
        visitor = json.dumps(options, sort_keys=True)
        if visitor not in pages:
            pages[visitor] = new_page(stays=True, **options)
        return visit(pages[visitor], link)

    return opened


@pytest.fixture
def same_page(revisit: Revisit) -> Page:
    """The opening page as `page` has it, but open already; what that means `revisit` says."""
    return revisit()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The opening page of an English visitor with a laptop, at rest; watched as all those of `new_page`."""
    opened = new_page()
    opened.goto("/")
    expect(score(opened).locator(".value")).not_to_be_empty()  # each part is loaded by itself
    return settled(opened)
