"""The headers that tell a browser what the page may do: nothing but what it does."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


def content_security_policy(index: str) -> str:
    """Write the policy.

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


def headers() -> dict[str, str]:
    """All of them."""
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


class Headers:
    """Adds them to whatever is answered over HTTP.

    Parameters
    ----------
    app : callable
        What answers, as ASGI has it.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._added = [(name.lower().encode(), value.encode()) for name, value in headers().items()]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass on a request, and its answer with the headers."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *self._added]}
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)
