"""Does a sheet hold the answer to every press, exactly as the page would be given it?"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_SHEET, MAX_SHEET_LISTS
from rankviz.cli.main import main
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.page.endpoint import handle_request
from rankviz.page.static.json_diff import apply_difference, difference
from rankviz.page.static.reachable_states import find_reachable
from rankviz.page.static.response_table import (
    ABSENT,
    BUTTONS,
    CONTENTS,
    SIZES,
    UNKNOWN,
    FileLimits,
    build_table,
    cover_variants,
    state_identity,
)
from rankviz.page.static.sheet import with_each_grade
from rankviz.page.static.single_edits import choice_edits, list_edits
from rankviz.state.analysis import analyse
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import Handout
from rankviz.state.permalink import from_text, to_text
from rankviz.texts import Texts
from tests.helpers.long import LONG

WORDS = Texts("en")
TIED = Ranking((Item("a", 1, 0.5), Item("b", None, 0.9), Item("c", 3, 0.5)), (Item("x", 2),))
TWICE = Ranking((Item("a", 1), Item("a", 2), Item("β", 5)), ())
SCORED = replace(DEFAULT, lists=(TIED,), metric="ap", convention=Convention(cutoff=2, ties="average"))
SMALL = replace(DEFAULT, lists=(Ranking.from_grades([3, 0], missed=[2]),), convention=Convention(cutoff=2))
STATES = {
    "opening": SMALL,
    "scored": SCORED,
    "twice": replace(DEFAULT, lists=(TWICE,), metric="precision"),
    "several": replace(DEFAULT, lists=(Ranking.from_grades([1]), Ranking.from_grades([0], missed=[1])), metric="rr"),
    "empty": replace(DEFAULT, lists=(Ranking(),), metric="rr"),
}
EACH = 1 if LONG else len(STATES)  # of how many presses one is looked at; those of one list are others than those of the next


def pool(found: dict[str, Any], name: str) -> list[Any]:
    """The data of a pool, read as the browser does."""
    made: list[Any] = []
    for each in json.loads(found["pools"][name]):
        made.append(apply_difference(made[each[0]], each[1]) if made else each)
    return made


class Reader:
    """Finds an answer in a table that was written and read again."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.table = json.loads(json.dumps(made))
        self.pools = {name: pool(self.table, name) for name in self.table["pools"]}

    def part(self, text: str, view: ViewState, name: str, detail: str = "") -> Any:
        key = f"{view.language}/{'.'.join(view.covered)}/{name}/{detail}"
        row = self.table["rows"].get(key)
        number = UNKNOWN if row is None else row[1 + self.table["states"].index(text)]
        return number if number < 0 else self.pools[row[0]][number]


def asked(state: AppState, edits: list[dict[str, Any]], view: ViewState) -> tuple[str, dict[str, Any]]:
    question = {"state": to_text(state), "edits": edits, "view": structs.asdict(view)}
    head, *lines = handle_request(json.dumps(question)).decode().split("\n")
    parts = dict(line.split(" ", 1) for line in lines)
    return json.loads(head)["state"], {name: json.loads(text) for name, text in parts.items()}


@cache
def reachable_from(name: str) -> dict[str, list[str]]:
    return find_reachable(STATES[name], Handout())


@cache
def presses_of(name: str) -> tuple[tuple[int, list[dict[str, Any]], str], ...]:
    """What one press does, numbered, and the state that the page comes to by it; nothing pressed is number 0."""
    state = from_text(next(iter(reachable_from(name)))).state
    analysis, unseen = analyse(state), seen(Handout(hidden=("score", "formula", "charts")))
    edits = [[], *([each] for each in (*list_edits(analysis, WORDS, fixed=False), *choice_edits(analysis, WORDS)))]
    return tuple((at, edit, asked(state, edit, unseen)[0]) for at, edit in enumerate(edits))


@cache
def sheet_of(name: str) -> tuple[Reader, tuple[tuple[int, list[dict[str, Any]], str], ...]]:
    """A sheet with the states that some presses lead to, and these presses."""
    some = presses_of(name)[[*STATES].index(name) % EACH :: EACH]
    found = reachable_from(name)
    looked_at = (next(iter(found)), *(text for *_, text in some))
    return Reader(build_table({text: found[text] for text in looked_at}, Handout())), some


def kept(name: str, data: dict[str, Any], language: str) -> dict[str, Any]:
    """What a file may leave out, or say in other words."""
    if name == "header":
        every = {each["name"]: each for button in data["buttons"] for each in (button, *button.get("menu", ()))}
        large = {"name": "project", "label": every["project"]["label"], "style": "icon"}
        return {**data, "buttons": [large if name == "project" else every[name] for name in BUTTONS]}
    if name == "notices":
        return {**data, "texts": {**data["texts"], **FileLimits().limit_texts(Texts(language))}}
    return {**data, "prefetched": {}} if name == "scores" else data


def seen(handout: Handout, **more: Any) -> ViewState:
    return view_state(hidden=handout.hidden, locked=handout.locked, is_static=True, **more)


def check(reader: Reader, text: str, parts: dict[str, Any], view: ViewState) -> None:
    for name in {key.split("/")[2] for key in reader.table["rows"]}:
        found = reader.part(text, view, name)
        if name in parts:
            assert found == json.loads(json.dumps(kept(name, parts[name], view.language))), (text, view, name)
        else:
            assert found == ABSENT, (text, view, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_every_press_is_answered_as_the_page_answers_it(name: str) -> None:
    reader, some = sheet_of(name)
    state = from_text(reader.table["states"][0]).state
    for at, edit, _ in some:
        view = seen(Handout(), language=("en", "zh")[at % 2], covered=("score",) if at % 3 == 2 else ())
        check(reader, *asked(state, edit, view), view)


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_every_press_leads_to_a_state_of_the_sheet(name: str) -> None:
    assert {text for *_, text in presses_of(name)} <= reachable_from(name).keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    "handout",
    [
        Handout(covered=("score", "formula")),
        Handout(hidden=("choices",)),
        Handout(covered=("score",), hidden=("charts",), locked=True),
    ],
)
def test_what_is_covered_or_hidden_is_left_out_as_on_the_page(handout: Handout) -> None:
    state = replace(SCORED, metric="rr")
    found = find_reachable(state, handout)
    reader = Reader(build_table({text: found[text] for text in [*found][:: 1 if LONG else 7]}, handout))
    for text in reader.table["states"]:
        for covered in cover_variants(handout):
            view = seen(handout, covered=covered)
            check(reader, *asked(from_text(text).state, [], view), view)
    gone = {"score": "scores", "formula": "derivation", "charts": "charts", "choices": "choices"}
    for part in handout.hidden:
        assert all(
            number in (ABSENT, UNKNOWN)
            for key, row in reader.table["rows"].items()
            if f"/{gone[part]}/" in key
            for number in row[1:]
        )


def test_what_can_be_opened_is_in_it() -> None:
    found, view = reachable_from("scored"), seen(Handout())
    text = next(iter(found))
    state = from_text(text).state
    other, _ = asked(state, [{"name": "choose", "field": "ap_base", "value": "hits"}], view)
    reader = Reader(build_table({each: found[each] for each in (text, other)}, Handout()))
    for opened in ("metric", "cutoff", ""):
        _, parts = asked(state, [], structs.replace(view, open_slot=opened))
        assert reader.part(text, view, "choices", f"open:{opened}") == parts["choices"]
    _, parts = asked(state, [], structs.replace(view, shows_all_measures=True))
    assert reader.part(text, view, "scores", "more") == kept("scores", parts["scores"], "en")
    _, parts = asked(state, [], structs.replace(view, term="threshold"))
    assert reader.part(text, view, "terms", "threshold") == parts["terms"]
    assert parts["terms"]["card"]["value_text"]
    card = reader.pools["en/terms"][reader.table["still"]["en/terms/threshold"]]["card"]
    _, parts_of_other = asked(from_text(other).state, [], structs.replace(view, term="ap"))
    still, at = reader.table["still"], reader.table["conventions"][reader.table["states"].index(other)]
    other_card = reader.pools["en/terms"][still[f"en/terms/ap/{at}"]]["card"]
    assert (
        other_card["definition"]
        == parts_of_other["terms"]["card"]["definition"]
        != reader.pools["en/terms"][still["en/terms/ap"]]["card"]["definition"]
    )
    for size in SIZES:
        _, large = asked(state, [], structs.replace(view, type_size=size))
        assert reader.part(text, view, "rank_chart", str(size)) == large["rank_chart"] != parts["rank_chart"]
    assert card["definition"] == parts["terms"]["card"]["definition"]
    assert not card["value_text"]  # a number of another list must never be seen


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_what_a_state_is_tells_it_from_every_other(name: str) -> None:
    reader, _ = sheet_of(name)
    identities = {text: json.loads(json.dumps(state_identity(from_text(text).state))) for text in reachable_from(name)}
    assert reader.pools[CONTENTS] == [identities[text] for text in reader.table["states"]]
    assert len({json.dumps(each) for each in identities.values()}) == len(identities)  # else an edit could lead to either


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": 1}, {"b": 1}),
        ([1, 2, 3], [1, 2]),
        ([{"a": 1}, {"b": [1]}], [{"a": 1}, {"b": [1, {}]}, {}]),
        ("<math>one and one</math> more", "<math>one and two</math> more"),
        ("a" * 30, "a" * 31),
        ("𝑛" * 30, "𝑛" * 31),
        ({"a": None, "b": [[]]}, {"a": [], "b": []}),
        (["x", 1], None),
    ],
)
def test_differences_make_the_same_again(old: object, new: object) -> None:
    assert apply_difference(old, json.loads(json.dumps(difference(old, new)))) == new
    assert difference(old, old) == {}


@pytest.mark.slow
def test_the_page_is_given_a_file_or_told_why_there_is_none() -> None:
    short = replace(DEFAULT, lists=(Ranking.from_grades([1]),), metric="rr")
    _, parts = asked(short, [], seen(Handout(), page="sheet"))
    assert parts["sheet"]["name"] == "rankviz-rr-6-interactive.html"
    assert parts["sheet"]["html"].startswith("<!DOCTYPE html>")
    long = replace(DEFAULT, lists=(Ranking.from_grades([1] * MAX_SHEET, missed=[1]),))
    _, parts = asked(long, [], seen(Handout(), page="sheet"))
    assert "sheet" not in parts
    assert str(MAX_SHEET + 1) in parts["notices"]["messages"][0]
    _, parts = asked(long, [], seen(Handout(), page="sheet", dialog="link"))
    assert str(MAX_SHEET + 1) in parts["dialog"]["problem"]


def test_all_lists_with_some_grades_are_in_it() -> None:
    state = replace(DEFAULT, lists=(Ranking.from_grades([3, 2], missed=[1]),))
    lists = {tuple(item.grade for item in each.ranking.items) for each in with_each_grade(state, 2)}
    assert lists == {(a, b) for a in range(4) for b in range(3)}  # the first one has a 3 already, and may keep it
    for highest in (44, -1, 10**9):
        with pytest.raises(InputError, match=str(MAX_SHEET_LISTS)):
            list(with_each_grade(state, highest))


@pytest.mark.slow
def test_the_command_writes_a_file_or_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "list.html"
    assert main(["static", str(out), "--sheet", "--state", "https://example.org/?v=1&m=rr&k=2&g=01"]) == 0
    assert str(out) in capsys.readouterr().out
    assert out.stat().st_size < 600_000
    (other := tmp_path / "mine.html").write_text("somebody's own")
    for arguments, said in {
        (str(tmp_path),): "is a folder",
        (str(other),): "It stays as it is",
        (str(out), "--state", "https://example.org/learn?lesson=ideal"): "Give a link of a list",
        (str(out), "--state", f"v=1&k=2&g={'1' * 21}"): "at most 20",
        (str(out), "--state", "v=1&m=nothing"): "nothing",
        (str(tmp_path / "none" / "a.html"), "--state", "v=1&m=rr&k=1&g=1"): "name a file elsewhere",
    }.items():
        assert main(["static", *arguments, "--sheet"]) != 0
        assert said in capsys.readouterr().err
    assert other.read_text() == "somebody's own"
