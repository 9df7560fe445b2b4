"""What axe-core finds wrong with a page: the version that tools/javascript/package-lock.json names."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tools import lint_js

# What fades in is paler until it is there.
LOOK = """async (within) => {
  const roots = [document, ...[...document.querySelectorAll("[data-part]")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const ends = ({ effect }) => effect.getComputedTiming().endTime < Infinity;
  const moving = roots.flatMap((root) => root.getAnimations()).filter(ends);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  const { violations } = await axe.run(within ?? document, { resultTypes: ["violations"] });
  return violations;
}"""


class Axe:
    """Runs it; a page that stays open is given it once."""

    def violations(self, page: Page, within: str | None = None) -> list[dict[str, Any]]:
        """What is wrong on a page, or within one element of it: [] if all is well."""
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(_script())
        return list(page.evaluate(LOOK, within))


@cache
def _script() -> str:
    lint_js.prepare()
    return (lint_js.PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
