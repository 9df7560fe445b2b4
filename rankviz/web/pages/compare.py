"""The Compare page: two orders of the same documents, and why one is better; all of it is the browser's."""

from __future__ import annotations

import streamlit as st

from rankviz.texts import Texts
from rankviz.web.pages.header import board
from rankviz.web.pages.styles import styles
from rankviz.web.pages.table_dialog import show_dialog
from rankviz.web.session import Session


def page(session: Session) -> None:
    """Draw the page for one session."""
    st.html(styles())
    board(session, "compare")
    show_dialog(session, Texts(session.language))
