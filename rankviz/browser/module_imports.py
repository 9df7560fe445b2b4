"""Finds which modules of the browser import which others, since these have to be delivered with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import PurePosixPath

from rankviz.browser.part_kinds import HERE
from rankviz.browser.without_comments import without_comments

IMPORT = re.compile(r"""(\bfrom\s+|\bimport\s+|\bimport\()"(\.{1,2}/[^"]+)\"""")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


def imported_modules(entries: Iterable[str]) -> list[str]:
    """Return the paths of modules below `browser/`, and of all that they import, at once or later.

    Examples
    --------
    >>> imported_modules(["kit/select.js"])
    ['kit/elements.js', 'kit/select.js']
    """
    paths: dict[str, None] = {}
    waiting = list(dict.fromkeys(entries))
    while waiting:
        path = waiting.pop(0)
        if path not in paths:
            paths[path] = None
            waiting += _imported(path, (HERE / path).stat().st_mtime_ns)
    return sorted(paths)


def imports_of(path: str) -> list[str]:
    """Return the paths of what a module imports itself; types that are named in comments are none.

    Examples
    --------
    >>> imports_of("kit/select.js")
    ['kit/elements.js']
    """
    code = COMMENT.sub("", (HERE / path).read_text(encoding="utf-8"))
    return [_resolved(path, name) for _, name in IMPORT.findall(code)]


def with_import_paths(path: str, name: Callable[[str], str]) -> str:
    """Return the text of a module without comments, with `name` applied to the paths of its imports."""
    return IMPORT.sub(lambda match: f'{match[1]}"{name(_resolved(path, match[2]))}"', without_comments(HERE / path))


@cache
def _imported(path: str, _changed: int) -> list[str]:
    return imports_of(path)


def _resolved(path: str, name: str) -> str:
    parts: list[str] = []
    for part in (PurePosixPath(path).parent / name).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
