"""Finds the files of Pyodide: in a folder that is named, in the cache, or on the network."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from hashlib import sha256
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from rankviz.basics.errors import InputError, shorten
from rankviz.cli.write_files import write_whole
from rankviz.page.static.pyodide import PARTS, VERSION, PyodideFile

SCHEME = "https:"  # nothing is fetched by another way
SECONDS = 30  # without a byte
INSIDE = ("", "pyodide", "package")  # where a release, the folder of a page, and a package keep them
ELSE = "Name a folder that has the files: --pyodide FOLDER (a release of Pyodide that was unpacked, or a page made before)."


def find_files(folder: Path | None) -> Mapping[str, Path]:
    """Find the files of Pyodide.

    Parameters
    ----------
    folder : Path or None
        The folder with all files; None for the cache, into which missing files are downloaded.

    Returns
    -------
    mapping of str to Path
        The files by name; the digest of each is checked.

    Raises
    ------
    InputError
    """
    return {part.name: _cached_file(part) if folder is None else _file_in_folder(part, folder) for part in PARTS}


def _file_in_folder(part: PyodideFile, folder: Path) -> Path:
    """Find a file in the folder that was named."""
    there = [path for path in (folder / inside / part.name for inside in INSIDE) if path.is_file()]
    if not there:
        needed = f"All of Pyodide {VERSION} is needed: {', '.join(each.name for each in PARTS)}."
        message = f"--pyodide {shorten(str(folder))}: {part.name} is not in it. {needed}"
        raise InputError("no_pyodide", message)
    if not any(_is(part, path) for path in there):
        digest = part.digest[:12]
        message = f"{shorten(str(there[0]))} is not the {part.name} of Pyodide {VERSION} (its SHA-256 begins with {digest})."
        raise InputError("no_pyodide", f"{message} Take it from {part.address}")
    return next(path for path in there if _is(part, path))


def _cached_file(part: PyodideFile) -> Path:
    """Find a file in the cache, or download it."""
    path = cache_folder() / f"{part.digest[:16]}-{part.name}"
    if not (path.is_file() and _is(part, path)):
        data = _fetched(part)
        try:
            write_whole(path, data)
        except OSError as error:
            raise InputError("no_pyodide", f"{shorten(str(path))} cannot be written: {error.strerror}. {ELSE}") from None
    return path


def cache_folder() -> Path:
    """Return the folder of this system for files that can be downloaded again."""
    home, named = Path.home(), os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME", "")
    usual = (
        home / "AppData" / "Local"
        if os.name == "nt"
        else home / "Library" / "Caches"
        if sys.platform == "darwin"
        else home / ".cache"
    )
    return (Path(named) if Path(named).is_absolute() else usual) / "rankviz" / "pyodide"


def _is(part: PyodideFile, path: Path) -> bool:
    try:
        return path.stat().st_size == part.size and sha256(path.read_bytes()).hexdigest() == part.digest
    except OSError as error:
        raise InputError("no_pyodide", f"{shorten(str(path))} cannot be read: {error.strerror}. {ELSE}") from None


class _Direct(HTTPRedirectHandler):
    """Follows redirects to https addresses only."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Return the redirected request; None if it is not https."""
        return super().redirect_request(req, fp, code, msg, headers, newurl) if newurl.startswith(SCHEME) else None


def _fetched(part: PyodideFile) -> bytes:
    if not part.address.startswith(SCHEME):
        raise InputError("no_pyodide", f"{part.address} is no safe address. {ELSE}")
    try:
        with build_opener(_Direct).open(Request(part.address), timeout=SECONDS) as answer:  # noqa: S310
            data: bytes = answer.read(part.size + 1)
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError):
            error.close()
        reason = error.reason if isinstance(error, URLError) and not isinstance(error, HTTPError) else error
        raise InputError("no_pyodide", f"{part.name} could not be fetched from {part.address} ({reason}). {ELSE}") from None
    if len(data) != part.size or sha256(data).hexdigest() != part.digest:
        what = f"{part.size} bytes whose SHA-256 begins with {part.digest[:12]}"
        message = f"{part.address} gave something else than {part.name} of Pyodide {VERSION}: {what} were expected. {ELSE}"
        raise InputError("no_pyodide", message)
    return data
