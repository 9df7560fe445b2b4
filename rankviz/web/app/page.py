"""The script of the page, which Streamlit runs for each visitor."""

from functools import partial
from pathlib import Path

import streamlit as st

from rankviz.page.server.gc_freeze import freeze_loaded_objects
from rankviz.web.pages import compare as page_compare
from rankviz.web.pages import diagnose as page_diagnose
from rankviz.web.pages import explore as page_explore
from rankviz.web.pages import learn as page_learn
from rankviz.web.pages import runs as page_runs
from rankviz.web.pages.header import header
from rankviz.web.session import PAGE_NAMES, current_session, keep_pages

MARK = Path(__file__).parents[2] / "browser" / "mark.svg"

st.set_page_config(page_title="rankviz", page_icon=str(MARK), layout="wide", initial_sidebar_state="collapsed")
st.logo(str(MARK), size="medium")
freeze_loaded_objects()
session = current_session()
DRAW = {
    "explore": page_explore.page,
    "learn": page_learn.page,
    "compare": page_compare.page,
    "diagnose": page_diagnose.page,
    "runs": page_runs.page,
}
pages = {
    name: st.Page(partial(DRAW[name], session), title=name, url_path=path or name, default=not path)
    for name, path in PAGE_NAMES.items()
}
keep_pages(pages)
current_page = st.navigation(list(pages.values()), position="hidden")
header(session, current_page.url_path or "explore")
current_page.run()
