"""A bare page that loads the page's JavaScript modules from their files: no server, no Streamlit."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, Route

from tools.server import ROOT

FOLDER = ROOT / "rankviz" / "browser"
ADDRESS = "http://127.0.0.1:1/"  # never asked: every request is answered here
KINDS = {".js": "text/javascript", ".css": "text/css"}


class Modules:
    """Calls what a module exports.

    Parameters
    ----------
    page : Page
        Made by `open_modules`.
    """

    def __init__(self, page: Page) -> None:
        self.page = page

    def call(self, module: str, name: str, *arguments: object) -> Any:
        """What an exported function gives; module and name as in `("kit/numbers.js", "short")`."""
        script = "async ([module, name, all]) => (await import(module))[name](...all)"
        return self.page.evaluate(script, [ADDRESS + module, name, list(arguments)])


def open_modules(browser: Browser) -> Modules:
    """Open a page in which every module of the page can be imported from `ADDRESS`."""
    page = browser.new_page()

    def answer(route: Route) -> None:
        path = FOLDER / route.request.url.removeprefix(ADDRESS)
        if path.suffix in KINDS:
            route.fulfill(body=path.read_text(encoding="utf-8"), content_type=KINDS[path.suffix])
        else:
            route.fulfill(body="<!doctype html><body></body>", content_type="text/html")

    page.route("**/*", answer)
    page.goto(ADDRESS)
    return Modules(page)
