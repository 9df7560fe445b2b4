"""One server and one browser for the browser tests of a worker, and a fresh, watched visitor for each test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.browser.parts import score
from tests.browser.reused_tabs import Kept, Tabs
from tests.browser.visitor import Watch, settled
from tools import chromium
from tools.server import Server, serving

HERE = Path(__file__).parent
PICTURES = HERE.parent.parent / "test-results"
PAGES = pytest.StashKey[list[Page]]()
FAILED = pytest.StashKey[bool]()
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US"}
NewPage = Callable[..., Page]
expect.set_options(timeout=15_000)  # the other worker takes its share of the machine


@pytest.hookimpl(tryfirst=True)  # before -m "not browser" is applied
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder.

    A machine that does something else for a while can fail a test of a browser. It gets two more tries, and the summary lists
    each under "rerun": one that is listed there again and again has a fault of its own.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=2))


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
def tabs(browser: Browser) -> Iterator[Tabs]:
    """The tabs that are kept over the tests."""
    made = Tabs(browser)
    yield made
    made.drop()


@pytest.fixture
def new_page(request: pytest.FixtureRequest, browser: Browser, server: Server, tabs: Tabs) -> Iterator[NewPage]:
    """Make pages of separate visitors, by options of Playwright's `Browser.new_page`: `new_page(locale="zh-CN")`.

    The first of a kind is a kept tab. One with a clock, a past, a connection or scripts of its own, which cannot be taken
    back, is asked for by `new_page(own=True)`. At the end of the test none of them may have complained or asked another
    machine for anything, and the server may not have met an error that nobody expected.
    """
    watch = Watch(server)
    pages = request.node.stash.setdefault(PAGES, [])
    lent: list[tuple[Kept, Page]] = []
    others: list[Page] = []

    def make(*, own: bool = False, **options: Any) -> Page:
        visitor = LAPTOP | {"base_url": server.url} | options
        kept = tabs.of(visitor)
        if own or kept.is_lent or "base_url" in options:
            page = browser.new_page(**visitor)
            others.append(page)
        else:
            page = kept.take()
            lent.append((kept, page))
        watch.follow(page)
        pages.append(page)
        return page

    yield make
    for page in others:
        page.context.close()
    for kept, page in lent:
        kept.give_back(failed=request.node.stash.get(FAILED, False))
        watch.leave(page)
    assert watch.problems() == []


@pytest.fixture
def page(request: pytest.FixtureRequest, tabs: Tabs, server: Server) -> Iterator[Page]:
    """The opening page of an English visitor with a laptop, at rest; watched as those of `new_page`."""
    kept = tabs.of(LAPTOP | {"base_url": server.url})
    watch = Watch(server)
    opened = kept.take()
    request.node.stash.setdefault(PAGES, []).append(opened)
    watch.follow(opened)
    opened.goto("/")
    expect(score(opened).locator(".value")).not_to_be_empty()  # each part is loaded by itself
    yield settled(opened)
    kept.give_back(failed=request.node.stash.get(FAILED, False))
    watch.leave(opened)
    assert watch.problems() == []
