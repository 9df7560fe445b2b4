"""WebKit, driven by its own WebDriver over Selenium, on a screen that nobody sees."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from selenium.webdriver import WebKitGTK
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browsers.tab import LAPTOP, SECONDS, Size, WireTab
from tools import browsers

BODY = "const done = arguments[0]; (async () => {{{script}}})().then(done, (error) => done(`!${{error}} ${{error.stack}}`));"


class WebKit:
    """A browser each of whose tabs is a process of its own, which is a visitor of its own."""

    def __init__(self, cleanup: ExitStack) -> None:
        self._display = cleanup.enter_context(browsers.screen())
        self._driver, self._program = browsers.webkit()

    def tab(self, size: Size = LAPTOP) -> _WebKitTab:
        """A tab of a new visitor."""
        options = Options()
        options.binary_location = self._program
        for argument in ("--automation", "--full-screen"):  # its own buttons are broader than a phone
            options.add_argument(argument)
        environment = {**os.environ, "DISPLAY": self._display, "LANG": "en_US.UTF-8", "LANGUAGE": "en_US", "GDK_BACKEND": "x11"}
        with catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # of how Selenium calls itself
            driver = WebKitGTK(options=options, service=Service(self._driver, env=environment))
        return _WebKitTab(driver, size)


class _WebKitTab(WireTab):
    def __init__(self, driver: WebKitGTK, size: Size) -> None:
        self._driver = driver
        driver.set_script_timeout(2 * SECONDS)
        driver.set_window_rect(0, 0, *size)

    def open(self, url: str) -> None:
        self._driver.get(url)

    def body(self, script: str) -> str:
        found = str(self._driver.execute_async_script(BODY.format(script=script)))
        assert not found.startswith("!"), found
        return found

    def perform(self, source: dict[str, Any]) -> None:
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [source]})

    def picture(self, path: Path) -> None:
        self._driver.save_screenshot(str(path))

    def close(self) -> None:
        self._driver.quit()
