"""The page in large type: what a room reads, and what a teacher's keys and clicker do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import row, score
from tests.browser.visitor import settled

# Texts that are seen, with their size in sizes of the type; scripts of a formula belong to what stands before them.
SMALL = """() => {
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const apart = "msub, msup, msubsup, .away, .ghost, style, script";
  const found = [];
  const look = (node) => {
    if (node.shadowRoot) look(node.shadowRoot);
    for (const child of node.childNodes) {
      if (child.nodeType !== 3) look(child);
      else if (child.data.trim() && node instanceof Element && !node.closest(apart)) {
        const { fontSize } = getComputedStyle(node);
        const isSmall = parseFloat(fontSize) < 0.74 * root;
        if (isSmall && node.checkVisibility({ visibilityProperty: true })) found.push([child.data, fontSize]);
      }
    }
  };
  look(document.querySelector(".rv-board"));
  return found;
}"""


# A window that fills the screen has no other size: the browser says no, and then the window must do.
REFUSE = "() => void (document.documentElement.requestFullscreen = () => Promise.reject())"
ALLOW = "() => delete document.documentElement.requestFullscreen"
# A browser that takes its time to fill the screen: it begins when it is let.
DELAY = """() => {
  const root = document.documentElement;
  const fill = root.requestFullscreen;
  root.requestFullscreen = async () => {
    await new Promise((resolve) => (window.fillNow = resolve));
    await fill.call(root);
  };
  window.screens = [];
  window.stopCounting = new AbortController();
  const count = () => window.screens.push(Boolean(document.fullscreenElement));
  document.addEventListener("fullscreenchange", count, { signal: window.stopCounting.signal });
}"""
LAPTOP, PROJECTOR = (1280, 720), (1920, 1080)
Show = Callable[..., Page]


@pytest.fixture
def show(revisit: Revisit) -> Iterator[Show]:
    """Show a list in large type, in a window of that size, on the page that is open; afterwards it is a screen's again."""
    shown: list[Page] = []

    def opened(link: str = "/", size: tuple[int, int] = LAPTOP) -> Page:
        page = revisit(link)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if not shown:
            shown.append(page)
            page.evaluate(REFUSE)
            page.keyboard.press("p")
        return ready(page)

    yield opened
    for page in shown:
        page.evaluate(ALLOW)
        leave(page)


def ready(page: Page) -> Page:
    """Wait until the page is drawn in large type; returns it."""
    expect(page.locator("html")).to_have_class("rv-large")
    settled(page)
    expect(page.locator('[data-part="derivation"] .derivation')).to_have_class("derivation large")
    expect(page.locator('[data-part="rank_chart"] .rv-cells span').first).to_be_visible()
    return page


def paint(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Have the page in the colors of that theme."""
    page.emulate_media(color_scheme=scheme)
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", scheme)
    settled(page)


def leave(page: Page, key: str = "p") -> None:
    """Have the page as a screen shows it."""
    page.keyboard.press(key)
    expect(page.locator("html")).not_to_have_class("rv-large")
    page.wait_for_function("() => !document.fullscreenElement")
    settled(page)


def height(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["height"]


def size_of(found: Locator) -> float:
    return float(found.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)"))


BOXES = (
    "(nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height }))"
)


def boxes(found: Locator) -> list[FloatRect]:
    """Where all of them stand that have a place."""
    return [box for box in found.evaluate_all(BOXES) if box["width"]]


def foot(box: FloatRect) -> float:
    return box["y"] + box["height"]


@pytest.mark.parametrize(("size", "root", "row_height"), [(LAPTOP, 22, 56), (PROJECTOR, 31, 79)], ids=["laptop", "projector"])
def test_the_last_row_of_a_room_reads_everything(show: Show, size: tuple[int, int], root: int, row_height: int) -> None:
    for metric in ("ndcg", "ap", "rr", "err"):
        page = show(f"/?v=1&m={metric}&k=6&g=323012&missed=32", size)
        page.keyboard.press("ArrowRight")
        (panel,) = boxes(score(page))
        measures = boxes(score(page).locator(".rows .row"))
        whole = [foot(box) <= foot(panel) for box in measures if box["x"] < panel["x"] + panel["width"]]
        assert len(whole) >= 5  # as many measures as the height holds, and none is cut
        assert all(whole)
        assert size_of(page.locator("html")) == root
        assert height(row(page, 1)) == row_height
        assert 72 <= size_of(score(page).locator(".value")) <= 100
        assert page.evaluate(SMALL) == []
        for hidden in (
            '[data-part="header"]',
            '[data-part="charts"]',
            ".stAppHeader",
            ".rv-save",
            '[data-part="derivation"] .notes',
        ):
            expect(page.locator(hidden).first).to_be_hidden()
        for seen in (row(page, 6), page.locator('[data-part="derivation"] .sentence'), score(page)):
            expect(seen).to_be_visible()
            assert foot(boxes(seen)[0]) <= size[1]


TEN = "/?v=1&m=ndcg&k=10&g=3230121021&missed=32"


def places(page: Page) -> list[FloatRect]:
    rows = page.locator('[data-part="ranking_list"] .row')
    return [*boxes(rows), *boxes(page.locator('[data-part="derivation"] .final').first)]


@pytest.mark.parametrize("size", [LAPTOP, PROJECTOR], ids=["laptop", "projector"])
def test_a_list_of_ten_is_seen_whole_and_no_step_moves_it(show: Show, size: tuple[int, int]) -> None:
    page = show(TEN, size)
    (edge,) = boxes(page.locator('[data-part="derivation"] .formula'))
    for lowest in (row(page, 10), page.locator('[data-part="ranking_list"] .line'), page.get_by_role("gridcell", name="d12")):
        (box,) = boxes(lowest)
        assert foot(box) <= edge["y"]
    expect(page.locator('[data-part="ranking_list"] .further')).to_be_empty()
    before = places(page)
    assert len(before) > 10
    for _ in range(10):
        page.keyboard.press("PageDown")
    expect(page.locator('[data-part="derivation"] .place .now')).to_contain_text("Rank 10 of 10")
    assert places(page) == before
    assert page.evaluate(SMALL) == []


def test_a_list_too_long_for_the_window_says_how_much_is_below(show: Show) -> None:
    page = show("/?v=1&m=ndcg&k=10&g=" + "32301210213210" * 2)
    expect(page.locator('[data-part="ranking_list"] .further')).to_have_text(re.compile(r"^↓ 1[5-9] more below$"))
    for _ in range(28):
        page.keyboard.press("PageDown")
    expect(row(page, 28)).to_have_class(re.compile(r"\bon\b"))
    expect(row(page, 28)).to_be_in_viewport(ratio=1)
    expect(page.locator('[data-part="ranking_list"] .further')).to_be_empty()


def test_the_rows_of_list_and_bars_stand_beside_each_other(show: Show) -> None:
    for link in ("/", TEN):
        page = show(link)
        page.keyboard.press("PageUp")  # to the first
        (on,) = boxes(row(page, 1))
        (ring,) = boxes(page.locator('[data-part="rank_chart"] .rv-ring'))
        assert abs(on["y"] - ring["y"]) <= 1
        assert abs(on["height"] - ring["height"]) <= 1
        (discount,) = boxes(page.locator('[data-part="rank_chart"] .rv-cells').get_by_text("÷ 1.585"))
        (second,) = boxes(row(page, 2))
        assert abs(discount["y"] - second["y"]) <= 1


def test_a_clicker_steps_covers_and_goes_on(show: Show) -> None:
    page = show("/?v=1&m=ndcg&k=3&g=321")
    place = page.locator('[data-part="derivation"] .place .now')
    for key, told in (
        ("PageDown", "1"),
        (" ", "2"),
        ("ArrowRight", "3"),
        ("ArrowRight", "3"),
        ("PageUp", "2"),
        ("ArrowLeft", "1"),
    ):
        page.keyboard.press(key)
        expect(place).to_contain_text(f"Rank {told} of 3")
        expect(page.locator('[data-part="derivation"] .term.lit')).to_have_count(2)
        expect(row(page, int(told))).to_have_class("row on")
    page.keyboard.press(".")
    expect(page.locator('[data-part="cover_score"]')).to_contain_text("The value is covered")
    expect(page.locator('[data-part="derivation"] .final .result').first).to_contain_text("?")
    page.keyboard.press("o")
    expect(score(page).locator(".value")).to_have_text("1.000")
    page.keyboard.press("c")
    page.keyboard.press("r")
    expect(page.locator("html")).to_have_class("rv-large")


def test_what_is_added_up_so_far_stands_clear_of_the_cutoff(show: Show) -> None:
    page = show("/?v=1&m=ndcg&k=10&g=32301210210302101201&missed=32", PROJECTOR)
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    said = row(page, 10).locator(".running-total > span")
    expect(said).to_have_text("so far 8.086")  # 3 + 2/log₂3 + 3/2 + 1/log₂6 + 2/log₂7 + 1/3 + 2/log₂10 + 1/log₂11
    (text,), (pill,) = boxes(said), boxes(page.locator('[data-part="ranking_list"] .pill'))
    letters = text["y"] + text["height"] / 2 + 0.4 * size_of(said)  # where they end; the line is higher
    assert letters <= pill["y"]


def test_no_frame_is_drawn_over_the_page_in_large_type_where_it_had_the_focus(same_page: Page) -> None:
    page = same_page
    page.mouse.click(6, 400)
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_class("rv-large")
    settled(page)
    frame = page.locator("main.stMain").evaluate("(main) => getComputedStyle(main, '::before').display")
    assert frame == "none"
    leave(page)


def test_n_shows_the_next_list(same_page: Page) -> None:
    page = same_page
    page.get_by_role("button", name="Add a list").click()
    expect(page.locator('[data-part="list_tabs"] [role="tab"]')).to_have_count(2)
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_class("rv-large")
    page.keyboard.press("n")
    expect(row(page, 6)).to_be_visible()
    expect(page.locator('[data-part="list_tabs"] [role="tab"]').first).to_have_attribute("aria-selected", "true")
    leave(page)


def test_large_type_is_left_as_it_was_entered(same_page: Page) -> None:
    page = same_page
    for key in ("p", "Escape"):
        page.get_by_role("button", name="Share", exact=True).click()
        page.get_by_role("button", name="Large type, for a projector").click()
        expect(page.locator("html")).to_have_class("rv-large")
        leave(page, key)
        expect(page.get_by_role("button", name="Share", exact=True)).to_be_focused()
        assert height(row(page, 1)) == 44
        assert size_of(page.locator("html")) == 16
        page.evaluate("() => document.activeElement.blur()")


def test_the_screen_is_given_back_where_large_type_is_left_before_it_was_filled(same_page: Page) -> None:
    page = same_page
    page.evaluate(DELAY)
    page.keyboard.press("p")
    page.wait_for_function("() => window.fillNow")
    page.keyboard.press("p")
    expect(page.locator("html")).not_to_have_class("rv-large")
    page.evaluate("() => window.fillNow()")
    page.wait_for_function("() => window.screens.length === 2")
    assert page.evaluate("() => window.screens") == [True, False]
    expect(page.locator("html")).not_to_have_class("rv-large")
    page.evaluate(ALLOW)
    page.evaluate("() => window.stopCounting.abort()")
    settled(page)


def test_a_field_with_the_caret_keeps_all_keys(same_page: Page) -> None:
    page = same_page
    page.keyboard.press("o")
    cover = page.locator('[data-part="cover_score"]')
    field = cover.locator("input")
    expect(field).to_be_focused()
    field.press_sequentially("pn. ")  # the key that covered lifts here, too
    expect(field).to_have_value("pn. ")
    expect(page.locator("html")).not_to_have_class("rv-large")
    field.fill("")
    field.press("o")
    expect(cover).to_be_hidden()


def test_a_link_for_a_room_is_loaded_in_large_type_and_axe_finds_nothing(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/?view=projector&cover=formula")
    expect(page.locator("html")).to_have_class("rv-large")
    settled(page)
    expect(page.locator('[data-part="cover_formula"]')).to_be_visible()
    assert size_of(page.locator("html")) == 22
    assert height(row(page, 1)) == 56
    page.keyboard.press("ArrowRight")
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme in schemes:
        paint(page, scheme)
        assert Axe().violations(page) == []


def test_a_page_that_is_laid_out_for_a_screen_keeps_its_size(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/diagnose?view=projector")
    expect(page.locator('[data-part="choices"] .pill').first).to_be_visible()
    settled(page)
    expect(page.locator("html")).not_to_have_class("rv-large")
    expect(page.get_by_role("link", name="Explore", exact=True)).to_be_visible()


def winner(page: Page) -> Locator:
    return page.locator('[data-part="winner"]')


def seen_whole(page: Page, size: int) -> list[float]:
    """Both lists and their winner are read from the last row; gives the heights of the rows."""
    rows = page.locator('[data-part="two_lists"] .side.a .row')
    heights = [box["height"] for box in boxes(rows)]
    assert size_of(page.locator("html")) == size
    assert size_of(winner(page).locator(".ahead")) >= 60
    assert len(heights) == 8
    assert all(each >= 1.6 * size for each in heights)
    assert page.evaluate(SMALL) == []
    for seen in (*rows.all(), winner(page).locator(".panel"), page.locator('[data-part="derivations"] .sentence')):
        expect(seen).to_be_in_viewport(ratio=1)
    return heights


def test_two_lists_are_shown_to_a_room_and_their_winner_is_guessed_first(revisit: Revisit) -> None:
    """Compare has keys and a layout of its own; axe looks at both states in both colors."""
    page = revisit("/compare")
    expect(winner(page).locator(".ahead")).to_have_text("0.022")
    expect(page.get_by_role("button", name="Large type, for a projector")).to_be_visible()
    page.evaluate(REFUSE)
    page.keyboard.press("p")
    windows: list[tuple[tuple[int, int], Literal["light", "dark"], int]] = [(LAPTOP, "light", 22), (PROJECTOR, "dark", 31)]
    for size, scheme, root in windows:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        paint(page, scheme)
        expect(page.locator("html")).to_have_class("rv-large")
        settled(page)
        heights = seen_whole(page, root)
        if root == 22:
            page.keyboard.press("PageDown")
        expect(page.locator('[data-part="derivations"] .sentence')).to_contain_text("d7, grade 3")
        assert Axe().violations(page) == []
        page.keyboard.press("o")
        expect(page.locator('[data-part="cover_score"]')).to_contain_text("Which list is better by nDCG@6?")
        for name in ("winner", "difference", "derivations", "cards", "winner_flips", "flip_grid"):
            expect(page.locator(f'[data-part="{name}"]')).to_be_hidden()
        assert [box["height"] for box in boxes(page.locator('[data-part="two_lists"] .side.a .row'))] == heights
        assert Axe().violations(page) == []
        page.keyboard.press(".")
        expect(winner(page).locator(".ahead")).to_have_text("0.022")
    page.evaluate(ALLOW)
    leave(page, "Escape")
    expect(page.locator('[data-part="cards"]')).to_be_visible()


def test_who_covers_the_winner_by_the_key_lifts_it_by_enter(new_page: NewPage) -> None:
    page = new_page(locale="zh-CN")
    page.goto("/compare?cover=score")
    cover = page.locator('[data-part="cover_score"]')
    expect(cover).to_contain_text("按 nDCG@6，哪个列表更好？")
    page.keyboard.press("o")
    expect(winner(page).locator(".ahead")).to_have_text("0.022")
    page.keyboard.press("o")
    expect(cover.get_by_role("button", name="显示")).to_be_focused()
    page.keyboard.press("Enter")
    expect(winner(page).locator(".ahead")).to_have_text("0.022")
    expect(cover).to_be_hidden()
