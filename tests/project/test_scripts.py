"""What the page's scripts leave to one module: storage that may be blocked, and keys that may be switched off."""

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
