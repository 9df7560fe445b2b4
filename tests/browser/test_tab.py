"""What the tab owns: no edit is lost and none is done twice, whatever is pressed next and however the server answers."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Browser, Locator, Page, expect

from rankviz.web.session import BOARD
from tests.browser.conftest import LAPTOP, NewPage
from tests.browser.parts import HOLD, ROWS, address, row, score
from tests.browser.visitor import settled
from tools.server import serving

EDITED = "303012"  # the opening list with a 0 at rank 2
VALUE = "0.668"
# How the route answers, as the page sees it.
WRAPPED = """() => {
  const { fetch } = window;
  window.fetch = (...asked) => String(asked[0]).endsWith("/rankviz/answer") ? (%s)(() => fetch(...asked)) : fetch(...asked);
}"""
NEVER = WRAPPED % "() => new Promise(() => {})"
NO_ROUTE = WRAPPED % "() => Promise.resolve(new Response(null, { status: 404 }))"
# Time passes where the test says so.
LATER = """() => {
  let now = performance.now();
  performance.now = () => now;
  window.later = (ms) => (now += ms);
}"""
# All that waits for its time has it ten times as soon; `slowly` gives time its pace again.
FAST = """() => {
  const { setTimeout } = window;
  window.setTimeout = (act, ms, ...more) => setTimeout(act, ms / 10, ...more);
  window.slowly = () => (window.setTimeout = setTimeout);
}"""


def edit(page: Page) -> None:
    """Press 0 on the second row, and do not wait for anything."""
    row(page, 2).focus()
    page.keyboard.press("0")


def button(page: Page, name: str) -> Locator:
    return page.locator(f'button[data-name="{name}"]')


def opened(page: Page, path: str = "/") -> Page:
    page.goto(path)
    expect(page.locator(ROWS).first).to_be_visible()
    return settled(page)


def grades(page: Page, expected: str) -> None:
    expect(page.locator(ROWS).locator(".grade")).to_have_text(list(expected))


def test_of_twelve_keys_in_a_row_none_is_lost_and_each_answer_is_one_step_back(new_page: NewPage) -> None:
    page = new_page()
    told: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: told.append(repr(frame))))
    opened(page)
    before = len(told)
    assert before > 0
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    row(page, 1).focus()
    for key in ("0", "ArrowDown", "1", "ArrowDown", "2", "ArrowDown", "3", "ArrowDown", "4", "ArrowDown", "0", "4"):
        page.keyboard.press(key, delay=15)
    expect(page).to_have_url(address("012344"))
    grades(page, "012344")
    settled(page)
    undo = button(page, "undo")
    for _ in range(len(asked)):
        expect(undo).to_have_attribute("aria-disabled", "false")
        undo.click()
        settled(page)
    expect(undo).to_have_attribute("aria-disabled", "true")
    grades(page, "323012")
    assert [frame for frame in told[before:] if BOARD in frame] == []  # Streamlit may have a word of its own


def test_an_edit_is_kept_whatever_follows_before_it_is_answered(new_page: NewPage) -> None:
    """A link to another page, a link to send, other keys, the language, and a reload: each while it is under way (7 s)."""
    page = opened(new_page(), "/?from=elsewhere")

    def kept(expected: str = EDITED, value: str = VALUE) -> None:
        grades(page, expected)
        expect(score(page).locator(".value")).to_have_text(value)
        expect(page).to_have_url(address(expected, **{"from": "elsewhere"}))

    def under_way() -> None:
        page.evaluate(HOLD)
        edit(page)

    def back() -> None:
        button(page, "undo").click()
        grades(page, "323012")

    under_way()
    button(page, "take").click()
    button(page, "link").click()
    page.evaluate("letGo()")
    expect(page.get_by_role("textbox", name="Address")).to_have_value(re.compile(f"g={EDITED}"))
    page.keyboard.press("Escape")
    kept()
    back()

    under_way()
    page.get_by_role("link", name="Diagnose").click()
    page.evaluate("letGo()")
    expect(page.locator('[data-part="list_summary"]')).to_contain_text("3, 0, 3, 0, 1, 2")
    page.get_by_role("link", name="Explore", exact=True).click()
    kept()
    settled(page)
    back()

    under_way()
    page.reload()
    kept()
    settled(page)
    for name, expected in (("undo", "323012"), ("redo", EDITED), ("undo", "323012")):
        button(page, name).click()
        grades(page, expected)

    under_way()
    for key in ("ArrowUp", "1", "z"):
        page.keyboard.press(key)
    button(page, "language").click()
    page.evaluate("letGo()")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    kept()
    page.evaluate(HOLD)
    button(page, "redo").click()
    score(page).locator("button.row", has_text="AP@6").click()
    page.evaluate("letGo()")
    expect(page).to_have_url(address("103012", m="ap"))
    button(page, "undo").click()
    kept("103012", "0.480")  # 3.599 / 7.497


def test_an_edit_that_is_followed_at_once_by_back_can_be_had_again(same_page: Page) -> None:
    page = same_page
    edit(page)
    expect(page).to_have_url(address(EDITED))
    settled(page)
    row(page, 1).focus()
    page.keyboard.press("1")
    page.go_back()
    grades(page, "323012")
    expect(page).not_to_have_url(re.compile("g="))
    button(page, "undo").click()
    grades(page, "103012")


def test_nothing_is_lost_where_there_is_no_route(page: Page) -> None:
    page.evaluate(NO_ROUTE)
    edit(page)
    for key in ("ArrowUp", "1", "z"):
        page.keyboard.press(key)
    button(page, "language").click()
    grades(page, EDITED)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    button(page, "redo").click()
    grades(page, "103012")
    score(page).locator("button.row", has_text="AP@6").click()
    expect(page).to_have_url(address("103012", m="ap"))
    page.get_by_role("navigation").get_by_role("link", name="诊断").click()
    expect(page.locator('[data-part="list_summary"]')).to_contain_text("1, 0, 3, 0, 1, 2")
    page.reload()
    page.evaluate(NO_ROUTE)
    button(page, "undo").click()
    expect(page).to_have_url(address("103012", m="ndcg"))


def test_back_and_forward_lead_through_what_was_done_in_one_go_also_at_once_and_before_a_reload(page: Page) -> None:
    page.evaluate(LATER)
    row(page, 1).focus()
    for key in "124":
        page.evaluate("later(3000)")
        page.keyboard.press("0")  # in one go with the next
        page.keyboard.press(key)
        expect(page).to_have_url(address(f"{key}23012"))
        settled(page)
    for go, expected in ((page.go_back, "2"), (page.go_back, "1"), (page.go_forward, "2"), (page.go_forward, "4")):
        go()
        grades(page, f"{expected}23012")
    length = page.evaluate("history.length")
    page.evaluate(HOLD)
    page.go_back()
    page.go_back()
    page.evaluate("letGo()")
    grades(page, "123012")
    assert page.evaluate("history.length") == length
    for expected in "24":
        page.go_forward()
        grades(page, f"{expected}23012")
    page.evaluate(NEVER)
    page.go_back()
    page.reload()
    grades(page, "223012")
    expect(page).to_have_url(address("223012"))
    page.go_back()
    page.go_back()
    grades(page, "323012")
    button(page, "undo").click()  # what was gone back from is not lost
    grades(page, "123012")


def test_an_edit_by_the_mouse_while_an_undo_is_under_way_is_refused_aloud(same_page: Page) -> None:
    page = same_page
    edit(page)
    settled(page)
    page.evaluate(HOLD)
    page.keyboard.press("z")
    row(page, 1).locator(".grade").click()
    page.locator('[data-part="ranking_list"] .picker [data-grade="1"]').click()
    expect(page.locator('[data-part="ranking_list"] .toast')).to_contain_text("on its way")
    grades(page, EDITED)
    page.evaluate("letGo()")
    grades(page, "323012")
    button(page, "redo").click()
    grades(page, EDITED)


def test_a_row_that_is_dropped_never_shows_the_value_of_the_list_before(same_page: Page) -> None:
    page = same_page
    value = score(page).locator(".value")
    before = value.text_content() or ""
    first, second = (row(page, rank).locator(".grip").bounding_box() for rank in (3, 4))
    assert first is not None
    assert second is not None
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(first["x"] + 5, second["y"] + 5, steps=4)
    expect(value).not_to_have_text(before)  # what it would be
    preview = value.text_content() or ""
    settled(page)
    page.evaluate(HOLD)
    page.mouse.up()
    grades(page, "320312")
    assert value.text_content() == preview
    page.evaluate("letGo()")
    expect(page).to_have_url(re.compile("z="))
    expect(value).to_have_text(preview)


def test_a_list_that_is_pressed_twice_is_not_given_the_name_of_the_one_before(same_page: Page) -> None:
    page = same_page
    lists = page.locator('[data-part="list_tabs"]')
    button(page, "add_list").click()
    tabs = lists.get_by_role("tab")
    expect(tabs).to_have_count(2)
    tabs.nth(1).press("F2")
    field = lists.locator(".field")
    field.fill("second")
    field.press("Enter")
    expect(tabs.nth(1)).to_contain_text("second")
    settled(page)
    page.evaluate(HOLD)
    tabs.nth(0).dblclick()
    page.evaluate("letGo()")
    expect(field).to_be_visible()
    expect(field).to_have_value("List 1")


def test_a_part_that_cannot_be_drawn_stops_neither_the_others_nor_what_is_typed_next(same_page: Page) -> None:
    page = same_page
    page.evaluate("""() => {
      Object.assign(window, { errors: 0, letGo: null }); // other tests had this page
      addEventListener("error", (event) => (event.preventDefault(), (errors += 1))); // nobody else hears of it
    }""")
    page.evaluate(
        WRAPPED
        % """async (ask) => {
      const found = await ask();
      window.fetch = fetch;
      await new Promise((done) => (window.letGo = done));
      return new Response((await found.text()).replace(/^scores .*$/m, "scores {}"), { headers: found.headers });
    }"""
    )
    row(page, 1).focus()
    for key in ("1", "ArrowDown", "0"):
        page.keyboard.press(key)
    page.wait_for_function("() => window.letGo")
    page.evaluate("letGo()")
    expect(page).to_have_url(address("103012"))
    settled(page)
    assert page.evaluate("errors")
    page.reload()
    grades(page, "103012")


def test_of_an_edit_that_cannot_be_done_the_page_tells_until_the_next(same_page: Page) -> None:
    page = same_page
    page.evaluate("""() => {
      const { fetch } = window;
      window.fetch = () => ((window.fetch = fetch), Promise.resolve(new Response(null, { status: 500 })));
    }""")
    edit(page)
    expect(page.get_by_role("alert")).to_contain_text("could not carry out")
    grades(page, "323012")
    edit(page)
    expect(page).to_have_url(address(EDITED))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_login_before_the_route_is_gone_round(page: Page) -> None:
    login = {"Location": "https://login.example/"}
    page.route("**/rankviz/answer", lambda route: route.fulfill(status=302, headers=login))
    edit(page)
    expect(page).to_have_url(address(EDITED))
    page.unroute_all()


def test_a_browser_that_takes_no_more_addresses_shows_the_answers(same_page: Page) -> None:
    page = same_page
    page.evaluate("""() => {
      for (const name of ["pushState", "replaceState"]) history[name] = () => {
        throw new DOMException("too often", "SecurityError");
      };
    }""")
    edit(page)
    expect(score(page).locator(".value")).to_have_text(VALUE)
    settled(page)
    page.evaluate("() => { for (const name of ['pushState', 'replaceState']) delete history[name]; }")
    expect(page).to_have_url(address(EDITED))


# A key in the same moment as the press on a link, on the row that has the focus.
PRESS_AND_EDIT = """(link) => {
  const { activeElement } = document.querySelector('[data-part="ranking_list"]').shadowRoot;
  link.click();
  activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "0", bubbles: true, cancelable: true, composed: true }));
}"""


def test_with_the_tables_shown_an_edit_after_a_page_was_asked_for_is_explained_there(page: Page) -> None:
    button(page, "tables").click()
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
    settled(page)
    row(page, 2).focus()
    page.get_by_role("link", name="Diagnose").evaluate(PRESS_AND_EDIT)
    expect(page.locator('[data-part="list_summary"]')).to_contain_text("3, 0, 3, 0, 1, 2")
    expect(page).to_have_url(address(EDITED))


def test_what_another_page_makes_is_taken_back_by_undo(same_page: Page) -> None:
    page = same_page
    edit(page)
    page.get_by_role("link", name="Runs").click()
    page.get_by_role("button", name="Open in Explore: lda").click()
    expect(page.locator(ROWS)).to_have_count(100)
    button(page, "undo").click()
    grades(page, EDITED)
    button(page, "redo").click()
    expect(page.locator(ROWS)).to_have_count(100)


def test_another_version_of_the_tab_loads_the_page_anew_and_no_edit_is_lost(same_page: Page) -> None:
    page = same_page
    row(page, 1).focus()
    page.keyboard.press("1")
    expect(page).to_have_url(address("123012"))
    page.evaluate(NEVER)
    edit(page)
    with page.expect_event("load"):
        page.evaluate("""() => {
          const { name } = performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/tab/tab.js"));
          import(name + "?another");
        }""")
    expect(page).to_have_url(address("103012"))
    settled(page)
    for expected in ("123012", "323012"):
        button(page, "undo").click()
        grades(page, expected)


def test_two_tabs_do_not_meet(page: Page) -> None:
    edit(page)
    expect(page).to_have_url(address(EDITED))
    with page.expect_popup() as popup:
        page.evaluate("open(location.href)")
    other = popup.value
    settled(other)
    row(other, 1).focus()
    other.keyboard.press("1")
    expect(other).to_have_url(address("103012"))
    row(page, 6).focus()
    page.keyboard.press("4")
    expect(page).to_have_url(address("303014"))
    for each, expected in ((page, EDITED), (other, EDITED)):
        button(each, "undo").click()
        grades(each, expected)
    expect(button(other, "undo")).to_have_attribute("aria-disabled", "true")
    expect(button(page, "undo")).to_have_attribute("aria-disabled", "false")


def test_a_server_that_is_started_again_finds_the_edit_and_all_of_the_past(browser: Browser) -> None:
    """Two servers of its own, started one after the other, which nothing else can show (9 s)."""
    with serving("app.py") as first:
        page = browser.new_page(**LAPTOP, base_url=first.url)  # type: ignore[arg-type]
        opened(page)
        edit(page)
        expect(page).to_have_url(address(EDITED))
        page.evaluate(FAST)
    row(page, 1).focus()
    page.keyboard.press("1")
    grades(page, "103012")
    expect(page.get_by_role("alert")).to_contain_text("The server is not answering")
    gone = page.locator('[data-testid="stApp"]:not([data-test-connection-state="CONNECTED"])')
    expect(gone).to_have_count(1)
    with page.expect_event("console", lambda said: "not responding" in said.text, timeout=60_000):
        pass  # here Streamlit would open its dialog
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".rv-derivation")).to_have_css("opacity", "0.4")
    row(page, 6).click()  # nothing lies over it
    expect(row(page, 6)).to_be_focused()
    with serving("app.py", int(first.url.rsplit(":", 1)[1])):
        page.evaluate("slowly()")
        expect(page).to_have_url(address("103012"), timeout=60_000)
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator(".rv-derivation")).to_have_css("opacity", "1")
        button(page, "undo").click()
        grades(page, EDITED)
        settled(page)  # now Streamlit is there, too
        grades(page, EDITED)
        button(page, "undo").click()
        grades(page, "323012")
        page.get_by_role("link", name="Diagnose").click()
        expect(page.locator('[data-part="list_summary"]')).to_contain_text("3, 2, 3, 0, 1, 2")
        page.context.close()


def test_a_state_that_no_link_holds_is_edited_and_kept_over_a_reload(page: Page) -> None:
    page.locator('button[data-name="paste"]').click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    many = random.Random(1)  # noqa: S311
    box.fill("\n".join(f"{many.getrandbits(790):x}\t{many.randrange(4)}" for _ in range(60)))
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator(ROWS)).to_have_count(60)
    message = page.get_by_role("alert").filter(has_text="too long for a link")
    expect(message).to_be_visible()
    before = page.url
    row(page, 2).focus()
    page.keyboard.press("4")
    settled(page)
    assert page.url == before
    page.reload()
    expect(page.locator(ROWS)).to_have_count(60)
    expect(row(page, 2).locator(".grade")).to_have_text("4")
    expect(message).to_be_visible()
    for _ in range(2):
        button(page, "undo").click()
    grades(page, "323012")
