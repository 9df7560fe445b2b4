"""Tabs that one test after the other is given: to load the page in one takes half the time that a new window takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Page

BLANK = "/_stcore/health"  # of the same origin, and without a script
MOST_STEPS = 40  # a browser keeps 50 steps of the history, and tests count them


class Kept:
    """Gives the tab as if it were new. What cannot be taken back (`clock`, `add_init_script`, `route`) needs one of its own.

    Parameters
    ----------
    browser : Browser
    options : Mapping[str, Any]
        Of Playwright's `Browser.new_page`.
    """

    def __init__(self, browser: Browser, options: Mapping[str, Any]) -> None:
        self._browser = browser
        self._options = options
        self._page: Page | None = None
        self._lent = False

    @property
    def is_lent(self) -> bool:
        """Whether a test has it."""
        return self._lent

    def take(self) -> Page:
        """The tab, with nothing in it."""
        if self._lent:
            self.drop()
        self._lent = True
        self._page = self._page or self._browser.new_page(**self._options)
        return self._page

    def drop(self) -> None:
        """Close the tab: the next one is new."""
        if self._page:
            self._page.context.close()
        self._page, self._lent = None, False

    def give_back(self, *, failed: bool) -> None:
        """The test is done. What one left behind that failed, nobody knows: the next tab is new."""
        if failed:
            self.drop()
        else:
            self._clear()

    def _clear(self) -> None:
        """Forget what was done in the tab."""
        page = self._page
        if page is None or page.is_closed():
            return self.drop()
        for other in page.context.pages:
            if other != page:
                other.close()
        page.goto(BLANK)  # the page stores its state as it is left
        steps = page.evaluate("() => (sessionStorage.clear(), localStorage.clear(), history.length)")
        if steps > MOST_STEPS:
            return self.drop()
        page.context.clear_cookies()
        page.context.clear_permissions()
        page.set_viewport_size(self._options["viewport"])
        page.mouse.move(0, 0)
        self._lent = False
        return None


class Tabs:
    """A kept tab for each kind of visitor: of this language, with a window of that size.

    Parameters
    ----------
    browser : Browser
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kept: dict[str, Kept] = {}

    def of(self, options: Mapping[str, Any]) -> Kept:
        """The tab of a visitor, by options of Playwright's `Browser.new_page`."""
        return self._kept.setdefault(json.dumps(options, sort_keys=True), Kept(self._browser, options))

    def drop(self) -> None:
        """Close them all."""
        for kept in self._kept.values():
            kept.drop()
