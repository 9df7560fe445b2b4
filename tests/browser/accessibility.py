"""What axe-core finds wrong with a page: the version that tools/javascript/package-lock.json names."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.browser.visitor import nothing_moves
from tools import lint_js

LOOK = """async (within) => {
  const { violations } = await axe.run(within ?? document, { resultTypes: ["violations"] });
  return violations;
}"""


class Axe:
    """Runs it; a page that stays open is given it once."""

    def violations(self, page: Page, within: str | None = None) -> list[dict[str, Any]]:
        """What is wrong on a page, or within one element of it: [] if all is well."""
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(_script())
        return list(nothing_moves(page).evaluate(LOOK, within))  # what fades in is paler until it is there


@cache
def _script() -> str:
    lint_js.prepare()
    return (lint_js.PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
