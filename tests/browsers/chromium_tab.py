"""Chromium, driven by Playwright: what it says is what the others have to say."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browsers.tab import LAPTOP, Size, Tab
from tools import chromium


class Chromium:
    """A browser that is started when it is entered."""

    def __init__(self, cleanup: ExitStack) -> None:
        playwright = cleanup.enter_context(sync_playwright())
        self._browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.ARGUMENTS))
        cleanup.callback(self._browser.close)

    def tab(self, size: Size = LAPTOP) -> Tab:
        """A tab of a new visitor."""
        return _ChromiumTab(self._browser.new_page(viewport=size._asdict(), locale="en-US"))  # type: ignore[arg-type]


class _ChromiumTab(Tab):
    def __init__(self, page: object) -> None:
        self._page = page

    def open(self, url: str) -> None:
        self._page.goto(url)

    def body(self, script: str) -> str:
        return str(self._page.evaluate(f"async () => {{{script}}}"))

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def trace(self, way: Sequence[tuple[int, int]], *, held: bool = False) -> None:
        mouse = self._page.mouse
        for number, point in enumerate(way, start=1):
            mouse.move(*point)
            if number == (1 if held else len(way)):
                mouse.down()
        mouse.up()

    def picture(self, path: Path) -> None:
        self._page.screenshot(path=path)

    def close(self) -> None:
        self._page.context.close()
