"""The style sheets of every page, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent.parent
STYLES = (
    "show/theme.css",
    "ui/browser/page.css",
    "ui/browser/kit/term.css",
    "ui/browser/chart/chart.css",
    "ui/browser/link/link.css",
)


@cache
def styles() -> str:
    """All style sheets as one element."""
    return "<style>\n" + "".join((PACKAGE / name).read_text(encoding="utf-8") for name in STYLES) + "</style>"
