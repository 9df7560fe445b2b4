"""What the page's scripts leave to one module: storage that may be blocked, keys that may be switched off, and the voice."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rankviz.browser.part_kinds import HERE
from tools.server import ROOT

SCRIPTS = {path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8") for path in Path(HERE).rglob("*.js")}
ONLY_WHILE_DRAGGING = {"kit/drag.js"}  # Escape ends a drag


def test_storage_is_touched_by_one_module() -> None:
    touching = {name for name, text in SCRIPTS.items() if re.search(r"^[^/*]*\b(local|session)Storage\b", text, re.MULTILINE)}
    assert touching == {"kit/storage.js"}


def test_whoever_hears_keys_of_the_whole_page_leaves_those_alone_that_are_switched_off() -> None:
    listening = {name for name, text in SCRIPTS.items() if 'document.addEventListener("keydown"' in text} - ONLY_WHILE_DRAGGING
    assert listening
    assert {name for name in listening if not re.search(r"\b(isLeftAlone|isSwitchedOff)\(", SCRIPTS[name])} == set()


def test_parts_that_an_edit_changes_have_no_voice_of_their_own() -> None:
    with_voice = {name for name, text in SCRIPTS.items() if re.search(r"aria-live|ariaLive = ", text)}
    of_edits = {name for name in with_voice if name.startswith(("explore/", "compare/"))}
    assert of_edits == {"explore/derivation/derivation.js"}  # the menu that copies, on whether it did


def test_types_are_checked_strictly_in_every_script() -> None:
    settings = json.loads((ROOT / "tools" / "javascript" / "tsconfig.json").read_text(encoding="utf-8"))
    options = settings["compilerOptions"]
    assert {name: options.get(name) for name in ("allowJs", "checkJs", "strict")} == {
        "allowJs": True,
        "checkJs": True,
        "strict": True,
    }
    assert {name for name, value in options.items() if value is False} == set()
    assert ("../../rankviz/browser/**/*.js" in settings["include"], settings.get("exclude", [])) == (True, [])
    assert {name for name, text in SCRIPTS.items() if re.search(r"@ts-(ignore|nocheck|expect-error)", text)} == set()
