"""Writes the files of a page so that the previous page stays whole until the new one is complete."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from rankviz.basics.errors import InputError, shorten

MARK = "data-alone"  # in every page that stands for itself
OURS = "Name a folder that is empty or not there yet, or one that rankviz wrote."


def write_folder(out: Path, files: Mapping[str, bytes], page: str, builds: str) -> None:
    """Write a page into a folder, which may hold one that was written before.

    Parameters
    ----------
    out : Path
    files : mapping of str to bytes
        By path, the page last: until it is written the old one is there, with all its files.
    page : str
        Its name.
    builds : str
        A pattern of folders that builds before may have left.

    Raises
    ------
    InputError
    """
    check_folder(out, page)
    try:
        for name, data in files.items():
            write_whole(out / name, data)
        now = {name.partition("/")[0] for name in files}
        for old in out.glob(builds):
            if old.is_dir() and old.name not in now:
                shutil.rmtree(old)
    except OSError as error:
        raise cannot(error, out) from None


def check_folder(out: Path, page: str) -> None:
    """Raise InputError for a folder that holds anything but a page."""
    try:
        if not out.exists():
            return
        if not out.is_dir():
            raise InputError("bad_out", f"{shorten(str(out))} is a file. {OURS}")
        path = out / page
        if any(out.iterdir()) and not (path.is_file() and MARK in path.read_text(encoding="utf-8", errors="replace")[:200]):
            raise InputError("bad_out", f"{shorten(str(out))} has other files in it, which stay as they are. {OURS}")
    except OSError as error:
        raise cannot(error, out) from None


def check_file(out: Path) -> None:
    """Raise InputError for a file that is anything but a page."""
    try:
        if out.is_dir():
            raise InputError("bad_out", f"{shorten(str(out))} is a folder. Name a file, for example {out / 'rankviz.html'}")
        if out.exists() and MARK.encode() not in out.read_bytes()[:200]:
            raise InputError(
                "bad_out", f"{shorten(str(out))} is there, and no page of rankviz. It stays as it is; name another file."
            )
    except OSError as error:
        raise cannot(error, out) from None


def write_file(out: Path, data: bytes) -> None:
    """Write a page of one file.

    Raises
    ------
    InputError
    """
    try:
        write_whole(out, data)
    except OSError as error:
        raise cannot(error, out) from None


def cannot(error: OSError, path: Path) -> InputError:
    """Return the error for a file that cannot be written."""
    return InputError("bad_out", f"{shorten(str(error.filename or path))} cannot be written: {error.strerror or error}.")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all; a file with the same content stays as it is."""
    if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.flush()
            temporary.chmod(0o644)  # a host's server is somebody else
            temporary.replace(path)
        finally:
            with suppress(OSError):
                temporary.unlink()
