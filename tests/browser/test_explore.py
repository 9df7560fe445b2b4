"""The Explore page as a person uses it, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.visitor import settled

ROWS = '.st-key-rv_list .rows [role="row"]'
CHARTS = ".js-plotly-plot .main-svg"


def row(page: Page, number: int) -> Locator:
    return page.locator(ROWS).nth(number - 1)


def score(page: Page) -> Locator:
    return page.locator(".st-key-rv_scores")


def address(grades: str, **more: str) -> re.Pattern[str]:
    parts = [f"g={grades}", *(f"{name}={value}" for name, value in more.items())]
    return re.compile("".join(f"(?=.*[?&]{re.escape(part)}(&|$))" for part in parts))


def test_the_page_opens_on_the_best_known_list(page: Page) -> None:
    expect(page.locator(ROWS)).to_have_count(6)
    expect(score(page)).to_contain_text("0.785")
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("6.861")
    expect(page.locator(CHARTS).first).to_be_visible()


def test_a_digit_grades_and_every_number_follows(page: Page) -> None:
    row(page, 2).click()
    page.keyboard.press("0")
    expect(score(page)).to_contain_text("0.668")
    expect(page).to_have_url(address("303012", missed="32"))
    page.keyboard.press("u")
    expect(page).to_have_url(address("3u3012"))


def test_of_nine_quick_keys_none_is_lost(page: Page) -> None:
    row(page, 1).click()
    for key in ("0", "ArrowDown", "1", "ArrowDown", "2", "ArrowDown", "3", "ArrowDown", "4"):
        page.keyboard.press(key)
    expect(page).to_have_url(address("012342"))
    for key in "876543217":
        page.keyboard.press(key)
    expect(page).to_have_url(address("012372"))


def test_a_row_moves_by_keyboard_and_keeps_the_focus(page: Page) -> None:
    row(page, 4).click()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect(row(page, 2)).to_contain_text("d4")
    expect(row(page, 2)).to_be_focused()
    expect(score(page)).not_to_contain_text("0.785")
    page.keyboard.press("z")  # two quick moves are one step or two
    page.keyboard.press("z")
    expect(score(page)).to_contain_text("0.785")


def test_a_row_moves_by_dragging(page: Page) -> None:
    grip = row(page, 6).locator(".grip").bounding_box()
    target = row(page, 1).bounding_box()
    assert grip and target
    page.mouse.move(grip["x"] + 5, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, target["y"] + 60, steps=5)
    page.mouse.move(grip["x"] + 5, target["y"] + 5, steps=5)
    page.mouse.up()
    expect(row(page, 1)).to_contain_text("d6")


def test_undo_redo_and_back_agree(page: Page) -> None:
    row(page, 1).click()
    page.keyboard.press("1")
    expect(page).to_have_url(address("123012"))
    page.locator(".st-key-rv_undo button").click()
    expect(score(page)).to_contain_text("0.785")
    page.locator(".st-key-rv_redo button").click()
    expect(page).to_have_url(address("123012"))
    page.go_back()
    expect(score(page)).to_contain_text("0.785")


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
    expect(other.locator(".st-key-rv_list")).to_contain_text("有标注但未返回")


def test_a_choice_shows_its_effect_before_it_is_made(page: Page) -> None:
    page.locator(".st-key-rv_choices").get_by_role("button", name="Gain: g").click()
    expect(page.get_by_text("0 1 3 7 15 31 · nDCG 0.751")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(score(page)).to_contain_text("0.751")
    expect(page).to_have_url(re.compile("gain=exponential"))
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-rv_choices").get_by_role("button", name=re.compile("Gain"))).to_be_focused()


def test_a_measure_of_the_panel_opens_its_derivation(page: Page) -> None:
    score(page).get_by_role("button", name=re.compile("^AP")).click()
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("4.633")
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("AP@6")


def test_pointing_at_a_row_lights_up_the_same_rank_everywhere(page: Page) -> None:
    expect(page.locator(CHARTS).first).to_be_visible()
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("6.861")
    row(page, 3).hover()
    lit = page.locator('.st-key-rv_derivation .term.lit[data-rank="3"]')
    expect(lit).to_have_count(2)
    expect(page.locator(".st-key-rv_bars .rv-ring")).to_be_visible()
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("Rank 3 has grade 3.")
    page.locator('.st-key-rv_derivation .term[data-rank="5"]').first.hover()
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("Rank 5 has grade 1.")


def test_the_step_player_walks_through_the_ranks(page: Page) -> None:
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("6.861")
    page.get_by_role("button", name="First rank").click()
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("Rank 1 of 6")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".st-key-rv_derivation")).to_contain_text("Rank 6 of 6", timeout=30_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_cutoff_moves_in_the_list_and_in_a_chart(page: Page) -> None:
    expect(page.locator(CHARTS).first).to_be_visible()
    slider = page.locator(".st-key-rv_small").get_by_role("slider").first
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("k=5"))
    expect(page.locator(".st-key-rv_list").get_by_role("slider")).to_contain_text("k = 5")
    page.locator(".st-key-rv_list").get_by_role("slider").focus()
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("k=4"))


def test_a_list_is_pasted_and_a_mistake_keeps_the_text(page: Page) -> None:
    page.locator(".st-key-rv_paste button").click()
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
    page.locator(".st-key-rv_paste button").click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    box.fill(f"{name}\t3\nשלום\t0")
    box.press("Control+Enter")
    page.get_by_role("button", name="Use this list").click()
    expect(row(page, 1)).to_contain_text(name)
    expect(row(page, 2)).to_contain_text("שלום")
    page.locator(".st-key-rv_tables").get_by_text("All numbers as tables").click()
    settled(page)
    expect(page.locator("img[src=x]")).to_have_count(0)


def test_a_damaged_link_says_what_it_could_not_read(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/?m=nothing&k=x&g=321")
    settled(page)
    expect(page.get_by_role("alert").first).to_contain_text("nothing")
    expect(page.locator(ROWS)).to_have_count(3)


def test_an_example_opens_with_one_click(page: Page) -> None:
    page.locator(".st-key-rv_examples button").click()
    page.get_by_role("button", name=re.compile("Five films")).click()
    expect(score(page)).to_contain_text("0.830")
    expect(page).to_have_url(re.compile("gain=exponential"))


def test_two_tabs_do_not_disturb_each_other(page: Page, new_page: NewPage) -> None:
    other = new_page()
    other.goto("/?v=1&m=ap&k=3&g=010")
    settled(other)
    row(page, 1).click()
    page.keyboard.press("0")
    expect(page).to_have_url(address("023012"))
    expect(score(other)).to_contain_text("0.500")


def test_five_hundred_entries_stay_usable(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/?v=1&m=ndcg&k=10&g=" + "32104" * 100)
    settled(page)
    expect(page.locator(ROWS)).to_have_count(500)
    row(page, 1).click()
    page.keyboard.press("0")
    expect(page).to_have_url(re.compile("g=02104"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["/", "/?v=1&m=ap&k=4&g=3u012&missed=2&numbers=fractions", "/?v=1&m=ndcg&k=5&g=00000"])
def test_axe_finds_nothing(new_page: NewPage, scheme: str, query: str) -> None:
    page = new_page(color_scheme=scheme)
    page.goto(query)
    settled(page)
    expect(page.locator(CHARTS).first).to_be_visible()
    row(page, 2).click()
    found = Axe().run(page)
    assert found.response["violations"] == []


@pytest.mark.parametrize(
    ("width", "height", "locale"), [(390, 844, "zh-CN"), (390, 844, "en-US"), (1280, 720, "zh-CN"), (1920, 1080, "en-US")]
)
def test_nothing_is_wider_than_the_window(new_page: NewPage, width: int, height: int, locale: str) -> None:
    page = new_page(viewport={"width": width, "height": height}, locale=locale)
    page.goto("/")
    settled(page)
    expect(page.locator(CHARTS).first).to_be_visible()
    overflow = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_list_formula_and_score_need_no_scrolling_on_a_small_laptop(page: Page) -> None:
    for key in ("rv_choices", "rv_list", "rv_bars", "rv_scores", "rv_derivation"):
        box = page.locator(f".st-key-{key}").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 720


def test_rows_and_bars_line_up(page: Page) -> None:
    expect(page.locator(CHARTS).first).to_be_visible()
    bars = page.locator(".st-key-rv_bars .js-plotly-plot").bounding_box()
    assert bars is not None
    for number in range(1, 7):
        box = row(page, number).bounding_box()
        assert box is not None
        assert box["height"] == pytest.approx(44, abs=0.5)
        assert box["y"] == pytest.approx(bars["y"] + 28 + 44 * (number - 1), abs=1)


def test_what_is_typed_right_after_an_undo_is_done_to_the_list_that_comes_back(page: Page) -> None:
    row(page, 2).click()
    page.keyboard.press("0")
    expect(page).to_have_url(address("303012"))
    for key in ("z", "z", "ArrowDown", "4", "Alt+ArrowUp"):
        page.keyboard.press(key)
    expect(row(page, 2)).to_contain_text("d3")
    expect(row(page, 2)).to_contain_text("4")
    expect(row(page, 3)).to_contain_text("d2")


def test_a_saved_file_brings_the_whole_state_back(page: Page, new_page: NewPage, tmp_path: Path) -> None:
    row(page, 2).click()
    page.keyboard.press("u")
    expect(page).to_have_url(address("3u3012"))
    page.locator(".st-key-rv_link button").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    other = new_page()
    other.goto("/?v=1&m=ap&k=2&g=01")
    settled(other)
    other.locator(".st-key-rv_link button").click()
    other.locator('input[type="file"]').set_input_files(saved)
    expect(other).to_have_url(address("3u3012", m="ndcg", k="6"))
    expect(other.locator(ROWS)).to_have_count(6)


def test_another_file_is_refused_in_words(page: Page) -> None:
    page.locator(".st-key-rv_link button").click()
    picked = {"name": "x.json", "mimeType": "application/json", "buffer": b'{"a": 1}'}
    page.locator('input[type="file"]').set_input_files(picked)  # type: ignore[arg-type]
    expect(page.get_by_role("alert")).to_contain_text("neither a file saved by rankviz")


def test_the_table_takes_over_what_is_typed_into_it(page: Page) -> None:
    page.locator(".st-key-rv_list").get_by_role("button", name="as table").click()
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
        page.locator(".st-key-rv_derivation").get_by_role("button", name="Copy", exact=True).click()
        page.get_by_role("button", name=name).click()
        expect(page.get_by_text("Copied").first).to_be_visible()
        found.append(page.evaluate("navigator.clipboard.readText()"))
        page.keyboard.press("Escape")
    assert "0.7850023719699478" in found[0]
    assert "against the ideal of all 8 judged" in found[0]
    assert r"\frac{6.861}{8.740} = 0.785" in found[1]
    assert "rv.evaluate('nDCG@6', r)" in found[2]
