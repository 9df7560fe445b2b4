"""What axe-core finds wrong with a page: the version that tools/javascript/package-lock.json names."""

from __future__ import annotations

from functools import cache
from typing import Any

from axe_playwright_python import sync_playwright
from playwright.sync_api import Page

from tools import lint_js


class Axe(sync_playwright.Axe):
    """Runs it, instead of the older one that comes with the package for Python."""

    def __init__(self) -> None:
        super().__init__(_script())

    def violations(self, page: Page, within: str | None = None) -> list[dict[str, Any]]:
        """What is wrong on a page, or within one element of it: [] if all is well."""
        return list(self.run(page, context=within).response["violations"])


@cache
def _script() -> str:
    lint_js.prepare()
    return (lint_js.PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
