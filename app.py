"""rankviz in the browser: `streamlit run app.py`."""

from functools import partial
from pathlib import Path

import streamlit as st

from rankviz.ui import page_diagnose, page_explore, page_runs
from rankviz.ui.coming import TRAFFIC
from rankviz.ui.header import header
from rankviz.ui.memory import keep_what_is_loaded
from rankviz.ui.state import PAGE_NAMES, keep_pages, visit

MARK = Path(__file__).parent / "rankviz" / "ui" / "mark.svg"

st.set_page_config(page_title="rankviz", page_icon=str(MARK), layout="wide", initial_sidebar_state="collapsed")
st.logo(str(MARK), size="medium")
keep_what_is_loaded()
now = visit()
TRAFFIC.note(now.name)
draw = {"explore": page_explore.page, "diagnose": page_diagnose.page, "runs": page_runs.page}
pages = {
    name: st.Page(partial(draw[name], now), title=name, url_path=path or name, default=not path)
    for name, path in PAGE_NAMES.items()
}
keep_pages(pages)
shown = st.navigation(list(pages.values()), position="hidden")
header(now, shown.url_path or "explore")
shown.run()
