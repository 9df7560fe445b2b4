"""Responses that overtake each other: neither a phone nor the teacher's page goes back to an older view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rankviz.texts import Texts
from tests.browser.conftest import NewPage
from tests.browser.modules import ADDRESS, open_modules
from tests.browser.test_phone import PHONE, VALUE, Class

# What a page is sent for a view, once `hold` is true, waits here until the test lets it go, which may be in another order.
HOLD = """
const send = window.fetch;
Object.assign(window, { held: [], hold: false });
window.fetch = async (address, ...more) => {
  const isHeld = window.hold && /\\/(view\\/\\d+|stage)\\?/.test(address);
  const response = await send(address, ...more);
  if (!isHeld) return response;
  const [{ ok, status }, body] = [response, await response.json()];
  await new Promise((release) => window.held.push(release));
  return { ok, status, json: async () => body };
};
window.release = (which) => new Promise((done) => { window.held[which](); setTimeout(done); });
"""


def reverse_two_views(page: Page, room: Class) -> Iterator[None]:
    """Pose a question and close it; the page gets the view of the closed question first, then that of the open one."""
    page.evaluate("() => { window.hold = true; }")
    for number, (action, asked) in enumerate((("ask", VALUE), ("next", "")), 1):
        room.act(action, asked)
        page.wait_for_function("(number) => held.length === number", arg=number)
    for which in (1, 0):
        page.evaluate("(which) => release(which)", which)
        yield


def test_a_phone_stays_at_the_newer_of_two_views_that_arrive_in_reverse(new_page: NewPage) -> None:
    room, page = Class(new_page(own=True)), new_page(own=True, **PHONE)
    page.add_init_script(HOLD)
    page.goto(f"/c/{room.code}")
    expect(page.locator("main")).to_contain_text(Texts("en")("class_phone.waiting"))
    for _ in reverse_two_views(page, room):
        expect(page.locator("main")).to_contain_text(Texts("en")("class_phone.closed"), timeout=1000)


def test_the_teachers_page_stays_at_the_newer_of_two_views_that_arrive_in_reverse(new_page: NewPage) -> None:
    page = new_page(own=True)
    room = Class(page)
    page.add_init_script(HOLD)
    page.reload()
    expect(page.locator(".join .code")).to_have_text(re.compile(r"^\d{3,4} \d{3}$"))
    for _ in reverse_two_views(page, room):
        expect(page.locator('.stage[aria-current="step"]')).to_have_text(
            Texts("en")("class_teacher.stage.numbers"), timeout=1000
        )


ORDERS = """async ([module, orders, brought, restart]) => {
  const { NewestView } = await import(module);
  return orders.map((order) => {
    const views = new NewestView();
    const accepts = brought.map((_, request) => {
      if (request === restart) views.restart();
      return views.request();
    });
    const shown = order.filter((request) => accepts[request](brought[request]));
    return [shown, views.version, brought.map((version) => views.lacks(version))];
  });
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Any:
    modules = open_modules(browser)
    yield modules.page
    modules.page.close()


@pytest.mark.parametrize(("brought", "restart"), [((3, 4, 4, 5), None), ((5, 3, 5, 4), None), ((3, 5, 4, 5), 2)])
def test_in_whatever_order_views_arrive_none_is_older_than_the_one_before(
    page: Page, brought: tuple[int, ...], restart: int | None
) -> None:
    orders = [*permutations(range(len(brought)))]
    found = page.evaluate(ORDERS, [ADDRESS + "classroom/newest_view.js", orders, brought, restart])
    for order, (shown, version, lacks) in zip(orders, found, strict=True):
        keys = [(brought[request], request) for request in shown]
        allowed = [(brought[request], request) for request in order if request >= (restart or 0)]
        assert keys == sorted(keys)
        assert keys[0] == allowed[0]
        assert keys[-1] == max(allowed)
        assert (version, lacks) == (5, [False] * len(brought))
