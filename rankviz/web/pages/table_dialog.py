"""The list as an editable table, in a dialog of Streamlit; and messages on pages that Streamlit draws."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_NAME
from rankviz.core.lists.ranking import Item, Ranking, fresh_ids
from rankviz.core.pasted.list_parser import clean_id
from rankviz.display.error_text import error_text
from rankviz.page.dialogs.paste import count_unscored
from rankviz.state.app_state import check_list, with_list
from rankviz.texts import Texts
from rankviz.web.session import Session


def show_dialog(session: Session, texts: Texts) -> None:
    """Open the table if the client requested it."""
    if not session.dialog:
        return

    def close() -> None:
        session.dialog = ""

    st.dialog(texts("table.title"), width="medium", on_dismiss=close)(_table)(session, texts)


def notice(text: str) -> None:
    """Show a message; whatever a person's input contains, it stays text."""
    st.html(f'<div class="rv-notice" role="alert"><span aria-hidden="true">⚠</span><span>{escape(text)}</span></div>')


def _table(session: Session, texts: Texts) -> None:
    st.html(f'<p class="rv-lesson">{escape(texts("table.note"))}</p>')
    edited = st.data_editor(
        _frame(session.state.ranking),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        key="rv_table",
        column_config={
            "id": st.column_config.TextColumn(texts("table.id"), max_chars=MAX_NAME),
            "grade": st.column_config.NumberColumn(texts("table.grade")),
            "score": st.column_config.NumberColumn(texts("table.score")),
            "retrieved": st.column_config.CheckboxColumn(texts("table.retrieved"), default=True),
        },
    )
    ranking = _from_frame(edited)
    try:
        check_list(ranking)
    except InputError as error:
        notice(error_text(error, texts))
        return
    if unscored := count_unscored(ranking):
        notice(texts("table.partly_scored", count=unscored))
    if st.button(texts("table.use"), type="primary", key="rv_table_use"):
        session.replace_all(with_list(session.state, ranking))
        session.dialog = ""
        st.rerun()


def _frame(ranking: Ranking) -> pd.DataFrame:
    rows = [(*item, True) for item in ranking.items] + [(*item, False) for item in ranking.missed]
    frame = pd.DataFrame(rows, columns=["id", "grade", "score", "retrieved"])
    return frame.astype({"id": "string", "grade": "float64", "score": "float64", "retrieved": "bool"})


def _from_frame(frame: pd.DataFrame) -> Ranking:
    """Read the edited table; nameless rows get names, empty grades are unjudged."""
    rows = list(frame.itertuples(index=False, name=None))
    names = [clean_id("" if pd.isna(row[0]) else str(row[0])) for row in rows]
    fresh_names = iter(fresh_ids(names.count(""), filter(None, names)))
    items, missed = [], []
    for name, (_, grade, score, retrieved) in zip(names, rows, strict=True):
        item = Item(
            name or next(fresh_names), None if pd.isna(grade) else float(grade), None if pd.isna(score) else float(score)
        )
        if pd.isna(retrieved) or retrieved:
            items.append(item)
        else:
            missed.append(item._replace(score=None))
    return Ranking(tuple(items), tuple(missed))
