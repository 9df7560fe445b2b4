"""A question in, its answer out, as bytes: a pure function, of whichever process."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_EDITS, MAX_LINK, MAX_NAME, MAX_OWN, MAX_PASTE, MAX_PLACE, MAX_QUESTION, MAX_WORK
from rankviz.compare.comparison import with_opening_order
from rankviz.diagnose.view.my_tool import ways
from rankviz.display.error_messages import error_text, error_texts
from rankviz.examples.opened import commands
from rankviz.learn.page_address import initial_state, read_learn, state_after_answer
from rankviz.learn.questions.work import read_work
from rankviz.page.answers.cache import Kept
from rankviz.page.answers.content import Asked
from rankviz.page.answers.encoding import packed
from rankviz.page.answers.messages import Head, Question, View
from rankviz.page.answers.open_dialog import acts, after, dialog_part, is_of_dialog, undressed
from rankviz.page.answers.pages import PAGES, work
from rankviz.state.app_state import AppState
from rankviz.state.edits import MAKE, OF_THE_SAME_LIST, Act, RefusedInput, apply_edits
from rankviz.state.handout import PARTS, check_allowed
from rankviz.state.permalink import from_text, is_linkable, to_text
from rankviz.texts import LANGUAGES, Texts

ROOM, SHORT = 20_000_000, 30  # bytes of the answers that are kept, and the entries of the lists of each
KEPT = Kept(ROOM)
LARGEST = 2**53  # JavaScript counts no further
LARGEST_TYPE = 200  # px, on a wall
NAMES = frozenset(field.name for field in fields(View))


def _further(view: View) -> dict[str, Act]:
    """What the parts of a page can do besides the edits of any page."""
    return {**commands(view.example), **ways(view.place), **_of_learn(view), **acts(view)}


def _of_learn(view: View) -> dict[str, Act]:
    """Begin what is looked at on Learn, or go on with what an answer led to."""

    def begin(_: AppState, __: object) -> AppState:
        return initial_state(read_learn(view.place, view.own), read_work(view.work))

    def go_on(state: AppState, _: object) -> AppState:
        return state_after_answer(read_learn(view.place, view.own), read_work(view.work), state)

    return {"begin": begin, "answered": go_on}


EDITS = (*MAKE, *_further(View()))
TURNS = tuple(name for name in EDITS if name not in (*OF_THE_SAME_LIST, "answered"))  # those that show another list


class BadQuestion(ValueError):  # noqa: N818 - it is not an error of ours
    """What the page never sends."""


def respond(body: bytes) -> bytes:
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
    BadQuestion
    """
    return answer(as_json(body))


def as_json(body: bytes) -> dict[str, Any]:
    """Read what was asked; BadQuestion for what is too long or no object."""
    try:
        found = json.loads(body) if len(body) <= MAX_QUESTION else None
    except (ValueError, RecursionError):
        raise BadQuestion from None
    if not isinstance(found, dict):
        raise BadQuestion
    return found


def answer(found: Mapping[str, object]) -> bytes:
    """Answer a question that was read; as `respond` does."""
    question = _read(found)
    view, read = question["view"], from_text(question["state"])
    edits, is_fixed = question["edits"], "choices" in view.gone
    if is_fixed:  # a list brings its cutoff along
        edits = [{**edit, "cutoff": read.state.convention.cutoff} if isinstance(edit, dict) else edit for edit in edits]
    allowed = partial(check_allowed, locked=view.locked, fixed=is_fixed)
    begun = with_opening_order(read.state) if view.page == "compare" and not all(map(is_of_dialog, edits)) else read.state
    made = apply_edits(begun, edits, _further(view), allowed)
    try:
        state, text, kept = made.state, to_text(made.state), made.dialog_problem
    except InputError as error:
        state, text, kept = read.state, question["state"], error
    view = after(view, edits, kept)
    problems = [*read.problems, *made.notices]
    if "only" in question:
        return as_lines({"state": text, "linkable": is_linkable(text)}, _dialog(state, view, kept))
    return as_lines(*answered(state, text, view, problems, made.refused, kept, _first_changed(read.state, state)))


def answered(
    state: AppState,
    text: str,
    view: View,
    problems: Sequence[InputError] = (),
    refused: RefusedInput | None = None,
    kept: InputError | None = None,
    around: int = 0,
) -> tuple[Head, Mapping[str, bytes]]:
    """Build what a page is given: the head and the parts.

    Parameters
    ----------
    state : AppState
    text : str
        The same, as `to_text` writes it.
    view : View
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
    asked = Asked(state, undressed(view), tuple(notices), told, 0 if is_short else around)
    parts = KEPT.answer(asked, text) if is_short and not notices and told is None else work(asked)
    return {"state": text, "linkable": linkable}, {**parts, **_dialog(state, view, kept)}


def _dialog(state: AppState, view: View, kept: InputError | None) -> Mapping[str, bytes]:
    """The open dialog, on pages that may have one."""
    if "bar" not in PAGES[view.page]:
        return {}
    return {"dialog": packed(dialog_part(state, view, kept, Texts(view.language)))}


def as_lines(head: Mapping[str, object], parts: Mapping[str, bytes]) -> bytes:
    """Write an answer."""
    return b"\n".join((packed(head), *(name.encode() + b" " + data for name, data in parts.items())))


def _first_changed(before: AppState, after: AppState) -> int:
    """The first row that is not as it was before."""
    pairs = enumerate(zip(before.ranking.items, after.ranking.items, strict=False))
    return next((row for row, (old, new) in pairs if old != new), 0)


def _read(found: Mapping[str, object]) -> Question:
    """Check a question's shape; what its edits say is looked at when they are made."""
    state, edits, only = found.get("state"), found.get("edits"), found.get("only", "dialog")
    if not isinstance(state, str) or not isinstance(edits, list) or len(edits) > MAX_EDITS:
        raise BadQuestion
    if only != "dialog":
        raise BadQuestion
    question: Question = {"state": state, "edits": edits, "view": read_view(found.get("view"))}
    return {**question, "only": "dialog"} if "only" in found else question


def read_view(found: object) -> View:
    """Check how a page is looked at, as the browser says it; BadQuestion for what it never says."""
    if not isinstance(found, dict) or found.keys() != NAMES:
        raise BadQuestion
    opened, gone = found["opened"], {name: _read_parts(found[name]) for name in ("covered", "hidden")}
    names = ("language", "page", "example", "term", "guess", "dialog")
    texts = [*(found[name] for name in names), "" if opened is None else opened]
    if not all(isinstance(each, str) and len(each) <= MAX_NAME for each in texts):
        raise BadQuestion
    longest = {"place": MAX_PLACE, "work": MAX_WORK, "own": MAX_OWN, "draft": MAX_PASTE + 1, "at": MAX_LINK}
    if not all(isinstance(found[name], str) and len(found[name]) <= most for name, most in longest.items()):
        raise BadQuestion
    if found["language"] not in LANGUAGES or found["page"] not in PAGES:
        raise BadQuestion
    if any(type(found[name]) is not bool for name in ("more", "tables", "locked", "alone")):
        raise BadQuestion
    if type(found["projector"]) is not int or not 0 <= found["projector"] <= LARGEST_TYPE:
        raise BadQuestion
    return View(**found | gone)


def read_message(sent: object, heard: int) -> dict[str, Any] | None:
    """Read what a tab tells of its state and view, if it is well formed and none of the first `heard` messages."""
    if not isinstance(sent, Mapping):
        return None
    number, state = sent.get("number"), sent.get("state")
    if type(number) is not int or not heard < number < LARGEST or not isinstance(state, str):
        return None
    try:
        view = read_view(sent.get("view"))
    except BadQuestion:
        return None
    more = {name: sent.get(name) for name in ("session", "made", "dialog", "dialogs")}
    return {"number": number, "state": state, "view": view, **more}


def _read_parts(found: object) -> tuple[str, ...]:
    """Names of parts of the page."""
    if not isinstance(found, list) or len(found) > len(PARTS) or not all(each in PARTS for each in found):
        raise BadQuestion
    return tuple(found)
