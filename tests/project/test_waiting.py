"""No test waits for time: it waits for what is to happen, and goes on as soon as it has."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
NAMES = ("sleep", "wait_for_timeout")
# Files that may, with the reason.
REASONS = {
    "helpers/waiting.py": "it is the wait that tries again, where nobody tells that something has happened",
    "classroom/test_room_watcher.py": "the test stands in place of the pause between two looks at the store",
}


def sleeps(text: str) -> list[int]:
    """Lines that name a sleep; `sleep(0)`, which lets the other tasks go on, is none."""
    if not any(name in text for name in NAMES):
        return []
    nodes = [*ast.walk(ast.parse(text))]
    harmless = {id(node.func) for node in nodes if isinstance(node, ast.Call) and is_nothing(node.args)}
    named = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr in NAMES and id(node) not in harmless]
    imported = [node for node in nodes if isinstance(node, ast.ImportFrom) and {each.name for each in node.names} & {*NAMES}]
    return [node.lineno for node in (*named, *imported)]


def is_nothing(arguments: list[ast.expr]) -> bool:
    return len(arguments) == 1 and isinstance(arguments[0], ast.Constant) and arguments[0].value == 0


def test_nobody_sleeps_without_a_reason() -> None:
    files = {path.relative_to(TESTS).as_posix(): path for path in TESTS.rglob("*.py")}
    found = {name: sleeps(path.read_text(encoding="utf-8")) for name, path in files.items()}
    assert {name: lines for name, lines in found.items() if lines and name not in REASONS} == {}
    assert [name for name in REASONS if not found[name]] == [], "they need no reason any more"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("time.sleep(1)", 1),
        ("await asyncio.sleep(PAUSE)", 1),
        ("page.wait_for_timeout(100)", 1),
        ("Process(target=time.sleep)", 1),
        ("from time import sleep", 1),
        ("await asyncio.sleep(0)", 0),
    ],
)
def test_a_sleep_would_be_found(code: str, count: int) -> None:
    assert len(sleeps(f"async def f():\n    {code}")) == count
