"""The open dialog: what it does to a state, when it closes, and its part of an answer."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_FILE
from rankviz.core.pasted.read_pasted import TYPED, read_pasted
from rankviz.display.error_text import error_text
from rankviz.examples.example_commands import open_example
from rankviz.learn.sets.mistake_separation import best_separating_change
from rankviz.page.answers.messages import ViewState
from rankviz.page.dialogs.dialog import dialog_payload
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.page.notices import unanswered_texts
from rankviz.state.app_state import AppState, edit_refused, with_lists
from rankviz.state.edits import OF_DIALOGS, Act, StateWithNotices
from rankviz.state.permalink import from_file, is_page
from rankviz.texts import Texts

Values = Mapping[str, Any]


def dialog_actions(view: ViewState) -> dict[str, Act]:
    """What dialogs do to a state."""

    def make_telling(state: AppState, _: Values) -> AppState:
        change = None if view.withheld_parts or view.locked else best_separating_change(state)
        return state if change is None else change.state

    return {"open_example": open_example, "paste": _paste, "open_file": _open_file, "make_telling": make_telling}


def _paste(state: AppState, values: Values) -> StateWithNotices:
    text = values.get("text")
    if not isinstance(text, str):
        raise edit_refused()
    return _taken(state, text)


def _taken(state: AppState, text: str) -> StateWithNotices:
    """The lists of a text in the place of the list under study; data of another tool have names of their own, or none."""
    found = read_pasted(text)
    return StateWithNotices(*with_lists(state, found.lists, renamed=found.kind != TYPED))


def _open_file(state: AppState, values: Values) -> StateWithNotices:
    """A page that was saved, or lists as text."""
    text = _unpacked(values.get("file_base64"))
    if not is_page(text):
        return _taken(state, text)
    read = from_file(text)
    return StateWithNotices(read.state, read.problems)


def _unpacked(packed: object) -> str:
    """The text of a file that the browser sent in short; of one that is too long, as much as says so."""
    try:
        content = zlib.decompressobj().decompress(
            b64decode(packed if isinstance(packed, str) else "", validate=True), MAX_FILE + 1
        )
    except (binascii.Error, zlib.error, ValueError):
        raise edit_refused() from None
    return content.decode("utf-8-sig", errors="replace")


def is_dialog_action(edit: object) -> bool:
    """Whether an edit is one that a dialog asks for."""
    return isinstance(edit, Mapping) and edit.get("name") in OF_DIALOGS


def close_if_done(view: ViewState, edits: Iterable[object], kept: InputError | None) -> ViewState:
    """How a page is looked at when edits were made: a dialog is closed by that which took over what it had.

    Parameters
    ----------
    view : ViewState
    edits : iterable
        One that a dialog asks for, and closes by, names that as its `dialog`.
    kept : InputError or None
        Why what it has was not taken over: then it stays.
    """
    named = [edit for edit in edits if isinstance(edit, Mapping)]
    if kept is not None or not named:
        return view
    keys = [str(edit["text"]) for edit in named if edit.get("name") == "open_example"]
    view = replace(view, example=keys[-1]) if keys else view
    is_taken = any(edit.get("dialog") == view.dialog for edit in named)
    return replace(view, dialog="", draft="") if is_taken else view


def dialog_part(state: AppState, view: ViewState, kept: InputError | None, texts: Texts) -> Data:
    """Build the open dialog; `kept` is why what it has was not taken over."""
    over = DialogContext(
        state, view.page, view.page_params, view.base_url, view.is_static, view.draft, view.locked, bool(view.withheld_parts)
    )
    problem = "" if kept is None else error_text(kept, texts)
    return dialog_payload(view.dialog, over, problem, unanswered_texts(texts), texts)


def without_dialog(view: ViewState) -> ViewState:
    """A view without its dialog, on which nothing else of an answer depends."""
    return replace(view, dialog="", draft="", base_url="")
