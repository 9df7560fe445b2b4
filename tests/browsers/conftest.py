"""One server, and one browser of each kind, for the tests that `make browsers` runs; no other target does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.browsers.tab import LAPTOP, Size, Tab
from tools.server import Server, serving

PICTURES = Path(__file__).parents[2] / "test-results" / "browsers"
KINDS = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}


class Browser(Protocol):
    def tab(self, size: Size = LAPTOP) -> Tab: ...


class Browsers:
    """The browsers, each started when it is first asked for, and the tabs that are open in them."""

    def __init__(self, cleanup: ExitStack) -> None:
        self._cleanup = cleanup
        self._running: dict[str, Browser] = {}

    def tab(self, kind: str, size: Size = LAPTOP) -> Tab:
        if kind not in self._running:
            made: Any = getattr(import_module(f"tests.browsers.{kind}_tab"), KINDS[kind])
            self._running[kind] = made(self._cleanup)
        return self._running[kind].tab(size)


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    with serving("app.py") as running:
        yield running


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    with ExitStack() as cleanup:
        yield Browsers(cleanup)


def picture_of(tab: Tab, *names: str) -> None:
    """Keep what a tab shows in test-results/browsers/."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    tab.picture(PICTURES / f"{re.sub(r'[^a-z0-9]+', '-', '-'.join(names).lower())}.png")
