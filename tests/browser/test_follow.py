"""The phones of a class follow Explore: each state that is painted, what is covered, and until when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import row, score
from tests.browser.visitor import go_to, settled

LIST = "v=1&m=ndcg&k=6&g=323011&missed=32"
# A tab that knows a room, and a server that says how many phones there are; `window.says` is its status, 0 for no connection.
ROOM = """() => {
  if (window.parent !== window) return;
  if (!sessionStorage.getItem("told")) sessionStorage.setItem("rankviz.class", '{"code": "482915", "follows": true}');
  const { fetch } = window;
  window.hasRoom = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })); // the page looks again
  window.forgetRoom = () => (sessionStorage.removeItem("rankviz.class"), hasRoom(), (window.fetch = fetch), null);
  const told = JSON.parse(sessionStorage.getItem("told") ?? "[]");
  Object.assign(window, { says: 200, told });
  window.fetch = async (asked, more) => {
    if (!String(asked).endsWith("/class/482915/follow")) return fetch(asked, more);
    told.push([JSON.parse(more.body).state, performance.now()]);
    sessionStorage.setItem("told", JSON.stringify(told));
    if (!window.says) throw new TypeError("no connection");
    return new Response(JSON.stringify({ phones: 23 }), { status: window.says });
  };
}"""


def told(page: Page) -> list[str | None]:
    """What phones were told so far."""
    return [state for state, _ in page.evaluate("window.told")]


def is_told(page: Page, state: str | None) -> None:
    """Wait until phones were told this last."""
    page.wait_for_function("(state) => window.told.at(-1)?.[0] === state", arg=state)


def shown(grades: str, rank: int | None = None) -> str:
    """What phones are told of these grades, and of the row that is looked at."""
    return LIST.replace("323011", grades) + (f"&rank={rank}" if rank else "")


def strip(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile("Live class|课堂"))


def following(page: Page, link: str = f"/?{LIST}") -> Page:
    page.add_init_script(f"({ROOM})()")
    page.goto(link)
    settled(page)
    expect(strip(page)).to_be_visible()
    return page


@contextmanager
def open_room(page: Page) -> Iterator[Page]:
    """A page that is open already has a room, as when it comes back from the cache of the browser, and none afterwards."""
    page.evaluate(f"({ROOM})()")
    page.evaluate("hasRoom()")
    expect(strip(page)).to_be_visible()
    yield page
    page.evaluate("forgetRoom()")


@pytest.fixture
def teacher(revisit: Revisit) -> Iterator[Page]:
    with open_room(revisit(f"/?{LIST}")) as page:
        yield page


def test_phones_are_told_each_list_until_they_are_let_go(new_page: NewPage) -> None:
    teacher = following(new_page(own=True))
    expect(strip(teacher)).to_contain_text("Phones follow")
    expect(strip(teacher)).to_contain_text("23 phones")
    assert {*told(teacher)} == {LIST}
    row(teacher, 1).press("0")
    is_told(teacher, shown("023011", 1))
    teacher.keyboard.press("ControlOrMeta+z")
    is_told(teacher, shown("323011", 1))
    teacher.keyboard.press("Escape")
    is_told(teacher, LIST)
    teacher.keyboard.press("f")
    is_told(teacher, None)
    expect(strip(teacher)).to_contain_text("Phones do not follow")
    row(teacher, 2).press("0")
    expect(teacher).to_have_url(re.compile("g=303011"))
    assert told(teacher)[-1] is None
    teacher.evaluate("hasRoom()")
    expect(strip(teacher)).to_contain_text("Phones do not follow")
    teacher.get_by_role("button", name="Let them follow").click()
    is_told(teacher, shown("303011", 2))
    teacher.reload()  # they go on by themselves
    settled(teacher)
    is_told(teacher, shown("303011"))
    assert told(teacher)[-2] is None
    go_to(teacher, "Diagnose")
    is_told(teacher, None)
    expect(strip(teacher)).to_have_count(0)
    go_to(teacher, "Explore")
    is_told(teacher, shown("303011"))


def test_not_more_than_five_a_second_and_the_last_one_always(teacher: Page) -> None:
    row(teacher, 1).focus()
    for grade in "01230123012301":
        teacher.keyboard.press(grade)
    is_told(teacher, shown("123011", 1))
    times = [time for _, time in teacher.evaluate("window.told")]
    assert min(after - before for before, after in pairwise(times)) >= 195  # a timer of a browser rounds


def test_what_is_covered_stays_so_on_phones_and_the_row_goes_along(new_page: NewPage) -> None:
    page = following(new_page(own=True), f"/?{LIST}&cover=formula&hide=charts&view=projector")
    is_told(page, f"{LIST}&cover=formula&hide=charts")
    assert len({*told(page)}) == 1
    expect(strip(page)).to_be_visible()
    page.keyboard.press("ArrowRight")
    is_told(page, f"{LIST}&cover=formula&hide=charts&rank=1")
    page.keyboard.press(".")
    is_told(page, f"{LIST}&hide=charts&rank=1")
    page.keyboard.press(".")
    is_told(page, f"{LIST}&cover=formula&hide=charts&rank=1")
    page.keyboard.press("f")
    is_told(page, None)
    page.keyboard.press("PageDown")
    expect(row(page, 2)).to_have_class(re.compile(r"\bon\b"))
    page.keyboard.press("f")
    is_told(page, f"{LIST}&cover=formula&hide=charts&rank=2")


def test_a_guess_that_is_no_number_leaves_the_value_covered(teacher: Page) -> None:
    teacher.keyboard.press("o")
    is_told(teacher, f"{LIST}&cover=score")
    field = teacher.get_by_role("textbox", name="Your guess")
    field.fill("x")
    field.press("Enter")
    expect(teacher.get_by_role("alert").filter(has_text="x")).to_be_visible()
    assert told(teacher)[-1] == f"{LIST}&cover=score"
    field.fill("0.7")
    field.press("Enter")
    expect(score(teacher).locator(".value")).to_be_visible()
    is_told(teacher, LIST)
    for _ in range(2):  # the guess is forgotten
        teacher.keyboard.press("o")


def test_no_connection_is_said_calmly_and_edits_go_on(teacher: Page) -> None:
    teacher.evaluate("window.says = 0")
    row(teacher, 1).press("0")
    expect(strip(teacher).get_by_role("status")).to_have_text("The phones cannot be reached just now; the page keeps trying.")
    row(teacher, 2).press("0")
    expect(teacher).to_have_url(re.compile("g=003011"))
    teacher.evaluate("window.says = 200")
    is_told(teacher, shown("003011", 2))
    expect(strip(teacher)).to_contain_text("Phones follow")


def test_the_end_of_the_class_is_said_and_forgotten(teacher: Page) -> None:
    teacher.evaluate("window.says = 404")
    row(teacher, 1).press("0")
    expect(strip(teacher)).to_contain_text("The class has ended.")
    expect(strip(teacher).get_by_role("button")).to_have_text(["To the class page", "×"])
    assert teacher.evaluate("sessionStorage.getItem('rankviz.class')") is None
    strip(teacher).get_by_role("button", name="Close").click()
    expect(strip(teacher)).to_be_hidden()


def test_a_tab_without_a_room_and_a_preview_tell_nobody(teacher: Page) -> None:
    teacher.locator('button[data-name="take"]').click()
    teacher.get_by_role("button", name="Share for a class").click()
    preview = teacher.frame_locator("iframe")
    expect(preview.locator('[data-part="scores"] .value')).to_have_text("0.776")
    expect(preview.locator('[data-part="class_strip"] .follow')).to_be_hidden()
    assert {*told(teacher)} == {LIST}  # it is told again now and then
    teacher.keyboard.press("Escape")
    teacher.evaluate("sessionStorage.removeItem('rankviz.class')")
    teacher.evaluate("hasRoom()")
    expect(strip(teacher)).to_be_hidden()
    teacher.keyboard.press("f")
    row(teacher, 1).press("0")
    expect(teacher).to_have_url(re.compile("g=023011"))
    settled(teacher)
    assert {*told(teacher)} == {LIST}


def test_a_phone_shows_what_the_teacher_does_and_nothing_that_is_covered(new_page: NewPage) -> None:
    """One visit from the opened room to the end: a room, the teacher's page and a phone's are loaded anew (8 s)."""
    teacher, phone = new_page(own=True), new_page(own=True, viewport={"width": 390, "height": 844})
    teacher.goto("/class")
    teacher.get_by_role("button", name="Open a room").click()
    expect(teacher.get_by_text(re.compile(r"\d{3} \d{3}")).first).to_be_visible()
    teacher.keyboard.press("f")
    expect(strip(teacher)).to_contain_text("Phones follow")
    settled(teacher)
    code = teacher.evaluate("JSON.parse(sessionStorage.getItem('rankviz.class')).code")
    spaced = f"{code[:-3]} {code[-3:]}"  # seven digits where many rooms are open
    views: list[Response] = []
    phone.on("response", lambda response: views.append(response) if "/view/" in response.url else None)
    phone.goto(f"/c/{code}")
    value = phone.locator(".follow .number")
    expect(value).to_have_text("0.785")
    expect(strip(teacher)).to_contain_text("1 phone")
    before = row(teacher, 1).bounding_box()
    teacher.get_by_role("button", name=f"Join: {spaced}").click()  # for whoever comes late
    way_in = teacher.get_by_role("dialog")
    expect(way_in).to_contain_text("/c")
    expect(way_in).to_contain_text(spaced)
    expect(way_in.get_by_role("img").locator("svg")).to_be_visible()
    assert row(teacher, 1).bounding_box() == before
    teacher.keyboard.press("Escape")
    expect(way_in).to_be_hidden()
    row(teacher, 1).press("0")
    expect(value).to_have_text("0.490")  # 3.861 / 7.884
    expect(phone.locator(".follow .entry.on")).to_have_count(1)
    teacher.keyboard.press("o")
    expect(phone.locator(".follow .covered")).to_have_text("The value is covered")
    views.clear()
    row(teacher, 2).press("3")
    expect(phone.locator(".follow .entry").nth(1).locator(".grade")).to_have_text("3")
    expect(score(teacher).locator(".value")).to_be_hidden()
    assert views
    assert not [text for text in (view.text() for view in views) if "0.536" in text or "0.5357" in text]  # 4.492 / 8.384
    teacher.keyboard.press("f")
    expect(phone.locator(".follow")).to_have_count(0)
    teacher.keyboard.press("f")
    expect(phone.locator(".follow")).to_be_visible()
    teacher.get_by_role("button", name="Back to the class").click()
    expect(teacher).to_have_url(re.compile("/class"))
    expect(phone.locator(".follow")).to_have_count(0)
    expect(teacher.get_by_text(spaced).first).to_be_visible()


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "color_scheme": "dark",
    "locale": "zh-CN",
    "has_touch": True,
}


@pytest.mark.parametrize("look", [{}, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_on_the_strip(revisit: Revisit, look: dict[str, Any]) -> None:
    with open_room(revisit(f"/?{LIST}", **look)) as page:
        for state in (LIST, None):
            is_told(page, state)
            assert Axe().violations(page, '[data-part="class_strip"]') == []
            page.keyboard.press("f")
