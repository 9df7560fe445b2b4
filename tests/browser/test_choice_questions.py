"""Questions in which something is chosen, put in order or reached: by the keyboard alone, by touch, and seen by axe."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rankviz import Item, Ranking
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.questions import Question
from rankviz.learn.questions.kinds.reach_target import measure_value
from rankviz.learn.questions.kinds.solution_path import reach_target, solution_path
from rankviz.learn.sets import question_set as sets
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
from tests.browser.parts import PHONE, ROWS, sideways
from tests.browser.visitor import settled, visit

BETTER = "ask=better&of=ndcg&n=2&seed=5&level=2"
ORDER = "ask=order&of=ap&n=2&seed=5&level=2"
WHO = "ask=who&of=dcg&n=2&seed=5&level=2"
MOVE = "ask=reach&of=ap&n=2&seed=4&level=1"
GRADE = "ask=reach&of=ndcg&n=2&seed=5&level=2"
TREND = "ask=trend&of=ndcg&n=2&seed=5&level=2"
SWAP = "ask=swap&of=ndcg&n=2&seed=5&level=2"
VALUES = ":is(.better, .order, .trend) .bar .value, .who .value"  # that stand there once it is answered
COUNTS = {"better": 2, "order": 4, "trend": 2, "who": 4}
MOST_STOPS = 60
FOCUSED = """(selector) => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return Boolean(node?.matches(selector));
}"""

# What is asked apart is kept until it is let go, and from then on everything else, too; it is answered and drawn then.
HOLD_TWO_KINDS = """() => {
  const { fetch } = window;
  Object.assign(window, { late: [], others: [], holds: false });
  window.fetch = (address, options) => {
    const isLate = options?.body?.includes?.('"learn_deferred"');
    if (!isLate && !holds) return fetch(address, options);
    const ask = async (done) => {
      const answer = await fetch(address, options);
      done(answer.clone());
      await answer.text();
    };
    // What the page gave up meanwhile fails there, as it does without this.
    return new Promise((done, fail) => (isLate ? late : others).push(() => ask(done).catch(fail)));
  };
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  window.let_go = async (kept) => {
    await Promise.all(kept.splice(0).map((ask) => ask()));
    for (let frames = 0; frames < 3; frames += 1) await frame();
  };
  window.restore = async () => {
    window.fetch = fetch;
    await let_go([...late.splice(0), ...others.splice(0)]);
  };
}"""


def question(place: str, number: int = 1) -> Question:
    """What an address asks."""
    found = read_learn_params(place).set
    assert found is not None
    return sets.get_question(found, number)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The page that was shown last."""
    return new_page(stays=True)


def opened(page: Page, place: str) -> Page:
    visit(page, f"/learn?{place}")
    expect(page.locator(f".choosing.{question(place).kind}")).to_be_visible()
    return page


def panel(page: Page) -> Locator:
    return page.locator('[data-part="answer_panel"]')


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what is meant has the focus."""
    for _ in range(MOST_STOPS):
        if page.evaluate(FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")


def order_of(page: Page) -> list[str]:
    return page.locator(".order .letter").all_inner_texts()


def put_in_order(page: Page, letters: Sequence[str]) -> None:
    """Press the arrows until the lists stand so."""
    for at, letter in enumerate(letters):
        while order_of(page).index(letter) > at:
            page.locator(".order .list", has=page.locator(".letter", has_text=letter)).locator(".arrow").first.click()


def right_letters(place: str) -> list[str]:
    return ["ABCD"[each] for each in right_order(place)]


def right_order(place: str) -> list[int]:
    return list(question(place).given.right)  # type: ignore[attr-defined]


def right_option(place: str) -> str:
    return str(question(place).given.right)  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------------------------------------------------------
# By the keyboard alone


def test_the_better_list_is_chosen_by_the_keyboard_and_then_both_values_are_there(page: Page) -> None:
    opened(page, BETTER)
    tab_to(page, "input[type=radio]")
    for _ in range(["a", "b", "equal"].index(right_option(BETTER))):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator(f'.better input[value="{right_option(BETTER)}"]')).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".better .values .value")).to_have_count(2)
    expect(panel(page)).to_contain_text("Yes.")
    page.keyboard.press("Enter")  # the way on has the focus
    expect(page).to_have_url(re.compile(r"[?&]q=2\b"))
    expect(page.locator(".better .values")).to_have_count(0)
    expect(page.locator(".better input:checked")).to_have_count(0)


def test_a_wrong_choice_shows_the_values_as_well_and_says_why(page: Page) -> None:
    wrong = next(key for key in ("a", "b", "equal") if key != right_option(BETTER))
    opened(page, BETTER)
    page.locator(f'.better input[value="{wrong}"]').check()
    panel(page).get_by_role("button", name="Check").click()
    expect(panel(page)).to_contain_text("Not so.")
    expect(page.locator(".better .values .value")).to_have_count(2)
    expect(page.locator(".better .two .side")).to_have_count(2)
    expect(page.locator(f'.better [data-key="{right_option(BETTER)}"] .tick')).to_be_visible()
    page.reload()
    expect(page.locator(".better .values .value")).to_have_count(2)


def test_lists_are_put_in_order_by_the_keyboard_and_what_is_moved_keeps_the_focus(page: Page) -> None:
    opened(page, ORDER)
    tab_to(page, ".arrow")
    page.keyboard.press("Shift+Tab")
    for at, letter in enumerate(right_letters(ORDER)):
        while order_of(page).index(letter) > at:
            tab_to(page, f'[aria-label="Move list {letter} up"]')
            page.keyboard.press("ArrowUp")
        page.locator(".order .arrow").first.focus()
    assert order_of(page) == right_letters(ORDER)
    expect(page.locator(".order [role=status]")).to_contain_text("is now at place")
    tab_to(page, '[type="submit"]')
    page.keyboard.press("Enter")
    expect(page.locator(".order .bar .value")).to_have_count(4)
    expect(panel(page)).to_contain_text("From the best down")


def test_a_pair_that_is_turned_round_is_named_and_the_order_stays(page: Page) -> None:
    opened(page, ORDER)
    first, second, third, fourth = right_letters(ORDER)
    put_in_order(page, [first, third, second, fourth])
    panel(page).get_by_role("button", name="Check").click()
    expect(panel(page)).to_contain_text(f"{third} stands above {second}")
    assert order_of(page) == [first, third, second, fourth]
    expect(page.locator(".order .bar")).to_have_count(0)


def test_who_gives_a_number_is_found_by_the_keyboard_also_at_the_second_try(page: Page) -> None:
    keys = question(WHO).given.keys  # type: ignore[attr-defined]
    opened(page, WHO)
    wrong = next(key for key in keys if key != right_option(WHO))
    tab_to(page, "input[type=radio]")
    for key in (wrong, right_option(WHO)):
        while not page.locator(f'.who input[value="{key}"]').is_checked():
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        if key == wrong:
            expect(panel(page)).to_contain_text("another number")
            expect(page.locator(".who .value")).to_have_count(0)
    expect(page.locator(".who .value")).to_have_count(4)
    expect(panel(page)).to_contain_text(f"{question(WHO).answer:.3f}")


def test_what_a_move_does_is_chosen_by_the_keyboard_and_then_both_lists_are_there(page: Page) -> None:
    opened(page, TREND)
    expect(page.locator(".trend .path")).to_be_visible()
    tab_to(page, "input[type=radio]")
    for _ in range(["up", "down", "same"].index(right_option(TREND))):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator(".trend .mini")).to_have_count(2)
    expect(page.locator(".trend .values .value")).to_have_count(2)
    expect(panel(page)).to_contain_text("Yes.")
    document, to = re.findall(r"(\w+) is taken from rank \d+ to rank (\d+)", page.locator("h1").inner_text())[0]
    expect(page.locator(".trend .mini").last.locator(".entry .name").nth(int(to) - 1)).to_have_text(document)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]q=2\b"))


def test_two_rows_are_chosen_by_the_keyboard_and_a_third_takes_the_place_of_the_first(page: Page) -> None:
    opened(page, SWAP)
    tab_to(page, 'input[value="2"]')
    one, other = best_swap()
    spare = next(rank for rank in range(1, 9) if rank not in (one, other))
    check = panel(page).locator("[type=submit]")
    for rank in (spare, one):
        page.locator(f'.swap input[value="{rank}"]').focus()
        page.keyboard.press("Space")
    expect(page.locator(".swap input:checked")).to_have_count(2)
    page.locator(f'.swap input[value="{other}"]').focus()
    page.keyboard.press("Space")
    expect(page.locator(".swap input:checked")).to_have_count(2)
    expect(page.locator(f'.swap input[value="{spare}"]')).not_to_be_checked()
    expect(page.locator(".swap [role=status]")).to_contain_text("change places")
    expect(page.locator(".swap .path")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator(".swap .path")).to_have_count(0)
    expect(check).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(panel(page)).to_contain_text("Yes.")
    expect(page.locator(".swap .seen-swaps .mark").first).to_have_text("your answer")
    page.reload()
    expect(page.locator(".swap .seen-swaps .mark").first).to_have_text("your answer")


def best_swap() -> tuple[int, int]:
    one, other = question(SWAP).given.right[0]  # type: ignore[attr-defined]
    return int(one), int(other)


def test_a_value_is_reached_by_the_keyboard_and_that_is_all_there_is_to_do(page: Page) -> None:
    opened(page, MOVE)
    (step,) = solution_path(question(MOVE))
    tab_to(page, '[role="row"]')
    for _ in range(step.rank - 1):
        page.keyboard.press("ArrowDown")
    on = 1 if step.after > step.rank else -1
    there = next(to for to in range(step.rank + on, int(step.after) + on, on) if is_met(moved(step.rank, to)))
    for _ in range(abs(there - step.rank)):
        page.keyboard.press("Alt+ArrowUp" if on < 0 else "Alt+ArrowDown")
    expect(page.locator('.reach[data-state="met"]')).to_be_visible()
    expect(panel(page).get_by_role("button", name="Next question")).to_be_visible()
    names = [item.doc_id for item in moved(step.rank, there)]
    expect(page.locator(f"{ROWS} .name")).to_have_text(names)
    page.reload()
    expect(panel(page).get_by_role("button", name="Next question")).to_be_visible()
    expect(page.locator(f"{ROWS} .name")).to_have_text(names)


def test_only_what_is_asked_can_be_done_to_a_list_and_undo_gives_moves_back(page: Page) -> None:
    opened(page, MOVE)
    names = page.locator(f"{ROWS} .name")
    begin = names.all_inner_texts()
    page.locator(ROWS).first.click()
    toast = page.locator('[data-part="ranking_list"] .toast')
    for key in ("3", "Delete", "m", "a", "F2"):
        page.keyboard.press(key)
        expect(toast).to_have_text("Here only ranks may be changed.")
    assert names.all_inner_texts() == begin
    worse = next(rank for rank in range(1, len(begin)) if not is_met(moved(rank, rank + 1)))
    page.locator(ROWS).nth(worse - 1).click()
    page.keyboard.press("Alt+ArrowDown")
    moves = page.locator(".reach .moves")
    expect(moves).to_have_text("1 of 1 move used")
    page.locator(".reach .undo").click()
    expect(moves).to_have_text("0 of 1 move used")
    expect(names).to_have_text(begin)
    expect(page.locator(".reach .undo")).to_be_disabled()


def moved(rank: int, to: int) -> tuple[Item, ...]:
    """The list after one document went from a rank to another."""
    items = list(question(MOVE).lists[0].items)
    items.insert(to - 1, items.pop(rank - 1))
    return tuple(items)


def is_met(items: tuple[Item, ...]) -> bool:
    """Whether the target is reached by that order."""
    asked = question(MOVE)
    return measure_value(asked, Ranking(items, asked.lists[0].missed)) >= asked.given.value  # type: ignore[attr-defined]


def test_grades_are_changed_in_their_range_only_and_the_way_is_shown_to_who_gives_up(page: Page) -> None:
    opened(page, GRADE)
    page.locator(f"{ROWS} .grade").first.click()
    picker = page.locator('[data-part="ranking_list"] .picker')
    top = question(GRADE).given.top  # type: ignore[attr-defined]
    expect(picker.locator(".grade:visible")).to_have_text([str(grade) for grade in range(top + 1)])
    page.keyboard.press("Escape")
    page.keyboard.press("9")
    expect(page.locator('[data-part="ranking_list"] .toast')).to_contain_text("only the grades")
    panel(page).get_by_role("button", name="Hint").click()
    panel(page).get_by_role("button", name="Show the solution").click()
    expect(page.locator(".reach .solution li")).to_have_count(len(solution_path(question(GRADE))))
    grades = [f"{item.grade:g}" for item in reach_target(question(GRADE)).items]
    expect(page.locator(f"{ROWS} .grade")).to_have_text(grades)


# ---------------------------------------------------------------------------------------------------------------------------
# By pointer and by touch


def test_a_list_that_is_dragged_goes_where_it_is_let_go(page: Page) -> None:
    opened(page, ORDER)
    grip = page.locator(".order .grip").last.bounding_box()
    first = page.locator(".order .list").first.bounding_box()
    assert grip is not None
    assert first is not None
    before = order_of(page)
    page.mouse.move(grip["x"] + 5, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, first["y"] + 5, steps=8)
    page.mouse.up()
    assert order_of(page) == [before[-1], *before[:-1]]
    page.mouse.move(grip["x"] + 5, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, first["y"] + 5, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert order_of(page) == [before[-1], *before[:-1]]


def test_a_value_that_is_only_passed_while_a_row_is_held_is_not_reached(page: Page) -> None:
    """The row is taken to where the target is reached, and back."""
    opened(page, MOVE)
    (step,) = solution_path(question(MOVE))
    rows = page.locator(ROWS)
    grip = rows.nth(step.rank - 1).locator(".grip").bounding_box()
    there = rows.nth(int(step.after) - 1).bounding_box()
    assert grip is not None
    assert there is not None
    page.mouse.move(grip["x"] + 8, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(grip["x"] + 8, there["y"] + 20, steps=6)
    expect(page.locator('.reach[data-state="met"]')).to_be_visible()
    page.mouse.move(grip["x"] + 8, grip["y"] + 20, steps=6)
    expect(page.locator('.reach[data-state="open"]')).to_be_visible()
    page.mouse.up()
    settled(page)
    expect(panel(page).get_by_role("button", name="Next question")).to_have_count(0)
    assert "tries" not in (page.evaluate("sessionStorage.getItem('rankviz work 1')") or "")


# ---------------------------------------------------------------------------------------------------------------------------
# For who cannot see it, in the dark, in Chinese, and where there is little room


def solve(page: Page, place: str, press: Callable[[Locator], None]) -> None:
    """Answer as it is right, with presses of a mouse or a finger."""
    kind = question(place).kind
    if place == MOVE:
        press(panel(page).locator("button.hint"))
        press(panel(page).locator("button.solution"))
        return
    if place == GRADE:
        for step in solution_path(question(place)):
            press(page.locator(f"{ROWS} .grade").nth(step.rank - 1))
            press(page.locator('[data-part="ranking_list"] .picker').get_by_text(f"{step.after:g}", exact=True))
        expect(page.locator('.reach[data-state="met"]')).to_be_visible()
        return
    if kind == "order":
        for at, letter in enumerate(right_letters(place)):
            while order_of(page).index(letter) > at:
                press(page.locator(".order .list", has_text=letter).locator(".arrow").first)
    elif kind == "swap":
        for rank in best_swap():
            press(page.locator(f'.swap [data-rank="{rank}"] .name'))
    else:
        press(page.locator(f'.{kind} [data-key="{right_option(place)}"]'))
    press(panel(page).locator("button.primary").first)


@pytest.mark.parametrize("visitor", [{}, PHONE], ids=["laptop", "dark phone in Chinese"])
def test_each_kind_fits_is_answered_by_mouse_and_by_touch_and_axe_finds_nothing(
    new_page: NewPage, visitor: dict[str, Any]
) -> None:
    """Takes 5 s, most of them for axe: each kind has parts of its own. Answered, each is seen on one of the two screens."""
    page, press = new_page(stays=True, **visitor), Locator.tap if visitor else Locator.click
    for number, place in enumerate([BETTER, ORDER, WHO, GRADE if visitor else MOVE, TREND, SWAP]):
        opened(page, place)
        assert sideways(page) == 0
        assert Axe().violations(page) == []
        solve(page, place, press)
        expect(panel(page).locator(".finished")).to_be_visible()
        expect(panel(page).locator(".finished .sign")).to_be_visible(visible=place != MOVE)  # a shown solution is no success
        expect(page.locator(VALUES)).to_have_count(COUNTS.get(question(place).kind, 0))
        settled(page)
        assert sideways(page) == 0
        if number % 2 == bool(visitor):
            assert Axe().violations(page) == []


# ---------------------------------------------------------------------------------------------------------------------------
# What has the focus


FIRST_TO_DO = {
    "better": 'input[value="a"]',
    "who": "input[type=radio]",
    "trend": 'input[value="up"]',
    "swap": 'input[value="1"]',
    "order": ".arrow",
    "reach": '[role="grid"]',
    "step": ".row",
    "gap": "#answer",
    "value": "#answer",
}


def test_who_goes_on_by_the_keyboard_is_at_the_first_thing_to_do(page: Page) -> None:
    """Takes 5 s for nine kinds, from a question with a field or from one without."""
    for number, (kind, selector) in enumerate(FIRST_TO_DO.items()):
        before = "trend" if number % 3 else "value"
        at = 2 if kind == "step" else 1  # at most every third is one
        place = f"ask={before}.{kind}&of=ndcg&n=3&seed=5&level=1&q={at}"
        visit(page, f"/learn?{place}")
        if question(place, at).kind == "value":
            page.locator("#answer").fill(f"{question(place, at).answer:.3f}")
        else:
            page.locator('.trend input[value="up"]').check()
        page.keyboard.press("Enter")
        expect(panel(page).locator(".buttons button").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(rf"[?&]q={at + 1}\b"))
        assert question(place, at + 1).kind == kind
        page.wait_for_function(FOCUSED, arg=selector)


def test_the_last_hint_leaves_the_focus_at_the_answer(page: Page) -> None:
    for kind in ("value", "gap", "who", "order"):
        visit(page, f"/learn?ask={kind}&of=ndcg&n=3&seed=5&level=1")
        hint = panel(page).locator(".hint")
        expect(hint).to_be_visible()
        hint.focus()
        for _ in range(9):
            if hint.is_hidden():
                break
            page.keyboard.press("Enter")
            settled(page)
        expect(hint).to_be_hidden()
        page.wait_for_function(FOCUSED, arg="#answer" if kind in ("value", "gap") else "[type=submit]")


def test_a_list_that_is_at_the_end_keeps_its_arrow_and_stays(page: Page) -> None:
    opened(page, ORDER)
    down = page.locator('[aria-label="Move list A down"]')
    down.focus()
    for _ in range(5):
        page.keyboard.press("Enter")
        expect(down).to_be_focused()
    assert order_of(page)[-1] == "A"


def test_check_pressed_twice_is_one_try(page: Page) -> None:
    first, second, third, fourth = right_letters(ORDER)
    opened(page, ORDER)
    put_in_order(page, [first, third, second, fourth])
    check = panel(page).locator("[type=submit]")
    for _ in range(2):
        check.click()
        expect(check).to_have_text("Check again")
        settled(page)
    expect(panel(page).locator(".earlier")).to_be_hidden()
    expect(panel(page).locator(".solution")).to_be_hidden()


def test_what_is_said_of_a_wrong_answer_is_in_sight_on_a_phone(new_page: NewPage) -> None:
    page = new_page(stays=True, **PHONE)
    for place, answer in (("ask=value&of=ndcg&n=5&seed=7&level=2", "#answer"), (ORDER, "")):
        visit(page, f"/learn?{place}")
        if answer:
            page.locator(answer).fill("0.123")
        panel(page).locator("[type=submit]").tap()
        expect(page.locator("#answer-feedback .head")).to_be_in_viewport(ratio=1)
        assert not page.evaluate(FOCUSED, "#answer")


def test_a_question_that_one_comes_back_to_is_there_after_one_of_another_kind(page: Page) -> None:
    opened(page, "ask=better.gap&of=ndcg&n=2&seed=5&level=2")
    for number, middle in ((2, ".derivation"), (1, ".choosing.better")):
        page.locator('[data-part="progress"] .segment').nth(number - 1).click()
        expect(page.locator('[data-part="question_body"]').locator(middle)).to_be_visible()


def test_a_question_of_another_set_has_its_own_lists(page: Page) -> None:
    opened(page, SWAP)
    spare = next(rank for rank in range(2, 9) if rank not in best_swap())
    for rank in (1, spare):
        page.locator(f'.swap input[value="{rank}"]').check()
    panel(page).locator("[type=submit]").click()
    expect(panel(page)).to_contain_text("Not so.")
    page.get_by_role("button", name="Results so far").click()
    page.get_by_role("button", name="Again with new lists").click()
    expect(page).to_have_url(re.compile("seed=6"))
    expect(page.locator(".swap input:checked")).to_have_count(0)
    grades = [f"{item.grade:g}" for item in question(SWAP.replace("seed=5", "seed=6")).lists[0].items]
    expect(page.locator(".swap .entry .grade")).to_have_text(grades)


def test_who_answers_while_something_comes_late_keeps_the_focus(page: Page) -> None:
    """What a page asks for apart is answered between an answer and what is said of it."""
    place = BETTER.replace("seed=5", "seed=6")
    visit(page, "/learn")
    page.evaluate(HOLD_TWO_KINDS)
    opened(page, place)
    page.wait_for_function("() => late.length")
    page.evaluate("() => void (holds = true)")
    page.locator(f'.better input[value="{right_option(place)}"]').check()
    page.keyboard.press("Enter")
    page.wait_for_function("() => others.length")
    page.evaluate("let_go(late)")
    page.evaluate("let_go(others)")
    expect(panel(page).get_by_role("button", name="Next question")).to_be_focused()
    page.evaluate("restore()")


def test_the_results_begin_with_their_heading(page: Page) -> None:
    opened(page, BETTER + "&q=2")
    page.locator('.better input[value="a"]').check()
    page.keyboard.press("Enter")
    expect(panel(page).locator(".buttons button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=results"))
    page.wait_for_function(FOCUSED, arg="h1")


def test_in_a_test_a_list_that_was_changed_is_kept_and_one_goes_on(page: Page) -> None:
    opened(page, MOVE + "&help=none")
    keep = panel(page).locator("[type=submit]")
    expect(keep).to_have_attribute("aria-disabled", "true")
    page.locator(f"{ROWS}").first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(keep).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".reach .status p")).to_be_hidden()
    keep.click()
    expect(page).to_have_url(re.compile(r"[?&]q=2\b"))
