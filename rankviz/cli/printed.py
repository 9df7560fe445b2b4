"""What a command prints, with the code that it ends with."""

from __future__ import annotations

from typing import NamedTuple

NOTHING_FOUND = 1  # as grep, whose 2 is an error, too


class Printed(NamedTuple):
    """The text of a command that searched, and 0, or `NOTHING_FOUND`; a command that always has an answer returns its text."""

    text: str
    exit_code: int = 0
