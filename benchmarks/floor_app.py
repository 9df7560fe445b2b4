"""The least that Streamlit can do for an edit: one button and one number."""

import streamlit as st

if st.button("Add one", key="floor_button"):
    st.session_state.count = st.session_state.get("count", 0) + 1
with st.container(key="floor_number"):
    st.text(st.session_state.get("count", 0))
