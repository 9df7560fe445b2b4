"""Reads addresses of the page: of a page with a server or without one, or the parameters alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_LINK
from rankviz.page.answers.open_address import OpenedAddress, read_address
from rankviz.page.static.html_shell import PATHS

ELSEWHERE = re.compile(r"([a-z]*)(?:\?(.*))?", re.DOTALL)  # a page and its parameters, as kit/page_url.js reads them


@dataclass(frozen=True)
class Link:
    """An address of the page, read.

    Parameters
    ----------
    page : str
        A name of `PATHS`.
    search : str
        Its parameters.
    opened : OpenedAddress
    """

    page: str
    search: str
    opened: OpenedAddress


def read_link(text: str) -> Link:
    """Read an address.

    Raises
    ------
    InputError
        For one that is too long, of a page that is not there, or with parameters that cannot be read.

    Examples
    --------
    >>> read_link("https://example.org/rankviz/compare?v=1&m=ap&k=6&g=301").page
    'compare'
    >>> read_link("page.html#v=1&m=ap&k=6&g=301").search
    'v=1&m=ap&k=6&g=301'
    """
    if len(text) > MAX_LINK:
        message = f"--state: an address of {len(text):,} characters; at most {MAX_LINK:,} are read. Shorten the list."
        raise InputError("bad_state", message)
    path, search = _split(text.strip())
    names = {own: name for name, own in PATHS.items()}
    if path not in names:
        known = ", ".join(PATHS)
        raise InputError("bad_state", f'--state {shorten(text)}: there is no page "{path}" in it. Known: {known}.')
    opened = read_address(names[path], dict(parse_qsl(search, keep_blank_values=True)))
    if opened.problems:
        message = f"--state {shorten(text)}: the page would not read all of this link, so nothing was written. It would say: "
        raise InputError("bad_state", f"{message}{opened.problems[0]}")
    return Link(names[path], search, opened)


def _split(text: str) -> tuple[str, str]:
    """Split an address into the path of the page, and the parameters."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.fragment:
        whole = ELSEWHERE.fullmatch(parts.fragment)
        return (whole[1], whole[2] or "") if whole else ("", parts.fragment)
    if parts.scheme or "?" in text:
        last = parts.path.rstrip("/").rpartition("/")[2]
        return (last if last in PATHS.values() else ""), parts.query
    return "", text.lstrip("?#")
