"""Do the types in the JavaScript say of the messages what those in Python say?"""

from __future__ import annotations

import re
import types
import typing
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from msgspec import UnsetType, structs
from msgspec.inspect import is_struct_type

from rankviz import Ranking
from rankviz.page.answers import messages as payloads
from rankviz.page.answers.edits.apply_edits import KINDS, LIST_SWITCHES, apply_edits
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.dialogs.dialog import BODIES
from rankviz.state.app_state import DEFAULT
from rankviz.web.session import DIALOGS

BROWSER = Path(payloads.__file__).parents[2] / "browser"
# An edit is checked when it is made: in a request it may be anything.
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", object: "unknown", Any: "Edit"}
MESSAGES = {
    name: message
    for name, message in vars(payloads).items()
    if getattr(message, "__module__", "") == payloads.__name__ and (is_typeddict(message) or is_struct_type(message))
}


def in_javascript(kind: Any) -> str:
    """A type as JSDoc writes it."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Literal:
        return " | ".join(dict.fromkeys(PLAIN[type(value)] for value in inside))
    if origin in (types.UnionType, typing.Union):
        return " | ".join(dict.fromkeys(in_javascript(each) for each in inside if each is not UnsetType))
    if origin is list or (origin is tuple and inside[-1] is Ellipsis):
        return f"{in_javascript(inside[0])}[]"
    if origin is tuple:
        return f"[{', '.join(map(in_javascript, inside))}]"
    return str(kind.__name__)


def fields_in_python(message: Any) -> dict[str, str]:
    hints = get_type_hints(message, include_extras=True)
    optional = {name for name, kind in hints.items() if get_origin(kind) is NotRequired}
    if is_struct_type(message):
        optional = {field.name for field in structs.fields(message) if not field.required}
    return {name + "?" * (name in optional): in_javascript(kind) for name, kind in get_type_hints(message).items()}


def fields_in_javascript(name: str) -> dict[str, str]:
    texts = [path.read_text(encoding="utf-8") for path in sorted(BROWSER.rglob("*.js"))]
    typedef = re.compile(rf"@typedef \{{\{{((?:(?!\}}\}}).)*)\}}\}} {name}\b", re.DOTALL)
    found = [body for text in texts for body in typedef.findall(text)]
    assert len(found) == 1, f"{name} has {len(found)} typedefs in {BROWSER}"
    body = re.sub(r"\s*\n\s*\*?\s*", " ", found[0])
    pairs = re.split(r",\s*(?=\w+\??:)", body.strip().rstrip(","))
    return dict(re.split(r":\s*", pair.strip(), maxsplit=1) for pair in pairs)


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


def test_an_edit_that_shows_another_list_is_one_that_the_tab_is_told_of() -> None:
    state = replace(DEFAULT, lists=(DEFAULT.ranking, Ranking.from_grades([1, 0])))
    for name in KINDS:
        made = apply_edits(state, [{"name": name, "index": 1}]).state
        if made.selected != state.selected or len(made.lists) != len(state.lists):
            assert name in LIST_SWITCHES


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_has_the_same_fields_and_types_on_both_sides(name: str) -> None:
    assert fields_in_javascript(name) == fields_in_python(MESSAGES[name])


def test_the_pages_that_may_be_requested_are_those_that_have_parts() -> None:
    assert {*get_args(payloads.Page)} == {*PAGES}
