"""What an edit shows before the server has answered, and that drawing again leaves what drawing anew would."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rankviz import Item, Ranking, evaluate
from tests.browser.conftest import NewPage
from tests.browser.parts import CHARTS, HOLD, row, score
from tests.browser.visitor import settled, visit

# Everything that Plotly drew, but for the names it gives to its clip paths, and the words and numbers over it.
DRAWN = """() => {
  const look = ({ fill, stroke, strokeWidth, opacity, fontSize }) =>
    [fill, strokeWidth === "0px" || stroke, strokeWidth, opacity, fontSize]; // an edge without width may keep an old colour
  const drawn = (node) => ["d", "transform", "x", "y"].map((name) => node.getAttribute(name));
  const svgs = [...document.querySelectorAll(".js-plotly-plot .main-svg")].map((svg) =>
    [...svg.querySelectorAll("path, text")].map((node) =>
      [node.textContent, ...look(getComputedStyle(node)), ...drawn(node)].join(" ")));
  const named = (node) => ["class", "style", "data-term"].map((name) => node.getAttribute(name));
  const plain = (node) => [node.textContent, ...named(node)].join(" ");
  const words = [...document.querySelectorAll(".rv-words, .rv-cells")].map((box) => [...box.querySelectorAll("*")].map(plain));
  return [...svgs, words];
}"""


def ndcg(*grades: float | None) -> str:
    shown = tuple(Item(f"d{i}", grade) for i, grade in enumerate(grades))
    value = evaluate("nDCG@6", Ranking(shown, (Item("m1", 3), Item("m2", 2))))
    return f"{value:.3f}"


@pytest.mark.parametrize(
    ("number", "key", "grades"),
    [(1, "1", (1, 2, 3, 0, 1, 2)), (3, "u", (3, 2, None, 0, 1, 2)), (2, "Alt+ArrowDown", (3, 3, 2, 0, 1, 2))],
)
def test_the_score_follows_a_key_before_the_server_answers(
    same_page: Page, number: int, key: str, grades: tuple[float | None, ...]
) -> None:
    page = same_page
    value = score(page).locator(".value")
    expect(value).to_have_text("0.785")
    row(page, number).focus()
    before = page.url
    page.evaluate(HOLD)
    page.keyboard.press(key)
    expect(value).to_have_text(ndcg(*grades))
    assert ndcg(*grades) != "0.785"
    assert page.url == before
    page.evaluate("() => letGo()")
    expect(page).not_to_have_url(before)
    settled(page)
    expect(value).to_have_text(ndcg(*grades))


def test_a_second_key_before_the_answer_waits_for_it(same_page: Page) -> None:
    page = same_page
    value = score(page).locator(".value")
    row(page, 1).focus()
    page.evaluate(HOLD)
    page.keyboard.press("1")
    expect(value).to_have_text(ndcg(1, 2, 3, 0, 1, 2))
    page.keyboard.press("0")
    expect(row(page, 1).locator(".grade")).to_have_text("0")
    expect(value).to_have_text(ndcg(1, 2, 3, 0, 1, 2))
    page.evaluate("() => letGo()")
    expect(value).to_have_text(ndcg(0, 2, 3, 0, 1, 2))


def test_an_edit_that_is_taken_back_before_the_answer_leaves_the_score_as_it_was(same_page: Page) -> None:
    page = same_page
    value = score(page).locator(".value")
    row(page, 1).focus()
    page.evaluate(HOLD)
    page.keyboard.press("1")
    expect(value).to_have_text(ndcg(1, 2, 3, 0, 1, 2))
    page.keyboard.press("3")
    page.evaluate("() => letGo()")
    expect(value).to_have_text("0.785")


def drawn_anew(page: Page, link: str) -> Page:
    """Open a link, leave the page for another and come back, so that every chart is drawn from nothing; returns the page."""
    visit(page, link)
    page.get_by_role("link", name="Diagnose", exact=True).click()
    expect(page.locator(CHARTS)).to_have_count(0)
    settled(page)
    page.go_back()
    settled(page)
    page.wait_for_function("""() => {
      const plots = [...document.querySelectorAll(".rv-plot")];
      return plots.length > 1 && plots.every((plot) => plot.querySelector(".main-svg"));
    }""")
    return settled(page)


def same_charts(page: Page, other: Page) -> None:
    """Both pages come to show the same charts."""
    # Looked at several times: the figures are drawn one after the other, and again where a scroll bar made the page narrower.
    for _ in range(200):
        if page.evaluate(DRAWN) == other.evaluate(DRAWN):
            break
        settled(other)
    drawn = page.evaluate(DRAWN)
    assert len(drawn) > 3
    assert drawn == other.evaluate(DRAWN)


def test_an_edit_that_is_taken_back_before_the_answer_leaves_the_charts_as_they_were(
    same_page: Page, new_page: NewPage
) -> None:
    page = drawn_anew(same_page, "/")
    row(page, 1).focus()
    page.evaluate(HOLD)
    page.keyboard.press("0")
    page.keyboard.press("3")
    page.evaluate("() => letGo()")
    settled(page)
    expect(score(page).locator(".value")).to_have_text("0.785")
    page.evaluate("() => new Promise((done) => requestIdleCallback(() => setTimeout(done)))")
    same_charts(page, drawn_anew(new_page(stays=True), "/"))


def test_charts_that_were_drawn_again_are_those_of_a_new_page(same_page: Page, new_page: NewPage) -> None:
    """Eleven keys, and a page that is loaded: one fault in many redraws shows only beside what a reader would load."""
    page = same_page
    row(page, 1).focus()
    for key in ("1", "ArrowDown", "0", "Alt+ArrowDown", "a", "3", "m", "ArrowUp", "Delete", "z", "k"):
        page.keyboard.press(key)
        settled(page)
    expect(page).to_have_url(re.compile("k=5"))  # the last key was answered
    other = new_page()
    other.goto(page.url)
    expect(other.locator(CHARTS)).to_have_count(page.locator(CHARTS).count())
    same_charts(page, settled(other))


@pytest.mark.parametrize(
    ("start", "number", "key", "after"),
    [
        ("/?g=323012&k=6", 4, "1", "323112"),  # a bar that had no length gets an edge
        ("/?g=323012&k=4", 6, "0", "323010"),  # and one beyond the cutoff loses it
        ("/?g=100&missed=32&m=ap&k=6", 1, "0", "000"),  # the curve's kinds of traces change, the label stays
    ],
)
def test_a_chart_that_changes_in_kind_is_as_if_drawn_anew(
    same_page: Page, new_page: NewPage, start: str, number: int, key: str, after: str
) -> None:
    page = drawn_anew(same_page, start)
    row(page, number).focus()
    page.keyboard.press(key)
    expect(page).to_have_url(re.compile(f"g={after}(&|$)"))
    settled(page)
    same_charts(page, drawn_anew(new_page(stays=True), re.sub(r"g=\d+", f"g={after}", start)))


def test_charts_follow_the_theme_that_is_chosen_in_the_menu(same_page: Page) -> None:
    page = same_page
    words = page.locator(".rv-names button").last
    for theme, colour in (("Dark", "rgb(255, 255, 255)"), ("Light", "rgb(0, 0, 0)"), ("System", "rgb(0, 0, 0)")):
        page.get_by_test_id("stMainMenu").get_by_role("button").click()
        page.get_by_test_id("stMainMenuPopover").locator("button, [role]").filter(has_text=theme).last.click()
        expect(words).to_have_css("color", colour)
        page.keyboard.press("Escape")
