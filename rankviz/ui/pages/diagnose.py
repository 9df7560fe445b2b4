"""The Diagnose page: why a number is another one."""

from __future__ import annotations

from html import escape

import streamlit as st

from rankviz.diagnose.printed import read_typed
from rankviz.errors import InputError
from rankviz.show.errors import error_text
from rankviz.show.lookup import answers_data, searched, state_of
from rankviz.state.analysis import Analysis, analyse
from rankviz.texts import Texts
from rankviz.ui.browser.answers import answers
from rankviz.ui.pages import diagnose_choices, diagnose_libraries, diagnose_probe
from rankviz.ui.pages.dialogs import notice, show_dialog
from rankviz.ui.pages.header import board
from rankviz.ui.pages.styles import styles
from rankviz.ui.session import Session

TYPED = "rv_typed"


def page(now: Session) -> None:
    """Draw the page for one session."""
    st.html(styles())
    board(now, "diagnose")
    texts = Texts(now.language)
    st.html(f'<h1 class="rv-title">{escape(texts("diagnose.title"))}</h1>')
    analysis = analyse(now.state)
    _number(now, analysis, texts)
    for section in (diagnose_libraries, diagnose_choices, diagnose_probe):
        section.show(now, analysis, texts)
    show_dialog(now, texts)


def _number(now: Session, analysis: Analysis, texts: Texts) -> None:
    """“I got …”, and its answers."""
    typed = st.text_input(
        texts("diagnose.typed"),
        value=now.typed,
        placeholder=texts("diagnose.typed_hint"),
        help=texts("diagnose.typed_help"),
        key=TYPED,
        max_chars=60,
        width=320,
    )
    now.typed = typed
    try:
        data = answers_data(analysis, typed, texts)
    except InputError as error:
        notice(error_text(error, texts))
        return
    pressed = answers(data)
    if pressed is None:
        return
    found = searched(now.state, read_typed(typed))
    shown = found.matches or found.nearest
    if 0 <= pressed < len(shown):
        now.replace_all(state_of(now.state, shown[pressed]))
        st.rerun()
