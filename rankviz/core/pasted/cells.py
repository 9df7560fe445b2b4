"""Splits a line of a pasted list into cells: at tabs, commas or spaces, with quotation marks around what is one cell."""

from __future__ import annotations

import re

from rankviz.basics.coerce import read_number
from rankviz.basics.limits import MAX_ENTRIES, MAX_GRADE

SEPARATORS = re.compile(r"\s*[,;，；、]\s*|\s+")
UNJUDGED = frozenset({"", "?", "？", "-", "u", "na", "n/a", "nan", "none", "null"})
_QUOTED, _SPACES = re.compile(r'[ ]*"((?:[^"]|"")*+)"'), re.compile("[ ]*")
_COLUMNS = (re.compile(r"\t"), re.compile(r"[,;，；]"), re.compile(r"\s+"))


def flat_cells(line: str) -> list[str]:
    """Split a line of grades; an empty cell between two separators is an unjudged entry, after the last one it is none."""
    cells = SEPARATORS.split(line.strip().strip("[]()").strip())
    return cells[:-1] if not cells[-1] else cells


def is_flat(line: str) -> bool:
    """Whether every cell of a line, as far as a list goes, is a grade, or says that there is none."""
    return all(is_grade(cell) for cell in flat_cells(line)[: MAX_ENTRIES + 1])


def is_numbers(line: str) -> bool:
    """Whether every cell of a line, as far as a list goes, is a grade, or a number that is too large for one."""
    return all(is_grade(cell) or read_number(cell) is not None for cell in flat_cells(line)[: MAX_ENTRIES + 1])


def cells_of(line: str) -> tuple[str, ...]:
    """Split a line into columns: at tabs if there is one, else at commas or semicolons, else at spaces; a quote is one cell."""
    for separator in _COLUMNS:
        cells = _split(line.strip("\r "), separator)
        if len(cells) > 1:
            return cells
    return cells


def _split(line: str, separator: re.Pattern[str]) -> tuple[str, ...]:
    if '"' not in line:
        return tuple(cell.strip() for cell in separator.split(line))
    cells, start = [], 0
    while True:
        quotes = _QUOTED.match(line, start)
        behind = _SPACES.match(line, quotes.end()) if quotes else None
        end = (separator.match(line, behind.start()) or separator.match(line, behind.end())) if behind else None
        if quotes and behind and (end or behind.end() == len(line)):
            cells.append(quotes[1].replace('""', '"'))
        else:
            end = separator.search(line, start)
            cells.append(line[start : end.start() if end else len(line)].strip())
        if end is None:
            return tuple(cells)
        start = end.end()


def is_grade(cell: str) -> bool:
    """Whether a cell holds a grade, or says that there is none."""
    return cell.lower() in UNJUDGED or grade_of(cell) is not None


def grade_of(cell: str) -> float | None:
    """Return the grade in a cell; None if it holds no grade."""
    value = read_number(cell)
    return value if value is not None and abs(value) <= MAX_GRADE else None
