"""The parts of the Explore page that the browser tests look at."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page

# A phone in the dark, in Chinese: with a laptop in English and light it takes each of the choices once.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "color_scheme": "dark",
    "locale": "zh-CN",
}
ROWS = '[data-part="ranking_list"] .rows [role="row"]'
CHARTS = ".js-plotly-plot .main-svg"
# What the page asks the server is kept until it is let go.
HOLD = """() => {
  const { fetch } = window;
  const kept = [];
  window.fetch = (...asked) => new Promise((done) => kept.push(() => done(fetch(...asked))));
  window.letGo = () => {
    window.fetch = fetch;
    for (const ask of kept) ask();
  };
}"""


def row(page: Page, number: int) -> Locator:
    return page.locator(ROWS).nth(number - 1)


def score(page: Page) -> Locator:
    return page.locator('[data-part="scores"]')


def address(grades: str, **more: str) -> re.Pattern[str]:
    parts = [f"g={grades}", *(f"{name}={value}" for name, value in more.items())]
    return re.compile("".join(f"(?=.*[?&]{re.escape(part)}(&|$))" for part in parts))


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the window; Streamlit's page scrolls inside the document."""
    wider = "(all) => Math.max(...all.map((one) => one.scrollWidth - one.clientWidth))"
    return int(page.locator('html, [data-testid="stMain"]').evaluate_all(wider))
