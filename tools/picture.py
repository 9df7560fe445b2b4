"""Take the picture of the page that README shows: `make picture`."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tools import chromium
from tools.server import IDLE, serving

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "explore.png"
COLOURS = 128  # enough for the page, and a third of the size
SECONDS = 60


def main() -> None:
    """Start the page, wait until all of it is drawn, and keep what a laptop shows of it."""
    with serving("app.py") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.ARGUMENTS))
        page = browser.new_page(viewport={"width": 1280, "height": 720}, locale="en-US", color_scheme="light")
        page.goto(server.url, wait_until="networkidle")
        expect(page.locator(IDLE)).to_have_count(1, timeout=SECONDS * 1000)
        expect(page.locator(".main-svg").first).to_be_visible(timeout=SECONDS * 1000)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=PICTURE, animations="disabled")
        browser.close()
    with Image.open(PICTURE) as picture:
        picture.convert("RGB").quantize(COLOURS).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
