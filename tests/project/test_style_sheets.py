"""Does every browser understand the style sheets? WebKit knows less than others; `make browsers` asks each of them."""

from __future__ import annotations

import re
from pathlib import Path

import rankviz

ROOT = Path(rankviz.__file__).parent
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHEETS = {str(path.relative_to(ROOT)): COMMENT.sub("", path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.css")}
# https://developer.mozilla.org/docs/Web/CSS/text-decoration and user-select, in the tables of browsers
LINES = {"none", "underline", "overline", "line-through", "inherit"}


def values(css: str, name: str) -> list[str]:
    return [each.strip() for each in re.findall(rf"(?<![\w-]){name}\s*:\s*([^;}}]+)", css)]


def test_a_line_under_a_word_is_described_property_by_property() -> None:
    found = {name: [value for value in values(css, "text-decoration") if value not in LINES] for name, css in SHEETS.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_what_cannot_be_selected_cannot_be_in_webkit_either() -> None:
    known = {name: values(css, "user-select") for name, css in SHEETS.items()}
    assert known == {name: values(css, "-webkit-user-select") for name, css in SHEETS.items()}
    assert any(known.values())
