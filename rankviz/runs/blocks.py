"""A text file in pieces that hold whole queries, so that a run of any size is read with little memory; gz is unpacked."""

from __future__ import annotations

import gzip
import io
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar, cast

from rankviz.errors import InputError

GZIP_MAGIC = b"\x1f\x8b"
SIZE = 1 << 21  # bytes: large enough to be parsed at full speed, small enough to stay near the processor
STEP = 256  # bytes; some lines
Progress = Callable[[float], object]
Text = bytes | bytearray
T = TypeVar("T")


@dataclass(frozen=True)
class Upload:
    """A file that is in memory only, read as one on disk is."""

    name: str
    content: bytes

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        """Bytes as they were sent."""
        return len(self.content)

    def open(self, _mode: str = "rb") -> IO[bytes]:
        """The content, from its start."""
        return io.BytesIO(self.content)


File = Path | Upload


@dataclass(frozen=True)
class Block:
    """A piece of a file: where it starts in the unpacked text, in bytes, and the text."""

    start: int
    text: Text


def first_word(line: bytes) -> bytes | None:
    """The query of a line of TREC text; None for comments and empty lines, which belong to no query."""
    word = line.split(None, 1)[:1]
    return word[0] if word and not word[0].startswith(b"#") else None


def whole_queries(
    path: File,
    progress: Progress | None = None,
    size: int = SIZE,
    *,
    query_of: Callable[[bytes], bytes | None] = first_word,
    start: int = 0,
) -> Iterator[Block]:
    """Cut a file between two queries, about every `size` bytes.

    Parameters
    ----------
    path : Path or Upload
    progress : function of the share that was read (0 to 1), optional
        Called between two pieces; what it raises ends the reading.
    size : int
    query_of : function of a line to its query, or None
    start : int
        Bytes of the unpacked text to leave out.

    Raises
    ------
    InputError
        `file_missing` if it cannot be read.
    """
    rest: Text = b""
    try:
        whole = max(path.size if isinstance(path, Upload) else path.stat().st_size, 1)
        with path.open("rb") as file:
            stream = _unpacked(file)
            stream.read(start)
            while True:
                text = _longer(rest, stream, max(size, len(rest)))  # a long query is not looked through again at every step
                if len(text) == len(rest):
                    break
                if progress is not None:
                    progress(min(file.tell() / whole, 1.0))
                cut = _between_queries(text, query_of)
                start, rest = start + cut, text[cut:]
                del text[cut:]
                if cut:
                    yield Block(start - cut, text)
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(path, error) from None
    if rest or not start:
        yield Block(start, rest)


def _longer(text: Text, stream: IO[bytes], size: int) -> bytearray:
    """A text and what follows it in a file; read to where it is to stand, as copies of megabytes take longer than reading."""
    longer = bytearray(len(text) + size)
    longer[: len(text)] = text
    end = len(text)
    with memoryview(longer) as room:
        while end < len(longer) and (count := stream.readinto(room[end:])):  # type: ignore[attr-defined]
            end += count
    del longer[end:]
    return longer


def content_of(path: File) -> bytes:
    """Read a whole file."""
    try:
        with path.open("rb") as file:
            return _unpacked(file).read()
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(path, error) from None


def lines_before(path: File, start: int) -> int:
    """Count the lines before a place; only asked for where a file is damaged."""
    count, left = 0, start
    with path.open("rb") as file:
        stream = _unpacked(file)
        while left and (piece := stream.read(min(left, SIZE))):
            count, left = count + piece.count(b"\n"), left - len(piece)
    return count


def _unpacked(file: IO[bytes]) -> IO[bytes]:
    magic = file.read(len(GZIP_MAGIC))
    file.seek(0)
    return cast(IO[bytes], gzip.open(file)) if magic == GZIP_MAGIC else file


def _unreadable(path: File, error: Exception) -> InputError:
    return InputError("file_missing", f"{path} cannot be read: {error}.", path=str(path), reason=str(error))


def _between_queries(text: Text, query_of: Callable[[bytes], bytes | None]) -> int:
    """Where the last query starts that may go on after the end; 0 if there is only one.

    Looked for in steps that double, then halve: lines of a query stand together, or else the file is read as a whole.
    """

    def query_from(begin: int) -> bytes | None:
        """Query of the first line from there on that has one."""
        query = None
        while query is None and begin < end:
            after = text.find(b"\n", begin) + 1
            begin, query = after, query_of(bytes(text[begin:after]))
        return query

    end = high = text.rfind(b"\n") + 1  # the rest is a line that is not whole
    last = None
    while last is None and high:
        high = text.rfind(b"\n", 0, high - 1) + 1
        last = query_from(high)
    low, step = high, STEP
    while low and query_from(low) == last:
        high, low, step = low, text.rfind(b"\n", 0, max(low - step, 0)) + 1, 2 * step
    if query_from(low) == last:
        return 0
    while True:
        middle = text.rfind(b"\n", low, (low + high) // 2) + 1 or text.find(b"\n", low) + 1
        if middle >= high:
            return high
        low, high = (low, middle) if query_from(middle) == last else (middle, high)


def in_order(pool: Executor, act: Callable[[Block], T], blocks: Iterable[Block], at_once: int) -> Iterator[T]:
    """Results in the order of the blocks; never more than `at_once` of them wait, so that memory stays small."""
    waiting: deque[Future[T]] = deque()
    for block in blocks:
        waiting.append(pool.submit(act, block))
        if len(waiting) > at_once:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
