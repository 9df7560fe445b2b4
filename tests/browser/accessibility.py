"""What axe-core finds wrong with a page: the version that tools/javascript/package-lock.json names."""

from __future__ import annotations

from functools import cache

from axe_playwright_python import sync_playwright

from tools import lint_js


class Axe(sync_playwright.Axe):
    """Runs it, instead of the older one that comes with the package for Python."""

    def __init__(self) -> None:
        super().__init__(_script())


@cache
def _script() -> str:
    lint_js.prepare()
    return (lint_js.PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
