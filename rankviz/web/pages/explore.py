"""The Explore page."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from rankviz.core.trace import Trace
from rankviz.state.analysis import Analysis, analyse
from rankviz.texts import Texts
from rankviz.web.data_frames import curve_frames, line_frame, list_frame, plain_cells, step_frame
from rankviz.web.pages.header import board
from rankviz.web.pages.styles import styles
from rankviz.web.pages.table_dialog import show_dialog
from rankviz.web.session import Session


def page(session: Session) -> None:
    """Draw the page: all that an edit changes is the browser's, but for the tables."""
    st.html(styles())
    board(session, "explore")
    texts = Texts(session.language)
    if session.view.shows_tables and not session.view.withheld_parts:
        _tables(analyse(session.state), texts)
    show_dialog(session, texts)


def _tables(analysis: Analysis, texts: Texts) -> None:
    """Draw the tables of the metric under study and of the curves."""
    main = analysis.main
    if isinstance(main, Trace):
        st.html(f"<h3>{texts('chart.table_list')}</h3>")
        _table(list_frame(main, analysis, texts))
        if "ideal_rank" in main:
            st.html(f"<h3>{texts('chart.table_ideal')}</h3>")
            _table(step_frame(main, "ideal", texts))
        _table(line_frame(main, texts))
    if curves := [frame for frame in curve_frames(analysis, texts) if len(frame)]:
        st.html(f"<h3>{texts('chart.table_curves')}</h3>")
    for frame in curves:
        _table(frame)


def _table(frame: pd.DataFrame) -> None:
    st.dataframe(plain_cells(frame), hide_index=True, placeholder="")
