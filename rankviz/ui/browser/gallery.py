"""The gallery of worked examples inside its dialog."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rankviz.ui.browser.assets import HERE

KEY = "rv_gallery"

_component = st.components.v2.component(
    "rankviz_gallery",
    html='<div class="gallery"></div>',
    js=(HERE / "gallery" / "gallery.js").read_text(encoding="utf-8"),
    css=(HERE / "gallery" / "gallery.css").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def _heard() -> None:
    """The key is the component's answer."""


def gallery(data: Mapping[str, object]) -> str:
    """Mount the gallery; gives the key of the example that was pressed, "" for none. It comes from the browser: look it up."""
    answer = _component(key=KEY, data=dict(data), on_open_change=_heard)
    return str(answer.open or "")
