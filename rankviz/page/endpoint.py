"""Handles every request of a page, on a server and in a reader's browser: bytes in, bytes out, without state."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from rankviz.basics.limits import MAX_REQUEST
from rankviz.basics.work_budget import OverBudgetError, work_budget
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.open_address import open_address
from rankviz.page.answers.request_handler import BadRequest, parse_body, read_view, respond_to
from rankviz.state.edits import WORK_SHARES
from rankviz.state.permalink import has_long_lists

SHEET = "sheet"
LIGHT_UNITS = 5  # of `work_budget`, such as questions that are drawn
SLOW_PAGES = (SHEET, "learn_download")  # files made of many responses


class Weight(IntEnum):
    """What a request costs: some milliseconds, some tenths of a second, or seconds."""

    LIGHT = 0
    HEAVY = 1
    SLOW = 2


class TooMuchWork(ValueError):  # noqa: N818 - it is not an error of ours
    """Raised instead of a response that costs more than it may: its argument is the `Weight` of the request."""

    def __init__(self, weight: Weight) -> None:
        super().__init__(weight)
        self.weight = weight


def handle_request(body: bytes | str, most: Weight = Weight.SLOW) -> bytes:
    """Respond to a request of a page.

    Parameters
    ----------
    body : bytes or str
        A `Request` as JSON; or `{"open": {"search": …, "view": …}}`, which opens a URL where no server is: the parameters
        of the URL and the `ViewState` of its page.
    most : Weight
        What it may cost.

    Returns
    -------
    bytes
        What `respond_to_bytes` returns; for a URL that is opened, what `open_address` returns.

    Raises
    ------
    BadRequest
        If the body is not a request.
    TooMuchWork
    """
    message = parse_body(body.encode(errors="replace") if isinstance(body, str) else body)
    if most < Weight.SLOW and (weight := _weigh(message)) > most:
        raise TooMuchWork(weight)
    try:
        with work_budget(LIGHT_UNITS if most == Weight.LIGHT else None):
            return _respond(message)
    except OverBudgetError:
        raise TooMuchWork(Weight.HEAVY) from None


def _respond(message: Mapping[str, object]) -> bytes:
    if "open" in message:
        return _open(message["open"])
    view = message.get("view")
    if isinstance(view, dict) and view.get("page") == SHEET:
        return _sheet(message)
    return respond_to(message)


def _weigh(message: Mapping[str, object]) -> Weight:
    """Return what a request costs, without doing any of it."""
    view, state, edits = message.get("view"), message.get("state"), message.get("edits")
    if isinstance(view, dict) and view.get("page") in SLOW_PAGES:
        return Weight.SLOW
    names = [edit.get("name") for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else []
    if "open" in message or any(name == each for name in names for each in WORK_SHARES):
        return Weight.HEAVY
    return Weight.HEAVY if isinstance(state, str) and has_long_lists(state) else Weight.LIGHT


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
