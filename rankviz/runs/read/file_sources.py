"""Where text comes from: a file on disk, one of a shared folder, or one that was sent; gz is unpacked, within limits."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from rankviz.basics.errors import InputError, one_line, shorten
from rankviz.basics.limits import MAX_EMPTY, MAX_HELD, MAX_LINE, MAX_UNPACKED

ADDRESS = re.compile(r"[a-z][a-z0-9+]+://", re.IGNORECASE)
GZIP_MAGIC = b"\x1f\x8b"
PIECE = 1 << 21  # bytes
MEGABYTE = 1_000_000
SHOWN = 160  # characters of a reason
Progress = Callable[[float], object]
Text = bytes | bytearray


@dataclass(frozen=True)
class Upload:
    """A file that is in memory only, read as one on disk is.

    Parameters
    ----------
    name : str
    content : bytes
    watch : function of the share that was read (0 to 1), optional
        Called while it is read; what it raises ends the reading.
    """

    name: str
    content: bytes
    watch: Progress | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        """Bytes as they were sent."""
        return len(self.content)

    def open(self, _mode: str = "rb") -> IO[bytes]:
        """The content, from its start."""
        return io.BytesIO(self.content)


@dataclass(frozen=True)
class SharedFile:
    """A file of a shared folder: it has a name, and messages never show its path.

    Parameters
    ----------
    name : str
    path : Path
    watch : function of the share that was read (0 to 1), optional
        As for `Upload`.
    """

    name: str
    path: Path
    watch: Progress | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return self.path.stat().st_size

    @property
    def modified_at(self) -> int:
        """When it was written, in nanoseconds; 0 if it does not exist any more, which reading it will report."""
        try:
            return self.path.stat().st_mtime_ns
        except OSError:
            return 0

    def open(self, mode: str = "rb") -> IO[bytes]:
        """The content, from its start."""
        return self.path.open(mode)


File = Path | Upload | SharedFile


def file_of(path: str | File) -> File:
    """A path as it was typed, as a file; `path_empty`, and `path_is_address` for what is on the web."""
    if isinstance(path, str) and not path.strip():
        raise InputError("path_empty", "The name of a file is empty; expected the path of a run, of judgments or of a log.")
    if isinstance(path, str) and ADDRESS.match(path):
        address = shorten(one_line(path))
        raise InputError("path_is_address", f"{address} is an address. Download the file, and give its path.", address=address)
    return Path(path) if isinstance(path, str) else path


def unreadable(path: object, error: object) -> InputError:
    """Return the error for a file that cannot be read, with another program's reason on one line and without the path."""
    reason = " ".join(one_line(str(getattr(error, "strerror", None) or error)).split()).rstrip(".")
    reason = reason if len(reason) <= SHOWN else reason[: SHOWN - 1] + "…"
    return InputError("file_missing", f"{path} cannot be read: {reason}.", path=str(path), reason=reason)


class Stream:
    """The text of a file, from its start; every limit is watched over here, and nowhere else.

    Raises
    ------
    InputError
        From every method: `file_missing`, `file_unpacked`, `file_line`.
    """

    def __init__(self, path: File, file: IO[bytes], progress: Progress | None = None, longest: int = MAX_LINE) -> None:
        self.path, self.count, self._longest = path, 0, longest
        self._progress = progress or getattr(path, "watch", None)
        self._size = max(path.stat().st_size if isinstance(path, Path) else path.size, 1)
        self._raw = _Watched(file, self._tell)
        self.packed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
        file.seek(0)
        self._text: IO[bytes] = gzip.GzipFile(fileobj=self._raw) if self.packed else file  # type: ignore[assignment]
        self._limit = MAX_UNPACKED * MEGABYTE if isinstance(path, Upload) else None
        self._begun = 0  # bytes before `count` that belong to a line that has not ended

    def more(self, size: int, text: Text = b"") -> bytearray:
        """A text and up to `size` bytes that follow it; read to where it is to stand, as copying takes longer than reading."""
        longer = bytearray(len(text) + size)
        longer[: len(text)] = text
        end = len(text)
        with memoryview(longer) as room:
            while end < len(longer) and (count := self._filled(room[end:])):
                end += count
        del longer[end:]
        if self._limit is not None and self.count > self._limit:
            raise upload_too_large(self.path)
        self._check_lines(longer, len(text))
        if not self.packed:
            self._tell()
        return longer

    def _filled(self, room: memoryview) -> int:
        self._raw.allowance = 2 * len(room) + MAX_EMPTY
        try:
            count = self._text.readinto(room)  # type: ignore[attr-defined]
        except (OSError, EOFError, zlib.error) as error:
            raise unreadable(self.path, error) from None
        self.count += count
        return int(count)

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(min(self._raw.position() / self._size, 1.0))

    def _check_lines(self, text: bytearray, start: int) -> None:
        """Refuse a line that is too long; looks at few bytes of each megabyte, from the end of the longest line allowed."""
        begin = start - self._begun
        while len(text) - begin > self._longest:
            window = max(begin, 0), begin + self._longest + 1
            end = text.rfind(b"\n", *window)
            end = end if end >= 0 else text.rfind(b"\r", *window)
            if end < 0:
                raise _long_line(self.path, self.count - (len(text) - begin))
            begin = end + 1
        end = max(text.rfind(b"\n", max(begin, 0)), text.rfind(b"\r", max(begin, 0)))
        self._begun = len(text) - (end + 1 if end >= 0 else begin)


class _Watched(io.RawIOBase):
    """A compressed file that reports how far it was read, and stops once more than `allowance` bytes gave too little text."""

    def __init__(self, file: IO[bytes], tell: Callable[[], None]) -> None:
        super().__init__()
        self._file, self._tell, self.allowance = file, tell, MAX_EMPTY

    def read(self, size: int = -1) -> bytes:
        content = self._file.read(size)
        self.allowance -= len(content)
        if self.allowance < 0:
            raise gzip.BadGzipFile("it consists of parts that hold next to nothing")
        self._tell()
        return content

    def position(self) -> int:
        """Bytes that were read."""
        return self._file.tell()

    def seekable(self) -> bool:
        return False


@contextmanager
def open_text(path: File, progress: Progress | None = None, longest: int = MAX_LINE) -> Iterator[Stream]:
    """Open a file's text, of lines up to so many bytes; InputError `file_missing` if it cannot be read."""
    try:
        file = path.open("rb")
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        raise unreadable(path, error) from None
    with file:
        try:
            stream = Stream(path, file, progress, longest)
        except OSError as error:
            raise unreadable(path, error) from None
        yield stream


def content_of(path: File) -> bytes:
    """Read a whole file.

    Raises
    ------
    InputError
        As `Stream`; `file_held`.
    """
    content = io.BytesIO()
    with open_text(path) as stream:
        while piece := stream.more(PIECE):
            content.write(piece)
            if stream.packed and stream.count > MAX_HELD:
                raise too_much_at_once(path)
    return content.getvalue()


def beginning_of(path: File, size: int) -> bytes:
    """Read the first `size` bytes of a file, and the rest of the line, or of a long one so much as a line may have.

    Errors as of `Stream`.
    """
    with open_text(path, longest=2 * MAX_LINE) as stream:
        text = stream.more(size)
        while not text.endswith(b"\n") and len(text) < size + MAX_LINE and (further := stream.more(size)):
            end = further.find(b"\n") + 1
            text += further[: end or len(further)]
            if end:
                break
    return bytes(text)


def starts_with(path: File, sign: bytes) -> bool:
    """Whether a file, as it is stored, starts with some bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(sign)) == sign
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def lines_before(path: File, start: int) -> int:
    """Count the lines before a byte; only called for a damaged file."""
    count, remaining = 0, start
    with path.open("rb") as file:
        magic = file.read(len(GZIP_MAGIC))
        file.seek(0)
        stream = gzip.GzipFile(fileobj=file) if magic == GZIP_MAGIC else file
        while remaining and (piece := stream.read(min(remaining, PIECE))):
            count, remaining = count + piece.count(b"\n"), remaining - len(piece)
    return count


def upload_too_large(path: File) -> InputError:
    """Return the error for an upload that is too large when unpacked."""
    limit = f"{MAX_UNPACKED:,} MB"
    message = f"{path} is larger than {limit} when unpacked, which is the most that can be uploaded. Split it by query."
    return InputError("file_unpacked", message, path=str(path), limit=limit)


def too_much_at_once(path: File) -> InputError:
    """Say that a decompressed text, or a query's part of it, cannot be held in memory as a whole."""
    limit = f"{MAX_HELD // MEGABYTE:,} MB"
    message = f"{path}: the rows of one query, or of a compressed table, take more than {limit}. Unpack the file, or split it."
    return InputError("file_held", message, path=str(path), limit=limit)


def _long_line(path: File, start: int) -> InputError:
    line = lines_before(path, start) + 1
    message = f"{path}, line {line} is longer than {MAX_LINE:,} bytes; expected text with one row per line."
    return InputError("file_line", message, path=str(path), line=line, limit=f"{MAX_LINE:,}")
