"""The Explore page."""

from __future__ import annotations

import streamlit as st

from rankviz.show.tables import curve_frames, line_frame, list_frame, plain_cells, step_frame
from rankviz.state.analysis import Analysis, analyse
from rankviz.texts import Texts
from rankviz.trace import Trace
from rankviz.ui.pages.dialogs import show_dialog
from rankviz.ui.pages.header import board
from rankviz.ui.pages.styles import styles
from rankviz.ui.session import Session


def page(now: Session) -> None:
    """Draw the page: all that an edit changes is the browser's, but for the tables."""
    st.html(styles())
    board(now, "explore")
    texts = Texts(now.language)
    if now.view.tables and not now.view.gone:
        _tables(analyse(now.state), texts)
    show_dialog(now, texts)


def _tables(analysis: Analysis, texts: Texts) -> None:
    """Draw the tables of the metric under study and of the curves."""
    main = analysis.main
    if isinstance(main, Trace):
        st.html(f"<h3>{texts('chart.table_list')}</h3>")
        st.dataframe(plain_cells(list_frame(main, analysis, texts)), hide_index=True)
        if "ideal_rank" in main:
            st.html(f"<h3>{texts('chart.table_ideal')}</h3>")
            st.dataframe(plain_cells(step_frame(main, "ideal", texts)), hide_index=True)
        st.dataframe(plain_cells(line_frame(main, texts)), hide_index=True)
    st.html(f"<h3>{texts('chart.table_curves')}</h3>")
    for frame in curve_frames(analysis, texts):
        st.dataframe(plain_cells(frame), hide_index=True)
