"""Edits that a dialog makes; one by which it closes names it as its `dialog`."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode
from typing import Annotated

from msgspec import Meta

from rankviz.basics.limits import MAX_FILE, MAX_NAME
from rankviz.core.pasted.read_pasted import TYPED, read_pasted
from rankviz.examples.example_commands import open_example
from rankviz.learn.sets.mistake_separation import best_separating_change
from rankviz.page.answers.edits.edit import Edit, StateWithNotices
from rankviz.page.answers.messages import ViewState
from rankviz.state.app_state import AppState, edit_refused, with_lists
from rankviz.state.permalink import from_file, is_page

Dialog = Annotated[str, Meta(max_length=MAX_NAME)]


class OpenExampleEdit(Edit, frozen=True, tag="open_example"):
    """A worked example, by its key."""

    is_of_dialog = True
    text: Annotated[str, Meta(max_length=MAX_NAME)]
    dialog: Dialog = ""

    def apply(self, _: AppState, __: ViewState, /) -> AppState:
        """Open it."""
        return open_example(self.text)


class PasteEdit(Edit, frozen=True, tag="paste"):
    """Lists as text."""

    is_of_dialog = True
    text: str
    dialog: Dialog = ""

    def apply(self, state: AppState, _: ViewState, /) -> StateWithNotices:
        """Replace the list under study by them."""
        return _replace_list(state, self.text)


class OpenFileEdit(Edit, frozen=True, tag="open_file"):
    """A saved page, or lists as text: the bytes of the file compressed by zlib and written as base64."""

    work_share = 1 / 4
    is_of_dialog = True
    file_base64: str = ""
    dialog: Dialog = ""

    def apply(self, state: AppState, _: ViewState, /) -> StateWithNotices:
        """Open the page, or replace the list under study."""
        text = _decode_file(self.file_base64)
        if not is_page(text):
            return _replace_list(state, text)
        page = from_file(text)
        return StateWithNotices(page.state, page.problems)


class MakeTellingEdit(Edit, frozen=True, tag="make_telling"):
    """The change of the list after which the usual mistakes give different numbers."""

    work_share = 1 / 2
    keeps_list = True
    is_of_dialog = True

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Change the list, unless that would tell what is covered."""
        change = None if view.withheld_parts or view.locked else best_separating_change(state)
        return state if change is None else change.state


def _replace_list(state: AppState, text: str) -> StateWithNotices:
    """Replace the list under study by the lists of a text; data of another tool bring their names, or none."""
    pasted = read_pasted(text)
    return StateWithNotices(*with_lists(state, pasted.lists, renamed=pasted.kind != TYPED))


def _decode_file(file_base64: str) -> str:
    """Return the text of a file sent as zlib and base64, cut one byte above `MAX_FILE`; edit_refused() if it is not that."""
    try:
        content = zlib.decompressobj().decompress(b64decode(file_base64, validate=True), MAX_FILE + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise edit_refused() from None
    return content.decode("utf-8-sig", errors="replace")
