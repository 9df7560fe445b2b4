"""What is sent to the page ahead of the next key press; it shows nothing by itself."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import streamlit as st

from rankviz.ui.browser.assets import HERE

KEY = "rv_coming_{}"  # page.css keeps it from taking room

_component = st.components.v2.component(
    "rankviz_coming", html="<i></i>", js=(HERE / "coming" / "coming.js").read_text(encoding="utf-8")
)


def coming(turn: str, answers: Mapping[str, Mapping[str, bytes]], number: int) -> None:
    """Send what the parts of the page will be.

    Parameters
    ----------
    turn : str
        Of the answer that stands on the page now: these are the next ones, after one edit.
    answers : mapping
        By the name of an edit, what is sent of the parts of the page as `packed` has it; of each edit the same parts.
    number : int
        Of this batch, from 0; those of a turn add up.
    """
    names = next(iter(answers.values()), {})
    # Part by part: what is alike stands within the 32 kB in which it is looked for.
    lines = [b"%s %s %s" % (edit.encode(), name.encode(), parts[name]) for name in names for edit, parts in answers.items()]
    _component(key=KEY.format(number), data=zlib.compress(b"\n".join((turn.encode(), *lines))))
