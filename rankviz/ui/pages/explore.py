"""The Explore page."""

from __future__ import annotations

import streamlit as st

from rankviz.state.analysis import analyse
from rankviz.texts import Texts
from rankviz.ui.pages import tables
from rankviz.ui.pages.dialogs import show_dialog
from rankviz.ui.pages.header import board
from rankviz.ui.pages.styles import styles
from rankviz.ui.session import Session


def page(now: Session) -> None:
    """Draw the page: all that an edit changes is the browser's, but for the tables."""
    st.html(styles())
    board(now, "explore")
    texts = Texts(now.language)
    if now.view.tables:
        tables.show(analyse(now.state), texts)
    show_dialog(now, texts)
