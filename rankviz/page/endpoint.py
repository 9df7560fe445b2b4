"""Handles every request of a page, on a server and in a reader's browser: bytes in, bytes out, without state."""

from __future__ import annotations

from enum import IntEnum

from rankviz.basics.work_budget import OverBudgetError, work_budget
from rankviz.page.answers.edits.apply_edits import kind_of
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import OpenRequest, Request
from rankviz.page.answers.open_address import open_address
from rankviz.page.answers.request_handler import BadRequest, read_message, respond_to
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
        A `Request` as JSON, or an `OpenRequest`.
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
    request = _read(body.encode(errors="replace") if isinstance(body, str) else body)
    if most < Weight.SLOW and (weight := _weigh(request)) > most:
        raise TooMuchWork(weight)
    try:
        with work_budget(LIGHT_UNITS if most == Weight.LIGHT else None):
            return _respond(request)
    except OverBudgetError:
        raise TooMuchWork(Weight.HEAVY) from None


def _read(body: bytes) -> Request | OpenRequest:
    try:
        return read_message(body, Request)
    except BadRequest:
        return read_message(body, OpenRequest)


def _respond(request: Request | OpenRequest) -> bytes:
    if isinstance(request, OpenRequest):
        return open_address(request.open.search, request.open.view)
    return _sheet(request) if request.view.page == SHEET else respond_to(request)


def _weigh(request: Request | OpenRequest) -> Weight:
    """Return what a request costs, without doing any of it."""
    if isinstance(request, OpenRequest):
        return Weight.HEAVY
    if request.view.page in SLOW_PAGES:
        return Weight.SLOW
    is_heavy = any(kind_of(edit).work_share for edit in request.edits) or has_long_lists(request.state)
    return Weight.HEAVY if is_heavy else Weight.LIGHT


def _sheet(request: Request) -> bytes:
    """Respond with a page saved as a file: the head and parts of any response, then the part with the file."""
    from rankviz.page.static.sheet import sheet_payload

    parts = sheet_payload(request.state, request.view)
    return b"\n".join((respond_to(request), *(name.encode() + b" " + to_json(data) for name, data in parts.items())))
