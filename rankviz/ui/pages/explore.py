"""The Explore page: fold what the browser sent, compute once, draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import streamlit as st

from rankviz.state.app_state import AppState
from rankviz.texts import Texts
from rankviz.ui.answers.payloads import View
from rankviz.ui.answers.wire import joined
from rankviz.ui.answers.work import Answer, Asked
from rankviz.ui.browser.board import Data, board
from rankviz.ui.browser.coming import coming
from rankviz.ui.coming import TRAFFIC, Idle, answers_ahead, edits_ahead, is_overtaken, rows_ahead
from rankviz.ui.own import choices_own, list_own
from rankviz.ui.pages import tables
from rankviz.ui.pages.bar import bar_data, foot_data, notices_data
from rankviz.ui.pages.dialogs import show_dialog
from rankviz.ui.pages.header import hear
from rankviz.ui.pages.styles import styles
from rankviz.ui.session import LIST, Visit, visit, write_address
from rankviz.ui.views.analysis import analyse
from rankviz.ui.views.gallery import card_data
from rankviz.ui.workers import WORKERS

KEPT, SHORT = 256, 30  # answers, and the entries of each list: some 20 MB at most


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
    before = now.acks.get(LIST)
    hear(now, "explore")
    if now.dialog != dialog:
        st.rerun()  # dialogs stand outside, so that closing one does not run them again
    texts = Texts(now.language)
    is_short = sum(len(ranking.items) + len(ranking.missed) for ranking in now.state.lists) <= SHORT
    around = 0 if is_short else _last_edited(now)
    asked = Asked(now.state, View(now.language, "explore", now.captioned, now.more), around=around)
    answer = _kept(asked, repr(now.state)) if is_short else WORKERS.answer(asked)
    now.left_out = answer.left_out
    board("explore", _with_own(answer.parts, now, texts), language=now.language, title=texts("app.title"), turn=now.turn)
    if now.before_drag is None:
        write_address(now)
    if now.tables:
        tables.show(analyse(now.state), texts)
    if is_short and now.acks.get(LIST) != before and now.before_drag is None:
        _foresee(asked, answer, now)


def _foresee(asked: Asked, answer: Answer, now: Visit) -> None:
    """Answer what is likely after an edit of a short list. Last of all: what is no longer shown goes when the run ends."""

    def parts(state: AppState) -> dict[str, bytes]:
        return _with_epoch(_kept(replace(asked, state=state), repr(state)).parts, now)

    idle = Idle(is_overtaken, now.name)
    batches = rows_ahead(len(now.state.ranking.items), _last_edited(now)) if idle.rest() else ()
    for number, rows in enumerate(batches):
        answers = answers_ahead(edits_ahead(now.state, answer.order, rows), parts, idle)
        if answers is None:
            return
        coming(now.turn, answers, number)


def _last_edited(now: Visit) -> int:
    """The first row that is not as it was before the last change."""
    before = now.past[-1].ranking.items if now.past else ()
    pairs = enumerate(zip(before, now.state.ranking.items, strict=False))
    return next((row for row, (old, new) in pairs if old != new), 0)


def _with_epoch(shared: Mapping[str, bytes], now: Visit) -> dict[str, bytes]:
    return {name: joined(data, {"epoch": now.epoch}) for name, data in shared.items()}


def _with_own(answered: Mapping[str, bytes], now: Visit, texts: Texts) -> dict[str, Data | bytes]:
    """Add what depends on the visit: on what can be undone, what was refused, what was said last."""
    shared = _with_epoch(answered, now)
    return {
        **shared,
        "bar": bar_data(now, texts),
        "notices": notices_data(now, texts),
        "card": card_data(now.state, now.example, texts) | {"epoch": now.epoch},
        "foot": foot_data(now, texts),
        "list": joined(shared["list"], list_own(now)),
        "choices": joined(shared["choices"], choices_own(now, texts)),
    }


@lru_cache(maxsize=KEPT)
def _kept(asked: Asked, _spelled: str) -> Answer:
    """Do the work once for all who look at the same: a class that opens a link, or follows its teacher; also for undo and redo.

    `_spelled` tells apart what is equal but not shown alike, as 0.0 and -0.0.
    """
    return WORKERS.answer(asked)
