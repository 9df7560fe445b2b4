"""What is sent to the page ahead of the next key press; it shows nothing by itself."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import streamlit as st

from rankviz.ui.components.assets import HERE

KEY = "rv_coming"  # page.css keeps it from taking room
QUICK = 1  # the answers are so much alike that no better packing is needed

_component = st.components.v2.component("rankviz_coming", html="<i></i>", js=(HERE / "coming.js").read_text(encoding="utf-8"))


def coming(turn: str, answers: Mapping[str, Mapping[str, bytes]]) -> None:
    """Send what the parts of the page will be.

    Parameters
    ----------
    turn : str
        Of the answer that stands on the page now: these are the next ones, after one edit.
    answers : mapping
        By the name of an edit, what is sent of each part of the page as `packed` has it.
    """
    lines = [
        b"%s %s %s" % (edit.encode(), name.encode(), data) for edit, parts in answers.items() for name, data in parts.items()
    ]
    _component(key=KEY, data=zlib.compress(b"\n".join((turn.encode(), *lines)), QUICK))
