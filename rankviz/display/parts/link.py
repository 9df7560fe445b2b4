"""A link to the page: its address, its code to be photographed, whom it reaches, and the words of the line that shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit

from rankviz.basics.optional_packages import load
from rankviz.texts import Texts


def line_texts(texts: Texts) -> dict[str, str]:
    """Return the labels of the line that shows a link, by their keys."""
    return {name: texts(f"link.{name}") for name in ("address", "copy", "copied", "copy_failed", "code", "no_code")}


def full_url(base_url: str, parameters: Mapping[str, str]) -> str:
    """Write an address with its parameters.

    Parameters
    ----------
    base_url : str
        Address of a page without them; where there is no server behind it they stand in its fragment, which no host sees.
    parameters : mapping

    Examples
    --------
    >>> full_url("https://rankviz.example.org/learn", {"seed": "5"})
    'https://rankviz.example.org/learn?seed=5'
    >>> full_url("file:///lists/sheet.html#", {"g": "321"})
    'file:///lists/sheet.html#g=321'
    """
    return f"{base_url}{'' if base_url.endswith('#') else '?'}{urlencode(parameters, errors='replace')}"


@lru_cache(maxsize=64)
def qr_code(link: str) -> str:
    """Return the QR code of a link as SVG, with its quiet zone; "" if the link is too long for one."""
    return secret_qr_code(link)


def secret_qr_code(link: str) -> str:
    """Return the QR code of a link as SVG without caching it: for links that hold a key; "" if it is too long."""
    segno = load("segno")  # 0.05 s that nobody else waits for
    try:
        picture = segno.make(link, error="m", boost_error=False, micro=False)
    except (segno.DataOverflowError, UnicodeError):
        return ""
    return str(picture.svg_inline(border=4, omitsize=True, light="#fff"))


def reach(link: str) -> str:
    """Whom an address reaches: 'file' for who has the file, 'machine' and 'network' for who is on the same one, "" for all.

    Examples
    --------
    >>> reach("http://localhost:8501"), reach("http://192.168.1.7:8501"), reach("https://rankviz.example.org")
    ('machine', 'network', '')
    """
    try:
        parts = urlsplit(link)
    except ValueError:  # the browser says it, and may say anything
        return ""
    if parts.scheme == "file":
        return "file"
    host = (parts.hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return "machine"
    try:
        host_address = ip_address(host)
    except ValueError:
        return "network" if re.fullmatch(r"[^.]+(\.local|\.lan|\.home\.arpa)?", host) else ""
    if host_address.is_loopback or host_address.is_unspecified:
        return "machine"
    return "network" if host_address.is_private or host_address.is_link_local else ""
