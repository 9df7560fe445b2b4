"""The Explore page: fold what the browser sent, compute once, draw."""

from __future__ import annotations

import streamlit as st

from rankviz.texts import Texts
from rankviz.ui import tables
from rankviz.ui.ahead import ahead_data
from rankviz.ui.analysis import Analysis, analyse
from rankviz.ui.bar import bar_data, foot_data, notices_data
from rankviz.ui.components.board import board
from rankviz.ui.dialogs import show_dialog
from rankviz.ui.figures import bars_data, small_data
from rankviz.ui.gallery import card_data
from rankviz.ui.messages import fold_messages
from rankviz.ui.panel import Data, head_data, rows_data
from rankviz.ui.proof import derivation_data, lines_of
from rankviz.ui.queries import queries_data
from rankviz.ui.rows import list_data
from rankviz.ui.sentence import choices_data
from rankviz.ui.state import Visit, read_address, visit, write_address
from rankviz.ui.styles import styles

Parts = dict[str, Data]


def page(now: Visit) -> None:
    """Draw the page for one visit."""
    st.html(styles())
    _live()
    show_dialog(now, Texts(now.language))


@st.fragment
def _live() -> None:
    """Everything that an edit changes; Streamlit runs only this, and sends only what is in it."""
    now = visit()
    dialog = now.dialog
    read_address(now, "explore")
    fold_messages(now)
    if now.dialog != dialog:
        st.rerun()  # dialogs stand outside, so that closing one does not run them again
    texts = Texts(now.language)
    analysis = analyse(now.state)
    board("explore", _parts(analysis, now, texts), language=now.language, title=texts("app.title"))
    write_address(now)
    if now.tables:
        tables.show(analysis, texts)


def _parts(analysis: Analysis, now: Visit, texts: Texts) -> Parts:
    head = head_data(analysis, now.epoch, texts)
    return {
        "bar": bar_data(now, texts),
        "notices": notices_data(now, texts),
        "choices": choices_data(analysis, now, texts),
        "card": card_data(now.state, now.example, now.epoch, texts),
        "queries": queries_data(analysis, now.epoch, texts),
        "list": list_data(analysis, now, texts),
        "foot": foot_data(now, texts),
        "scores": head | rows_data(analysis, texts) | {"ahead": ahead_data(analysis, now, texts)},
        "bars": bars_data(analysis, now.epoch, texts),
        "small": small_data(analysis, now.epoch, texts),
        "derivation": derivation_data(analysis, lines_of(analysis), str(head["copy"]), now.epoch, texts),
    }
