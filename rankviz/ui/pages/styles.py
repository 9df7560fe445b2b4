"""The style sheets of every page, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "browser"
STYLES = ("theme.css", "page.css", "chart/chart.css")


@cache
def styles() -> str:
    """All style sheets as one element."""
    return "<style>\n" + "".join((FOLDER / name).read_text(encoding="utf-8") for name in STYLES) + "</style>"
