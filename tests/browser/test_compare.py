"""The page Compare in a browser: two lists over one pool, what an edit of either does, and what lights up together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import sideways
from tests.browser.visitor import open_inside, settled

OPENING = {"a": ["d1", "d2", "d3", "d4", "d5", "d6"], "b": ["d1", "d9", "d5", "d3", "d7", "d2"]}


@pytest.fixture
def page(revisit: Revisit) -> Page:
    """The two lists it opens on, in a page that is open already."""
    return revisit("/compare")


def ahead(page: Page) -> Locator:
    return page.locator('[data-part="winner"] .line')


def rows(page: Page, side: str) -> Locator:
    return page.locator(f'[data-part="two_lists"] .side.{side} .rows:not(.rest) .row')


def row(page: Page, side: str, name: str) -> Locator:
    return page.locator(f'[data-part="two_lists"] .side.{side} .row[data-id="{name}"]')


def names(page: Page, side: str) -> Locator:
    return rows(page, side).locator(".name")


def sentence_of(page: Page) -> Locator:
    return page.locator('[data-part="derivations"] .sentence')


def drag(page: Page, node: Locator, to: Locator, *, below: int = 0) -> None:
    start, end = node.locator(".grip").bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 5, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 5, end["y"] + end["height"] / 2 + below, steps=5)


def right_of(pill: Locator, px: float) -> tuple[float, float]:
    box = pill.bounding_box()
    assert box
    return box["x"] + box["width"] / 2 + px, box["y"] + box["height"] / 2


def grab(lab: Locator) -> Locator:
    """The pill on the axis, held by the mouse."""
    pill = lab.get_by_role("slider")
    pill.hover()
    lab.page.mouse.move(*right_of(pill, 0))
    lab.page.mouse.down()
    return pill


def test_it_opens_on_two_orders_of_one_list_and_says_who_is_ahead(page: Page) -> None:
    """The first of a file loads Compare for the first time."""
    for side, expected in OPENING.items():
        expect(names(page, side)).to_have_text(expected)
    expect(ahead(page)).to_have_text("A0.022ahead")
    effects = page.locator('[data-part="difference"] .effect')
    expect(effects).to_have_text(["0", "0", "+0.013", "−0.024", "+0.133", "−0.063", "0", "−0.082"])
    expect(page.locator('[data-part="derivations"] .difference-line b')).to_have_text("−0.022")


def test_a_drag_moves_a_document_in_its_own_list_only_and_undo_takes_it_back(page: Page) -> None:
    drag(page, row(page, "a", "d1"), row(page, "a", "d3"))
    expect(ahead(page)).to_have_text("B0.020ahead")  # while it is held
    page.mouse.up()
    expect(names(page, "a")).to_have_text(["d2", "d3", "d1", "d4", "d5", "d6"])
    expect(names(page, "b")).to_have_text(OPENING["b"])
    row(page, "a", "d1").focus()
    page.keyboard.press("z")
    expect(names(page, "a")).to_have_text(OPENING["a"])
    expect(ahead(page)).to_have_text("A0.022ahead")


def test_what_is_dragged_out_of_a_list_is_not_retrieved_by_that_one_only(page: Page) -> None:
    drag(page, row(page, "b", "d3"), row(page, "b", "d6"), below=-12)
    page.mouse.up()
    expect(names(page, "b")).to_have_text(["d1", "d9", "d5", "d7", "d2"])
    expect(row(page, "b", "d3")).to_have_class(re.compile("absent"))
    expect(names(page, "a")).to_have_text(OPENING["a"])


def test_a_grade_is_the_documents_and_changes_in_both_lists(page: Page) -> None:
    row(page, "b", "d5").focus()
    page.keyboard.press("3")
    for side in "ab":
        expect(row(page, side, "d5").locator(".grade")).to_have_text("3")
    settled(page)
    expect(page.locator('[data-part="winner"] .values')).not_to_have_text("A 0.785 against B 0.763")
    page.keyboard.press("z")
    for side in "ab":
        expect(row(page, side, "d5").locator(".grade")).to_have_text("1")


def test_pointing_at_a_line_lights_two_rows_an_effect_and_the_terms(page: Page) -> None:
    line = page.locator('[data-part="difference"] .connection[data-id="d7"] .target')
    line.dispatch_event("pointermove", {"bubbles": True, "pointerType": "mouse"})
    lit = page.locator('[data-part="two_lists"] .row.on')
    expect(lit).to_have_count(2)
    expect(lit.locator(".name")).to_have_text(["d7", "d7"])
    expect(page.locator('[data-part="difference"] .effect.on')).to_have_text("+0.133")
    expect(page.locator('[data-part="difference"] .connection.on')).to_have_attribute("data-id", "d7")
    expect(page.locator('[data-part="derivations"] .term.lit')).to_have_count(1)
    sentence = (
        "d7, grade 3: not retrieved by A, rank 5 in B. Its term goes from 0 to 1.161; over IDCG@6 = 8.740 that is +0.133."
    )
    expect(sentence_of(page)).to_have_text(sentence)


def test_the_keyboard_alone_reaches_everything(page: Page) -> None:
    row(page, "b", "d2").focus()
    page.keyboard.press("Alt+ArrowDown")  # past the end
    expect(row(page, "b", "d2")).to_have_class(re.compile("absent"))
    expect(row(page, "b", "d2")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(names(page, "b")).to_have_text(OPENING["b"])
    settled(page)  # the effects are those of this order, not of the one before
    page.keyboard.press("ArrowLeft")
    expect(row(page, "a", "d2")).to_be_focused()
    expect(sentence_of(page)).to_contain_text("rank 2 in A, rank 6 in B")
    page.keyboard.press("]")
    expect(sentence_of(page)).to_contain_text("d3, grade 3")  # the next smaller effect
    page.keyboard.press("k")
    expect(page.locator('[data-part="winner"] .name')).to_have_text("nDCG@5")
    page.keyboard.press("s")
    expect(names(page, "b")).to_have_text(OPENING["a"])
    expect(names(page, "a")).to_have_text(OPENING["b"])


def test_each_key_does_what_it_says_in_the_list_that_has_the_focus(page: Page) -> None:
    row(page, "a", "d2").focus()
    for key, side, name in (
        ("ArrowDown", "a", "d3"),
        ("ArrowUp", "a", "d2"),
        ("ArrowRight", "b", "d2"),
        ("ArrowLeft", "a", "d2"),
    ):
        page.keyboard.press(key)
        expect(row(page, side, name)).to_be_focused()
    page.keyboard.press("u")
    expect(row(page, "b", "d2").locator(".grade")).to_have_text("?")
    page.keyboard.press("2")
    expect(row(page, "b", "d2").locator(".grade")).to_have_text("2")
    page.keyboard.press("Shift+K")
    expect(page.locator('[data-part="winner"] .name')).to_have_text("nDCG@7")
    page.keyboard.press("k")
    settled(page)
    page.keyboard.press("[")
    expect(sentence_of(page)).to_contain_text("d6, grade 2")  # the next larger effect than that of d2
    page.keyboard.press("[")
    expect(sentence_of(page)).to_contain_text("d7, grade 3")


def test_the_player_goes_from_the_largest_effect_to_the_smallest(page: Page) -> None:
    page.get_by_role("button", name="The largest effect").click()
    lit = page.locator('[data-part="difference"] .effect.on')
    expect(lit).to_have_text("+0.133")
    for effect in ("−0.082", "−0.063", "−0.024", "+0.013"):
        page.get_by_role("button", name="Next effect").click()
        expect(lit).to_have_text(effect)
    expect(page.get_by_role("button", name="Next effect")).to_have_attribute("aria-disabled", "true")


def test_a_drag_over_the_other_list_moves_nothing_there(page: Page) -> None:
    start, end = row(page, "a", "d2").locator(".grip").bounding_box(), row(page, "b", "d5").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 5, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=5)
    page.mouse.up()
    expect(names(page, "a")).to_have_text(["d1", "d3", "d2", "d4", "d5", "d6"])
    expect(names(page, "b")).to_have_text(OPENING["b"])


def test_undo_takes_back_what_was_done_to_either_order(page: Page) -> None:
    row(page, "a", "d1").focus()
    page.keyboard.press("Alt+ArrowDown")
    row(page, "b", "d9").focus()
    page.keyboard.press("Delete")
    settled(page)
    page.keyboard.press("s")
    expect(names(page, "a")).to_have_text(["d1", "d5", "d3", "d7", "d2"])
    for _ in range(3):
        page.keyboard.press("z")
    for side, expected in OPENING.items():
        expect(names(page, side)).to_have_text(expected)
    page.keyboard.press("y")
    expect(names(page, "a").first).to_have_text("d2")


def test_words_of_the_reason_open_their_cards(page: Page) -> None:
    page.locator('[data-part="winner"] .why').get_by_role("button", name="not retrieved").click()
    expect(page.get_by_role("dialog").filter(has_text="not retrieved")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-part="winner"] .why').get_by_role("button", name="not retrieved")).to_be_focused()


def test_the_second_list_may_be_the_ideal_order_or_ids_that_are_pasted(page: Page) -> None:
    source = page.locator('[data-part="two_lists"] .source.b')
    source.get_by_role("button", name="B Another order").click()
    source.get_by_role("button", name="The ideal order all").click()
    expect(names(page, "b").first).to_have_text("d1")
    expect(ahead(page)).to_have_text("B0.215ahead")
    source.get_by_role("button", name="B The ideal order").click()
    source.get_by_role("button", name="A pasted list").click()
    source.get_by_label("Ids of B in order").fill("d7\nd1\nnew")
    source.get_by_role("button", name="Use as B").click()
    expect(names(page, "b")).to_have_text(["d7", "d1", "new"])
    expect(row(page, "b", "new").locator(".grade")).to_have_text("?")


def test_by_rank_the_same_difference_is_taken_apart_otherwise(page: Page) -> None:
    page.get_by_role("button", name="by rank").click()
    effects = page.locator('[data-part="difference"] .effect')
    expect(effects).to_have_text(["0", "−0.144", "−0.114", "+0.148", "+0.089", "0"])
    open_inside(page, "/compare")
    expect(effects).to_have_count(8)
    page.go_back()
    expect(effects).to_have_count(6)  # the address says so


@pytest.mark.parametrize("visitor", [{}, {"color_scheme": "dark"}], ids=["light", "dark"])
def test_nothing_is_wrong_for_who_cannot_see_it(revisit: Revisit, visitor: dict[str, str]) -> None:
    page = revisit("/compare?way=document&like=rbo&moves=a", **visitor)
    row(page, "b", "d7").focus()
    expect(page.locator('[data-part="cards"] .card')).to_have_count(4)
    expect(page.locator('[data-part="cards"] .proof')).to_have_count(2)
    assert Axe().violations(page) == []
    page.get_by_role("button", name="All numbers as tables").click()
    cells = page.locator('[data-part="effects_table"] tr', has_text="d7").locator("td")
    expect(cells).to_have_text(["3", "–", "5", "0", "1.161", "+0.133"])
    page.get_by_role("button", name="All numbers as tables").click()


def test_a_phone_shows_all_of_it_without_scrolling_sideways(revisit: Revisit) -> None:
    page = revisit("/compare?like=rbo&moves=a", viewport={"width": 390, "height": 844})
    expect(page.locator('[data-part="cards"] .proof')).to_have_count(2)
    assert sideways(page) <= 0
    expect(page.locator('[data-part="difference"] .effect').nth(4)).to_be_visible()
    expect(ahead(page)).to_have_text("A0.022ahead")
    strip = page.locator('[data-part="winner"] .panel')
    assert (strip.bounding_box() or {})["height"] == 76
    expect(strip.locator(".brief")).to_have_text("Most for A: d6 (−0.082); for B: d7 (+0.133)")
    expect(strip.locator(".row", has_text="DCG@6").nth(1).locator(".number:visible")).to_have_text(["6.861", "6.665"])


FULL = {
    "the opening state in Chinese": ("", "zh-CN"),
    "the ideal order": ("?v=1&m=ndcg&k=6&g=323012&missed=32u&b=1.3.7.2.6.8.5.4", "en-US"),
    "parts that are no document's": ("?v=1&m=auc&k=6&g=323012&missed=32u&b=1.9.5.3.7.2", "en-US"),
}


@pytest.mark.parametrize("state", FULL)
def test_the_whole_diagram_stands_above_the_derivations_on_a_small_laptop(revisit: Revisit, state: str) -> None:
    query, locale = FULL[state]
    page = revisit(f"/compare{query}", locale=locale)
    proof = page.locator(".rv-derivation").bounding_box() or {}
    for part in ('[data-part="difference"] .sum', '[data-part="difference"] .value.b', '[data-part="two_lists"] .shelf'):
        box = page.locator(part).bounding_box() or {}
        assert box["y"] + box["height"] <= proof["y"] + 1


def test_where_a_metric_has_no_cutoff_there_is_no_line_of_it(revisit: Revisit) -> None:
    page = revisit("/compare?v=1&m=auc&k=2&g=323012&missed=32u&b=1.9.5.3.7.2")
    expect(page.locator('[data-part="two_lists"] .pill')).to_be_hidden()
    expect(page.locator('[data-part="two_lists"] .beyond')).to_have_count(0)


def test_long_lists_have_low_rows_and_fold_what_no_window_holds(revisit: Revisit) -> None:
    page = revisit("/compare?v=1&m=ndcg&k=10&g=" + "3021" * 100)
    expect(rows(page, "a")).to_have_count(21)
    fold = rows(page, "a").last
    expect(fold).to_have_text("… 380 more, 380 of them judged")
    box = rows(page, "a").first.bounding_box()
    assert box
    assert box["height"] == 32
    fold.get_by_role("button").click()
    expect(rows(page, "b")).to_have_count(400)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("?v=1&m=ndcg&k=6&g=uuu", "Neither list has a value, so there is nothing to compare. IDCG is 0"),
        ("?v=1&m=rr&k=6&g=3&missed=2&b=", "B is empty; a list that retrieves nothing has RR@6 0.000 here."),
        ("?v=1&m=ndcg&k=6&g=111", "A and B are the same list."),
    ],
)
def test_where_there_is_nothing_to_compare_words_say_so(revisit: Revisit, state: str, words: str) -> None:
    page = revisit(f"/compare{state}")
    expect(page.locator('[data-part="winner"] .why')).to_contain_text(words)


@pytest.mark.parametrize(("metric", "name"), [("rr", "RR@6"), ("dcg", "DCG@6")])
def test_the_derivation_of_an_empty_list_is_its_value(revisit: Revisit, metric: str, name: str) -> None:
    page = revisit(f"/compare?v=1&m={metric}&k=6&g=3&missed=2&b=")
    line = page.locator('[data-part="derivations"] .line').last
    expect(line).to_have_text(re.compile(rf"^B\s*{name}\s*=\s*0.000$"))


@pytest.mark.parametrize("state", ["", "?v=1&m=fp&k=6&g=10210&missed=2u&b=6.7.3.1"])
def test_the_panel_opens_with_its_first_sentence_in_sight(revisit: Revisit, state: str) -> None:
    page = revisit(f"/compare{state}")
    verdict = page.locator('[data-part="winner"]')
    verdict.get_by_role("button", name="more").press("Enter")
    expect(verdict.locator(".row").filter(has_text="LRAP").locator(".number").first).not_to_be_empty()
    expect(verdict.locator(".sentences p").first).to_be_in_viewport(ratio=1)
    page.wait_for_function("""() => {
      const { shadowRoot } = document.querySelector('[data-part="winner"]');
      const [sentence, proof] = [shadowRoot.querySelector(".sentences p"), document.querySelector(".rv-derivation")];
      return sentence.getBoundingClientRect().bottom <= proof.getBoundingClientRect().top;
    }""")
    verdict.get_by_role("button", name="fewer").press("Enter")


def test_it_says_where_the_winner_flips_and_leads_there(page: Page) -> None:
    lab = page.locator('[data-part="winner_flips"]')
    expect(lab.locator(".text")).to_have_text("Below b = 1.428 A wins, above it B.")
    expect(lab.locator(".crossing")).to_have_text("b = 1.428")
    lab.get_by_role("slider").press("End")
    expect(ahead(page)).to_have_text(re.compile(r"^B0"))
    expect(page).to_have_url(re.compile("gain_base=4"))
    lab.get_by_label("nDCG@6 over the").select_option("cutoff")
    expect(lab.locator(".stretch-name")).not_to_have_count(0)
    expect(page).to_have_url(re.compile("x=cutoff"))


def test_what_comes_late_comes_without_a_route_too_and_gives_way_to_an_edit(new_page: NewPage) -> None:
    page = new_page(own=True)
    page.route("**/rankviz/answer", lambda route: route.fulfill(status=404))
    page.goto("/compare")
    winner = page.locator('[data-part="winner_flips"] .text')
    expect(winner).to_have_text("Below b = 1.428 A wins, above it B.")
    row(page, "a", "d1").press("0")
    row(page, "a", "d2").press("0")
    expect(page.locator('[data-part="winner"] .values')).to_have_text("A 0.364 against B 0.413")
    expect(winner).not_to_have_text("Below b = 1.428 A wins, above it B.")
    expect(page.locator('[data-card="best"] b').first).not_to_have_text("+0.078")


def test_what_is_computed_apart_is_marked_while_it_is_of_another_state(new_page: NewPage) -> None:
    page = new_page(own=True)
    page.goto("/compare")
    settled(page)
    cards, lab = (page.locator(f'[data-part="{part}"]') for part in ("cards", "winner_flips"))
    decides = cards.locator('[data-card="unknown"] .decides')
    expect(decides).to_have_text(re.compile("^d9 decides"))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route) if "compare_deferred" in (route.request.post_data or "") else route.continue_()

    page.route("**/rankviz/answer", hold)
    row(page, "b", "d9").press("0")  # then nothing is unjudged
    for part in (cards, lab):
        expect(part).to_have_attribute("aria-busy", "true")
        expect(part).to_have_css("opacity", "0.4")
    expect(decides).to_be_visible()
    pill = grab(lab)
    page.mouse.move(*right_of(pill, 200), steps=2)
    expect(ahead(page)).to_have_text(re.compile("^B"))
    tried = pill.inner_text()
    held[0].continue_()
    expect(decides).to_be_hidden()  # what was asked before it was held has come, and takes nothing out of the hand
    expect(pill).to_have_text(tried)
    expect(ahead(page)).to_have_text(re.compile("^B"))
    page.unroute("**/rankviz/answer", hold)
    page.mouse.up()
    expect(page).to_have_url(re.compile("gain_base="))
    for part in (cards, lab):
        expect(part).not_to_have_attribute("aria-busy", "true")
        expect(part).to_have_css("opacity", "1")


def test_the_next_best_move_is_made_by_a_press(page: Page) -> None:
    moves = page.locator('[data-part="cards"] [data-card="best"]')
    expect(moves.locator("b").first).to_have_text("+0.078")
    moves.locator("button.line").first.click()
    expect(page.locator('[data-part="winner"] .values')).to_have_text("A 0.863 against B 0.763")
    expect(names(page, "a")).to_have_text(["d1", "d7", "d2", "d3", "d4", "d5", "d6"])
    expect(page.locator('[data-card="unknown"] .decides')).to_have_text(re.compile("^d9 decides: with grade "))


def test_a_likeness_opens_step_by_step_by_the_keyboard_and_gives_the_focus_back(page: Page) -> None:
    alike = page.locator('[data-card="alike"]')
    row = alike.get_by_role("button", name="Spearman")
    row.press("Enter")
    proof = page.locator(".proof")
    expect(proof).to_contain_text("4 documents stand in both lists")
    expect(proof.locator(".of small").first).to_have_text("d1")
    expect(row).to_have_attribute("aria-expanded", "true")
    expect(page).to_have_url(re.compile("like=rho"))
    alike.get_by_label("Documents that only one list has").focus()
    alike.get_by_label("Documents that only one list has").select_option("tied_below")
    expect(row).to_contain_text("0.133")
    expect(alike.get_by_label("Documents that only one list has")).to_be_focused()
    expect(proof).to_contain_text("All 8 documents are compared")
    proof.get_by_role("button", name="Close").click()
    expect(proof).to_have_count(0)
    expect(row).to_be_focused()


def test_all_steps_are_a_table_and_a_step_is_taken_back_where_it_was_made(page: Page) -> None:
    best = page.locator('[data-card="best"]')
    best.get_by_role("button", name="all 56 as a table").press("Enter")
    table = page.get_by_role("region", name="All 56 steps from A, the best first")
    expect(table.get_by_role("row")).to_have_count(57)
    table.get_by_role("button", name="exchange d4 and d6").press("Enter")
    expect(names(page, "a")).to_have_text(["d1", "d2", "d3", "d6", "d5", "d4"])
    back = best.get_by_role("button", name="Undo this step")
    expect(back).to_be_focused()
    back.press("Enter")
    expect(names(page, "a")).to_have_text(OPENING["a"])
    expect(back).to_have_count(0)
    table.get_by_role("button", name="exchange d4 and d6").press("Escape")
    expect(table).to_have_count(0)
    expect(best.get_by_role("button", name="all 56 as a table")).to_be_focused()


def test_a_link_to_a_document_lights_it_and_what_is_pressed_stands_in_the_address(new_page: NewPage) -> None:
    page = new_page()
    lit = page.locator('[data-part="two_lists"] .row.on .name')
    page.goto("/compare?doc=d7")
    expect(lit).to_have_text(["d7", "d7"])
    expect(page.locator('[data-part="difference"] .effect.on')).to_have_text("+0.133")
    expect(sentence_of(page)).to_contain_text("d7, grade 3: not retrieved by A, rank 5 in B.")
    row(page, "a", "d2").focus()
    expect(page).to_have_url(re.compile("doc=d2"))
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("doc="))
    for other in ("d2", "d7"):
        open_inside(page, f"/compare?doc={other}")
        expect(lit).to_have_text([other, other])
    page.go_back()
    expect(lit).to_have_text(["d2", "d2"])


def test_another_ideal_is_opened_place_by_place(revisit: Revisit) -> None:
    page = revisit("/compare?v=1&m=ndcg&k=6&ideal=retrieved&g=323012&missed=32u&b=1.9.5.3.7.2")
    page.locator('[data-part="difference"] .extra', has_text="Another IDCG@6: A 7.141, B 7.641").click()
    lines = page.locator('[data-part="derivations"] .line')
    expect(lines.locator(".name")).to_have_text(["IDCG@6", "IDCG@6"])
    expect(page.locator('[data-part="derivations"] .difference-line b')).to_have_text("+0.500")
    expect(sentence_of(page)).to_have_text(re.compile("The rest, −0.062, is that B is divided by another IDCG@6.$"))
    row(page, "a", "d1").focus()
    expect(lines.locator(".name")).to_have_text(["DCG@6", "DCG@6"])


def test_the_grid_of_diagnose_leads_here_within_the_session(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/diagnose?v=1&m=ndcg&k=6&g=323012&ask=choices")
    settled(page)
    page.get_by_role("button", name="Add a list").click()
    page.get_by_label("Compare with").select_option(index=1)
    link = page.locator('[data-part="choice_grid"] a.link')
    link.click()
    expect(page).to_have_url(re.compile("/compare"))
    expect(names(page, "b")).to_have_text(OPENING["a"])
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_the_pill_on_the_axis_is_dragged_and_the_page_follows(new_page: NewPage) -> None:
    """In a page that was open already the axis may be drawn again between the look for the pill and the press."""
    page = new_page()
    page.goto("/compare")
    lab = page.locator('[data-part="winner_flips"]')
    expect(lab.get_by_role("slider")).to_have_attribute("aria-valuenow", "1")  # it comes later than the rest of the page
    pill = grab(lab)
    page.mouse.move(*right_of(pill, 200), steps=5)
    expect(ahead(page)).to_have_text(re.compile("^B"))  # seen while it is dragged
    page.mouse.up()
    expect(page).to_have_url(re.compile("gain_base="))
    expect(ahead(page)).to_have_text(re.compile("^B"))


def test_a_formula_of_ones_own_is_typed_where_it_always_is(page: Page) -> None:
    lab = page.locator('[data-part="winner_flips"]')
    lab.get_by_role("button", name="+ own formula").first.press("Enter")
    field = page.locator('[data-part="choices"] input.own')
    expect(field).to_be_focused()
    field.fill("g^2")
    field.press("Enter")
    expect(page).to_have_url(re.compile("gain_formula=g"))
    expect(lab.get_by_label("nDCG@6 over the")).to_have_value("gain_base")
