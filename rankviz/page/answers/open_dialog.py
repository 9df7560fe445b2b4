"""The open dialog: when it closes, and its part of a response."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from rankviz.basics.errors import InputError
from rankviz.display.error_text import error_text
from rankviz.page.answers.edits.dialog_edits import OpenExampleEdit
from rankviz.page.answers.edits.edit import Edit
from rankviz.page.answers.messages import ViewState
from rankviz.page.dialogs.dialog import dialog_payload
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.page.notices import unanswered_texts
from rankviz.state.app_state import AppState
from rankviz.texts import Texts


def close_if_done(view: ViewState, made: Sequence[Edit]) -> ViewState:
    """Return the view after edits that were made: one that takes over a dialog's content closes that dialog."""
    for edit in made:
        if isinstance(edit, OpenExampleEdit):
            view = structs.replace(view, example=edit.text)
    is_taken = any(getattr(edit, "dialog", None) == view.dialog for edit in made)
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
