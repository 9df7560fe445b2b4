"""Request in, response out, as bytes: a pure function, which any process can run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_REQUEST
from rankviz.compare.comparison import with_opening_order
from rankviz.display.error_text import error_text, error_texts
from rankviz.page.answers.edits.apply_edits import RefusedInput, apply_edits, kind_of
from rankviz.page.answers.json_codec import decode, to_json
from rankviz.page.answers.messages import Request, ResponseHead, ViewState
from rankviz.page.answers.open_dialog import close_if_done, dialog_part, without_dialog
from rankviz.page.answers.page_parts import PAGES, build_parts
from rankviz.page.answers.part_builder import BuildInput
from rankviz.page.answers.response_cache import ResponseCache
from rankviz.state.app_state import AppState
from rankviz.state.handout import check_allowed
from rankviz.state.permalink import from_text, is_linkable, to_text
from rankviz.texts import Texts

CACHE_BYTES = 20_000_000
SHORT = 30  # entries of all lists of a state whose response is cached
Message = TypeVar("Message")
RESPONSE_CACHE = ResponseCache(CACHE_BYTES)


class BadRequest(ValueError):  # noqa: N818 - it is not an error of ours
    """A request that the page never sends."""


def respond_to_bytes(body: bytes) -> bytes:
    """Respond to a request.

    Parameters
    ----------
    body : bytes
        A `Request` as JSON.

    Returns
    -------
    bytes
        `ResponseHead` as JSON; then a line for each part of the page: its name, a space, and its payload as JSON.

    Raises
    ------
    BadRequest
        If it is not a request.
    """
    return respond_to(read_message(body, Request))


def read_message(body: bytes, kind: type[Message]) -> Message:
    """Read the body of a request; BadRequest if it is too long, too deep, or not of this kind."""
    if len(body) > MAX_REQUEST:
        raise BadRequest
    try:
        return decode(body, kind)
    except (ValueError, RecursionError):
        raise BadRequest from None


def respond_to(request: Request) -> bytes:
    """Respond to a request, as `respond_to_bytes` does."""
    view, before = request.view, from_text(request.state)
    is_compared = view.page == "compare" and not all(kind_of(edit).is_of_dialog for edit in request.edits)
    start = with_opening_order(before.state) if is_compared else before.state
    allowed = partial(check_allowed, locked=view.locked, fixed="choices" in view.withheld_parts)
    edited = apply_edits(start, request.edits, view, allowed)
    try:
        state, text, dialog_problem = edited.state, to_text(edited.state), edited.dialog_problem
    except InputError as error:
        state, text, dialog_problem = before.state, request.state, error
    view = close_if_done(view, edited.made) if dialog_problem is None else view
    if request.only == "dialog":
        return encode_response({"state": text, "linkable": is_linkable(text)}, _dialog(state, view, dialog_problem))
    problems, near_row = [*before.problems, *edited.notices], _first_changed_row(before.state, state)
    return encode_response(*build_response(state, text, view, problems, edited.refused, dialog_problem, near_row))


def build_response(
    state: AppState,
    text: str,
    view: ViewState,
    problems: Sequence[InputError] = (),
    refused: RefusedInput | None = None,
    dialog_problem: InputError | None = None,
    near_row: int = 0,
) -> tuple[ResponseHead, Mapping[str, bytes]]:
    """Build the head and the parts of a response.

    Parameters
    ----------
    state : AppState
    text : str
        The state as `to_text` writes it.
    view : ViewState
    problems : sequence of InputError
        Shown above the list.
    refused : RefusedInput, optional
        The input that cannot be used, shown where it was typed.
    dialog_problem : InputError, optional
        Why the content of a dialog was not taken over: shown in the dialog, or above the list if none is open.
    near_row : int
        As in `BuildInput`.

    Returns
    -------
    ResponseHead
    mapping of str to bytes
        The payload of each part as JSON, by name.
    """
    texts, linkable = Texts(view.language), is_linkable(text)
    closed_dialog_problems = [dialog_problem] if dialog_problem is not None and not view.dialog else []
    notices = error_texts([*problems, *closed_dialog_problems], texts) + [texts("error.not_saved")] * (not linkable)
    refused_texts = None if refused is None else (refused.name, refused.typed, error_text(refused.error, texts))
    is_short = sum(len(ranking.items) + len(ranking.missed) for ranking in state.lists) <= SHORT
    build_input = BuildInput(state, without_dialog(view), tuple(notices), refused_texts, 0 if is_short else near_row)
    is_cached = is_short and not notices and refused is None
    parts = RESPONSE_CACHE.get_or_build(build_input, text) if is_cached else build_parts(build_input)
    return {"state": text, "linkable": linkable}, {**parts, **_dialog(state, view, dialog_problem)}


def _dialog(state: AppState, view: ViewState, dialog_problem: InputError | None) -> Mapping[str, bytes]:
    """Build the part `dialog`, on pages that may have one; {} on others."""
    if "dialog" not in PAGES[view.page]:
        return {}
    return {"dialog": to_json(dialog_part(state, view, dialog_problem, Texts(view.language)))}


def encode_response(head: Mapping[str, object], parts: Mapping[str, bytes]) -> bytes:
    """Encode a response: the head, and a line for each part."""
    return b"\n".join((to_json(head), *(name.encode() + b" " + payload for name, payload in parts.items())))


def _first_changed_row(before: AppState, after: AppState) -> int:
    """Return the first row (from 0) that differs; 0 if none does."""
    pairs = enumerate(zip(before.ranking.items, after.ranking.items, strict=False))
    return next((row for row, (old, new) in pairs if old != new), 0)


def read_client_message(value: object, kind: type[Message]) -> Message | None:
    """Convert what a client sent over Streamlit, in whatever shape, to a type; None if it is malformed."""
    try:
        return msgspec.convert(value, kind)
    except ValueError:
        return None
