"""Two lists on one page: does an edit of one, or pointing at it, leave the other alone?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rankviz.texts import Texts
from tests.browser.modules import ADDRESS, open_modules
from tools.server import ROOT

# Each list in a shadow root of its own, as on the page; its edits and the events of all are recorded.
MOUNT = """async ([address, theme, lists]) => {
  const [{ default: draw }, kit, css] = await Promise.all([
    import(address + "explore/ranking_list/ranking_list.js"),
    ...["kit/kit.css", "explore/ranking_list/ranking_list.css"].map(async (path) => (await fetch(address + path)).text()),
  ]);
  const sheets = [theme.replace(".stApp, .stDialog", ":root, :host"), kit, css].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  document.adoptedStyleSheets = [sheets[0]];
  window.edits = [];
  window.events = [];
  for (const name of ["rank", "cutoff"]) {
    document.addEventListener(`rankviz:${name}`, ({ detail }) => events.push([name, detail.of]));
  }
  window.lists = new Map(lists.map((data) => {
    const host = document.body.appendChild(document.createElement("section"));
    host.id = data.of;
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = sheets;
    const box = root.appendChild(document.createElement("div"));
    box.className = "ranking_list";
    const dispatch = (edit) => edits.push([data.of, edit]);
    const no = () => false;
    const answers = { isIdle: () => true, isPending: no, canStep: no, isListSwitchPending: no };
    const tab = { dispatch, preview: dispatch, endPreviews() {}, ...answers };
    const update = (changes) => draw({ data: { ...data, ...changes }, parentElement: root, tab });
    update({});
    return [data.of, update];
  }));
}"""


def entries(*grades: int) -> list[dict[str, object]]:
    return [
        {"id": f"d{rank}", "grade": grade, "rank": str(rank), "note": "", "tie": None, "score": None}
        for rank, grade in enumerate(grades, start=1)
    ]


def data(of: str, *grades: int, **more: object) -> dict[str, object]:
    given = {"of": of, "rows": entries(*grades), "missed": [{"id": "m", "grade": 1}], "cutoff": 2, "scored": False}
    return given | {"limit": 500, "max_grade": 100, "max_name": 200, "texts": Texts("en").group("list")} | more


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A list to edit on the left, one that is looked at on the right, mirrored."""
    opened = open_modules(browser).page
    opened.set_viewport_size({"width": 900, "height": 700})
    theme = (ROOT / "rankviz" / "display" / "theme.css").read_text(encoding="utf-8")
    opened.evaluate(MOUNT, [ADDRESS, theme, [data("left", 3, 2, 1), data("right", 0, 1, 2, read_only=True, mirrored=True)]])
    yield opened
    opened.close()


def row(page: Page, side: str, number: int) -> Locator:
    return page.locator(f"#{side} .rows [role='row']").nth(number - 1)


def edits_of(page: Page) -> list[Any]:
    return list(page.evaluate("() => edits"))


def grades(page: Page, side: str) -> list[str]:
    return page.locator(f"#{side} .rows .grade").all_text_contents()


def test_an_edit_of_one_list_leaves_the_other_as_it_is(page: Page) -> None:
    row(page, "left", 1).focus()
    page.keyboard.press("0")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("k")
    expect(row(page, "left", 2).locator(".name")).to_have_text("d1")
    assert grades(page, "left") == ["2", "0", "1"]
    assert grades(page, "right") == ["0", "1", "2"]
    assert [(side, edit["of"]) for side, edit in edits_of(page)] == [("left", "left")] * 3
    assert edits_of(page)[-1][1] == {
        "name": "list",
        "of": "left",
        "rows": [["d2", 2, None], ["d1", 0, None], ["d3", 1, None]],
        "missed": [["m", 1]],
        "cutoff": 1,
    }
    expect(page.locator("#left .pill")).to_have_attribute("aria-valuenow", "1")
    expect(page.locator("#right .pill")).to_have_attribute("aria-valuenow", "2")


def test_a_rank_that_is_pointed_at_is_marked_in_its_own_list_only(page: Page) -> None:
    row(page, "left", 2).hover()
    expect(page.locator("#left .row.on")).to_have_count(1)
    expect(page.locator("#right .row.on")).to_have_count(0)
    row(page, "right", 3).click()
    expect(page.locator("#right .row.on .name")).to_have_text("d3")
    assert {of for _, of in page.evaluate("() => events")} == {"left", "right"}


def test_a_list_that_is_looked_at_can_be_walked_through_and_not_changed(page: Page) -> None:
    row(page, "right", 1).focus()
    for key in ("3", "u", "m", "Delete", "F2", "Alt+ArrowDown", "a", "k", "z", "Enter", "Control+z"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowDown")
    expect(row(page, "right", 2)).to_be_focused()
    row(page, "right", 1).locator(".name").dblclick()
    row(page, "right", 1).locator(".grade").click(force=True)
    grip, target = (row(page, "right", number).locator(".grip").bounding_box() for number in (1, 3))
    pill = page.locator("#right .pill").bounding_box()
    assert grip
    assert target
    assert pill
    for start in (grip, pill):
        page.mouse.move(start["x"] + 5, start["y"] + 5)
        page.mouse.down()
        page.mouse.move(start["x"] + 5, target["y"] + 90, steps=4)
        page.mouse.up()
    expect(page.locator("#right .picker")).to_be_hidden()
    expect(page.locator("#right :is(.row, .chip) input")).to_have_count(0)
    assert edits_of(page) == []
    assert page.locator("#right .rows .name").all_text_contents() == ["d1", "d2", "d3"]


# Of a chip it stands under it, of a row on it; on a phone the row ends before there is room for it.
@pytest.mark.parametrize(("target", "width"), [(".row", 900), (".row:last-child", 900), (".row", 390), (".chip", 390)])
def test_the_grades_open_beside_their_entry_and_inside_the_window(page: Page, target: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 360})
    page.locator("#left").evaluate("(node, width) => (node.style.width = `${width}px`)", width * 0.37)
    entry = page.locator(f"#left {target}").first
    entry.locator(".grade").click()
    picker = page.locator("#left .picker")
    expect(picker).to_be_visible()
    place, around = picker.bounding_box(), entry.bounding_box()
    assert place
    assert around
    assert 0 <= place["x"] <= width - place["width"]
    assert 0 <= place["y"] <= 360 - place["height"]
    assert place["y"] <= around["y"] + around["height"] + 8
    assert place["y"] + place["height"] >= around["y"] - 8
    page.keyboard.press("Escape")
    expect(entry).to_be_focused()


def test_a_mirrored_list_has_its_grades_on_the_left(page: Page) -> None:
    for side, order in (("left", ["rank", "name", "grade"]), ("right", ["grade", "name", "rank"])):
        left = {}
        for name in order:
            box = row(page, side, 1).locator(f".{name}").bounding_box()
            assert box
            left[name] = box["x"]
        assert sorted(order, key=left.__getitem__) == order, side


def test_what_describes_one_list_stands_in_it_and_has_an_id_of_its_own(page: Page) -> None:
    ids = [page.locator(f"#{side} .rows").get_attribute("aria-describedby") for side in ("left", "right")]
    assert ids[0] != ids[1]
    for side, each in zip(("left", "right"), ids, strict=True):
        expect(page.locator(f"#{side} #{each}")).to_have_count(1)


def test_a_list_that_may_be_edited_again_can_be(page: Page) -> None:
    page.evaluate("() => lists.get('right')({ read_only: false })")
    row(page, "right", 1).focus()
    page.keyboard.press("3")
    assert grades(page, "right") == ["3", "1", "2"]
    assert [side for side, _ in edits_of(page)] == ["right"]


def test_a_row_that_is_dragged_changes_its_own_list_only(page: Page) -> None:
    grip, target = (row(page, "left", number).locator(".grip").bounding_box() for number in (1, 3))
    assert grip
    assert target
    page.mouse.move(grip["x"] + 5, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 5, target["y"] + 20, steps=4)
    expect(row(page, "left", 1).locator(".rank")).to_have_text("3")
    page.mouse.up()
    expect(row(page, "left", 3).locator(".name")).to_have_text("d1")
    assert page.locator("#right .rows .name").all_text_contents() == ["d1", "d2", "d3"]
    assert [entry[0] for entry in edits_of(page)[-1][1]["rows"]] == ["d2", "d3", "d1"]
    row(page, "left", 3).locator(".grip").hover()
    page.mouse.down()
    page.mouse.move(target["x"] + 5, grip["y"] - 20, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(row(page, "left", 3).locator(".name")).to_have_text("d1")
