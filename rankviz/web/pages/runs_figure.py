"""A chart of whole runs on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from rankviz.runs.words.figures import Spec, with_title
from rankviz.texts import Texts
from rankviz.web.session import selection_of


def draw_figure(
    figure: Spec, key: str, title: str, texts: Texts, pick: Callable[[Mapping[str, object]], None] | None = None
) -> None:
    """Draw a chart under its title; `pick` is called with a point that is clicked."""
    options: dict[str, Any] = {"key": key, "alt": title, "config": _toolbar(texts)}
    if pick is None:
        st.plotly_chart(with_title(figure, title), **options)
        return

    def on_select() -> None:
        points = selection_of(key).points
        if points:
            pick(points[0])

    st.plotly_chart(with_title(figure, title), on_select=on_select, selection_mode="points", **options)


def _toolbar(texts: Texts) -> dict[str, object]:
    """Return Plotly's configuration with a toolbar in the language of the page."""
    dictionary = {english: texts(f"plotly.{name}") for name, english in Texts("en").group("plotly").items()}
    return {"locale": texts.language, "locales": {texts.language: {"dictionary": dictionary}}}
