"""Is what the JavaScript asks for known, by the names that are no types? Of the types the check of the JavaScript says so."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from rankviz import Ranking
from rankviz.page.answers import messages as payloads
from rankviz.page.answers.edits.apply_edits import KINDS, LIST_SWITCHES, apply_edits
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.dialogs.dialog import BODIES
from rankviz.state.app_state import DEFAULT
from rankviz.web.session import DIALOGS

BROWSER = Path(payloads.__file__).parents[2] / "browser"
ASKED = re.compile(r"""\b(?:dispatch|edit|preview|send)\w*\(\{\s*name:\s*"(\w+)\"""")


def test_whatever_a_part_asks_for_is_known() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(BROWSER.rglob("*.js"))}
    asked = {name for text in texts.values() for name in ASKED.findall(text)}
    wishes = set(re.findall(r'name === "(\w+)"', texts["tab.js"] + texts["dialogs.js"])) | set(
        re.findall(r"^  (\w+): \(", texts["view_reducer.js"], re.MULTILINE)
    )
    assert len(asked) > 10
    assert asked - wishes - {*KINDS, *DIALOGS, *BODIES} == set()


def test_the_dialogs_that_are_answered_are_those_that_are_asked_for_and_drawn() -> None:
    asked, drawn = ((BROWSER / path).read_text(encoding="utf-8") for path in ("tab/dialogs.js", "dialogs/dialog/dialog.js"))
    (names,) = re.findall(r"const NAMES = \[(.*)\];", asked)
    (bodies,) = re.findall(r"const BODIES = \{(.*)\};", drawn)
    assert re.findall(r"\w+", names) == re.findall(r"(\w+)(?=[:, ])(?:: \w+)?", bodies) == [*BODIES]


@pytest.mark.slow
def test_an_edit_that_shows_another_list_is_one_that_the_tab_is_told_of() -> None:
    state = replace(DEFAULT, lists=(DEFAULT.ranking, Ranking.from_grades([1, 0])))
    for name in KINDS:
        made = apply_edits(state, [{"name": name, "index": 1}]).state
        if made.selected != state.selected or len(made.lists) != len(state.lists):
            assert name in LIST_SWITCHES


def test_the_pages_that_may_be_requested_are_those_that_have_parts() -> None:
    assert {*get_args(payloads.Page)} == {*PAGES}
