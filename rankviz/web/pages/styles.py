"""The style sheets of every page, read once."""

from __future__ import annotations

from functools import cache

from rankviz.browser import part_kinds as kinds


@cache
def styles() -> str:
    """All style sheets as one element."""
    return f"<style>\n{kinds.styles()}</style>"
