"""What an edit shows before the server has answered, and that drawing again leaves what drawing anew would."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rankviz import Item, Ranking, evaluate
from tests.browser.conftest import NewPage
from tests.browser.parts import CHARTS, HOLD, row, score
from tests.browser.visitor import settled

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
    page: Page, number: int, key: str, grades: tuple[float | None, ...]
) -> None:
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


def test_a_second_key_before_the_answer_waits_for_it(page: Page) -> None:
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


def test_an_edit_that_is_taken_back_before_the_answer_leaves_the_score_as_it_was(page: Page) -> None:
    value = score(page).locator(".value")
    row(page, 1).focus()
    page.evaluate(HOLD)
    page.keyboard.press("1")
    expect(value).to_have_text(ndcg(1, 2, 3, 0, 1, 2))
    page.keyboard.press("3")
    page.evaluate("() => letGo()")
    expect(value).to_have_text("0.785")


def test_an_edit_that_is_taken_back_before_the_answer_leaves_the_charts_as_they_were(page: Page) -> None:
    for words in ("DCG 6.861", "AUC "):  # of the first and the last to be drawn
        expect(page.locator(".rv-names").filter(has_text=words)).to_have_count(1)
    row(page, 1).focus()
    before = page.evaluate(DRAWN)
    page.evaluate(HOLD)
    page.keyboard.press("0")
    page.keyboard.press("3")
    page.evaluate("() => letGo()")
    settled(page)
    expect(score(page).locator(".value")).to_have_text("0.785")
    page.evaluate("() => new Promise((done) => requestIdleCallback(() => setTimeout(done)))")
    assert page.evaluate(DRAWN) == before


def same_charts(page: Page, other: Page) -> None:
    """The charts of a page are those of a new one at its address."""
    other.goto(page.url)
    settled(other)
    expect(other.locator(CHARTS)).to_have_count(page.locator(CHARTS).count())
    # Looked at several times: the figures are drawn one after the other, and again where a scroll bar made the page narrower.
    for number in range(page.locator(CHARTS).count() + 1):
        for _ in range(200):
            if page.evaluate(DRAWN)[number] == other.evaluate(DRAWN)[number]:
                break
            settled(other)
        assert page.evaluate(DRAWN)[number] == other.evaluate(DRAWN)[number], number


def test_charts_that_were_drawn_again_are_those_of_a_new_page(page: Page, new_page: NewPage) -> None:
    """Each of eleven keys is answered before the next, and the page that it is compared with is loaded (8 s)."""
    row(page, 1).focus()
    for key in ("1", "ArrowDown", "0", "Alt+ArrowDown", "a", "3", "m", "ArrowUp", "Delete", "z", "k"):
        page.keyboard.press(key)
        settled(page)
    expect(page).to_have_url(re.compile("k=5"))  # the last key was answered
    same_charts(page, new_page())


@pytest.mark.parametrize(
    ("start", "number", "key", "after"),
    [
        ("/?g=323012&k=6", 4, "1", "323112"),  # a bar that had no length gets an edge
        ("/?g=323012&k=4", 6, "0", "323010"),  # and one beyond the cutoff loses it
        ("/?g=100&missed=32&m=ap&k=6", 1, "0", "000"),  # the curve's kinds of traces change, the label stays
    ],
)
def test_a_chart_that_changes_in_kind_is_that_of_a_new_page(
    new_page: NewPage, start: str, number: int, key: str, after: str
) -> None:
    page = new_page()
    page.goto(start)
    settled(page)
    expect(page.locator(".rv-names").filter(has_text="AUC ")).to_have_count(1)  # the last is drawn
    row(page, number).focus()
    page.keyboard.press(key)
    expect(page).to_have_url(re.compile(f"g={after}(&|$)"))
    settled(page)
    same_charts(page, new_page())


def test_charts_follow_the_theme_that_is_chosen_in_the_menu(page: Page) -> None:
    words = page.locator(".rv-names button").last
    expect(words).to_have_css("color", "rgb(0, 0, 0)")
    page.get_by_test_id("stMainMenu").get_by_role("button").click()
    page.get_by_test_id("stMainMenuPopover").locator("button, [role]").filter(has_text="Dark").last.click()
    expect(words).to_have_css("color", "rgb(255, 255, 255)")
