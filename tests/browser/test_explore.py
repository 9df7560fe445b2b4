"""The Explore page as a person uses it, in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from rankviz import evaluate
from rankviz.state.app_state import DEFAULT
from tests.browser.accessibility import Axe
from tests.browser.conftest import Revisit
from tests.browser.parts import CHARTS, HOLD, ROWS, address, row, score, sideways
from tests.browser.visitor import nothing_moves, open_inside, settled

PHONE = {"width": 390, "height": 844}


def test_the_page_opens_on_the_best_known_list(page: Page) -> None:
    expect(page.locator(ROWS)).to_have_count(6)
    expect(score(page)).to_contain_text("0.785")
    expect(page.locator('[data-part="derivation"]')).to_contain_text("6.861")
    expect(page.locator(CHARTS).first).to_be_visible()


def test_a_digit_grades_and_every_number_follows(same_page: Page) -> None:
    page = same_page
    row(page, 2).click()
    page.keyboard.press("0")
    expect(score(page)).to_contain_text("0.668")
    expect(page).to_have_url(address("303012", missed="32"))
    page.keyboard.press("u")
    expect(page).to_have_url(address("3u3012"))


def test_of_nine_quick_keys_none_is_lost(same_page: Page) -> None:
    page = same_page
    row(page, 1).click()
    for key in ("0", "ArrowDown", "1", "ArrowDown", "2", "ArrowDown", "3", "ArrowDown", "4"):
        page.keyboard.press(key)
    expect(page).to_have_url(address("012342"))
    for key in "876543217":
        page.keyboard.press(key)
    expect(page).to_have_url(address("012372"))


def test_a_row_moves_by_keyboard_and_keeps_the_focus(same_page: Page) -> None:
    page = same_page
    row(page, 4).click()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect(row(page, 2)).to_contain_text("d4")
    expect(row(page, 2)).to_be_focused()
    expect(score(page)).not_to_contain_text("0.785")
    page.keyboard.press("z")  # two quick moves are one step or two
    page.keyboard.press("z")
    expect(score(page)).to_contain_text("0.785")


def hold(page: Page, number: int, place: int) -> None:
    """Take hold of a row and move it to another's place, without letting it go."""
    nothing_moves(page)  # else it is another row that is taken hold of
    grip = row(page, number).locator(".grip").bounding_box()
    target = row(page, place).bounding_box()
    assert grip
    assert target
    page.mouse.move(grip["x"] + 5, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, (grip["y"] + target["y"]) / 2, steps=5)
    page.mouse.move(grip["x"] + 5, target["y"] + 10, steps=5)


def test_every_number_follows_a_row_that_is_dragged_and_only_where_it_is_dropped_is_kept(page: Page) -> None:
    value, terms = score(page).locator(".value"), page.locator('[data-part="derivation"] .term.lit').first
    dropped = evaluate("nDCG@6", replace(DEFAULT.ranking, items=(DEFAULT.ranking.items[5], *DEFAULT.ranking.items[:5])))
    first, change = f"{dropped:.3f}", f"{evaluate('nDCG@6', DEFAULT.ranking) - dropped:.3f}"
    entries = page.evaluate("history.length")
    hold(page, 6, 1)
    expect(value).to_have_text(first)
    expect(terms).to_have_attribute("data-rank", "1")
    expect(page.locator('[data-part="rank_chart"]')).to_contain_text("1.893")  # the 3 that was first, at rank 2: 3 / log2(3)
    page.keyboard.press("Escape")
    expect(value).to_have_text("0.785")
    page.mouse.up()
    settled(page)
    expect(row(page, 6)).to_contain_text("d6")
    assert page.evaluate("history.length") == entries
    expect(page.locator('button[data-name="undo"]')).to_have_attribute("aria-disabled", "true")
    hold(page, 6, 1)
    expect(value).to_have_text(first)
    expect(score(page).locator(".delta")).to_have_text(f"▼ −{change}")  # from the list before the drag, not the last preview
    page.mouse.up()
    expect(row(page, 1)).to_contain_text("d6")
    expect(page).not_to_have_url(re.compile("/$"))
    settled(page)
    assert page.evaluate("history.length") == entries + 1
    page.locator('button[data-name="undo"]').click()
    expect(value).to_have_text("0.785")
    expect(page.locator('button[data-name="undo"]')).to_have_attribute("aria-disabled", "true")


def test_undo_redo_and_back_agree(same_page: Page) -> None:
    page = same_page
    row(page, 1).click()
    page.keyboard.press("1")
    expect(page).to_have_url(address("123012"))
    page.locator('button[data-name="undo"]').click()
    expect(score(page)).to_contain_text("0.785")
    page.locator('button[data-name="redo"]').click()
    expect(page).to_have_url(address("123012"))
    page.go_back()
    expect(score(page)).to_contain_text("0.785")


def test_a_choice_shows_its_effect_before_it_is_made(same_page: Page) -> None:
    page = same_page
    page.locator('[data-part="choices"]').get_by_role("button", name="Gain: g").click()
    # The formula that a custom gain begins with is the same one.
    expect(page.get_by_text("0 1 3 7 15 31 · nDCG 0.751").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(score(page)).to_contain_text("0.751")
    expect(page).to_have_url(re.compile("gain=exponential"))
    page.keyboard.press("Escape")
    expect(page.locator('[data-part="choices"]').get_by_role("button", name=re.compile("Gain"))).to_be_focused()


def test_what_other_libraries_choose_is_said_and_chosen_in_the_sentence(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ap&k=6")
    sentence = page.locator('[data-part="choices"]')
    sentence.get_by_role("button", name="Relevance threshold: grades from 1").press("Enter")
    sentence.get_by_role("radio", name=re.compile("^relevant")).focus()
    page.keyboard.press("ArrowDown")
    expect(score(page).locator(".value")).to_have_text("0.611")
    page.keyboard.press("Escape")
    expect(sentence.get_by_role("button", name="Relevance threshold: grades above 1")).to_be_focused()
    sentence.get_by_role("button", name="more choices: judged but not retrieved").click()
    sentence.get_by_text("ignored").click()
    expect(sentence.get_by_role("button", name="more choices: judged but not retrieved (ignored)")).to_be_visible()
    expect(score(page).locator(".value")).to_have_text("0.917")
    expect(page).to_have_url(address("323012", strict="yes", unretrieved="invisible"))


def test_a_measure_of_the_panel_opens_its_derivation(same_page: Page) -> None:
    page = same_page
    score(page).get_by_role("button", name=re.compile("^AP")).click()
    expect(page.locator('[data-part="derivation"]')).to_contain_text("4.633")
    expect(page.locator('[data-part="derivation"]')).to_contain_text("AP@6")


def test_the_further_measures_are_computed_as_soon_as_they_are_opened(same_page: Page) -> None:
    page = same_page
    bpref = score(page).locator("button.row", has_text="Bpref").locator(".number")
    expect(bpref).to_have_text("")
    score(page).get_by_role("button", name="more", exact=True).click()
    expect(bpref).to_have_text(f"{evaluate('Bpref', DEFAULT.ranking):.3f}")
    row(page, 1).focus()
    page.keyboard.press("0")
    items = (DEFAULT.ranking.items[0]._replace(grade=0), *DEFAULT.ranking.items[1:])
    expect(bpref).to_have_text(f"{evaluate('Bpref', replace(DEFAULT.ranking, items=items)):.3f}")
    score(page).get_by_role("button", name="fewer", exact=True).click()
    expect(bpref).to_be_hidden()
    page.keyboard.press("Enter")
    expect(bpref).not_to_have_text("")
    page.keyboard.press("Enter")
    expect(bpref).to_be_hidden()


def test_what_is_pressed_before_the_server_has_heard_the_last_press_replaces_nothing(same_page: Page) -> None:
    page = same_page
    page.evaluate(HOLD)
    score(page).locator("button.row", has_text=re.compile("^CG")).click()
    score(page).get_by_role("button", name="fractions").click()
    score(page).get_by_role("button", name="more", exact=True).click()
    page.evaluate("() => letGo()")
    expect(page).to_have_url(address("323012", m="cg", numbers="fractions"))
    expect(score(page).locator("button.row", has_text="Success").locator(".number")).to_have_text("1")
    score(page).get_by_role("button", name="fewer", exact=True).click()


def test_on_a_phone_all_measures_are_in_the_strip(revisit: Revisit) -> None:
    page = revisit(viewport=PHONE)
    bpref = score(page).locator("button.row", has_text="Bpref").locator(".number")
    expect(bpref).to_be_visible()
    expect(bpref).to_have_text(f"{evaluate('Bpref', DEFAULT.ranking):.3f}")


def test_pointing_at_a_row_lights_up_the_same_rank_everywhere(same_page: Page) -> None:
    page = same_page
    expect(page.locator(CHARTS).first).to_be_visible()
    expect(page.locator('[data-part="derivation"]')).to_contain_text("6.861")
    row(page, 3).hover()
    lit = page.locator('[data-part="derivation"] .term.lit[data-rank="3"]')
    expect(lit).to_have_count(2)
    expect(page.locator('[data-part="rank_chart"] .rv-ring')).to_be_visible()
    expect(page.locator('[data-part="derivation"]')).to_contain_text("Rank 3 has grade 3.")
    page.locator('[data-part="derivation"] .term[data-rank="5"]').first.hover()
    expect(page.locator('[data-part="derivation"]')).to_contain_text("Rank 5 has grade 1.")


def test_the_step_player_walks_through_the_ranks(same_page: Page) -> None:
    page = same_page
    expect(page.locator('[data-part="derivation"]')).to_contain_text("6.861")
    page.get_by_role("button", name="First rank").click()
    expect(page.locator('[data-part="derivation"]')).to_contain_text("Rank 1 of 6")
    page.get_by_role("button", name="Play").click()
    expect(page.locator('[data-part="derivation"]')).to_contain_text("Rank 6 of 6", timeout=30_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_cutoff_moves_in_the_list_and_in_a_chart(same_page: Page) -> None:
    page = same_page
    expect(page.locator(CHARTS).first).to_be_visible()
    slider = page.locator('[data-part="charts"]').get_by_role("slider").first
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("k=5"))
    expect(page.locator('[data-part="ranking_list"]').get_by_role("slider")).to_contain_text("k = 5")
    page.locator('[data-part="ranking_list"]').get_by_role("slider").focus()
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("k=4"))


@pytest.mark.parametrize("visitor", [{}, {"viewport": PHONE}], ids=["laptop", "phone"])
def test_of_several_terms_the_largest_counts_and_that_is_written(revisit: Revisit, visitor: dict[str, object]) -> None:
    page = revisit("/?v=1&m=rr&g=111", **visitor)
    terms = page.locator('[data-part="derivation"] .line .terms')
    expect(terms).to_have_text(re.compile(r"^max\(\s*11\s*,\s*12\s*,\s*13\s*\)$"))
    row(page, 3).click()
    page.keyboard.press("0")
    expect(terms).to_contain_text(re.compile(r"0\s*3?\s*\)$"))
    assert sideways(page) <= 0


def test_on_a_phone_missed_documents_stand_side_by_side_and_the_cutoff_touches_no_name(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&g=323012&missed=321&k=6", viewport=PHONE)
    chips = page.locator('[data-part="ranking_list"] .chip')
    expect(chips).to_have_count(3)
    assert len(set(chips.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)"))) == 1
    nothing_moves(page)  # the pill glides to its place
    pill, name = (page.locator(f'[data-part="ranking_list"] {each}').last.bounding_box() for each in (".pill", ".row .name"))
    assert pill
    assert name
    assert name["y"] + name["height"] - pill["y"] <= 0.2 * name["height"]  # what is below the letters may be covered


def test_on_a_phone_the_first_step_moves_nothing(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&g=323012&missed=321&k=6", viewport=PHONE)
    chart = page.locator('[data-part="charts"] .rv-figure').first
    expect(chart).to_be_visible()
    below = """(node) => {
      const rows = document.querySelector('[data-part="ranking_list"]');
      const [top, list] = [node, rows].map((each) => each.getBoundingClientRect().top);
      return top - list;
    }"""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    before = chart.evaluate(below)
    row(page, 4).locator(".name").click()
    expect(page.locator('[data-part="derivation"] .sentence .now')).to_be_visible()
    assert chart.evaluate(below) == before


@pytest.mark.parametrize("grades", ["323012", "3" * 60])
def test_the_cutoff_covers_no_name_however_low_the_rows_are(revisit: Revisit, grades: str) -> None:
    page = revisit(f"/?v=1&m=ndcg&g={grades}&k=6")
    pill = page.locator('[data-part="ranking_list"] .pill').bounding_box()
    names = page.locator(f"{ROWS} .name")
    assert pill
    for box in (names.nth(at).bounding_box() for at in (4, 5, 6 if len(grades) > 6 else 0)):
        assert box
        assert box["x"] + box["width"] <= pill["x"]


def test_compare_is_one_click_away_and_has_the_list_that_is_there(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ap&k=3&g=010")
    page.get_by_role("link", name="Compare").click()
    first = page.locator('[data-part="two_lists"] .side.a .rows:not(.rest) .row .grade')
    expect(first).to_have_text(["0", "1", "0"])


def test_five_hundred_entries_stay_usable(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&k=10&g=" + "32104" * 100)
    expect(page.locator(ROWS)).to_have_count(500)
    row(page, 1).click()
    page.keyboard.press("0")
    expect(page).to_have_url(re.compile("g=02104"))


@pytest.mark.parametrize(
    ("visitor", "link"),
    [({}, "/?v=1&m=ndcg&k=5&g=00000"), ({"color_scheme": "dark"}, "/?v=1&m=ap&k=4&g=3u012&missed=2&numbers=fractions")],
    ids=["light", "dark"],
)
def test_axe_finds_nothing(revisit: Revisit, visitor: dict[str, str], link: str) -> None:
    page = revisit(link, **visitor)
    expect(page.locator(CHARTS).first).to_be_visible()
    row(page, 2).click()
    assert Axe().violations(page) == []


@pytest.mark.parametrize(
    ("locale", "sizes"), [("zh-CN", [(390, 844), (1280, 720)]), ("en-US", [(390, 844), (1920, 1080)])], ids=["zh", "en"]
)
def test_nothing_is_wider_than_the_window(revisit: Revisit, locale: str, sizes: list[tuple[int, int]]) -> None:
    page = revisit(locale=locale)
    expect(page.locator(CHARTS).first).to_be_visible()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        assert sideways(page) == 0, width


def edges(page: Page, part: str) -> tuple[float, float]:
    """Where a part begins and ends, in pixels from the upper edge of the window."""
    box = page.locator(f'[data-part="{part}"]').bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def nothing_is_covered(page: Page, height: float) -> None:
    """What an edit is watched in is in sight, and the derivation at the lower edge lies over none of it."""
    top, bottom = edges(page, "derivation")
    assert bottom <= height
    for part in ("choices", "ranking_list", "rank_chart", "scores"):
        assert edges(page, part)[0] >= 0
        assert edges(page, part)[1] <= top


def test_list_formula_and_score_need_no_scrolling_on_a_small_laptop(same_page: Page) -> None:
    page = same_page
    nothing_is_covered(page, 720)
    page.locator('button[data-name="add_list"]').click()
    page.get_by_role("tab").first.click()
    expect(page.locator(ROWS)).to_have_count(6)
    expect(page.locator('[data-part="derivation"]')).to_contain_text("mean nDCG@6")
    nothing_is_covered(page, 720)


@pytest.mark.parametrize(("height", "locale"), [(720, "en-US"), (1080, "zh-CN")])
def test_the_further_measures_are_in_sight_as_far_as_there_is_room(revisit: Revisit, height: int, locale: str) -> None:
    page = revisit(locale=locale)
    page.set_viewport_size({"width": 1280, "height": height})
    more = score(page).locator(".more")
    rows = score(page).locator(".rest .row")
    more.click()
    expect(rows.nth(9)).to_be_in_viewport(ratio=1)
    page.locator('[data-part="derivation"]').get_by_text("8.740").first.wait_for()
    nothing_is_covered(page, height)
    rows.first.focus()
    page.keyboard.press("End")
    expect(rows.last).to_be_in_viewport(ratio=1)
    expect(more).to_be_in_viewport(ratio=1)
    more.click()
    expect(score(page).locator(".rows .row").first).to_be_in_viewport(ratio=1)


def test_the_names_in_a_long_choice_are_not_broken(same_page: Page) -> None:
    page = same_page
    for pill in ("Metric: nDCG", re.compile("^Discount")):
        page.locator('[data-part="choices"]').get_by_role("button", name=pill).click()
        names = page.locator('[data-part="choices"] .pop:popover-open :is(.many, .metric) b')
        expect(names.first).to_be_visible()
        assert (
            names.evaluate_all(
                "(all) => all.filter((one) => one.getClientRects()[0].height > 24).map((one) => one.textContent)"
            )
            == []
        )
        page.keyboard.press("Escape")


def test_rows_and_bars_line_up(same_page: Page) -> None:
    page = same_page
    expect(page.locator(CHARTS).first).to_be_visible()
    bars = page.locator('[data-part="rank_chart"] .js-plotly-plot').bounding_box()
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


def test_a_metric_from_further_down_is_in_view_and_moves_nothing(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&k=6&g=323012")
    panel = score(page).locator(".panel")
    expect(score(page).locator(".row[aria-pressed=true]")).to_contain_text("nDCG")
    closed = panel.bounding_box()
    open_inside(page, "/?v=1&m=mae&k=6&g=323012")
    chosen = score(page).locator(".row[aria-pressed=true]")
    expect(chosen).to_contain_text("MAE")
    foot, row_box, opened = score(page).locator(".foot").bounding_box(), chosen.bounding_box(), panel.bounding_box()
    assert closed and opened and foot and row_box
    assert row_box["y"] + row_box["height"] <= foot["y"] + 1
    assert opened["height"] <= closed["height"] + 20  # a word in place of the figure has a line more under it
