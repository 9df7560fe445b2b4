"""What an edit shows before the server has answered, and that drawing again leaves what drawing anew would."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rankviz import Item, Ranking, evaluate
from tests.browser.conftest import NewPage
from tests.browser.parts import CHARTS, HOLD, row, score
from tests.browser.visitor import settled

# Everything that Plotly drew, but for the names it gives to its clip paths.
DRAWN = """() => {
  const look = ({ fill, stroke, strokeWidth, opacity, fontSize }) =>
    [fill, strokeWidth === "0px" || stroke, strokeWidth, opacity, fontSize]; // an edge without width may keep an old colour
  const drawn = (node) => ["d", "transform", "x", "y"].map((name) => node.getAttribute(name));
  return [...document.querySelectorAll(".js-plotly-plot .main-svg")].map((svg) =>
    [...svg.querySelectorAll("path, text")].map((node) =>
      [node.textContent, ...look(getComputedStyle(node)), ...drawn(node)].join(" ")));
}"""


def value_of(measure: str, *grades: float | None) -> str:
    shown = tuple(Item(f"d{i}", grade) for i, grade in enumerate(grades))
    return f"{evaluate(measure, Ranking(shown, (Item('m1', 3), Item('m2', 2)))):.3f}"


def ndcg(*grades: float | None) -> str:
    return value_of("nDCG@6", *grades)


def press_and_wait(page: Page, key: str) -> None:
    """Press a key, and wait until what the next one may make of the page has come too."""
    coming = page.locator(".st-key-rv_coming_1 i[data-turn]")  # the last batch
    before = coming.get_attribute("data-turn") if coming.count() else ""
    page.keyboard.press(key)
    expect(coming).not_to_have_attribute("data-turn", before or "")
    settled(page)


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


def drawn(page: Page) -> str:
    """Everything that is written in the charts."""
    return " ".join(page.locator(CHARTS).all_text_contents())


@pytest.mark.parametrize(
    ("number", "key", "grades"), [(2, "1", (1, 1, 3, 0, 1, 2)), (1, "0", (0, 2, 3, 0, 1, 2)), (5, "3", (1, 2, 3, 0, 3, 2))]
)
def test_the_whole_page_follows_a_likely_key_before_the_server_answers(
    page: Page, number: int, key: str, grades: tuple[float, ...]
) -> None:
    row(page, 1).focus()
    press_and_wait(page, "1")
    row(page, number).focus()
    before = page.url
    page.evaluate(HOLD)
    page.keyboard.press(key)
    sums = [f"{name} {value_of(name + '@6', *grades)}" for name in ("DCG", "IDCG")]
    for words in (*sums, f"AP {value_of('AP@6', *grades)}"):
        expect(page.locator(CHARTS).filter(has_text=words)).to_have_count(1)
    expect(page.locator('[data-part="derivation"]')).to_contain_text(value_of("DCG@6", *grades))
    expect(score(page)).to_contain_text(value_of("CG@6", *grades).removesuffix(".000"))
    assert page.url == before
    ahead = page.evaluate(DRAWN)
    page.evaluate("() => letGo()")
    expect(page).not_to_have_url(before)
    settled(page)
    assert page.evaluate(DRAWN) == ahead


def test_a_likely_edit_that_is_taken_back_leaves_the_charts_as_they_were(page: Page) -> None:
    row(page, 1).focus()
    press_and_wait(page, "1")
    for words in (f"DCG {value_of('DCG@6', 1, 2, 3, 0, 1, 2)}", "AUC "):  # of the first and the last to be drawn
        expect(page.locator(CHARTS).filter(has_text=words)).to_have_count(1)
    before = drawn(page)
    page.evaluate(HOLD)
    page.keyboard.press("0")
    expect(page.locator(CHARTS).filter(has_text=f"DCG {value_of('DCG@6', 0, 2, 3, 0, 1, 2)}")).to_have_count(1)
    page.keyboard.press("1")
    page.evaluate("() => letGo()")
    expect(page.locator(CHARTS).filter(has_text=f"DCG {value_of('DCG@6', 1, 2, 3, 0, 1, 2)}")).to_have_count(1)
    settled(page)
    assert drawn(page) == before


def same_charts(page: Page, other: Page) -> None:
    """The charts of a page are those of a new one at its address."""
    other.goto(page.url)
    settled(other)
    expect(other.locator(CHARTS)).to_have_count(page.locator(CHARTS).count())
    # Looked at several times: the figures are drawn one after the other, and again where a scroll bar made the page narrower.
    for number in range(page.locator(CHARTS).count()):
        for _ in range(200):
            if page.evaluate(DRAWN)[number] == other.evaluate(DRAWN)[number]:
                break
            settled(other)
        assert page.evaluate(DRAWN)[number] == other.evaluate(DRAWN)[number], number


def test_charts_that_were_drawn_again_are_those_of_a_new_page(page: Page, new_page: NewPage) -> None:
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
    expect(page.locator(CHARTS).filter(has_text="AUC ")).to_have_count(1)  # the last is drawn
    row(page, number).focus()
    page.keyboard.press(key)
    expect(page).to_have_url(re.compile(f"g={after}(&|$)"))
    settled(page)
    same_charts(page, new_page())


def test_what_was_sent_ahead_is_not_shown_after_another_choice_was_made(page: Page) -> None:
    row(page, 1).focus()
    press_and_wait(page, "1")
    expect(page.locator(CHARTS).filter(has_text=f"DCG {value_of('DCG@6', 1, 2, 3, 0, 1, 2)}")).to_have_count(1)
    before = drawn(page)
    page.evaluate(HOLD)
    score(page).get_by_role("button", name="RR@6").click()
    row(page, 1).focus()
    page.keyboard.press("0")
    expect(row(page, 1).locator(".grade")).to_have_text("0")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert drawn(page) == before
    page.evaluate("() => letGo()")
    expect(score(page).locator(".value")).to_have_text(value_of("RR@6", 0, 2, 3, 0, 1, 2))


def test_charts_follow_the_theme_that_is_chosen_in_the_menu(page: Page) -> None:
    words = page.locator(".js-plotly-plot .textpoint text").last
    expect(words).to_have_css("fill", "rgb(0, 0, 0)")
    page.get_by_test_id("stMainMenu").get_by_role("button").click()
    page.get_by_test_id("stMainMenuPopover").locator("button, [role]").filter(has_text="Dark").last.click()
    expect(words).to_have_css("fill", "rgb(255, 255, 255)")
