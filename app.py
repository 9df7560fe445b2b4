"""rankviz in the browser: `streamlit run app.py`."""

from pathlib import Path

import streamlit as st

from rankviz.ui import page_explore
from rankviz.ui.state import visit

MARK = Path(__file__).parent / "rankviz" / "ui" / "mark.svg"

st.set_page_config(page_title="rankviz", page_icon=str(MARK), layout="wide", initial_sidebar_state="collapsed")
st.logo(str(MARK), size="medium")
page_explore.page(visit())
