"""A question in, its answer out, as bytes: a pure function, of whichever process."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

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

ROOM, SHORT = 20_000_000, 30  # bytes of the answers that are kept, and the entries of the lists of each
RESPONSE_CACHE = ResponseCache(ROOM)
LARGEST = 2**53  # JavaScript counts no further
LARGEST_TYPE = 200  # px, on a wall
VIEW_FIELDS = frozenset(field.name for field in fields(ViewState))


def _page_actions(view: ViewState) -> dict[str, Act]:
    """What the parts of a page can do besides the edits of any page."""
    return {**commands(view.example), **diagnose_actions(view.page_params), **_of_learn(view), **dialog_actions(view)}


def _of_learn(view: ViewState) -> dict[str, Act]:
    """Begin what is looked at on Learn, or go on with what an answer led to."""

    def open_learn(_: AppState, __: object) -> AppState:
        return initial_state(read_learn_params(view.page_params, view.file_text), read_work(view.work))

    def apply_answer(state: AppState, _: object) -> AppState:
        return state_after_answer(read_learn_params(view.page_params, view.file_text), read_work(view.work), state)

    return {"open_learn": open_learn, "apply_answer": apply_answer}


ACTION_NAMES = (*MAKE, *_page_actions(ViewState()))
LIST_SWITCHES = tuple(
    name for name in ACTION_NAMES if name not in (*OF_THE_SAME_LIST, "apply_answer")
)  # those that show another list


class BadRequest(ValueError):  # noqa: N818 - it is not an error of ours
    """What the page never sends."""


def respond_to_bytes(body: bytes) -> bytes:
    """Answer a question.

    Parameters
    ----------
    body : bytes
        A `Question` as JSON.

    Returns
    -------
    bytes
        `Head` as JSON; then a line for each part of the page: its name, a space, and its data as JSON.

    Raises
    ------
    BadRequest
    """
    return respond_to(parse_body(body))


def parse_body(body: bytes) -> dict[str, Any]:
    """Read what was asked; BadRequest for what is too long or no object."""
    try:
        found = json.loads(body) if len(body) <= MAX_REQUEST else None
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(found, dict):
        raise BadRequest
    return found


def respond_to(found: Mapping[str, object]) -> bytes:
    """Answer a question that was read; as `respond` does."""
    question = _read(found)
    view, read = question["view"], from_text(question["state"])
    edits, is_fixed = question["edits"], "choices" in view.withheld_parts
    if is_fixed:  # a list brings its cutoff along
        edits = [{**edit, "cutoff": read.state.convention.cutoff} if isinstance(edit, dict) else edit for edit in edits]
    allowed = partial(check_allowed, locked=view.locked, fixed=is_fixed)
    begun = with_opening_order(read.state) if view.page == "compare" and not all(map(is_dialog_action, edits)) else read.state
    made = apply_edits(begun, edits, _page_actions(view), allowed)
    try:
        state, text, kept = made.state, to_text(made.state), made.dialog_problem
    except InputError as error:
        state, text, kept = read.state, question["state"], error
    view = close_if_done(view, edits, kept)
    problems = [*read.problems, *made.notices]
    if "only" in question:
        return encode_response({"state": text, "linkable": is_linkable(text)}, _dialog(state, view, kept))
    return encode_response(*build_response(state, text, view, problems, made.refused, kept, _first_changed(read.state, state)))


def build_response(
    state: AppState,
    text: str,
    view: ViewState,
    problems: Sequence[InputError] = (),
    refused: RefusedInput | None = None,
    kept: InputError | None = None,
    around: int = 0,
) -> tuple[ResponseHead, Mapping[str, bytes]]:
    """Build what a page is given: the head and the parts.

    Parameters
    ----------
    state : AppState
    text : str
        The same, as `to_text` writes it.
    view : ViewState
    problems : sequence of InputError
        What is to be said above the list.
    refused : RefusedInput, optional
    kept : InputError, optional
        Why what the open dialog has was not taken over, or where none is open, what one had.
    around : int
        As in `Asked`.
    """
    texts, linkable = Texts(view.language), is_linkable(text)
    elsewhere = [kept] if kept is not None and not view.dialog else []
    notices = error_texts([*problems, *elsewhere], texts) + [texts("error.not_saved")] * (not linkable)
    told = None if refused is None else (refused.name, refused.typed, error_text(refused.error, texts))
    is_short = sum(len(ranking.items) + len(ranking.missed) for ranking in state.lists) <= SHORT
    asked = BuildInput(state, without_dialog(view), tuple(notices), told, 0 if is_short else around)
    parts = RESPONSE_CACHE.get_or_build(asked, text) if is_short and not notices and told is None else build_parts(asked)
    return {"state": text, "linkable": linkable}, {**parts, **_dialog(state, view, kept)}


def _dialog(state: AppState, view: ViewState, kept: InputError | None) -> Mapping[str, bytes]:
    """The open dialog, on pages that may have one."""
    if "header" not in PAGES[view.page]:
        return {}
    return {"dialog": to_json(dialog_part(state, view, kept, Texts(view.language)))}


def encode_response(head: Mapping[str, object], parts: Mapping[str, bytes]) -> bytes:
    """Write an answer."""
    return b"\n".join((to_json(head), *(name.encode() + b" " + data for name, data in parts.items())))


def _first_changed(before: AppState, after: AppState) -> int:
    """The first row that is not as it was before."""
    pairs = enumerate(zip(before.ranking.items, after.ranking.items, strict=False))
    return next((row for row, (old, new) in pairs if old != new), 0)


def _read(found: Mapping[str, object]) -> Request:
    """Check a question's shape; what its edits say is looked at when they are made."""
    state, edits, only = found.get("state"), found.get("edits"), found.get("only", "dialog")
    if not isinstance(state, str) or not isinstance(edits, list) or len(edits) > MAX_EDITS:
        raise BadRequest
    if only != "dialog":
        raise BadRequest
    question: Request = {"state": state, "edits": edits, "view": read_view(found.get("view"))}
    return {**question, "only": "dialog"} if "only" in found else question


def read_view(found: object) -> ViewState:
    """Check how a page is looked at, as the browser says it; BadRequest for what it never says."""
    if not isinstance(found, dict) or found.keys() != VIEW_FIELDS:
        raise BadRequest
    opened, gone = found["open_slot"], {name: _read_parts(found[name]) for name in ("covered", "hidden")}
    names = ("language", "page", "example", "term", "guess", "dialog")
    texts = [*(found[name] for name in names), "" if opened is None else opened]
    if not all(isinstance(each, str) and len(each) <= MAX_NAME for each in texts):
        raise BadRequest
    longest = {
        "page_params": MAX_PAGE_PARAMS,
        "work": MAX_WORK,
        "file_text": MAX_OPENED_TEXT,
        "draft": MAX_PASTE + 1,
        "base_url": MAX_LINK,
    }
    if not all(isinstance(found[name], str) and len(found[name]) <= most for name, most in longest.items()):
        raise BadRequest
    if found["language"] not in LANGUAGES or found["page"] not in PAGES:
        raise BadRequest
    if any(type(found[name]) is not bool for name in ("shows_all_measures", "shows_tables", "locked", "is_static")):
        raise BadRequest
    if type(found["type_size"]) is not int or not 0 <= found["type_size"] <= LARGEST_TYPE:
        raise BadRequest
    return ViewState(**found | gone)


def read_client_report(sent: object, heard: int) -> dict[str, Any] | None:
    """Read what a tab tells of its state and view, if it is well formed and none of the first `heard` messages."""
    if not isinstance(sent, Mapping):
        return None
    number, state = sent.get("number"), sent.get("state")
    if type(number) is not int or not heard < number < LARGEST or not isinstance(state, str):
        return None
    try:
        view = read_view(sent.get("view"))
    except BadRequest:
        return None
    more = {name: sent.get(name) for name in ("session", "server_states", "dialog", "dialogs")}
    return {"number": number, "state": state, "view": view, **more}


def _read_parts(found: object) -> tuple[str, ...]:
    """Names of parts of the page."""
    if not isinstance(found, list) or len(found) > len(PARTS) or not all(each in PARTS for each in found):
        raise BadRequest
    return tuple(found)
