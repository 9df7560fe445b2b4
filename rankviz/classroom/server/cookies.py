"""The cookie with the teacher's key, the check that a request comes from our own pages, and the address of a client."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from rankviz.basics.limits import CLASS_LONGEST
from rankviz.classroom.room_codes import LONGEST_KEY, new_key, read_code

COOKIE, VISIT = "rv_class", "rv_visit"
OWN_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
PUBLIC_URL = "RANKVIZ_PUBLIC_URL"
LONGEST_ADDRESS = 500
LONGEST_HOST = 45  # an IPv6 address that holds one of IPv4
PORTS = {"http": 80, "https": 443}


class RoomKey(NamedTuple):
    """The code of a room and its teacher's key."""

    code: str
    key: str


def key_from_cookies(cookies: Mapping[str, str]) -> RoomKey | None:
    """Return the key in the cookies; None if there is none, or it is malformed.

    Examples
    --------
    >>> key_from_cookies({"rv_class": "482915.abc"}), key_from_cookies({"rv_class": "482915"}), key_from_cookies({})
    (RoomKey(code='482915', key='abc'), None, None)
    """
    return parse_key(cookies.get(COOKIE, ""))


def parse_key(text: str) -> RoomKey | None:
    """Parse CODE.KEY; None if the text is anything else."""
    code, _, key = text[: LONGEST_KEY + 8].partition(".")
    return RoomKey(code, key) if read_code(code) == code and OWN_KEY.fullmatch(key) else None


def set_key_cookie(response: Response, request: HTTPConnection, room_key: RoomKey) -> None:
    """Set the cookie with the key, out of reach of scripts.

    It is given no path: then a browser takes that of the request without its last part, as it knows it itself, which is the
    folder `class/` for `class/new` and `class/keep`. A proxy may have taken away what stands before that.
    """
    _set_cookie(response, request, COOKIE, f"{room_key.code}.{room_key.key}")


def clear_key_cookie(response: Response, request: HTTPConnection, path: str | None = None) -> None:
    """Clear the cookie with the key: in the response to `class/mine`, or for the path `class` as this server knows it."""
    _set_cookie(response, request, COOKIE, "", 0, path)


def visitor_id(request: HTTPConnection) -> str:
    """Return the visitor's id, by which new rooms are counted; a new one if the cookie is missing."""
    visit = request.cookies.get(VISIT, "")
    return visit if OWN_KEY.fullmatch(visit) else new_key()


def set_visit_cookie(response: Response, request: HTTPConnection, visit: str) -> None:
    """Set the cookie with the visitor's id."""
    _set_cookie(response, request, VISIT, visit)


def _set_cookie(
    response: Response, request: HTTPConnection, name: str, value: str, lasts: int = CLASS_LONGEST, path: str | None = None
) -> None:
    is_secure = is_encrypted(request)
    response.set_cookie(name, value, max_age=lasts, path=path, httponly=True, samesite="strict", secure=is_secure)


def is_encrypted(request: HTTPConnection) -> bool:
    """Whether the request came over https, as the browser or a proxy before this server says."""
    forwarded = request.headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    return "https" in (urlsplit_or_none(request.headers.get("origin", ""))[0], forwarded, request.url.scheme)


def is_same_origin(request: HTTPConnection) -> bool:
    """Whether the request comes from a page of this server. Browsers say so whenever a request could change something."""
    fetch_site = request.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site == "same-origin"
    origin = _host_and_port(request.headers.get("origin", ""))
    scheme = request.headers.get("origin", "").partition(":")[0]
    hosts = [host for name in ("host", "x-forwarded-host") if (host := request.headers.get(name, ""))]
    if port := request.headers.get("x-forwarded-port", ""):  # of a proxy that leaves it out of `Host`
        hosts += [f"{_host_and_port(f'{scheme}://{host}')[0]}:{port}" for host in hosts]
    own_origins = [_host_and_port(f"{scheme}://{host}") for host in hosts] + [_host_and_port(os.environ.get(PUBLIC_URL, ""))]
    return origin[0] != "" and origin in own_origins


def _host_and_port(url: str) -> tuple[str, int]:
    """Return host and port of a URL; ("", 0) if there are none."""
    parts = urlsplit_or_none(url)
    try:
        return (parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0))
    except ValueError:
        return "", 0


def urlsplit_or_none(url: str) -> SplitResult:
    """Split a URL; an empty one if it is malformed."""
    try:
        return urlsplit(url[:LONGEST_ADDRESS])
    except ValueError:
        return urlsplit("")


def client_address(request: HTTPConnection) -> str:
    """Return the address by which wrong codes are counted: that of the client, or the one named by a trusted proxy.

    uvicorn, which serves Streamlit, has looked at `X-Forwarded-For` by now. It believes a proxy on this machine, or those that
    FORWARDED_ALLOW_IPS names, and nobody else.
    """
    return request.client.host[:LONGEST_HOST] if request.client else ""


def phone_address(page_url: str, code: str) -> str:
    """The address that phones open for a room: as the teacher's page knows it, unless the server's owner says another one.

    Parameters
    ----------
    page_url : str
        That of the page for phones, without the code; "" is returned where it is none.
    code : str
    """
    public = os.environ.get(PUBLIC_URL, "").strip().rstrip("/")
    if public:
        return f"{public}/c/{code}"
    if not page_url.isprintable() or len(page_url) > LONGEST_ADDRESS:
        return ""
    parts = urlsplit_or_none(page_url)
    if parts.scheme not in PORTS or not parts.netloc or not parts.path.endswith("/c"):
        return ""
    return f"{parts.scheme}://{parts.netloc}{parts.path}/{code}"
