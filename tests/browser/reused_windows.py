"""Windows that one test after the other is given: to load the page in one costs a third of what it costs in a new one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Error, Page

BLANK = "/_stcore/health"  # of the same origin, and without a script
MOST_STEPS = 40  # a browser keeps 50 steps of the history, and tests count them
CHANGED = ("viewport", "color_scheme")  # by what lends a window
# A page that stays open: what lies over it is closed, nothing has the focus or is pointed at, it stands at its top, and what
# was begun on Learn is forgotten. False where no page is open.
FORGET = """async () => {
  const { name } = performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/tab/tab.js")) ?? {};
  if (!name) return false;
  const roots = [document, ...[...document.querySelectorAll("[data-part]")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  for (const root of roots) {
    for (const open of root.querySelectorAll(":popover-open")) open.hidePopover();
    for (const open of root.querySelectorAll("dialog[open]")) open.close();
  }
  if (document.querySelector("[role=dialog]")) return false;
  document.activeElement?.blur();
  document.dispatchEvent(new CustomEvent("rankviz:rank", { detail: { rank: null, pinned: true, source: "" } }));
  for (const pinned of [false, true]) {
    document.dispatchEvent(new CustomEvent("rankviz:document", { detail: { id: null, pinned, of: "pair", source: "" } }));
  }
  document.querySelector('[data-testid="stMain"]').scrollTo(0, 0);
  const works = (await import(name)).works();
  for (const key of Object.keys(works)) delete works[key];
  return true;
}"""


class Window:
    """A window of one kind of visitor, with a tab that every test may have; what was done in it is forgotten afterwards.

    Its size and whether it is light or dark change from test to test.

    Parameters
    ----------
    browser : Browser
    options : Mapping[str, Any]
        Of Playwright's `Browser.new_context`.
    stays : bool
        Whether its page stays open.
    """

    def __init__(self, browser: Browser, options: Mapping[str, Any], *, stays: bool) -> None:
        self._options = options
        self._stays = stays
        self._context = browser.new_context(**options)
        self._tab = self._context.new_page()
        self._tab.goto(BLANK)
        self.is_lent = False

    def lend(self, options: Mapping[str, Any], *, own: bool) -> Page:
        """The tab that is kept, or another one in that window, whose scripts and routes end with it; in this size and theme."""
        self.is_lent = True
        tab = self._context.new_page() if own else self._tab
        tab.set_viewport_size(options["viewport"])
        tab.emulate_media(color_scheme=options.get("color_scheme", "light"))
        return tab

    def take_back(self) -> bool:
        """Forget what was done; tells whether the window can be lent again."""
        with suppress(Error):  # a tab that crashed, or was closed: its window goes
            for page in self._context.pages:
                if page != self._tab:
                    page.goto("about:blank")  # what a page stores as it is left is stored before the next line
                    page.close()
            if not (self._stays and self._tab.evaluate(FORGET)):
                self._tab.goto(BLANK)
            steps = self._tab.evaluate("() => (sessionStorage.clear(), localStorage.clear(), history.length)")
            self._context.clear_cookies()
            self._context.clear_permissions()
            self._context.grant_permissions(self._options.get("permissions", []))
            self._tab.emulate_media(media="null")
            self._tab.mouse.move(0, 0)
            if steps > MOST_STEPS:
                worn = self._tab
                self._tab = self._context.new_page()
                self._tab.goto(BLANK)
                worn.close()
            self.is_lent = False
            return True
        return False

    def close(self) -> None:
        """Close it, with all its tabs."""
        self._context.close()


class Windows:
    """The windows that are kept, by the kind of visitor: of this language, with a mouse or by touch.

    Parameters
    ----------
    browser : Browser
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kept: dict[str, list[Window]] = {}

    def of(self, options: Mapping[str, Any], *, stays: bool = False) -> Window:
        """One that nobody has, by options of Playwright's `Browser.new_context`, and by whether its page stays open."""
        kept = self._kept.setdefault(f"{stays} {_kind(options)}", [])
        for window in kept:
            if not window.is_lent:
                return window
        kept.append(Window(self._browser, options, stays=stays))
        return kept[-1]

    def take_back(self, window: Window, *, failed: bool) -> None:
        """The test is done. What one left behind that failed, nobody knows: that window goes."""
        if failed or not window.take_back():
            window.close()
            for kept in self._kept.values():
                if window in kept:
                    kept.remove(window)

    def close(self) -> None:
        """Close them all."""
        for kept in self._kept.values():
            for window in kept:
                window.close()


def _kind(options: Mapping[str, Any]) -> str:
    """What of a visitor's options no window changes any more."""
    return json.dumps({name: value for name, value in options.items() if name not in CHANGED}, sort_keys=True)
