"""The open dialog: its actions, when it closes, and its part of a response."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

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
    """Return the actions of dialogs that change a state, by name."""

    def make_telling(state: AppState, _: Values) -> AppState:
        change = None if view.withheld_parts or view.locked else best_separating_change(state)
        return state if change is None else change.state

    return {"open_example": open_example, "paste": _paste, "open_file": _open_file, "make_telling": make_telling}


def _paste(state: AppState, values: Values) -> StateWithNotices:
    text = values.get("text")
    if not isinstance(text, str):
        raise edit_refused()
    return _replace_list(state, text)


def _replace_list(state: AppState, text: str) -> StateWithNotices:
    """Replace the list under study by the lists of a text; data of another tool bring their names, or none."""
    pasted = read_pasted(text)
    return StateWithNotices(*with_lists(state, pasted.lists, renamed=pasted.kind != TYPED))


def _open_file(state: AppState, values: Values) -> StateWithNotices:
    """Open a saved page, or lists as text."""
    text = _decode_file(values.get("file_base64"))
    if not is_page(text):
        return _replace_list(state, text)
    page = from_file(text)
    return StateWithNotices(page.state, page.problems)


def _decode_file(file_base64: object) -> str:
    """Return the text of a file sent as zlib and base64, cut one byte above `MAX_FILE`; edit_refused() if it is not that."""
    try:
        content = zlib.decompressobj().decompress(
            b64decode(file_base64 if isinstance(file_base64, str) else "", validate=True), MAX_FILE + 1
        )
    except (binascii.Error, zlib.error, ValueError):
        raise edit_refused() from None
    return content.decode("utf-8-sig", errors="replace")


def is_dialog_action(edit: object) -> bool:
    """Whether an edit is one of a dialog."""
    return isinstance(edit, Mapping) and edit.get("name") in OF_DIALOGS


def close_if_done(view: ViewState, edits: Iterable[object], dialog_problem: InputError | None) -> ViewState:
    """Return the view after edits: an edit that takes over a dialog's content closes that dialog.

    Parameters
    ----------
    view : ViewState
    edits : iterable
        Such an edit names the dialog as its `dialog`.
    dialog_problem : InputError or None
        Why the content was not taken over: then the dialog stays open.
    """
    well_formed = [edit for edit in edits if isinstance(edit, Mapping)]
    if dialog_problem is not None or not well_formed:
        return view
    keys = [str(edit["text"]) for edit in well_formed if edit.get("name") == "open_example"]
    view = structs.replace(view, example=keys[-1]) if keys else view
    is_taken = any(edit.get("dialog") == view.dialog for edit in well_formed)
    return structs.replace(view, dialog="", draft="") if is_taken else view


def dialog_part(state: AppState, view: ViewState, dialog_problem: InputError | None, texts: Texts) -> Data:
    """Build the open dialog; `dialog_problem` is why its content was not taken over."""
    context = DialogContext(
        state, view.page, view.page_params, view.base_url, view.is_static, view.draft, view.locked, bool(view.withheld_parts)
    )
    problem = "" if dialog_problem is None else error_text(dialog_problem, texts)
    return dialog_payload(view.dialog, context, problem, unanswered_texts(texts), texts)


def without_dialog(view: ViewState) -> ViewState:
    """Return the view without its dialog, on which no other part depends."""
    return structs.replace(view, dialog="", draft="", base_url="")
