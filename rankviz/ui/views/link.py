"""A link to the page: its code to be photographed, whom it reaches, and the words of the line that shows it."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from rankviz.texts import Texts


def line_texts(texts: Texts) -> dict[str, str]:
    """The words of the line."""
    return {name: texts(f"link.{name}") for name in ("address", "copy", "copied", "copy_failed", "code", "no_code")}


@lru_cache(maxsize=64)
def code(link: str) -> str:
    """A link as an SVG that a camera reads, with the quiet zone around it; "" for a link that is too long for one."""
    import segno  # 0.05 s that nobody else waits for

    try:
        made = segno.make(link, error="m", boost_error=False, micro=False)
    except segno.DataOverflowError:
        return ""
    return str(made.svg_inline(border=4, omitsize=True, light="#fff"))


def reach(link: str) -> str:
    """Whom an address reaches: 'machine' for this one alone, 'network' for those in the same one, "" for all.

    Examples
    --------
    >>> reach("http://localhost:8501"), reach("http://192.168.1.7:8501"), reach("https://rankviz.example.org")
    ('machine', 'network', '')
    """
    host = (urlsplit(link).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return "machine"
    try:
        found = ip_address(host)
    except ValueError:
        return "network" if re.fullmatch(r"[^.]+(\.local|\.lan|\.home\.arpa)?", host) else ""
    if found.is_loopback or found.is_unspecified:
        return "machine"
    return "network" if found.is_private or found.is_link_local else ""
