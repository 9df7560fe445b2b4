"""Request in, response out, as bytes: a pure function, which any process can run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from rankviz.basics.coerce import SURROGATE
from rankviz.basics.errors import InputError
from rankviz.basics.limits import (
    MAX_EDITS,
    MAX_LINK,
    MAX_NAME,
    MAX_OPENED_TEXT,
    MAX_PAGE_PARAMS,
    MAX_PASTE,
    MAX_REQUEST,
    MAX_WORK,
)
from rankviz.compare.comparison import with_opening_order
from rankviz.diagnose.view.my_tool import diagnose_actions
from rankviz.display.error_text import error_text, error_texts
from rankviz.examples.example_commands import commands
from rankviz.learn.learn_params import initial_state, read_learn_params, state_after_answer
from rankviz.learn.questions.attempts import read_work
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import Request, ResponseHead, ViewState
from rankviz.page.answers.open_dialog import close_if_done, dialog_actions, dialog_part, is_dialog_action, without_dialog
from rankviz.page.answers.page_parts import PAGES, build_parts
from rankviz.page.answers.part_builder import BuildInput
from rankviz.page.answers.response_cache import ResponseCache
from rankviz.state.app_state import AppState
from rankviz.state.edits import MAKE, OF_THE_SAME_LIST, Act, RefusedInput, apply_edits
from rankviz.state.handout import PARTS, check_allowed
from rankviz.state.permalink import from_text, is_linkable, to_text
from rankviz.texts import LANGUAGES, Texts

CACHE_BYTES = 20_000_000
SHORT = 30  # entries of all lists of a state whose response is cached
RESPONSE_CACHE = ResponseCache(CACHE_BYTES)
LARGEST_NUMBER = 2**53  # JavaScript counts no further
LARGEST_TYPE = 200  # px, on a wall
VIEW_FIELDS = frozenset(field.name for field in fields(ViewState))


def _page_actions(view: ViewState) -> dict[str, Act]:
    """Return the actions of this view that change a state, besides the edits that every page has."""
    return {**commands(view.example), **diagnose_actions(view.page_params), **_learn_actions(view), **dialog_actions(view)}


def _learn_actions(view: ViewState) -> dict[str, Act]:
    """Return the actions of Learn: open its question, lesson step or view, or take over the state that an answer leads to."""

    def open_learn(_: AppState, __: object) -> AppState:
        return initial_state(read_learn_params(view.page_params, view.file_text), read_work(view.work))

    def apply_answer(state: AppState, _: object) -> AppState:
        return state_after_answer(read_learn_params(view.page_params, view.file_text), read_work(view.work), state)

    return {"open_learn": open_learn, "apply_answer": apply_answer}


ACTION_NAMES = (*MAKE, *_page_actions(ViewState()))
# Actions after which another list is shown.
LIST_SWITCHES = tuple(name for name in ACTION_NAMES if name not in (*OF_THE_SAME_LIST, "apply_answer"))


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
    return respond_to(parse_body(body))


def parse_body(body: bytes) -> dict[str, Any]:
    """Parse the body of a request; BadRequest if it is too long or not a JSON object."""
    try:
        parsed = json.loads(body) if len(body) <= MAX_REQUEST else None
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(parsed, dict):
        raise BadRequest
    return parsed


def respond_to(body: Mapping[str, object]) -> bytes:
    """Respond to a parsed request, as `respond_to_bytes` does."""
    request = _check_request(body)
    view, before = request["view"], from_text(request["state"])
    edits, is_fixed = request["edits"], "choices" in view.withheld_parts
    if is_fixed:  # a list brings its cutoff along
        edits = [{**edit, "cutoff": before.state.convention.cutoff} if isinstance(edit, dict) else edit for edit in edits]
    is_compared = view.page == "compare" and not all(map(is_dialog_action, edits))
    start = with_opening_order(before.state) if is_compared else before.state
    allowed = partial(check_allowed, locked=view.locked, fixed=is_fixed)
    edited = apply_edits(start, edits, _page_actions(view), allowed)
    try:
        state, text, dialog_problem = edited.state, to_text(edited.state), edited.dialog_problem
    except InputError as error:
        state, text, dialog_problem = before.state, request["state"], error
    view = close_if_done(view, edits, dialog_problem)
    if "only" in request:
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


def _check_request(body: Mapping[str, object]) -> Request:
    """Check the shape of a request; the edits are checked when they are applied."""
    state, edits, only = body.get("state"), body.get("edits"), body.get("only", "dialog")
    if not isinstance(state, str) or not isinstance(edits, list) or len(edits) > MAX_EDITS:
        raise BadRequest
    if only != "dialog":
        raise BadRequest
    request: Request = {"state": state, "edits": edits, "view": read_view(body.get("view"))}
    return {**request, "only": "dialog"} if "only" in body else request


def read_view(value: object) -> ViewState:
    """Read a view from JSON; BadRequest if the browser cannot have sent it."""
    if not isinstance(value, dict) or value.keys() != VIEW_FIELDS:
        raise BadRequest
    open_slot, withheld = value["open_slot"], {name: _read_part_names(value[name]) for name in ("covered", "hidden")}
    short_names = ("language", "page", "example", "term", "guess", "dialog")
    short_texts = [*(value[name] for name in short_names), "" if open_slot is None else open_slot]
    if not all(isinstance(each, str) and len(each) <= MAX_NAME for each in short_texts):
        raise BadRequest
    longest = {
        "page_params": MAX_PAGE_PARAMS,
        "work": MAX_WORK,
        "file_text": MAX_OPENED_TEXT,
        "draft": MAX_PASTE + 1,
        "base_url": MAX_LINK,
    }
    if not all(isinstance(value[name], str) and len(value[name]) <= most for name, most in longest.items()):
        raise BadRequest
    if value["language"] not in LANGUAGES or value["page"] not in PAGES:
        raise BadRequest
    if any(type(value[name]) is not bool for name in ("shows_all_measures", "shows_tables", "locked", "is_static")):
        raise BadRequest
    if type(value["type_size"]) is not int or not 0 <= value["type_size"] <= LARGEST_TYPE:
        raise BadRequest
    addresses = {name: SURROGATE.sub("\ufffd", value[name]) for name in ("page_params", "base_url")}  # as browsers write them
    return ViewState(**value | withheld | addresses)


def read_client_report(value: object, last_number: int) -> dict[str, Any] | None:
    """Read what a client reports of its state and view.

    Parameters
    ----------
    value : object
        As the client sent it, in whatever shape.
    last_number : int
        Number of the last report that was read.

    Returns
    -------
    dict or None
        `number`, `state` (text), `view`, `session`, `server_states`, `dialog`, `dialogs`; None if it is malformed or was read
        before.
    """
    if not isinstance(value, Mapping):
        return None
    number, state = value.get("number"), value.get("state")
    if type(number) is not int or not last_number < number < LARGEST_NUMBER or not isinstance(state, str):
        return None
    try:
        view = read_view(value.get("view"))
    except BadRequest:
        return None
    others = {name: value.get(name) for name in ("session", "server_states", "dialog", "dialogs")}
    return {"number": number, "state": state, "view": view, **others}


def _read_part_names(value: object) -> tuple[str, ...]:
    """Read names of `handout.PARTS`; BadRequest for any other value."""
    if not isinstance(value, list) or len(value) > len(PARTS) or not all(each in PARTS for each in value):
        raise BadRequest
    return tuple(value)
