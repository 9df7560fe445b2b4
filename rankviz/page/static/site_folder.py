"""Writes the page as a folder for any static host: it opens at once, and computes in the reader's browser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from rankviz.browser.part_kinds import HERE
from rankviz.page.static.first_responses import first_responses
from rankviz.page.static.html_shell import Site, asset_files, folder_index_html
from rankviz.page.static.licences import licences_text
from rankviz.page.static.pyodide import PARTS
from rankviz.page.static.python_bundle import build_bundle

TRANSPORT = "pyodide_transport"
OWN, WORKER, PAGE, OFFLINE = "rankviz.zip", "shell/static/pyodide_worker.js", "index.html", "service_worker.js"
ASSETS, CORE = "assets_", "pyodide"
# Names of the files by their use, for the worker.
NAMES = dict(zip(("core", "script", "machine", "library", "wheel"), (part.name for part in PARTS), strict=True)) | {"own": OWN}


def folder_files(parts: Mapping[str, Path], places: Iterable[tuple[str, str]] = ()) -> dict[str, bytes]:
    """Make the files of the page, by path, the page itself last.

    Parameters
    ----------
    parts : mapping of str to Path
        The files of `PARTS`, by name.
    places : iterable of (str, str)
        Addresses whose first response comes along, besides that of each page, as for `first_responses`.
    """
    core = {f"{CORE}/{name}": path.read_bytes() for name, path in parts.items()}
    inside = asset_files(Site(TRANSPORT)) | {WORKER: (HERE / WORKER).read_bytes(), OWN: build_bundle()}
    root = f"{ASSETS}{_digest(inside)}/"
    assets = {root + name: data for name, data in inside.items()}
    addresses = {part.name: (f"{CORE}/{part.name}", part.size) for part in PARTS} | {OWN: (root + OWN, len(inside[OWN]))}
    data = {
        "worker": {"address": root + WORKER},
        "files": {name: {"address": address, "size": size} for name, (address, size) in addresses.items()},
        "names": NAMES,
        "offline": OFFLINE,
    }
    page = folder_index_html(Site(TRANSPORT, first=first_responses(places), data=data), root).encode()
    licence, offline = licences_text().encode(), _service_worker([*core, *assets], page)
    return core | assets | {"LICENSES.txt": licence, OFFLINE: offline, PAGE: page}


def _service_worker(files: Iterable[str], page: bytes) -> bytes:
    text = (HERE / "shell" / "static" / OFFLINE).read_text(encoding="utf-8")
    return text.replace("{build}", _digest({PAGE: page})).replace("{files}", json.dumps([*files])).encode()


def _digest(files: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name, data in sorted(files.items()):
        digest.update(name.encode() + b"\0" + sha256(data).digest())
    return digest.hexdigest()[:12]
