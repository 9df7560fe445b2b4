"""The Explore page: fold what the browser sent, compute once, draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import streamlit as st

from rankviz.permalink import MAX_LINK, link_length
from rankviz.texts import Texts
from rankviz.ui import tables
from rankviz.ui.analysis import Analysis, analyse
from rankviz.ui.components.chart import chart
from rankviz.ui.components.choices import choices
from rankviz.ui.components.derivation import derivation
from rankviz.ui.components.page_language import page_language
from rankviz.ui.components.ranking_list import ranking_list
from rankviz.ui.components.scores import scores
from rankviz.ui.dialogs import error_text, notice, show_dialog
from rankviz.ui.figures import bars_data, small_data
from rankviz.ui.panel import scores_data
from rankviz.ui.proof import derivation_data, lines_of
from rankviz.ui.rows import list_data
from rankviz.ui.sentence import choices_data
from rankviz.ui.state import BARS, CHOICES, LIST, SCORES, SMALL, Visit, fold_messages, read_address, write_address

FOLDER = Path(__file__).parent


def page(now: Visit) -> None:
    """Draw the page for one visit."""
    read_address(now)
    fold_messages(now)
    texts = Texts(now.language)
    st.html(_styles())
    head = st.container(key="head")
    _notices(now, texts)
    _board(analyse(now.state), now, texts)
    with head:  # filled last: what an edit changes is sent first
        page_language(now.language, texts("app.title"))
        _bar(now, texts)
    write_address(now)
    show_dialog(now, texts)


@cache
def _styles() -> str:
    return "<style>\n" + "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("theme.css", "page.css")) + "</style>"


def _bar(now: Visit, texts: Texts) -> None:
    """Examples, paste, undo, redo, link, language: in the header, always in sight."""

    def press(act: Callable[[], None]) -> None:
        now.touched = True
        act()

    def ask(dialog: str) -> None:
        now.dialog = dialog

    def turn_language() -> None:
        now.language = "en" if now.language == "zh" else "zh"

    with st.container(key="bar", horizontal=True, width="content", gap="xsmall"):
        for name, icon in (("examples", "menu_book"), ("paste", "content_paste")):
            st.button(
                texts(f"bar.{name}"), icon=f":material/{icon}:", key=f"rv_{name}", on_click=press, args=(partial(ask, name),)
            )
        for name, icon, act, disabled in (
            ("undo", "undo", now.undo, not now.past),
            ("redo", "redo", now.redo, not now.future),
            ("link", "link", partial(ask, "link"), False),
        ):
            label, key = texts(f"bar.{name}"), f"rv_{name}"
            st.button(
                label, icon=f":material/{icon}:", key=key, on_click=press, args=(act,), disabled=disabled, type="tertiary"
            )
        st.button(texts("bar.language"), key="rv_language", on_click=press, args=(turn_language,), type="tertiary")


def _notices(now: Visit, texts: Texts) -> None:
    """What could not be read, and a state that no link can hold."""
    found = [error_text(error, texts) for error in now.notices]
    if link_length(now.state) > MAX_LINK:
        found.append(texts("error.not_saved"))
    if found:
        with st.container(key="notices", gap="xsmall"):
            for text in dict.fromkeys(found):
                notice(text)


def _board(analysis: Analysis, now: Visit, texts: Texts) -> None:
    lines = lines_of(analysis)
    panel = scores_data(analysis, lines, now.epoch, texts)
    with st.container(key="board"):
        left, right = st.columns([1, 0.285], gap="small")
    with right, st.container(key="score"):
        scores(panel, key=SCORES)
    with left:
        choices(choices_data(analysis, now.epoch, now.captioned, texts), key=CHOICES)
        with st.container(key="rows"):
            listed, charted = st.columns([1, 2.1], gap="small", wrap=False)
        with listed:
            ranking_list(list_data(analysis, now, texts), key=LIST)
        with charted:
            chart(bars_data(analysis, now.epoch, texts), key=BARS)
    with st.container(key="proof"):
        derivation(derivation_data(analysis, lines, str(panel["copy"]), now.epoch, texts), key="rv_derivation")
    chart(small_data(analysis, now.epoch, texts), key=SMALL)
    now.tables = st.toggle(texts("chart.tables"), value=now.tables, key="rv_tables")
    if now.tables:
        tables.show(analysis, texts)
