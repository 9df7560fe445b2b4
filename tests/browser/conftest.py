"""One server and one browser for the browser tests of a worker, and a fresh, watched visitor for each test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.browser.kept import Kept
from tests.browser.parts import score
from tests.browser.visitor import Watch, settled
from tools import chromium
from tools.server import Server, serving

HERE = Path(__file__).parent
PICTURES = HERE.parent.parent / "test-results"
PAGES = pytest.StashKey[list[Page]]()
FAILED = pytest.StashKey[bool]()
LAPTOP = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US"}
NewPage = Callable[..., Page]
expect.set_options(timeout=15_000)  # the other worker takes its share of the machine


@pytest.hookimpl(tryfirst=True)  # before -m "not browser" is applied
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder: it runs first, and by file if xdist heeds groups (3.8 with pytest 9.2 does not).

    A machine that does something else for a while can fail a test of a browser. It gets a second try, and the summary lists
    it under "rerun": one that is listed there twice has a fault of its own.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))
            item.add_marker(pytest.mark.xdist_group(f"browser {item.path.stem}"))
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


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


@pytest.fixture
def new_page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[NewPage]:
    """Make pages of separate visitors, by options of Playwright's `Browser.new_page`: `new_page(locale="zh-CN")`.

    At the end of the test none of them may have complained or asked another machine for anything, and the server may
    not have met an error that nobody expected.
    """
    watch = Watch(server)
    pages = request.node.stash.setdefault(PAGES, [])

    def make(**options: object) -> Page:
        page = browser.new_page(**LAPTOP | {"base_url": server.url} | options)
        watch.follow(page)
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.context.close()
    assert watch.problems() == []


@pytest.fixture(scope="package")
def kept(browser: Browser, server: Server) -> Iterator[Kept]:
    """The tab of all tests that are content with the opening page."""
    tab = Kept(browser, LAPTOP | {"base_url": server.url})
    yield tab
    tab.drop()


@pytest.fixture
def page(request: pytest.FixtureRequest, kept: Kept, server: Server) -> Iterator[Page]:
    """The opening page of an English visitor with a laptop, at rest; watched as those of `new_page`."""
    watch = Watch(server)
    opened = kept.take()
    request.node.stash.setdefault(PAGES, []).append(opened)
    watch.follow(opened)
    opened.goto("/")
    expect(score(opened).locator(".value")).not_to_be_empty()  # each part is loaded by itself
    yield settled(opened)
    if not request.node.stash.get(FAILED, False):
        kept.clear()
    watch.leave(opened)
    assert watch.problems() == []
