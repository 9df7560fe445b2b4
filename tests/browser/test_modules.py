"""Do the modules that need no page do what they say? They are called in the browser that runs the other tests."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser

from rankviz import Convention, Item, Ranking
from rankviz.classroom.view.teacher_page import join_payload
from rankviz.core.metrics import METRICS
from rankviz.display.charts.ticks import round_ticks
from rankviz.display.charts.traces_and_axes import A_PALE, INK, LINE, MUTED, A
from rankviz.explore.view.ranking_list import ranking_list_payload
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import Texts
from tests.browser.modules import ADDRESS, Modules, open_modules
from tests.browser.painted_figures import figures_of
from tests.helpers.long import rounds
from tests.page.test_edits import states


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Modules]:
    opened = open_modules(browser)
    yield opened
    opened.page.close()


@pytest.mark.parametrize(
    ("grade", "text"),
    [
        (None, "?"), (0, "0"), (3, "3"), (0.5, "0.5"), (-1, "−1"), (2.345, "2.35"), (0.004, "0.004"), (1234, "1234"),
        (123456, "1e5"), (1e-9, "1e−9"), (-0.001, "−1e−3"), (99999.5, "1e5"),
    ],
)  # fmt: skip
def test_a_grade_fits_its_box_and_is_not_written_as_zero(modules: Modules, grade: float | None, text: str) -> None:
    assert modules.call("kit/numbers.js", "short", grade) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        (" 0,5 ", 0.5),
        ("−2", -2),
        ("１２", 12),
        ("1e3", 1000),
        ("", None),
        ("a", None),
        ("1,2,3", None),
        ("３．５", 3.5),
    ],
)
def test_a_number_is_read_as_people_type_it(modules: Modules, text: str, value: float | None) -> None:
    read = modules.call("kit/numbers.js", "parsed", text)
    assert math.isnan(read) if value is None else read == value


@pytest.mark.parametrize("code", ["482915", "1234567"])
def test_a_code_is_parted_on_phones_as_on_the_wall(modules: Modules, code: str) -> None:
    on_the_wall = join_payload(f"https://rankviz.example.org/c/{code}", Texts("en"))["code"]
    assert modules.call("classroom/room_code.js", "spacedCode", code).replace("\u00a0", " ") == on_the_wall


@pytest.mark.parametrize(
    ("grade", "shade"), [(None, "?"), (0, "0"), (-2, "0"), (0.01, "1"), (1, "1"), (1.2, "2"), (4, "4"), (100, "4")]
)
def test_whatever_is_above_0_has_another_shade_than_0(modules: Modules, grade: float | None, shade: str) -> None:
    assert modules.call("kit/numbers.js", "shade", grade) == shade


@pytest.mark.parametrize(
    ("text", "values", "filled"),
    [
        ("{name} is {n}", {"name": "d1", "n": 3}, "d1 is 3"),
        ("{n}{n}", {"n": 0}, "00"),
        ("{gone}", {}, "{gone}"),
        ("{name}", {"name": "$& {n}"}, "$& {n}"),
        ("plain", {"n": 1}, "plain"),
    ],
)
def test_a_sentence_is_filled_with_what_it_is_given_and_nothing_else(
    modules: Modules, text: str, values: dict[str, object], filled: str
) -> None:
    assert modules.call("kit/elements.js", "fillTemplate", text, values) == filled


CUT = """async ([address, name, most]) => {
  const { shortened, writeName } = await import(address + "kit/short_names.js");
  const node = document.createElement("span");
  writeName(node, name);
  return [shortened(name, (text) => text.length <= most), [...node.childNodes].map(({ textContent }) => textContent)];
}"""


@pytest.mark.parametrize(
    ("name", "cut", "halves"),
    [
        ("d10", "d10", ["d10"]),
        ("clueweb12-0000tw-13-04988", "clue…4988", ["clueweb12-0000tw-", "13-04988"]),
        ("FBIS3-4102", "FBIS…4102", ["FBIS3", "-4102"]),
        ("وثيقة-رقم-17", "وثيق…م-17", ["وثيقة-رقم-17"]),  # its letters are joined
    ],
)
def test_a_name_is_cut_in_its_middle(modules: Modules, name: str, cut: str, halves: list[str]) -> None:
    assert modules.page.evaluate(CUT, [ADDRESS, name, 9]) == [cut, halves]


REWRITTEN = """async (address) => {
  const { redrawnPart } = await import(address + "kit/part.js");
  const update = redrawnPart("box", (s) => s.box.replaceChildren(s.data));
  const parentElement = document.body.appendChild(document.createElement("div"));
  const seen = [];
  for (const html of ["", "<p class=box></p>", null, "<p class=box></p>"]) {
    if (html !== null) parentElement.innerHTML = html;
    update({ data: "words", parentElement });
    seen.push(parentElement.textContent);
  }
  parentElement.remove();
  return seen;
}"""


def test_a_part_is_drawn_again_where_what_it_was_drawn_in_came_late_or_was_replaced(modules: Modules) -> None:
    assert modules.page.evaluate(REWRITTEN, ADDRESS) == ["", "words", "words", "words"]


ARRANGED = """async ([address, before, after]) => {
  const { arrange } = await import(address + "kit/elements.js");
  const parent = document.body.appendChild(document.createElement("div"));
  const nodes = new Map([...before, ...after].map((name) => [name, Object.assign(document.createElement("input"), { name })]));
  parent.append(...before.map((name) => nodes.get(name)));
  const kept = before.find((name) => after.includes(name));
  if (kept) nodes.get(kept).focus();
  arrange(parent, after.map((name) => nodes.get(name)));
  const found = [[...parent.children].map(({ name }) => name).join(""), !kept || document.activeElement === nodes.get(kept)];
  parent.remove();
  return found;
}"""


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "abc"), ("abc", ""), ("abc", "abc"), ("abc", "cab"), ("abcd", "bcda"), ("abc", "xby"), ("abcdef", "fedcba")],
)
def test_children_are_put_in_order_and_the_focus_stays(modules: Modules, before: str, after: str) -> None:
    assert modules.page.evaluate(ARRANGED, [ADDRESS, list(before), list(after)]) == [after, True]


PRESSED = """async ([address, how, from, key]) => {
  const { moveFocusByKeys, setTabStop } = await import(address + "kit/roving_focus.js");
  const box = document.body.appendChild(document.createElement("div"));
  const made = (name) => Object.assign(document.createElement(name === "d" ? "input" : "button"), { name });
  const items = [..."abcd"].map((name) => box.appendChild(made(name)));
  setTabStop(items, items[1]);
  moveFocusByKeys(box, () => items, how);
  items.find(({ name }) => name === from).focus();
  const event = new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
  const stops = items.filter(({ tabIndex }) => tabIndex === 0).map(({ name }) => name);
  const found = [document.activeElement.name, event.defaultPrevented, stops];
  box.remove();
  return found;
}"""


@pytest.mark.parametrize(
    ("how", "start", "key", "end"),
    [
        ({}, "a", "ArrowRight", "b"),
        ({}, "b", "ArrowUp", "a"),
        ({}, "a", "ArrowLeft", "a"),
        ({}, "b", "End", "d"),
        ({}, "c", "Home", "a"),
        ({"axis": "x", "wraps": True}, "a", "ArrowLeft", "d"),
        ({"axis": "y", "wraps": True}, "c", "ArrowDown", "d"),
    ],
)
def test_the_arrow_keys_lead_from_item_to_item(modules: Modules, how: dict[str, Any], start: str, key: str, end: str) -> None:
    assert modules.page.evaluate(PRESSED, [ADDRESS, how, start, {"key": key}]) == [end, True, ["b"]]


@pytest.mark.parametrize(
    ("how", "start", "key"),
    [
        ({"axis": "x"}, "a", {"key": "ArrowDown"}),
        ({}, "b", {"key": "ArrowLeft", "altKey": True}),  # the browser goes back
        ({}, "d", {"key": "Home"}),  # the caret does
        ({}, "a", {"key": "x"}),
    ],
)
def test_other_keys_of_a_box_of_items_are_left_alone(
    modules: Modules, how: dict[str, Any], start: str, key: dict[str, Any]
) -> None:
    assert modules.page.evaluate(PRESSED, [ADDRESS, how, start, key]) == [start, False, ["b"]]


def row(name: str, rank: int, score: float | None = None, **more: object) -> dict[str, object]:
    return {"key": ord(name[0]), "id": name, "grade": 0, "rank": str(rank), "note": "", "tie": None, "score": score, **more}


def test_a_row_that_moves_leaves_ranks_ties_and_scores_where_they_are(modules: Modules) -> None:
    rows = [row("a", 1, 9.0), row("b", 2, 5.0, tie=1), row("c", 2, 5.0, tie=1), row("d", 4, 1.0)]
    after = modules.call("explore/ranking_list/model.js", "moved", rows, 3, 0, True)
    assert [each["id"] for each in after] == ["d", "a", "b", "c"]
    for name in ("rank", "tie", "score"):
        assert [each[name] for each in after] == [each[name] for each in rows]
    own = modules.call("explore/ranking_list/model.js", "moved", rows, 0, 2, False)
    assert [(each["id"], each["score"]) for each in own] == [("b", 5), ("c", 5), ("a", 9), ("d", 1)]


@pytest.mark.parametrize(
    ("scores", "lowest"), [((3.0, 2.0), 1.0), ((3.0, 3.0), 2.0), ((5.0,), 4.0), ((), 0.0), ((0.3, 0.1), -0.1)]
)
def test_a_row_that_comes_gets_the_next_lower_score(modules: Modules, scores: tuple[float, ...], lowest: float) -> None:
    rows = [row(name, rank, score) for rank, (name, score) in enumerate(zip("ab", scores, strict=False), start=1)]
    after = modules.call("explore/ranking_list/model.js", "inserted", rows, {"key": 1, "id": "new", "grade": 2}, 0, True)
    assert after[0]["id"] == "new"
    assert after[-1]["score"] == lowest
    assert [each["rank"] for each in after] == [str(rank) for rank in range(1, len(scores) + 2)]


def test_entries_keep_their_keys_by_name_one_a_copy(modules: Modules) -> None:
    script = """async ([address, items, before]) => {
      let next = 100;
      const { withKeys } = await import(address + "explore/ranking_list/model.js");
      return withKeys(items, before, () => next++).map(({ key }) => key);
    }"""
    before = [{"id": "a", "key": 1}, {"id": "a", "key": 2}, {"id": "b", "key": 3}]
    items = [{"id": name} for name in "bacaa"]
    assert modules.page.evaluate(script, [ADDRESS, items, before]) == [3, 1, 100, 2, 101]


def typed(modules: Modules, rows: list[dict[str, Any]]) -> list[Any]:
    """Ids of the list that is asked for."""
    asked = modules.call("explore/ranking_list/model.js", "edited", {"missed": [], "cutoff": None}, rows)
    return [name for name, *_ in asked["rows"]]


@settings(max_examples=rounds(100))
@given(states(), st.data())
def test_what_is_done_to_a_row_is_done_to_that_entry_of_the_list_as_typed(
    modules: Modules, state: AppState, data: st.DataObject
) -> None:
    """Here each row has its place as typed for an id, so that duplicates are told apart."""
    shown: Any = ranking_list_payload(analyse(state), Texts("en"))["rows"]
    rows = [row | {"id": row["at"]} for row in shown]
    before = typed(modules, rows)
    ranked = [row["id"] for row in rows if not row["unranked"]]
    assert sorted(before) == [*range(len(rows))]
    assert [each for each in before if each in ranked] == ranked
    assert typed(modules, [*rows, {"id": "new"}]) == [*before, "new"]
    if not rows:
        return
    at, to = (data.draw(st.integers(0, len(rows) - 1)) for _ in range(2))
    one = rows[at]["id"]
    assert typed(modules, [*rows[:at], rows[at] | {"id": "x"}, *rows[at + 1 :]]) == ["x" if i == one else i for i in before]
    if ranked == sorted(ranked):  # else scores decide the order
        assert before == sorted(before)
        assert typed(modules, rows[:at] + rows[at + 1 :]) == [i for i in before if i != one]
    moved = modules.call("explore/ranking_list/model.js", "moved", rows, at, to, False)
    after = typed(modules, moved)
    assert sorted(after) == sorted(before)
    counted = {*ranked, one} if to < len(ranked) else set(ranked)  # what has no rank stays where it is among its kind
    assert [i for i in after if i in counted] == [row["id"] for row in moved if row["id"] in counted]


@pytest.mark.parametrize(("taken", "fresh"), [("", "d1"), ("d1 d2", "d3"), ("d2 d3", "d4"), ("d1 d3", "d4"), ("x", "d2")])
def test_a_new_entry_has_a_name_of_its_own(modules: Modules, taken: str, fresh: str) -> None:
    items = [{"id": name} for name in taken.split()]
    assert modules.call("explore/ranking_list/model.js", "freshName", items) == fresh


@pytest.mark.parametrize(
    ("ties", "seen"),
    [
        ((None, None), ("", "")),
        ((1, 1, 1), ("down", "updown", "up")),
        ((1, 1, 2, 2), ("down", "up", "down", "up")),
        ((1, None, 1), ("", "", "")),
    ],
)
def test_only_neighbours_of_one_group_are_joined(modules: Modules, ties: tuple[int | None, ...], seen: tuple[str, ...]) -> None:
    rows = [row("a", 1, tie=tie) for tie in ties]
    assert tuple(modules.call("explore/ranking_list/model.js", "tieOf", rows, i) for i in range(len(rows))) == seen


FIGURE = {
    "width": 210.0,
    "height": 130.0,
    "margin": {"l": 10, "r": 0, "t": 20, "b": 10},
    "xaxis": {"range": [0, 10], "domain": [0, 0.5]},
    "yaxis": {"range": [4, 0]},
}
SCALES = """async ([address, layout, value]) => {
  const { scales } = await import(address + "explore/chart/geometry.js");
  const { x, y, k, top, height } = scales(layout);
  return { x: x(value), y: y(value), k: k(x(value)), top, height };
}"""


@pytest.mark.parametrize(
    ("value", "x", "y"), [(0, 10, 20), (2, 30, 70), (4, 50, 120)]
)  # 100 px for 10 units across, 100 px for 4 units down
def test_values_stand_where_margins_domain_and_range_put_them(modules: Modules, value: float, x: float, y: float) -> None:
    found = modules.page.evaluate(SCALES, [ADDRESS, FIGURE, value])
    assert found == {"x": x, "y": y, "k": value, "top": 20, "height": 100}


TICKS = """async ([address, axes]) => {
  const { roundTicks } = await import(address + "kit/ticks.js");
  return axes.map(([low, high, most]) => roundTicks({ low, high }, most));
}"""
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789")


def test_an_axis_as_wide_as_there_is_room_has_the_marks_of_a_figure(modules: Modules) -> None:
    rng = np.random.default_rng(34)
    axes = []
    for _ in range(rounds(2_000)):
        low, span = rng.choice([rng.uniform(-10, 10), 0.0, -1.0, 0.5]), rng.choice([rng.uniform(1e-3, 10), 1.0, 2.0, 2.5, 5.0])
        scale = 10.0 ** int(rng.integers(-25, 22))  # up to here powers of ten are the same to the bit
        axes.append((low * scale, (low + span) * scale, int(rng.integers(2, 6))))
    for axis, found in zip(axes, modules.page.evaluate(TICKS, [ADDRESS, axes]), strict=True):
        low, high, most = axis
        values, texts = round_ticks([low, high], most)
        assert [value for value, _ in found] == pytest.approx(values, rel=1e-12, abs=0), axis
        assert [text.translate(RAISED) for _, text in found] == [re.sub("<.*?>", "", text) for text in texts], axis


def spots(*places: tuple[float, float]) -> list[dict[str, Any]]:
    return [{"rank": rank, "x": x, "y": y} for rank, (x, y) in enumerate(places, start=1)]


@pytest.mark.parametrize(
    ("x", "y", "rank"), [(0, 0, 1), (9, 0, 1), (11, 0, 2), (43, 0, 2), (45, 0, None), (20, 23, 2), (20, 25, None)]
)
def test_the_nearest_point_within_24_pixels_is_pointed_at(modules: Modules, x: float, y: float, rank: int | None) -> None:
    found = modules.call("explore/chart/geometry.js", "nearest", spots((0, 0), (20, 0)), x, y)
    assert (found and found["rank"]) == rank


def test_a_narrow_chart_leaves_out_the_wide_columns_with_their_letters(modules: Modules) -> None:
    trace = {"x": [1, 2, 3], "text": ["a", "b", "c"], "textfont": {"size": [7, 8, 9]}, "mode": "text", "meta": {"wide": 2}}
    found = modules.call(
        "explore/chart/geometry.js",
        "narrowed",
        {"data": [trace, {"x": [1]}], "layout": {"xaxis": {"tickvals": [0, 1, 2]}, "meta": {"narrow": {"tickvals": [0, 2]}}}},
    )
    assert found["data"][0] | {"meta": None} == {
        "x": [3], "text": ["c"], "textfont": {"size": [9]}, "mode": "text", "meta": None,
    }  # fmt: skip
    assert found["data"][1] == {"x": [1]}
    assert found["layout"]["xaxis"]["domain"][1] < 1
    assert found["layout"]["xaxis"]["tickvals"] == [0, 2]


@pytest.mark.parametrize(
    ("count", "shown", "seen"),
    [
        (12, [], range(12)),
        (13, [], [*range(7), 10, 11, 12]),
        (20, [12], [*range(7), 11, 17, 18, 19]),
        (20, [9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 17, 18, 19]),  # a gap of one term would be as wide as the term
    ],
)
def test_of_many_terms_the_first_the_last_and_the_selected_are_seen(
    modules: Modules, count: int, shown: list[int], seen: list[int]
) -> None:
    ranks = list(range(1, count + 1))
    assert modules.call("explore/derivation/lines.js", "unfolded", ranks, shown) == list(seen)


@pytest.mark.parametrize(
    ("inside", "drawn"),
    [
        ("<mi>x</mi>", "x"),
        ("<mi onclick='x'>x</mi>", ""),
        ("<mi style='x'>x</mi>", ""),
        ("<mtext><script xmlns='http://www.w3.org/1999/xhtml'>1</script></mtext>", ""),
        ("<mi href='https://example.org'>x</mi>", ""),
    ],
)
def test_only_formulas_are_let_in(modules: Modules, inside: str, drawn: str) -> None:
    script = """async ([address, text]) => (await import(address + "kit/math.js")).math(text).textContent"""
    text = f'<math xmlns="http://www.w3.org/1998/Math/MathML">{inside}</math>'
    assert modules.page.evaluate(script, [ADDRESS, text]) == drawn


@pytest.mark.parametrize(
    ("before", "now", "text"),
    [
        (("0.785", "0.785"), ("0.668", "0.668"), "−0.117"),
        (("11", "11.0"), ("9", "9.0"), "−2"),
        (("11", "11.0"), ("10.5", "10.5"), "−0.5"),
        (("2/3", "0.6666666666666666"), ("3/4", "0.75"), "+0.083"),
        (("0.500", "0.5"), ("0.500", "0.5000001"), "+1e-7"),
        (("0.662", "0.6619047619047619"), ("0.662", "0.661904761904762"), "±0"),  # the same terms in another order
        (("1.500e+20", "1.5e+20"), ("0.500", "0.5"), "−1.50e+20"),
        (("0.500", "0.5"), ("0.500", "0.5"), "±0"),
        (("", ""), ("0.500", "0.5"), ""),
    ],
)
def test_a_difference_has_as_many_decimals_as_its_values_and_is_not_0_where_they_differ(
    modules: Modules, before: tuple[str, str], now: tuple[str, str], text: str
) -> None:
    given = [{"value": value, "title": title} for value, title in (before, now)]
    assert modules.call("explore/scores/changes.js", "difference", *given) == text
    assert modules.call("explore/scores/changes.js", "difference", {**given[0], "undefined": True}, given[1]) == ""


EDITED = ["edited", "edited"]
STEP = ["step", "step"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, None),
        ({"entries": 2}, EDITED),
        ({"list": "1/2", "entries": 2}, None),
        ({"choices": {"gain": [["b", "gain: b"], ["a", "gain: a"]]}}, ["against a", "against gain: a"]),
        ({"choices": {"cutoff": [["5", "k: 5"], ["all", "k: all"]]}}, ["against 6", "against k: 6"]),
        ({"choices": {"cutoff": [["6", "k: 6"], ["all", "k: all"]]}, "entries": 2}, EDITED),
        ({"choices": {}}, ["against 6", "against k: 6"]),
        ({"choices": {"cutoff": [["5", "k: 5"], ["all", "k: all"]]}, "entries": 2}, STEP),
        ({"choices": {"gain": [["b", "gain: b"], ["a", "gain: a"]], "x": [["1", "x: 1"], ["0", "x: 0"]]}}, STEP),
    ],
)
def test_what_a_difference_is_against_is_read_off_what_the_values_are_of(
    modules: Modules, change: dict[str, Any], expected: list[str] | None
) -> None:
    cut = {"cutoff": [["6", "k: 6"], ["all", "k: all"]]}
    before: dict[str, Any] = {"list": "0/1", "entries": 1, "choices": cut}
    now = before | change
    if "gain" in now["choices"]:
        now["choices"] |= cut
    texts = {"edited": "edited", "against": "against {choice}", "against_step": "step"}
    assert modules.call("explore/scores/changes.js", "baselineWords", before, now, texts) == expected


def test_a_figure_in_other_colours_says_the_same_words(modules: Modules) -> None:
    other = {colour: f"#ABCDE{number}" for number, colour in enumerate((A, A_PALE, INK, LINE, MUTED))}
    coloured = re.compile("|".join(other))
    ranking = Ranking((Item("d1", 3), Item("d2", 0), Item("d3", 1)), (Item("m1", 2),))
    figures = [json.dumps(each) for metric in METRICS for each in figures_of(metric, ranking, Convention(), Texts("en"))]
    assert any("<span" in each for each in figures)
    named = 0
    for figure in figures:
        expected = coloured.sub(lambda found: other[found[0]], figure)
        words = re.search(r'"(?:hover)?text": \["([^"<]+)"', figure)
        if words:  # a document may be called like a colour
            figure, expected = (each.replace(json.dumps(words[1]), json.dumps(A)) for each in (figure, expected))  # noqa: PLW2901
            named += 1
        assert modules.call("kit/colours.js", "parseFigure", figure, other) == json.loads(expected)
    assert named


AGAIN = {"session": "b"}  # of a server that was started again
MADE = {"server_states": 2}  # Streamlit made a state since the last time
BACK = {"travelling": True}
LEFT = {"otherWorkspace": {"state": ""}}  # Learn was there already, or the reverse


def decided(modules: Modules, before: str, page: str, known: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """What the tab does that shows one page when Streamlit has drawn another, or the same."""
    here = {"session": "a", "serverStates": 1, "reports": 4, "isLearn": before == "learn", "otherWorkspace": None}
    there = {"session": "a", "server_states": 1, "last_report": 4, "is_learn": page == "learn", "view": {"page": page}}
    here |= {"leaving": False, "travelling": False, "view": {"page": before}}
    found: dict[str, Any] = modules.call("tab/reconciliation.js", "decide", here | known, there | said)
    return found


@pytest.mark.parametrize(
    ("before", "page", "known", "said", "name"),
    [
        ("explore", "explore", {}, {}, "keep_state"),
        ("explore", "explore", {}, MADE, "take"),
        ("explore", "explore", BACK, {}, "keep_state"),  # one is not there yet
        ("explore", "explore", {}, MADE | AGAIN, "keep_state"),  # what it made, it made of nothing
        ("learn", "learn", {}, {}, "keep"),
        ("learn", "learn", {}, MADE, "take_state"),
        ("explore", "compare", {}, {}, "keep_state"),
        ("explore", "compare", {}, MADE, "take"),
        ("explore", "compare", BACK, {}, "take"),  # Streamlit read it from the address
        ("explore", "compare", BACK, AGAIN, "keep_state"),
        ("explore", "learn", {}, {}, "keep"),
        ("explore", "learn", BACK, {}, "take"),
        ("explore", "learn", LEFT, {}, "keep"),
        ("explore", "learn", LEFT, MADE, "keep"),
        ("explore", "learn", LEFT | BACK, {}, "keep"),
        ("learn", "explore", LEFT, {}, "keep"),
        ("learn", "explore", LEFT, MADE, "take_state"),
        ("learn", "explore", LEFT | BACK, {}, "take"),
        ("learn", "explore", LEFT | BACK, AGAIN, "keep"),
    ],
)
def test_whose_state_and_page_params_count_when_streamlit_has_drawn(
    modules: Modules, before: str, page: str, known: dict[str, Any], said: dict[str, Any], name: str
) -> None:
    assert decided(modules, before, page, known, said)["name"] == name


@pytest.mark.parametrize(
    ("before", "page", "known", "said", "state"),
    [
        ("explore", "explore", {}, {}, "before"),
        ("explore", "explore", {}, MADE, "said"),
        ("explore", "explore", {}, AGAIN, "said"),
        ("explore", "explore", {}, AGAIN | {"response_to": 3}, "unknown"),  # what is said is what was requested
        ("explore", "compare", {}, {}, "said"),
        ("explore", "compare", {}, {"response_to": 3}, "unknown"),
        ("explore", "compare", BACK, {"response_to": 3}, "said"),
        ("explore", "learn", {}, {}, "before"),  # what is said is Learn's own
        ("learn", "explore", LEFT, {}, "said"),
    ],
)
def test_which_state_streamlit_has_when_it_has_drawn(
    modules: Modules, before: str, page: str, known: dict[str, Any], said: dict[str, Any], state: str
) -> None:
    assert decided(modules, before, page, known, said)["streamlitHas"] == state


@pytest.mark.parametrize(
    ("page", "known", "heard", "is_lost"),
    [
        ("explore", {}, 3, False),  # it is still under way
        ("explore", {"leaving": True}, 3, True),
        ("explore", BACK, 3, True),
        ("explore", BACK, 4, False),
        ("compare", {}, 3, True),
        ("compare", {}, 4, False),
    ],
)
def test_a_report_that_was_not_heard_is_lost_where_its_page_was_left(
    modules: Modules, page: str, known: dict[str, Any], heard: int, is_lost: bool
) -> None:
    assert decided(modules, "explore", page, known, {"last_report": heard})["isReportLost"] == is_lost
