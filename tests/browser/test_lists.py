"""How lists come into the page and leave it: paste, links, files, examples, copies."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.parts import ROWS, address, row, score
from tests.browser.visitor import settled


def test_a_copied_link_opens_the_same_state_in_the_readers_language(page: Page, new_page: NewPage) -> None:
    row(page, 3).click()
    page.keyboard.press("1")
    page.keyboard.press("k")
    expect(page).to_have_url(address("321012", k="5"))
    expect(score(page)).to_contain_text("0.684")
    other = new_page(locale="zh-CN")
    other.goto(page.url)
    settled(other)
    expect(score(other)).to_contain_text("0.684")
    expect(other.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(other.locator('[data-part="list"]')).to_contain_text("有标注但未返回")


def test_a_list_is_pasted_and_a_mistake_keeps_the_text(page: Page) -> None:
    page.locator('button[data-name="paste"]').click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    box.fill("a\t3\nb\tgood")
    box.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("Line 2, column 2: “good”")
    expect(box).to_have_value("a\t3\nb\tgood")
    box.fill("a\t3\t0.5\nb\t0\t0.9")
    box.press("Control+Enter")
    expect(page.get_by_text("Understood: 2 retrieved with scores")).to_be_visible()
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator(ROWS)).to_have_count(2)
    expect(row(page, 1)).to_contain_text("b")


def test_names_with_markup_stay_text(page: Page) -> None:
    name = '<img src=x onerror="alert(1)"> **b** $x$ ![](//x)'
    page.locator('button[data-name="paste"]').click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    box.fill(f"{name}\t3\nשלום\t0")
    box.press("Control+Enter")
    page.get_by_role("button", name="Use this list").click()
    expect(row(page, 1)).to_contain_text(name)
    expect(row(page, 2)).to_contain_text("שלום")
    page.get_by_role("button", name="All numbers as tables").click()
    settled(page)
    expect(page.locator("img[src=x]")).to_have_count(0)


def test_a_damaged_link_says_what_it_could_not_read(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/?m=nothing&k=x&g=321")
    settled(page)
    expect(page.get_by_role("alert").first).to_contain_text("nothing")
    expect(page.locator(ROWS)).to_have_count(3)


def test_markup_in_a_damaged_link_stays_text(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/?m=%3Cimg%20src%3Dx%3E")
    settled(page)
    expect(page.get_by_role("alert").first).to_contain_text("<img src=x>")
    expect(page.locator("img[src=x]")).to_have_count(0)


def test_an_example_opens_with_one_click(page: Page) -> None:
    page.locator('button[data-name="examples"]').click()
    page.get_by_role("button", name=re.compile("Five films")).click()
    expect(score(page)).to_contain_text("0.830")
    expect(page).to_have_url(re.compile("gain=exponential"))


def test_a_saved_file_brings_the_whole_state_back(page: Page, new_page: NewPage, tmp_path: Path) -> None:
    row(page, 2).click()
    page.keyboard.press("u")
    expect(page).to_have_url(address("3u3012"))
    page.locator('button[data-name="link"]').click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    other = new_page()
    other.goto("/?v=1&m=ap&k=2&g=01")
    settled(other)
    other.locator('button[data-name="link"]').click()
    other.locator('input[type="file"]').set_input_files(saved)
    expect(other).to_have_url(address("3u3012", m="ndcg", k="6"))
    expect(other.locator(ROWS)).to_have_count(6)


def test_another_file_is_refused_in_words(page: Page) -> None:
    page.locator('button[data-name="link"]').click()
    picked = {"name": "x.json", "mimeType": "application/json", "buffer": b'{"a": 1}'}
    page.locator('input[type="file"]').set_input_files(picked)  # type: ignore[arg-type]
    expect(page.get_by_role("alert")).to_contain_text("neither a file saved by rankviz")


def test_the_table_takes_over_what_is_typed_into_it(page: Page) -> None:
    page.locator('[data-part="list"]').get_by_role("button", name="as table").click()
    expect(page.get_by_text("The list as a table")).to_be_visible()
    page.get_by_role("button", name="Use this table").click()
    expect(page.get_by_text("The list as a table")).to_have_count(0)
    expect(page.locator(ROWS)).to_have_count(6)
    expect(score(page)).to_contain_text("0.785")


def test_the_copies_hold_value_convention_formula_and_python(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/")
    settled(page)
    found = []
    for name in ("Value and convention", "Derivation as LaTeX", "Python that reproduces it"):
        page.evaluate("navigator.clipboard.writeText('')")
        page.locator('[data-part="derivation"]').get_by_role("button", name="Copy", exact=True).click()
        page.get_by_role("button", name=name).click()
        page.wait_for_function("navigator.clipboard.readText().then((text) => text !== '')")
        found.append(page.evaluate("navigator.clipboard.readText()"))
        page.keyboard.press("Escape")
    assert "0.7850023719699478" in found[0]
    assert "against the ideal of all 8 judged" in found[0]
    assert r"\frac{6.861}{8.740} = 0.785" in found[1]
    assert "rv.evaluate('nDCG@6', r)" in found[2]
