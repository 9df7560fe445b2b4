"""Handles every request of a page, on a server and in a reader's browser: bytes in, bytes out, without state."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.limits import MAX_REQUEST
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.open_address import open_address
from rankviz.page.answers.request_handler import BadRequest, parse_body, read_view, respond_to

SHEET = "sheet"
SLOW_PAGES = (SHEET, "learn_download")  # files made of many responses


def handle_request(body: bytes | str) -> bytes:
    """Respond to a request of a page.

    Parameters
    ----------
    body : bytes or str
        A `Request` as JSON; or `{"open": {"search": …, "view": …}}`, which opens a URL where no server is: the parameters
        of the URL and the `ViewState` of its page.

    Returns
    -------
    bytes
        What `respond_to_bytes` returns; for a URL that is opened, what `open_address` returns.

    Raises
    ------
    BadRequest
        If the body is not a request.
    """
    message = parse_body(body.encode(errors="replace") if isinstance(body, str) else body)
    if "open" in message:
        return _open(message["open"])
    view = message.get("view")
    if isinstance(view, dict) and view.get("page") == SHEET:
        return _sheet(message)
    return respond_to(message)


def is_slow(body: bytes) -> bool:
    """Whether a response takes seconds to build; such requests wait in a queue of their own."""
    if not any(page.encode() in body for page in SLOW_PAGES):
        return False
    try:
        view = parse_body(body).get("view")
    except BadRequest:
        return False
    return isinstance(view, dict) and view.get("page") in SLOW_PAGES


def _sheet(request: Mapping[str, object]) -> bytes:
    """Respond with a page saved as a file: the head and parts of any response, then the part with the file."""
    from rankviz.page.static.sheet import sheet_payload

    text, view = str(request.get("state")), read_view(request.get("view"))
    return b"\n".join(
        (respond_to(request), *(name.encode() + b" " + to_json(data) for name, data in sheet_payload(text, view).items()))
    )


def _open(address: object) -> bytes:
    if not isinstance(address, dict) or not isinstance(search := address.get("search"), str) or len(search) > MAX_REQUEST:
        raise BadRequest
    return open_address(search, read_view(address.get("view")))
