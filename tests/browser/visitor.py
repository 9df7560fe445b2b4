"""What a visitor's browser tells: that the page has come to rest, and that nothing went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request, WebSocket, expect

from tools.server import HOST, IDLE, Server

STALE = '[data-stale="true"]'
# Each part of the page is loaded by itself. Then the module of the tab says whether all is answered. Charts are drawn in the
# frame after the answer, and those further down when the browser is idle next; what asks for its turn after them gets it last.
# It looks until that is so: what waits for a function takes its first promise for a yes, whatever becomes of that.
ANSWERED = """async () => {
  const isAnswered = async () => {
    const parts = [...document.querySelectorAll("[data-part]:not([hidden])")];
    const { name } = performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/tab/tab.js")) ?? {};
    if (!name || !parts.length || parts.some((part) => !(part.shadowRoot ?? part).childElementCount)) return false;
    const tab = await import(name);
    if (!tab.isIdle()) return false;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done, { timeout: 1000 }))));
    return tab.isIdle();
  };
  while (!(await isAnswered())) await new Promise((done) => setTimeout(done, 20));
  return true;
}"""
# What is paused, or goes round for ever, is at rest too. That the page glides to a place, or that a section of Streamlit's
# unfolds, is told by nothing but its place and its height.
AT_REST = """async () => {
  const parts = () => [...document.querySelectorAll("[data-part]")];
  const roots = () => [document, ...parts().flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const moves = ({ effect, playState }) => playState === "running" && effect.getComputedTiming().endTime < Infinity;
  const isAtRest = async () => {
    const places = new Set();
    for (let frame = 0; frame < 4; frame++) {
      if (roots().flatMap((root) => root.getAnimations()).some(moves)) return false;
      const { scrollTop, scrollHeight } = document.querySelector('[data-testid="stMain"]') ?? document.documentElement;
      places.add(`${scrollTop} of ${scrollHeight}`);
      await new Promise((done) => requestAnimationFrame(done));
    }
    return places.size === 1;
  };
  while (!(await isAtRest())) await new Promise((done) => setTimeout(done, 20));
  return true;
}"""
# A first visit imports pandas and plotly while the tests of the other worker run.
SECONDS = 30
SEARCHING = re.compile(r"/(learn|compare|diagnose|runs)/_stcore/(health|host-config)$")
# It also asks whether the file of a download button is there, even if the page that had the button was just left.
LEFT = re.compile(r"/media/\w+\.csv|Download Button.* source error")
# Where the server has no route for questions the page finds that out by asking one.
NO_ROUTE = re.compile(r"status of 404 .*/rankviz/answer$")
# Where the machine has much to do, a server says so after some seconds: a file with all its answers, or a step of a class.
# The page asks again.
BUSY = re.compile(r"status of 503 .*/(rankviz/answer|class/.*)$")
OF_PAGE = {"Explore": "charts", "Diagnose": "diagnose_nav"}  # a part that no other page has
LOCAL_SCHEMES = ("data", "blob", "about")


def settled(page: Page) -> Page:
    """Wait until the script has run to its end, all questions are answered, and the page shows that; returns the page.

    Parameters
    ----------
    page : Page
        One that is at the app's address.
    """
    expect(page.locator(IDLE)).to_have_count(1, timeout=SECONDS * 1000)
    expect(page.locator(STALE)).to_have_count(0, timeout=SECONDS * 1000)
    page.wait_for_function(ANSWERED, timeout=SECONDS * 1000)
    return page


def nothing_moves(page: Page) -> Page:
    """Wait until what fades in or glides is where it will stay; returns the page.

    It is looked for again and again, for so long: the promises of animations may be kept never.
    """
    page.wait_for_function(AT_REST, timeout=SECONDS * 1000)
    return page


def open_inside(page: Page, link: str) -> Page:
    """Open a link on the page that is open, as Back does: a tenth of what loading it costs; returns the page.

    It reads all that an address says of a list, and of a question on its page. What is read only as a page is loaded (covers, a
    large type, the language) stays, and so does what undo knows.
    """
    page.evaluate("(link) => (history.pushState(null, '', link), void dispatchEvent(new PopStateEvent('popstate')))", link)
    return settled(page)


def go_to(page: Page, name: str) -> Page:
    """Press the link to a page, and wait until that page is there and at rest: the one that is left may be at rest, too."""
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.locator(f'[data-part="{OF_PAGE[name]}"]')).to_be_visible(timeout=SECONDS * 1000)
    return settled(page)


def visit(page: Page, link: str) -> Page:
    """Open a link on the page that is open if it is one of it, else load it; returns the page."""
    if urlsplit(page.url).path == urlsplit(link).path:
        return open_inside(page, link)
    page.goto(link)
    return settled(page)


class Watch:
    """Collects what must not happen while a test runs."""

    def __init__(self, server: Server) -> None:
        self._problems: list[str] = []
        self._log = server.log
        self._log_start = server.log.stat().st_size

    def follow(self, page: Page) -> None:
        """Watch a page from now on."""
        for event, heard in self._events().items():
            page.on(event, heard)  # type: ignore[call-overload]

    def leave(self, page: Page) -> None:
        """Watch it no longer."""
        for event, heard in self._events().items():
            page.remove_listener(event, heard)

    def problems(self) -> list[str]:
        """Everything that went wrong so far, in the browser and on the server."""
        with self._log.open("rb") as log:
            log.seek(self._log_start)
            printed = log.read().decode("utf-8", errors="replace")
        return [*self._problems, printed] if "Traceback" in printed else self._problems

    # Names and numbers of other machines lead nowhere (tools/chromium.py), so whatever asks them fails. To be told of each of
    # the two hundred requests of a load takes a tenth of what the load costs.
    def _events(self) -> dict[str, Callable[[Any], None]]:
        return {"console": self._heard, "pageerror": self._thrown, "requestfailed": self._asked, "websocket": self._connected}

    def _heard(self, message: ConsoleMessage) -> None:
        # Opened at the address of a page, Streamlit's front end first asks for the server under that address.
        url = str(message.location.get("url"))
        expected = SEARCHING.search(url) or any(each.search(f"{message.text} {url}") for each in (NO_ROUTE, LEFT, BUSY))
        if message.type == "error" and not expected:
            self._problems.append(f"console: {message.text} ({url})")

    def _thrown(self, error: Error) -> None:
        self._problems.append(f"uncaught: {error}")

    def _asked(self, request: Request) -> None:
        self._visited(request.url)

    def _connected(self, socket: WebSocket) -> None:
        self._visited(socket.url)

    def _visited(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in LOCAL_SCHEMES and parts.hostname != HOST:
            self._problems.append(f"asked another machine: {url}")
