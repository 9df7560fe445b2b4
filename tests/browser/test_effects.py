"""What an edit does to every value: shown for a while, against what undo would bring back, and spoken once."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import HOLD, PHONE, address, row, score
from tests.browser.visitor import open_inside, settled

# Of 3 2 3 0 1 2 with 3 and 2 missed, and with the second grade 0: 5 of 6 and 4 of 6 hits, 5 of 7 and 4 of 6 relevant,
# 11 and 9 gained; the first rank stays relevant.
GRADED_0 = {"P@6": "−0.167", "R@6": "−0.048", "CG@6": "−2", "RR@6": "±0"}
BACK = {"P@6": "+0.167", "R@6": "+0.048", "CG@6": "+2", "RR@6": "±0"}


def shows(page: Page, expected: dict[str, str]) -> None:
    for label, text in expected.items():
        line = score(page).locator(".row").filter(has=page.get_by_text(label, exact=True))
        expect(line.locator(".change")).to_have_text(text)


def nothing_changed(page: Page) -> None:
    expect(score(page).locator(".change").filter(has_text=re.compile("[±+−]"))).to_have_count(0)


def grade_0(page: Page) -> None:
    row(page, 2).click()
    page.keyboard.press("0")
    expect(page).to_have_url(address("303012"))


def test_every_value_shows_what_a_key_did_to_it_and_undo_the_reverse(same_page: Page) -> None:
    page = same_page
    grade_0(page)
    shows(page, GRADED_0)
    expect(score(page).locator(".delta")).to_have_text("▼ −0.117")
    expect(score(page).locator(".against")).to_have_text("by the last edit")
    page.locator('button[data-name="undo"]').click()
    shows(page, BACK)
    page.locator('button[data-name="redo"]').click()
    shows(page, GRADED_0)


def test_a_choice_says_what_its_differences_are_against(same_page: Page) -> None:
    page = same_page
    page.locator('[data-part="choices"]').get_by_role("button", name="Gain: g").click()
    page.keyboard.press("ArrowDown")
    # 7 + 3 + 7 + 0 + 1 + 3 = 21 gained, and 11 before.
    shows(page, {"CG@6": "+10", "P@6": "±0"})
    expect(score(page).locator(".against")).to_have_text("against g")
    expect(score(page).locator(".against")).to_have_attribute("title", "against gain: g")
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    row(page, 1).click()
    page.keyboard.press("k")
    shows(page, {"CG@5": "−3"})
    expect(score(page).locator(".against")).to_have_text("against k = 6")


def test_another_list_metric_or_way_to_write_numbers_is_no_change(same_page: Page) -> None:
    page = same_page
    grade_0(page)
    shows(page, GRADED_0)
    score(page).get_by_text("fractions", exact=True).click()
    expect(page).to_have_url(re.compile("numbers=|n="))
    nothing_changed(page)
    score(page).locator(".row").filter(has_text="AP@6").click()
    expect(score(page).locator(".name")).to_have_text("AP@6")
    nothing_changed(page)
    page.locator('button[data-name="add_list"]').click()
    expect(page.locator('[data-part="list_tabs"]').get_by_role("tab")).to_have_count(2)
    nothing_changed(page)
    page.locator('button[data-name="undo"]').click()
    expect(page).to_have_url(address("303012", m="ap"))
    nothing_changed(page)


def test_keys_that_are_answered_together_are_one_change(same_page: Page) -> None:
    page = same_page
    row(page, 1).focus()
    page.evaluate(HOLD)
    page.keyboard.press("1")
    expect(score(page).locator(".delta")).to_have_text(re.compile("▼ −0"))  # known ahead, of the value alone
    expect(score(page).locator(".row .change").filter(has_text=re.compile("[±+−]"))).to_have_count(1)
    page.keyboard.press("0")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("0")
    page.evaluate("() => letGo()")
    expect(page).to_have_url(address("003012"))
    # 1 2 3 0 1 2 came first; the two others were answered together: from 9 gained to 6.
    shows(page, {"CG@6": "−3", "P@6": "−0.333"})


# What is to come in seconds comes when the test says so; then the clock is the browser's own again.
LATER = """() => {
  const { setTimeout, clearTimeout } = window;
  const kept = new Map();
  let number = 0;
  window.setTimeout = (act, ms, ...more) => {
    if (!(ms >= 5000)) return setTimeout(act, ms, ...more);
    kept.set((number -= 1), act);
    return number;
  };
  window.clearTimeout = (id) => void (kept.delete(id) || clearTimeout(id));
  window.later = () => {
    Object.assign(window, { setTimeout, clearTimeout });
    const acts = [...kept.values()];
    kept.clear();
    for (const act of acts) act();
  };
}"""


HEAR_ALL = """() => {
  window.spoken = [];
  const roots = [document, ...[...document.querySelectorAll("[data-part]")].map((part) => part.shadowRoot ?? part)];
  for (const live of new Set(roots.flatMap((root) => [...root.querySelectorAll("[role=status], [role=alert], [aria-live]")]))) {
    const hear = () => live.textContent && live.checkVisibility() && spoken.push([live.className, live.textContent]);
    new MutationObserver(hear).observe(live, { childList: true, characterData: true, subtree: true });
  }
}"""


def spoken(page: Page, words: str) -> list[list[str]]:
    """Who said what so far, once these words were said."""
    page.wait_for_function("(words) => spoken.some(([, text]) => new RegExp(words).test(text))", arg=words)
    return list(page.evaluate("spoken"))


PLACES = """() => [...document.querySelector("[data-part=scores]").shadowRoot.querySelectorAll(".number, .label, .foot")]
  .map((node) => [node.className, node.getBoundingClientRect()])
  .map(([name, { x, y, right }]) => [y, name === "number" ? right : x])"""
HEIGHT = "() => document.querySelector('[data-part=scores]').offsetHeight"


def test_a_change_is_spoken_once_by_the_one_voice_and_moves_no_value_as_it_comes_and_goes(page: Page) -> None:
    row(page, 2).click()
    places, height = page.evaluate(PLACES), page.evaluate(HEIGHT)
    assert places
    page.evaluate(LATER)
    page.evaluate(HEAR_ALL)
    grade_0(page)
    said = spoken(page, "nDCG")
    shows(page, GRADED_0)
    assert [words for _, words in said if "nDCG" in words] == ["nDCG@6 0.668, ▼ −0.117 by the last edit"]
    assert page.evaluate(PLACES) == places
    assert page.evaluate(HEIGHT) == height
    page.evaluate("later()")
    nothing_changed(page)
    assert page.evaluate(PLACES) == places
    page.keyboard.press("Alt+ArrowDown")
    said = spoken(page, "nDCG@6 0.715")
    assert {speaker for speaker, _ in said} == {"rv-voice"}
    assert any("d2 is now at rank 3." in words for _, words in said)


def test_what_is_said_of_an_edit_of_two_lists_is_said_by_one_voice(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/compare?v=1&m=ndcg&k=6&g=323012")
    settled(page)
    page.evaluate(HEAR_ALL)
    page.locator('[data-part="two_lists"] .row').nth(1).click()
    page.keyboard.press("Alt+ArrowDown")
    assert {speaker for speaker, _ in spoken(page, "nDCG|ahead|level")} == {"rv-voice"}


def drag(page: Page, start: dict[str, float] | None, dx: float, dy: float) -> None:
    assert start
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)


def test_every_value_follows_the_cutoff_while_it_is_dragged(page: Page) -> None:
    bars = page.locator('[data-part="rank_chart"]')
    expect(bars.locator(".rv-cut")).to_be_visible()
    lines = [page.locator('[data-part="ranking_list"] .pill'), bars.locator(".rv-cut")]
    for held in lines:
        drag(page, held.bounding_box(), 0, -2 * 44)
        expect(score(page).locator(".name")).to_have_text("nDCG@4")
        shows(page, {"CG@4": "−3", "P@4": "−0.083"})  # 8 of 11, and 3/4 of 5/6
        page.keyboard.press("Escape")
        expect(score(page).locator(".name")).to_have_text("nDCG@6")
        nothing_changed(page)
        page.mouse.up()
        settled(page)
        expect(page.locator('button[data-name="undo"]')).to_have_attribute("aria-disabled", "true")
    for held in lines:
        open_inside(page, "/")
        drag(page, held.bounding_box(), 0, -44)
        page.mouse.up()
        expect(page).to_have_url(re.compile("k=5"))
        shows(page, {"CG@5": "−2"})
        expect(score(page).locator(".against")).to_have_text("against k = 6")


def test_every_value_follows_a_document_that_is_dragged_out_of_the_list_or_into_it(same_page: Page) -> None:
    page = same_page
    chip = page.locator('[data-part="ranking_list"] .chip').first
    top = row(page, 1).bounding_box()
    start = chip.bounding_box()
    assert top
    assert start
    name = {**start, "width": 16}  # beside its grade
    drag(page, name, 0, top["y"] + 2 - start["y"])
    shows(page, {"CG@6": "+1", "P@6": "±0"})  # the missed 3 comes in, the last 2 falls behind the cutoff
    page.keyboard.press("Escape")
    nothing_changed(page)
    page.mouse.up()
    grip = row(page, 1).locator(".grip").bounding_box()
    assert grip
    drag(page, grip, 0, start["y"] + 10 - grip["y"])
    shows(page, {"CG@6": "−3", "P@6": "−0.167"})
    page.mouse.up()
    expect(page.locator('[data-part="ranking_list"] .chip')).to_have_count(3)
    settled(page)
    shows(page, {"CG@6": "−3", "P@6": "−0.167"})
    row(page, 1).click()
    page.keyboard.press("0")  # not compared with what was before the drag
    shows(page, {"CG@6": "−2"})


def test_changes_are_seen_on_a_phone_and_by_whoever_wants_nothing_to_move(revisit: Revisit) -> None:
    page = revisit(**PHONE)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(LATER)
    grade_0(page)
    shows(page, {"CG@6": "−2", "RR@6": "±0"})
    expect(score(page).locator(".against")).to_have_text("上一步编辑所致")
    page.evaluate("later()")
    nothing_changed(page)
    page.emulate_media(reduced_motion="null")


def test_the_sum_so_far_stands_in_list_formula_and_chart(revisit: Revisit) -> None:
    page = revisit()
    derivation = page.locator('[data-part="derivation"]')
    chart = page.locator('[data-part="charts"] .rv-sum')
    expect(page.locator('[data-part="charts"] .main-svg').first).to_be_visible()
    step = derivation.get_by_role("button", name="Next rank")
    step.click()
    step.click()
    # 3 + 2 / log2(3), and for the ideal 3 + 3 / log2(3).
    expect(derivation.locator(".place .now")).to_have_text("Rank 2 of 6so far 4.262")
    expect(derivation.locator(".line .running-total")).to_have_text(["so far 4.262", "so far 4.893"])
    expect(row(page, 2).locator(".running-total")).to_have_text("so far 4.262")
    expect(chart.first).to_be_visible()
    expect(chart.first).to_have_text("so far 4.262")
    heights = "() => document.querySelector('[data-part=derivation]').offsetHeight"
    height = page.evaluate(heights)
    step.click()
    expect(row(page, 3).locator(".running-total")).to_have_text("so far 5.762")
    expect(row(page, 2).locator(".running-total")).to_have_count(0)
    assert page.evaluate(heights) == height
    revisit("/?v=1&m=ndcg&k=3&g=323012&missed=32")
    row(page, 5).click()
    expect(row(page, 5).locator(".running-total")).to_have_text("so far 5.762")
    expect(chart.first).to_be_hidden()  # beyond the cutoff it shows what a larger one would give


def seen(page: Page, part: str, name: str) -> bool:
    """Whether all of something is in the window, and nothing lies over its middle."""
    return bool(
        page.locator(f'[data-part="{part}"]')
        .locator(name)
        .first.evaluate("""(node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      let found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      while (found?.shadowRoot) found = found.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && node.contains(found);
    }""")
    )


def test_on_a_phone_legend_formula_and_step_bar_stay_with_the_bars(revisit: Revisit) -> None:
    page = revisit("/?v=1&k=20&g=" + "32301" * 5, viewport=PHONE["viewport"])
    expect(page.locator('[data-part="derivation"] .legend')).to_contain_text("ideal ranking")
    main = page.get_by_test_id("stMain")
    for place in (0, 500):
        main.evaluate("(node, y) => node.scrollTo(0, y)", place)
        for name in (".legend", ".whole", ".steps"):
            assert seen(page, "derivation", name), (place, name)
    row(page, 12).click()
    expect(page.locator('[data-part="derivation"] .sentence .now')).to_contain_text("Rank 12")
    assert seen(page, "derivation", ".sentence .now")
    covered = page.evaluate("""() => {
      const root = (part) => document.querySelector(`[data-part=${part}]`).shadowRoot;
      const box = (part, name) => root(part).querySelector(name).getBoundingClientRect();
      return box("scores", ".panel").bottom + innerHeight - box("derivation", ".bar").top;
    }""")
    assert covered <= 844 * 0.36
    # Below the derivation they are gone: the page is its own again.
    main.evaluate("(node) => node.scrollTo(0, node.scrollHeight)")
    assert not seen(page, "derivation", ".steps")
    page.set_viewport_size({"width": 390, "height": 420})  # as with the keyboard open
    main.evaluate("(node) => node.scrollTo(0, 500)")
    assert not seen(page, "derivation", ".steps")


def test_in_a_small_window_the_derivation_does_not_lie_over_the_list(same_page: Page) -> None:
    page = same_page
    page.set_viewport_size({"width": 683, "height": 512})
    expect(score(page).locator(".value")).to_have_text("0.785")
    settled(page)
    assert all(seen(page, "ranking_list", f".rows .row:nth-child({number}) .grade") for number in range(1, 7))


def test_a_list_that_is_pasted_is_compared_and_an_example_is_not(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="paste"]').click()
    page.get_by_role("textbox", name=re.compile("Grades such as")).fill("1 1 0")
    page.get_by_role("button", name="Use this list").click()
    expect(page).to_have_url(address("110"))
    shows(page, {"CG@6": "−9"})  # 1 + 1, and 11 before
    page.locator('button[data-name="examples"]').click()
    page.get_by_role("button", name=re.compile("Five films")).click()
    expect(score(page)).to_contain_text("0.830")
    nothing_changed(page)


def test_an_answer_that_is_late_is_compared_with_what_stood_there(same_page: Page) -> None:
    page = same_page
    grade_0(page)
    shows(page, GRADED_0)
    page.evaluate(HOLD)
    page.keyboard.press("2")
    expect(score(page).locator(".delta")).to_have_text("▲ +0.117")  # known ahead
    shows(page, {"P@6": "", "CG@6": ""})  # not known yet, and no longer those of the step before
    page.evaluate("() => letGo()")
    shows(page, BACK)
    expect(score(page).locator(".delta")).to_have_text("▲ +0.117")
