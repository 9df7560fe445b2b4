"""HTTP headers of the page: what its scripts may do, and what a browser may cache; and Streamlit's error dialogs turned off."""

from __future__ import annotations

import re
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from http import HTTPStatus
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


def content_security_policy(index: str) -> str:
    """Write the content security policy of the page.

    Parameters
    ----------
    index : str
        Text of the page that Streamlit serves; its inline scripts may run, and no others.

    Notes
    -----
    Streamlit imports the scripts of components from `blob:` addresses, writes styles into the page, colours code by WebAssembly
    (which can run nothing else), and has pictures of its own as `data:`; Plotly draws what is saved from a `blob:`. Any page
    with a certificate may show this one in a frame, as the pages of a course do: nobody is logged in here, and a stolen click
    can do no harm. A proxy may narrow that by a policy of its own, for a browser follows all that it is given.
    """
    hashes = (b64encode(sha256(each.encode()).digest()).decode() for each in SCRIPT.findall(index.replace("\r\n", "\n")))
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", "blob:", "'wasm-unsafe-eval'", *(f"'sha256-{each}'" for each in hashes)],
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:"],
        "font-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'self'", "https:"],
    }
    return "; ".join(" ".join((name, *sources)) for name, sources in rules.items())


def security_headers() -> dict[str, str]:
    """Return the security headers of every response."""
    streamlit = find_spec("streamlit")
    assert streamlit is not None
    assert streamlit.origin is not None
    index = Path(streamlit.origin).parent / "static" / "index.html"
    return {
        "Content-Security-Policy": content_security_policy(index.read_text(encoding="utf-8")),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",  # an address holds the lists
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }


# Scripts and style sheets of the page, whose address changes with what is in them (rankviz/web/components/assets.py).
NAMED_BY_CONTENT = re.compile(r"/component/[\w.]+\.assets_[0-9a-f]{12}/([\w/]+\.(?:js|css))$")
# Plotly, whose address has its version (`plotly_url` there).
NAMED_BY_VERSION = re.compile(rf"/component/[\w.]+\.plotly/plotly\.min\.js\?v={re.escape(version('plotly'))}$")
CACHE = (b"cache-control", b"public, max-age=31536000, immutable")
BROWSER = Path(__file__).resolve().parents[2] / "browser"
STARTED = time.time()
# Streamlit's settings of the page. Its dialog about the connection would lie over a page that can be edited without a server,
# and takes the focus; the page shows a message itself. The replacement has the same length, for Content-Length is already sent.
SETTINGS, DIALOGS, NO_DIALOGS = "/_stcore/host-config", b'"blockErrorDialogs":false', b'"blockErrorDialogs":true '


def is_immutable(path: str, query: str = "") -> bool:
    """Whether a browser may cache an address for good: it names its content, and the file has not changed since."""
    if NAMED_BY_VERSION.search(f"{path}?{query}"):
        return True
    named = NAMED_BY_CONTENT.search(path)
    file = BROWSER / named[1] if named else None
    return file is not None and file.is_file() and file.stat().st_mtime < STARTED


class HeadersMiddleware:
    """ASGI middleware that adds the headers to every HTTP response.

    Parameters
    ----------
    app : callable
        The ASGI application that responds.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._added = [(name.lower().encode(), value.encode()) for name, value in security_headers().items()]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, and send the response with the headers."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                if message["status"] == HTTPStatus.OK and is_immutable(scope["path"], scope["query_string"].decode("latin-1")):
                    headers = [*(each for each in headers if each[0] != CACHE[0]), CACHE]
                message = {**message, "headers": [*headers, *self._added]}
            if message["type"] == "http.response.body" and scope["path"].endswith(SETTINGS):
                message = {**message, "body": message.get("body", b"").replace(DIALOGS, NO_DIALOGS)}
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)
