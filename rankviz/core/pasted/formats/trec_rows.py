"""Splits lines of TREC text into cells, for pasted text and files alike: columns, spaces, comments."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

RUN_COLUMNS = ("query", "iteration", "document", "rank", "score", "tag")
QRELS_COLUMNS = ("query", "iteration", "document", "grade")
BLANK, TAB, RETURN, NEWLINE, HASH = b" \t\r\n#"
Lines = NDArray[np.int64] | None  # the number of each line that stays, if some were left out


def single_spaces(content: bytes | bytearray) -> tuple[bytes, Lines]:
    """Put single spaces between the columns; also return the number of each line that stays, None if all do."""
    text = np.frombuffer(content, dtype=np.uint8)
    if RETURN in content[:4096] or b"\r" in content:
        text = text[text != RETURN]
    blank = (text == BLANK) | (text == TAB)
    newline = text == NEWLINE
    before = np.concatenate([[True], (blank | newline)[:-1]])  # spaces after a space, or at the start of a line
    after = np.concatenate([newline[1:], [True]])  # spaces at the end of a line
    if not (blank & (before | after)).any() and not (text == TAB).any() and b"#" not in content:
        return text.tobytes(), None
    stays = ~(blank & before)
    text = np.where(blank, np.uint8(BLANK), text)[stays]
    # A single space may be left before the end of a line.
    ends = np.concatenate([text[1:] == NEWLINE, [True]]) & (text == BLANK)
    text = text[~ends]
    return _without_comments(text.tobytes()) if b"#" in content else (text.tobytes(), None)


def _without_comments(content: bytes) -> tuple[bytes, NDArray[np.int64]]:
    text = np.frombuffer(content, dtype=np.uint8)
    starts = np.append(0, np.flatnonzero(text == NEWLINE) + 1)
    is_row = np.append(text, NEWLINE)[starts] != HASH
    stays = np.repeat(is_row, np.diff(np.append(starts, len(text))))
    return text[stays].tobytes(), np.flatnonzero(is_row) + 1


def rows(text: bytes, lines: Lines) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each line that is not empty, and its cells; the arguments are the result of `single_spaces`."""
    for i, line in enumerate(text.split(b"\n")):
        if line:
            yield int(lines[i]) if lines is not None else i + 1, line.decode("utf-8", errors="replace").split(" ")


def is_number(cell: str) -> bool:
    """Whether a cell is a finite number; 1_0 is one in Python's source only."""
    try:
        return "_" not in cell and bool(np.isfinite(float(cell)))
    except ValueError:
        return False
