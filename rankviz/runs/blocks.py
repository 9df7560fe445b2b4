"""A text file in pieces that hold whole queries, so that a run of any size is read with little memory; gz is unpacked."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from rankviz.errors import InputError

GZIP_MAGIC = b"\x1f\x8b"
SIZE = 1 << 21  # bytes: large enough to be parsed at full speed, small enough to stay near the processor
Progress = Callable[[float], object]


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
    text: bytes


def whole_queries(path: File, progress: Progress | None = None, size: int = SIZE) -> Iterator[Block]:
    """Cut a file between two queries, about every `size` bytes.

    Parameters
    ----------
    path : Path or Upload
    progress : function of the share that was read (0 to 1), optional
        Called between two pieces; what it raises ends the reading.
    size : int

    Raises
    ------
    InputError
        `file_missing` if it cannot be read.
    """
    start, rest = 0, b""
    try:
        whole = max(path.size if isinstance(path, Upload) else path.stat().st_size, 1)
        with path.open("rb") as file:
            stream = _unpacked(file)
            while piece := stream.read(size):
                if progress is not None:
                    progress(min(file.tell() / whole, 1.0))
                text = rest + piece
                cut = _between_queries(text)
                if cut:
                    yield Block(start, text[:cut])
                start, rest = start + cut, text[cut:]
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(path, error) from None
    if rest or not start:
        yield Block(start, rest)


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


def _between_queries(text: bytes) -> int:
    """Where the last query starts that may go on after the end; 0 if there is only one."""
    end = text.rfind(b"\n") + 1  # the rest is a line that is not whole
    last: bytes | None = None
    while end:
        begin = text.rfind(b"\n", 0, end - 1) + 1
        query = text[begin:end].split(None, 1)[:1]
        if query and not query[0].startswith(b"#"):  # comments and empty lines belong to no query
            if last is not None and query[0] != last:
                return end
            last = query[0]
        end = begin
    return 0
