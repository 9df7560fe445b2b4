"""The page in large type: what a room reads, and what a teacher's keys and clicker do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
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


def opened(page: Page, link: str) -> Page:
    page.goto(link)
    expect(page.locator("html")).to_have_class("rv-large")
    settled(page)
    expect(page.locator('[data-part="derivation"] .derivation')).to_have_class("derivation large")
    expect(page.locator('[data-part="rank_chart"] .rv-cells span').first).to_be_visible()
    return page


def height(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["height"]


def size_of(found: Locator) -> float:
    return float(found.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)"))


@pytest.mark.parametrize(("width", "tall", "root", "row_height"), [(1280, 720, 22, 56), (1920, 1080, 31, 79)])
def test_the_last_row_of_a_room_reads_everything(new_page: NewPage, width: int, tall: int, root: int, row_height: int) -> None:
    page = new_page(viewport={"width": width, "height": tall})
    for metric in ("ndcg", "ap", "rr", "err"):
        opened(page, f"/?v=1&m={metric}&k=6&g=323012&missed=32&view=projector")
        page.keyboard.press("ArrowRight")
        panel = score(page).bounding_box()
        seen = [box for each in score(page).locator(".rows .row").all() if (box := each.bounding_box()) is not None]
        assert panel
        whole = [
            box["y"] + box["height"] <= panel["y"] + panel["height"] for box in seen if box["x"] < panel["x"] + panel["width"]
        ]
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
            box = seen.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= tall


TEN = "/?v=1&m=ndcg&k=10&g=3230121021&missed=32&view=projector"


def places(page: Page) -> list[object]:
    rows = page.locator('[data-part="ranking_list"] .row').all()
    return [each.bounding_box() for each in [*rows, page.locator('[data-part="derivation"] .final').first]]


@pytest.mark.parametrize(("width", "tall"), [(1280, 720), (1920, 1080)])
def test_a_list_of_ten_is_seen_whole_and_no_step_moves_it(new_page: NewPage, width: int, tall: int) -> None:
    page = opened(new_page(viewport={"width": width, "height": tall}), TEN)
    edge = page.locator('[data-part="derivation"] .formula').bounding_box()
    assert edge
    for lowest in (row(page, 10), page.locator('[data-part="ranking_list"] .line'), page.get_by_role("gridcell", name="d12")):
        box = lowest.bounding_box()
        assert box
        assert box["y"] + box["height"] <= edge["y"]
    expect(page.locator('[data-part="ranking_list"] .further')).to_be_empty()
    before = places(page)
    for _ in range(10):
        page.keyboard.press("PageDown")
    expect(page.locator('[data-part="derivation"] .place .now')).to_contain_text("Rank 10 of 10")
    assert places(page) == before
    assert page.evaluate(SMALL) == []


def test_a_list_too_long_for_the_window_says_how_much_is_below(new_page: NewPage) -> None:
    page = opened(new_page(), "/?v=1&m=ndcg&k=10&g=" + "32301210213210" * 2 + "&view=projector")
    expect(page.locator('[data-part="ranking_list"] .further')).to_have_text(re.compile(r"^↓ 1[5-9] more below$"))
    page.keyboard.press("PageDown")
    for _ in range(27):
        page.keyboard.press("PageDown")
    expect(row(page, 28)).to_have_class(re.compile(r"\bon\b"))
    expect(row(page, 28)).to_be_in_viewport(ratio=1)
    expect(page.locator('[data-part="ranking_list"] .further')).to_be_empty()


@pytest.mark.parametrize("link", ["/?view=projector", TEN])
def test_the_rows_of_list_and_bars_stand_beside_each_other(page: Page, link: str) -> None:
    opened(page, link)
    page.keyboard.press("PageDown")
    on = row(page, 1).bounding_box()
    ring = page.locator('[data-part="rank_chart"] .rv-ring').bounding_box()
    assert on
    assert ring
    assert abs(on["y"] - ring["y"]) <= 1
    assert abs(on["height"] - ring["height"]) <= 1
    discount, second = (
        page.locator('[data-part="rank_chart"] .rv-cells').get_by_text("÷ 1.585").bounding_box(),
        row(page, 2).bounding_box(),
    )
    assert discount
    assert second
    assert abs(discount["y"] - second["y"]) <= 1


def test_a_clicker_steps_covers_and_goes_on(page: Page) -> None:
    opened(page, "/?v=1&m=ndcg&k=3&g=321&view=projector")
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


def test_what_is_added_up_so_far_stands_clear_of_the_cutoff(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1920, "height": 1080})
    opened(page, "/?v=1&m=ndcg&k=10&g=32301210210302101201&missed=32&view=projector")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    said = row(page, 10).locator(".running-total > span")
    expect(said).to_have_text("so far 8.086")  # 3 + 2/log₂3 + 3/2 + 1/log₂6 + 2/log₂7 + 1/3 + 2/log₂10 + 1/log₂11
    text, pill = (found.bounding_box() for found in (said, page.locator('[data-part="ranking_list"] .pill')))
    assert text is not None
    assert pill is not None
    letters = text["y"] + text["height"] / 2 + 0.4 * size_of(said)  # where they end; the line is higher
    assert letters <= pill["y"]


def test_no_frame_is_drawn_over_the_page_in_large_type_where_it_had_the_focus(page: Page) -> None:
    page.mouse.click(6, 400)
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_class("rv-large")
    settled(page)
    frame = page.locator("main.stMain").evaluate("(main) => getComputedStyle(main, '::before').display")
    assert frame == "none"


def test_n_shows_the_next_list(page: Page) -> None:
    page.goto("/")
    settled(page)
    page.get_by_role("button", name="Add a list").click()
    expect(page.locator('[data-part="list_tabs"] [role="tab"]')).to_have_count(2)
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_class("rv-large")
    page.keyboard.press("n")
    expect(row(page, 6)).to_be_visible()
    expect(page.locator('[data-part="list_tabs"] [role="tab"]').first).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("leaves", ["p", "Escape"])
def test_large_type_is_left_as_it_was_entered(page: Page, leaves: str) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Large type, for a projector").click()
    expect(page.locator("html")).to_have_class("rv-large")
    page.keyboard.press(leaves)
    expect(page.locator("html")).not_to_have_class("rv-large")
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_focused()
    settled(page)
    assert height(row(page, 1)) == 44
    assert size_of(page.locator("html")) == 16


def test_a_field_with_the_caret_keeps_all_keys(page: Page) -> None:
    page.keyboard.press("o")
    field = page.locator('[data-part="cover_score"] input')
    field.press_sequentially("pn. ")  # the key that covered lifts here, too
    expect(field).to_have_value("pn. ")
    expect(page.locator("html")).not_to_have_class("rv-large")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_large_type(new_page: NewPage, scheme: str) -> None:
    page = opened(new_page(color_scheme=scheme), "/?view=projector&cover=formula")
    page.keyboard.press("ArrowRight")
    assert Axe().violations(page) == []


def test_a_page_that_is_laid_out_for_a_screen_keeps_its_size(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1920, "height": 1080})
    page.goto("/diagnose?view=projector")
    expect(page.locator('[data-part="choices"] .pill').first).to_be_visible()
    settled(page)
    expect(page.locator("html")).not_to_have_class("rv-large")
    expect(page.get_by_role("link", name="Explore", exact=True)).to_be_visible()


def winner(page: Page) -> Locator:
    return page.locator('[data-part="winner"]')


@pytest.mark.parametrize(("width", "tall", "size", "scheme"), [(1280, 720, 22, "light"), (1920, 1080, 31, "dark")])
def test_two_lists_are_shown_to_a_room_and_their_winner_is_guessed_first(
    new_page: NewPage, width: int, tall: int, size: int, scheme: str
) -> None:
    page = new_page(viewport={"width": width, "height": tall}, color_scheme=scheme)
    page.goto("/compare")
    expect(winner(page).locator(".ahead")).to_have_text("0.022")
    expect(page.get_by_role("button", name="Large type, for a projector")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_class("rv-large")
    settled(page)
    rows = page.locator('[data-part="two_lists"] .side.a .row').all()
    assert size_of(page.locator("html")) == size
    assert size_of(winner(page).locator(".ahead")) >= 60
    assert all(height(each) >= 1.6 * size for each in rows)
    assert page.evaluate(SMALL) == []
    for seen in (*rows, winner(page).locator(".panel"), page.locator('[data-part="derivations"] .sentence')):
        expect(seen).to_be_in_viewport(ratio=1)
    page.keyboard.press("PageDown")
    expect(page.locator('[data-part="derivations"] .sentence')).to_contain_text("d7, grade 3")
    assert Axe().violations(page) == []
    heights = [height(each) for each in rows]
    page.keyboard.press("o")
    expect(page.locator('[data-part="cover_score"]')).to_contain_text("Which list is better by nDCG@6?")
    for name in ("winner", "difference", "derivations", "cards", "winner_flips", "flip_grid"):
        expect(page.locator(f'[data-part="{name}"]')).to_be_hidden()
    assert [height(each) for each in rows] == heights
    assert Axe().violations(page) == []
    page.keyboard.press(".")
    expect(winner(page).locator(".ahead")).to_have_text("0.022")
    page.keyboard.press("Escape")
    expect(page.locator("html")).not_to_have_class("rv-large")
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
