"""A text file in pieces that hold whole queries, so that a run of any size is read with little memory."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import TypeVar

from rankviz.basics.limits import MAX_HELD
from rankviz.runs.read.file_sources import PIECE, File, Progress, Text, open_text, too_much_at_once

STEP = 256  # bytes; some lines
T = TypeVar("T")


@dataclass(frozen=True)
class Block:
    """A piece of a file: where it starts in the unpacked text, in bytes, and the text."""

    start: int
    text: Text


@dataclass(frozen=True)
class Rows:
    """Which lines of a text belong to a query.

    Parameters
    ----------
    others : pattern
        All lines in a row that belong to no query: blank ones, and comments. A million of them take a hundredth of a second.
    query_of : function of any other line to its query
    """

    others: re.Pattern[bytes]
    query_of: Callable[[bytes], bytes]

    def next(self, text: Text, begin: int, end: int) -> int:
        """Return where the first row stands, from the start of a line on; the end if there is none."""
        if end - begin > STEP and text[begin : begin + STEP].isspace() and text[begin:end].isspace():
            return end  # thirty times as quick
        no_rows = self.others.match(text, begin, end)
        return no_rows.end() if no_rows else begin


def first_word(line: bytes) -> bytes:
    """The query of a row of TREC text."""
    return line.split(None, 1)[0]


TREC_ROWS = Rows(re.compile(rb"(?:[ \t\r\f\v]*+(?:#[^\n]*+)?+(?:\n|\Z))*+"), first_word)


def whole_queries(
    path: File, progress: Progress | None = None, size: int = PIECE, *, rows: Rows = TREC_ROWS, start: int = 0
) -> Iterator[Block]:
    """Cut a file between two queries, about every `size` bytes; pieces without any row are left out.

    Parameters
    ----------
    path : Path, Upload or Shared
    progress : function of the share that was read (0 to 1), optional
        Called between two pieces; what it raises ends the reading.
    size : int
    rows : Rows
    start : int
        Bytes of the unpacked text to leave out.

    Raises
    ------
    InputError
        As `rankviz.runs.read.file_sources.Stream`; `file_held` if a query is too long to be in memory.
    """
    rest, is_empty = bytearray(), True
    with open_text(path, progress) as stream:
        stream.more(start)
        while True:
            text = stream.more(max(size, len(rest)), rest)  # a long query is not looked through again at every step
            if len(text) == len(rest):
                break
            end = text.rfind(b"\n") + 1  # the rest is a line that is not whole
            last = _last_row(text, end, rows)
            cut = end if last < 0 else _between_queries(text, last, end, rows)
            start, rest = start + cut, text[cut:]
            del text[cut:]
            if stream.packed and len(rest) > MAX_HELD:
                raise too_much_at_once(path)
            if cut and last >= 0:
                is_empty = False
                yield Block(start - cut, text)
    if is_empty or rows.next(rest, 0, len(rest)) < len(rest):
        yield Block(start, rest)


def _between_queries(text: bytearray, high: int, end: int, rows: Rows) -> int:
    """Return where the query of the last row starts, as it may go on after the end; 0 if there is only one.

    Looked for in steps that double, then halve: rows of a query stand together, or else the file is read as a whole.
    """

    def query_from(begin: int) -> bytes:
        """Return the query of the first row from a place on; there is one, as the last row stands further down."""
        begin = rows.next(text, begin, end)
        return rows.query_of(bytes(text[begin : text.find(b"\n", begin) + 1]))

    last, low, step = query_from(high), high, STEP
    while low and query_from(low) == last:
        high, low, step = low, _line_at(text, low - step), 2 * step
    if query_from(low) == last:
        return 0
    while True:
        middle = text.rfind(b"\n", low, (low + high) // 2) + 1 or text.find(b"\n", low) + 1
        if middle >= high:
            return high
        low, high = (low, middle) if query_from(middle) == last else (middle, high)


def _line_at(text: bytearray, place: int) -> int:
    """Return the start of the line that a place is in."""
    return text.rfind(b"\n", 0, place) + 1 if place > 0 else 0


def _last_row(text: bytearray, end: int, rows: Rows) -> int:
    """Return the start of the last row before a place, -1 if there is none; in steps, as a million blank lines may follow."""
    low = high = end
    step = STEP
    while rows.next(text, low, high) == high:
        if not low:
            return -1
        high, low, step = low, _line_at(text, low - step), 2 * step
    while True:
        after = text.find(b"\n", low, high) + 1 or high
        middle = max(_line_at(text, (after + high) // 2), after)
        if middle < high and rows.next(text, middle, high) < high:
            low = middle
        elif after < middle:
            high = middle
        else:
            return low


def in_order(pool: Executor, act: Callable[[Block], T], blocks: Iterable[Block], at_once: int) -> Iterator[T]:
    """Results in the order of the blocks; never more than `at_once` of them wait, so that memory stays small."""
    waiting: deque[Future[T]] = deque()
    for block in blocks:
        waiting.append(pool.submit(act, block))
        if len(waiting) > at_once:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
