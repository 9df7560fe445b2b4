"""Writes the page as HTML that needs no server: its modules, style sheets, texts and first responses around a board."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from urllib.parse import quote

from msgspec import structs

from rankviz.browser.module_imports import imported_modules, with_import_paths
from rankviz.browser.part_kinds import COMMON, HERE, Kind, main_file, page_html, styles
from rankviz.browser.part_kinds import kind_files as files_of_kinds
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.page.answers.page_parts import kinds_of
from rankviz.texts import LANGUAGES, Texts

# The pages, with the path of each in the address.
PATHS = {"explore": "", "learn": "learn", "compare": "compare", "diagnose": "diagnose"}
START_FAILURES = ("old", "damaged", "blocked")
PRELOADED_FOLDERS = ("kit", "tab", "shell/board")  # folders of which every module is needed by every page


@dataclass(frozen=True)
class Site:
    """A page without a server, apart from its modules and style sheets.

    Parameters
    ----------
    transport : str
        The module of `browser/shell/static` whose `createTransport` creates the function by which the page gets its responses.
    pages : tuple of str
        Names of `PATHS`.
    view : ViewState
        The view with which it opens.
    first : mapping of str to bytes
        First responses, as `open_address` returns them, by `first_key`.
    data : mapping
        Data for `createTransport`; JSON-serialisable.
    title : str
        Title of the document until a response brings one.
    """

    transport: str
    pages: tuple[str, ...] = tuple(PATHS)
    view: ViewState = field(default_factory=lambda: view_state(is_static=True))
    first: Mapping[str, bytes] = field(default_factory=dict)
    data: Mapping[str, object] = field(default_factory=dict)
    title: str = "rankviz"


def first_key(page: str, language: str, search: str = "") -> str:
    """Return the key by which the browser finds the first response of an address."""
    return f"{page} {language} {search}"


def one_file_html(site: Site) -> str:
    """Write the page as one file of HTML, with all that it needs."""
    paths = module_paths(site)
    modules = {path: with_import_paths(path, lambda imported: f"rv/{imported}") for path in paths}
    styles_by_path = {path: (HERE / path).read_text(encoding="utf-8") for path in _styles_of(site)}
    return _html(site, _contents(site) | {"modules": modules, "styles": styles_by_path})


def folder_index_html(site: Site, root: str) -> str:
    """Write the page as index.html of a folder.

    Parameters
    ----------
    site : Site
    root : str
        Path from index.html to the folder of `asset_files`, with a slash at the end.
    """
    links = [
        f'<link rel="modulepreload" href="{root}{path}">\n'
        for path in module_paths(site)
        if path.rpartition("/")[0] in PRELOADED_FOLDERS
    ]
    return _html(site, _contents(site) | {"root": root}, "".join(links))


def asset_files(site: Site) -> dict[str, bytes]:
    """Return the modules and style sheets that the page loads, by path."""
    return {path: (HERE / path).read_bytes() for path in (*module_paths(site), *_styles_of(site))}


def module_paths(site: Site) -> list[str]:
    """Return the paths of the modules that the page needs: its entry modules, those of its parts, and all that these import."""
    entries = ["shell/static/shell.js", f"shell/static/{site.transport}.js", "shell/board/board.js"]
    entries += [main_file(kind.folder, "js") for kind in _kinds(site).values()]
    return imported_modules(entries)


def _styles_of(site: Site) -> list[str]:
    folders = {style for kind in _kinds(site).values() for style in kind.styles}
    return [*COMMON, *sorted(main_file(style, "css") for style in folders)]


def _kinds(site: Site) -> dict[str, Kind]:
    return {name: kind for page in site.pages for name, kind in kinds_of(page).items()}


def _contents(site: Site) -> dict[str, object]:
    return {
        "transport": site.transport,
        "pages": [{"name": name, "path": PATHS[name]} for name in site.pages],
        "boards": {name: page_html(name) for name in site.pages},
        "kinds": files_of_kinds(_kinds(site)),
        "common": COMMON,
        "ahead": [path for path in module_paths(site) if path.rpartition("/")[0] in PRELOADED_FOLDERS],
        "texts": {language: _texts(Texts(language), site.pages) for language in LANGUAGES},
        "view": structs.asdict(site.view),
        "first": {key: answer.decode() for key, answer in site.first.items()},
        "data": site.data,
    }


def _texts(texts: Texts, pages: Iterable[str]) -> dict[str, str]:
    return (
        texts.group("static_page")
        | {"pages": texts("pages.label")}
        | {f"page_{name}": texts(f"pages.{name}") for name in pages}
    )


def compress(text: str | bytes) -> str:
    """Compress a text with gzip and encode it as base64, to be embedded in HTML."""
    content = text.encode() if isinstance(text, str) else text
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def _html(site: Site, contents: Mapping[str, object], links: str = "") -> str:
    data = compress(json.dumps(contents, ensure_ascii=False, separators=(",", ":")))
    mark = (HERE / "mark.svg").read_text(encoding="utf-8")
    own = [(HERE / "shell" / "static" / "shell.css"), *sorted(HERE.glob("shell/page_links/*.css"))]
    holes = {
        "title": escape(site.title),
        "icon": "data:image/svg+xml," + quote(mark),
        "links": links,
        "styles": styles() + "".join(path.read_text(encoding="utf-8") for path in own),
        "loader": (HERE / "shell" / "static" / "loader.js").read_text(encoding="utf-8"),
        "mark": mark.strip(),
        "failed": _failure_paragraphs(START_FAILURES),
        "not_run": _failure_paragraphs(("not_run",)),
        "data": data,
    }
    template = Path(HERE / "shell" / "static" / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{(\w+)\}", lambda hole: holes[hole[1]], template)


def _failure_paragraphs(whys: Iterable[str]) -> str:
    """Write why the page cannot start, as HTML paragraphs in every language."""
    lines = ((why, language, Texts(language)(f"static_page_failed.{why}")) for why in whys for language in LANGUAGES)
    return "".join(f'<p lang="{language}" data-why="{why}">{escape(text)}</p>' for why, language, text in lines)
