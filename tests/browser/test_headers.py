"""Does the content security policy let the page do all that it does, and nothing else?"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.parts import CHARTS, ROWS
from tests.browser.visitor import open_inside, settled

WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
"""


def violations(page: Page) -> list[str]:
    found: list[str] = page.evaluate("violations")
    return found


def through_the_pages(page: Page) -> None:
    """Follow the links from page to page, and ask Diagnose something."""
    for name in ("Diagnose", "Runs", "Explore"):
        page.get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")
        settled(page)
        if name == "Diagnose":
            page.get_by_role("textbox", name=re.compile("I got")).fill("0.5")
            page.keyboard.press("Enter")
            settled(page)
        assert violations(page) == []


def test_no_page_does_what_the_policy_forbids(new_page: NewPage) -> None:
    """Dialogs, files, tables and pictures of Explore, then the other pages, which load most of all that is loaded (9 s)."""
    page = new_page(own=True)
    page.add_init_script(WATCH)
    page.goto("/?v=1&m=ndcg&k=3&g=3u01")
    expect(page.locator(ROWS)).to_have_count(4)
    expect(page.locator(CHARTS).first).to_be_visible()
    for name in ("examples", "paste", "link"):
        if name == "link":
            page.locator('button[data-name="take"]').click()
        page.locator(f'button[data-name="{name}"]').click()
        expect(page.get_by_role("dialog")).to_be_visible()
        if name == "link":
            with page.expect_download():
                page.get_by_role("dialog").get_by_role("button", name="Save the lists as a file").click()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator('button[data-name="tables"]').click()
    expect(page.locator('[data-testid="stDataFrame"] canvas').first).to_be_visible()
    for kind in ("as SVG", "as PNG"):
        page.get_by_role("button", name=re.compile("^Save ")).first.click()
        with page.expect_download():
            page.get_by_role("button", name=kind).first.click()
    assert violations(page) == []
    through_the_pages(page)


def test_neither_does_learn_nor_any_page_in_the_dark(new_page: NewPage) -> None:
    """All kinds of places of Learn, and the other pages from there (7 s)."""
    page = new_page(own=True, color_scheme="dark")
    page.add_init_script(WATCH)
    page.goto("/learn")
    for place in ("", "?ask=value.gap.step&of=ap.ndcg&n=4&seed=3", "?ask=better.order&of=ndcg&n=2", "?lesson=ideal", "?make=1"):
        settled(page)
        if place:
            open_inside(page, f"/learn{place}")
        expect(page.locator(".rv-learn [data-part]:not([hidden]) h1").first).to_be_visible()
        assert violations(page) == []
    page.get_by_role("link", name="Explore", exact=True).click()
    expect(page.locator(CHARTS).first).to_be_visible()
    settled(page)
    through_the_pages(page)


def test_what_the_page_does_not_do_is_forbidden(new_page: NewPage) -> None:
    page = new_page(own=True).context.new_page()  # what it does here nobody else may hear of
    page.add_init_script(WATCH)
    page.goto("/", wait_until="commit")  # the policy comes with the page
    page.wait_for_function("() => document.head")
    tried = page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.head.append(script);
          return window.ran ?? false;
        }"""
    )
    assert tried is False
    page.wait_for_function("() => violations.length")
    assert any(each.startswith("script-src-elem inline") for each in violations(page))
    page.close()
