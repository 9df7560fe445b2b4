"""rankviz in the browser: `streamlit run app.py`."""

from pathlib import Path

import streamlit as st

from rankviz.texts import Texts
from rankviz.ui import page_diagnose, page_explore, page_runs
from rankviz.ui.coming import TRAFFIC
from rankviz.ui.memory import keep_what_is_loaded
from rankviz.ui.state import keep_pages, visit

MARK = Path(__file__).parent / "rankviz" / "ui" / "mark.svg"

st.set_page_config(page_title="rankviz", page_icon=str(MARK), layout="wide", initial_sidebar_state="collapsed")
st.logo(str(MARK), size="medium")
keep_what_is_loaded()
now = visit()
TRAFFIC.note(now.name)
texts = Texts(now.language)
pages = [
    st.Page(lambda: page_explore.page(now), title=texts("pages.explore"), url_path="explore", default=True),
    st.Page(lambda: page_diagnose.page(now), title=texts("pages.diagnose"), url_path="diagnose"),
    st.Page(lambda: page_runs.page(now), title=texts("pages.runs"), url_path="runs"),
]
keep_pages(pages)
st.navigation(pages, position="top").run()
