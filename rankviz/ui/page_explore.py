"""The Explore page: fold what the browser sent, compute once, draw."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from rankviz.app_state import AppState
from rankviz.texts import Texts
from rankviz.ui import tables
from rankviz.ui.analysis import Analysis, analyse
from rankviz.ui.bar import bar_data, foot_data, notices_data
from rankviz.ui.coming import TRAFFIC, answers_ahead
from rankviz.ui.components.board import Data, board
from rankviz.ui.components.coming import coming
from rankviz.ui.dialogs import show_dialog
from rankviz.ui.gallery import card_data
from rankviz.ui.messages import fold_messages
from rankviz.ui.queries import queries_data
from rankviz.ui.rows import list_data
from rankviz.ui.sentence import choices_data
from rankviz.ui.state import LIST, Visit, is_overtaken, read_address, visit, write_address
from rankviz.ui.styles import styles
from rankviz.ui.workers import WORKERS

KEPT, SHORT = 128, 30  # states, and the entries of each: some 40 MB at most


def page(now: Visit) -> None:
    """Draw the page for one visit."""
    st.html(styles())
    _live()
    show_dialog(now, Texts(now.language))


@st.fragment
def _live() -> None:
    """Everything that an edit changes; Streamlit runs only this, and sends only what is in it."""
    now = visit()
    TRAFFIC.note(now.name)
    now.answers += 1
    dialog = now.dialog
    read_address(now, "explore")
    before = now.acks.get(LIST)
    fold_messages(now)
    if now.dialog != dialog:
        st.rerun()  # dialogs stand outside, so that closing one does not run them again
    texts = Texts(now.language)
    if _entries(now.state) <= SHORT:
        analysis, parts = _kept(now.state, now.epoch, now.language, repr(now.state))
    else:
        analysis = analyse(now.state)
        parts = WORKERS.parts(analysis, now.epoch, now.language, _last_edited(now))
    board("explore", _own_parts(analysis, now, texts) | parts, language=now.language, title=texts("app.title"), turn=now.turn)
    write_address(now)
    if now.tables:
        tables.show(analysis, texts)
    if now.acks.get(LIST) != before and _entries(now.state) <= SHORT:
        _foresee(analysis, now)


def _foresee(analysis: Analysis, now: Visit) -> None:
    """Answer what is likely after an edit of a short list. Last of all: what is no longer shown goes when the run ends."""

    def answer(state: AppState) -> dict[str, str]:
        return _kept(state, now.epoch, now.language, repr(state))[1]

    answers = answers_ahead(analysis, _last_edited(now), answer, is_overtaken, now.name)
    if answers is not None:
        coming(now.turn, answers)


def _entries(state: AppState) -> int:
    return sum(len(ranking.items) + len(ranking.missed) for ranking in state.lists)


def _last_edited(now: Visit) -> int:
    """The first row that is not as it was before the last change."""
    before = now.past[-1].ranking.items if now.past else ()
    pairs = enumerate(zip(before, now.state.ranking.items, strict=False))
    return next((row for row, (old, new) in pairs if old != new), 0)


def _own_parts(analysis: Analysis, now: Visit, texts: Texts) -> dict[str, Data | str]:
    """What also depends on the visit: on what can be undone, what is open, what was said last."""
    return {
        "bar": bar_data(now, texts),
        "notices": notices_data(now, texts),
        "choices": choices_data(analysis, now, texts),
        "card": card_data(now.state, now.example, now.epoch, texts),
        "queries": queries_data(analysis, now.epoch, texts),
        "list": list_data(analysis, now, texts),
        "foot": foot_data(now, texts),
    }


@lru_cache(maxsize=KEPT)
def _kept(state: AppState, epoch: int, language: str, _spelled: str) -> tuple[Analysis, dict[str, str]]:
    """Do the work once for all who look at the same: a class that opens a link, or follows its teacher; also for undo and redo.

    `_spelled` tells apart what is equal but not shown alike, as 0.0 and -0.0.
    """
    analysis = analyse(state)
    return analysis, WORKERS.parts(analysis, epoch, language)
