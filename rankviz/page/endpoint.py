"""The one function that a page asks, wherever it runs: bytes in, bytes out, and nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.basics.limits import MAX_REQUEST
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.open_address import open_address
from rankviz.page.answers.request_handler import BadRequest, parse_body, read_view, respond_to

SHEET = "sheet"
LONG = (SHEET, "learn_download")  # files of many answers


def handle_request(body: bytes | str) -> bytes:
    """Answer what a page asks.

    Parameters
    ----------
    body : bytes or str
        A `Question` as JSON, answered as `respond` does; or `{"open": {"search": …, "view": …}}`, an address that is opened
        where no server is: the parameters of the address and a `View` of its page.

    Returns
    -------
    bytes
        What `respond` gives; of an address, before that, a line that a board is mounted with.

    Raises
    ------
    BadRequest
    """
    found = parse_body(body.encode(errors="replace") if isinstance(body, str) else body)
    if "open" in found:
        return _open(found["open"])
    view = found.get("view")
    if isinstance(view, dict) and view.get("page") == SHEET:
        return _sheet(found)
    return respond_to(found)


def is_slow(body: bytes) -> bool:
    """Whether an answer takes seconds: then it must not stand in the way of others."""
    if not any(page.encode() in body for page in LONG):
        return False
    try:
        view = parse_body(body).get("view")
    except BadRequest:
        return False
    return isinstance(view, dict) and view.get("page") in LONG


def _sheet(found: Mapping[str, object]) -> bytes:
    """The file, after what any answer says first."""
    from rankviz.page.static.sheet import sheet_payload

    text, view = str(found.get("state")), read_view(found.get("view"))
    return b"\n".join(
        (respond_to(found), *(name.encode() + b" " + to_json(data) for name, data in sheet_payload(text, view).items()))
    )


def _open(wanted: object) -> bytes:
    if not isinstance(wanted, dict) or not isinstance(search := wanted.get("search"), str) or len(search) > MAX_REQUEST:
        raise BadRequest
    return open_address(search, read_view(wanted.get("view")))
