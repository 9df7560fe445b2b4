"""The letter of a list, where a question shows several."""

from __future__ import annotations

from string import ascii_uppercase


def list_letter(index: int) -> str:
    """Return the letter of a list, by its index from 0."""
    return ascii_uppercase[index]
