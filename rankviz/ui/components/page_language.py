"""Tells the browser the page's language and title: Streamlit always writes lang="en"."""

from __future__ import annotations

import streamlit as st

_JAVASCRIPT = """
export default function ({ data }) {
  document.documentElement.lang = data.language === "zh" ? "zh-Hans" : "en"
  document.title = data.title
}
"""
_component = st.components.v2.component("rankviz_page_language", js=_JAVASCRIPT)


def page_language(language: str, title: str) -> None:
    """Set the language of the document ('en' or 'zh') and its title."""
    _component(key="rv_page_language", data={"language": language, "title": title}, height=0)
