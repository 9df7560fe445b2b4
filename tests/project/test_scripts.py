"""What the page's scripts leave to one module: storage that may be blocked, keys that may be switched off, and the voice."""

from __future__ import annotations

import re
from pathlib import Path

from rankviz.browser.part_kinds import HERE

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
