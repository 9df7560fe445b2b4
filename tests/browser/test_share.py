"""The dialogs that make links: for anybody, and for a class."""

from __future__ import annotations

import re
from io import BytesIO
from random import Random
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from rankviz import Item, Ranking
from rankviz.state.app_state import AppState
from rankviz.state.permalink import to_text
from tests.browser.accessibility import Axe
from tests.browser.conftest import Revisit
from tests.browser.parts import row, score
from tests.browser.visitor import settled

STATE = re.escape("/?v=1&m=ndcg&k=6&g=323012&missed=32")


def opened(page: Page, button: str) -> Locator:
    page.locator('button[data-name="take"]').click()
    page.get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog", name=button)
    expect(dialog.get_by_role("textbox", name=re.compile("Address|地址"))).to_have_value(re.compile(f"{STATE}$"))
    return dialog


def close(page: Page, dialog: Locator) -> None:
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_the_menu_of_what_is_taken_along_is_worked_by_keyboard(same_page: Page) -> None:
    page = same_page
    menu = page.locator('button[data-name="take"]')
    menu.press("Enter")
    expect(page.get_by_role("button", name="Link and file")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Link and file")).to_be_hidden()
    expect(menu).to_be_focused()
    menu.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Share for a class")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()


def test_the_link_of_the_opening_page_holds_its_state_and_can_be_copied(same_page: Page) -> None:
    page = same_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = opened(page, "Link and file")
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_text("Copied", exact=True)).to_be_visible()
    assert re.search(f"{STATE}$", page.evaluate("navigator.clipboard.readText()"))
    expect(dialog.get_by_text("This address reaches this computer only")).to_be_visible()
    expect(dialog.get_by_role("img", name="QR code")).to_be_hidden()
    dialog.get_by_role("button", name="QR code").click()
    expect(dialog.get_by_role("img", name="QR code")).to_be_visible()
    close(page, dialog)


def link_of(count: int) -> str:
    """A link to a list of so many documents with names of their own."""
    draw = Random(count)  # noqa: S311
    items = tuple(Item(f"doc-{draw.getrandbits(40):x}", draw.choice([0, 1, 2, 3])) for _ in range(count))
    return f"/?{to_text(AppState((Ranking(items),)))}" if count else "/"


Scheme = Literal["light", "dark"]
CODES: list[tuple[Scheme, int, int, int, str]] = [
    ("light", 1280, 720, 0, "Link and file"),
    ("dark", 390, 844, 0, "Share for a class"),
    ("dark", 320, 568, 60, "Link and file"),  # the smallest that it is drawn
    ("light", 390, 844, 200, "Link and file"),  # almost the longest that has one
]


def paint(page: Page, scheme: Scheme, width: int, height: int) -> None:
    """Have the page in these colors, in a window of that size."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", scheme)


def test_the_code_that_is_drawn_is_read_as_the_link(revisit: Revisit) -> None:
    """Four codes are read from their pictures: of short and long links, small and large, on light and dark pages."""
    reader = pytest.importorskip("zxingcpp", reason="pip install -r requirements-dev.txt")
    for scheme, width, height, count, button in CODES:
        page = revisit(link_of(count))
        paint(page, scheme, width, height)
        settled(page).locator('button[data-name="take"]').click()
        page.get_by_role("button", name=button).click()
        dialog = page.get_by_role("dialog", name=button)
        dialog.get_by_role("button", name="QR code").click()
        drawn = dialog.get_by_role("img", name="QR code")
        expect(drawn).to_be_visible()
        picture = Image.open(BytesIO(drawn.screenshot())).convert("L")
        (found,) = reader.read_barcodes(picture)
        assert found.text == dialog.get_by_role("textbox", name="Address").input_value()
        assert len(found.text) > 20 * count / 3
        close(page, dialog)


def test_the_code_is_seen_whole_as_soon_as_it_is_asked_for(same_page: Page) -> None:
    for button in ("Link and file", "Share for a class"):
        dialog = opened(same_page, button)
        dialog.get_by_role("button", name="QR code").click()
        expect(dialog.get_by_role("img", name="QR code")).to_be_in_viewport(ratio=0.99)
        close(same_page, dialog)


def test_a_link_for_a_class_is_what_its_preview_shows_and_opens_here_for_who_made_it(page: Page) -> None:
    """The preview is a page of its own, which is loaded twice, and so is the one that opens."""
    dialog = opened(page, "Share for a class")
    shown = dialog.frame_locator("iframe")
    expect(shown.locator('[data-part="scores"] .value')).to_have_text("0.785")
    for group, choice in (("Value", "covered"), ("Charts", "hidden"), ("The list", "locked"), ("Language", "中文")):
        dialog.get_by_role("group", name=group).get_by_role("radio", name=choice).check()
    address = dialog.get_by_role("textbox", name="Address")
    expect(address).to_have_value(re.compile(f"{STATE}&cover=score&hide=charts&lock=list&lang=zh$"))
    expect(shown.locator('[data-part="cover_score"]')).to_contain_text("你的猜测")
    expect(shown.locator('[data-part="charts"]')).to_be_hidden()
    expect(shown.locator('[data-part="ranking_list"] .lock')).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(score(page).locator(".value")).to_have_text("0.785")  # nothing of it is done here
    expect(page.locator('[data-part="header"]')).to_be_focused()
    page.locator('button[data-name="take"]').click()
    page.get_by_role("button", name="Share for a class").click()
    expect(address).to_have_value(re.compile(f"{STATE}&cover=score&"))  # as it was left
    dialog.get_by_role("group", name="Value").get_by_role("radio", name="hidden").check()
    link = dialog.get_by_role("link", name="Open here")
    expect(link).to_have_attribute("href", re.compile("hide=score"))
    link.click()
    expect(row(page, 1)).to_be_visible()
    settled(page)
    expect(score(page)).to_be_hidden()
    page.keyboard.press("o")
    expect(score(page).locator(".value")).to_have_text("0.785")


def test_axe_finds_nothing_in_the_dialog(same_page: Page) -> None:
    """On a laptop in light colors, and on a phone in dark ones; the preview is a page that is loaded, and looked at as well."""
    page = same_page
    dialog = opened(page, "Share for a class")
    dialog.get_by_role("button", name="QR code").click()
    expect(dialog.frame_locator("iframe").locator('[data-part="scores"] .value')).to_have_text("0.785")
    paint(page, "light", 1280, 844)
    assert Axe().violations(page) == []
    paint(page, "dark", 390, 844)
    expect(dialog.frame_locator("iframe").get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    assert Axe().violations(page) == []
    close(page, dialog)
