"""rankviz in the browser: `streamlit run app.py`."""

import streamlit as st

from rankviz.web.app.serve import PAGE, SERVED

# Streamlit looks for this assignment in the text of the file, and serves what it is given.
app = st.App(PAGE, **SERVED)
