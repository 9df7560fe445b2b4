"""The HTML of the pages of a class, and their files, under an address that changes with their content."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from mimetypes import types_map
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from rankviz.browser.module_imports import imported_modules
from rankviz.browser.part_kinds import HERE, PACKAGE
from rankviz.browser.without_comments import without_comments

PHONE, TEACHER, ENTER = "classroom/phone/index.html", "classroom/teacher/index.html", "classroom/teacher/key_handoff.html"
ROOT = "ASSETS"  # stands in a page for where its files are
ASSET_NAME = re.compile(ROOT + r"/([\w./-]+)")
END_OF_HEAD = "</head>"
# Not in the folder of the browser's modules.
ELSEWHERE = {"theme.css": PACKAGE / "display" / "theme.css"}
FONT, FONT_FILES = "source-sans.woff2", "static/static/media/SourceSansVF-Upright*.woff2"  # in Streamlit's own folder
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
WITH_COMMENTS = (".js", ".css")
FOR_GOOD, AGAIN = "public, max-age=31536000, immutable", "no-cache"
# Nothing but what this server gives, no script and no style sheet inside a page. The answer has the policy of all pages, too
# (rankviz/page/server/headers.py); a browser follows both.
RULES = {
    "default-src": ("'self'",),
    "script-src": ("'self'",),
    "style-src": ("'self'",),
    "img-src": ("'self'", "data:"),
    "object-src": ("'none'",),
    "base-uri": ("'none'",),
    "form-action": ("'none'",),
    "frame-ancestors": ("'self'",),
}
HEADERS = {
    "Content-Security-Policy": "; ".join(" ".join((name, *sources)) for name, sources in RULES.items()),
    "Cache-Control": AGAIN,
}


@dataclass(frozen=True)
class PageFiles:
    """The files that the pages load.

    Parameters
    ----------
    digest : str
        Changes with the content of any file.
    paths : mapping of str to Path
        By their name in an address.
    """

    digest: str
    paths: Mapping[str, Path]


def page_files() -> PageFiles:
    """Return the files of all pages; read again when one has changed."""
    paths = {name: path for page in (PHONE, TEACHER, ENTER) for name, path in files_of_page(page).items()}
    return _stamped_files(tuple((name, path, path.stat().st_mtime_ns) for name, path in sorted(paths.items())))


def files_of_page(page: str) -> dict[str, Path]:
    """Return the files of one page: those its HTML names, and the modules they import."""
    named = ASSET_NAME.findall((HERE / page).read_text(encoding="utf-8"))
    modules = imported_modules(each for each in named if each.endswith(".js"))
    files = {name: ELSEWHERE.get(name, HERE / name) for name in (*named, *modules) if name != FONT}
    font = _font() if FONT in named else None
    return files | ({} if font is None else {FONT: font})


@cache
def _stamped_files(stamped: tuple[tuple[str, Path, int], ...]) -> PageFiles:
    digest = sha256()
    for name, path, _ in stamped:
        digest.update(name.encode() + b"\0" + sha256(path.read_bytes()).digest())
    return PageFiles(digest.hexdigest()[:12], {name: path for name, path, _ in stamped})


@cache
def _font() -> Path | None:
    """Return the font of the other pages, which comes with Streamlit; None if it is missing."""
    streamlit = find_spec("streamlit")
    folder = Path(streamlit.origin).parent if streamlit is not None and streamlit.origin else None
    return next(iter(sorted(folder.glob(FONT_FILES))), None) if folder else None


def page_response(name: str, to_class: str) -> Response:
    """Return the response with a page, the same for everybody.

    Parameters
    ----------
    name : str
        `PHONE`, `TEACHER` or `ENTER`.
    to_class : str
        Relative path from its address to `class/`, since a proxy may have removed the prefix of both.
    """
    root = f"{to_class}assets/{page_files().digest}"
    modules = (each for each in files_of_page(name) if each.endswith(".js"))
    links = "".join(f'<link rel="modulepreload" href="{root}/{each}">\n' for each in modules)
    text = (
        (HERE / name).read_text(encoding="utf-8").replace(ROOT + "/", root + "/").replace(END_OF_HEAD, links + END_OF_HEAD, 1)
    )
    return Response(text, media_type="text/html", headers=HEADERS)


def asset_response(request: Request) -> Response:
    """Return the response with one of the files; 404 for any other path."""
    current_files, name = page_files(), request.path_params["path"]
    path = current_files.paths.get(name)
    if path is None:
        return Response(status_code=404, headers={"Cache-Control": "no-store"})
    is_current = request.path_params["digest"] == current_files.digest
    # A page that was opened before the server changed may still load what is new.
    headers = {"Cache-Control": FOR_GOOD if is_current else "no-store"}
    kind = KINDS.get(path.suffix, types_map.get(path.suffix))
    if path.suffix in WITH_COMMENTS:
        return Response(without_comments(path), media_type=kind, headers=headers)
    return FileResponse(path, media_type=kind, headers=headers)
