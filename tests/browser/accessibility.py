"""What axe-core finds wrong with a page: the version that tools/javascript/package-lock.json names."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.browser.visitor import nothing_moves
from tools import lint_js

# No rule that is asked looks at style sheets or sounds, which axe-core would fetch once more first, for a quarter of its time.
# Whether what is written on a button is in its name too is asked again with the button in the middle of the window: axe-core
# takes letters below the edge for letters that are not there, and of an index that the edge cuts off it reads a half.
LOOK = """async (within) => {
  const { violations } = await axe.run(within ?? document, { resultTypes: ["violations"], preload: false, elementRef: true });
  for (const found of violations.filter(({ id }) => id === "label-content-name-mismatch")) {
    const asked = [];
    for (const node of found.nodes) {
      node.element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const again = await axe.run(node.element, { resultTypes: ["violations"], preload: false, runOnly: [found.id] });
      if (again.violations.length) asked.push(node);
    }
    found.nodes = asked;
  }
  const stands = violations.filter(({ nodes }) => nodes.length);
  return stands.map((found) => ({ ...found, nodes: found.nodes.map(({ element, ...node }) => node) }));
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
