"""What all pages begin with: the links from one to another, and the news from the browser."""

from __future__ import annotations

import streamlit as st

from rankviz.texts import Texts
from rankviz.ui.browser.pages import page_links
from rankviz.ui.messages import fold_messages
from rankviz.ui.session import PAGE_NAMES, Visit, go_to, read_address


def header(now: Visit, current: str) -> None:
    """Draw the links to the pages, and go where one of them leads.

    Streamlit's own links empty the address and write the state into it afterwards, which leaves an entry without the state
    in the browser's history; and their names follow the language at the next page only.
    """
    texts = Texts(now.language)
    links = [{"name": name, "label": texts(f"pages.{name}"), "path": path} for name, path in PAGE_NAMES.items()]
    pressed = page_links({"label": texts("pages.label"), "links": links, "current": current})
    if pressed in PAGE_NAMES and pressed != current:
        fold_messages(now)
        go_to(now, pressed)


def hear(now: Visit, page: str) -> None:
    """Take over the address and what the parts of the page sent."""
    now.end_drag()
    language = now.language
    read_address(now, page)
    fold_messages(now)
    if now.language != language:
        st.rerun()  # the header stands outside of the page
