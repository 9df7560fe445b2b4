"""Which two of several runs the page Runs compares in detail."""

from __future__ import annotations

from html import escape

import streamlit as st

from rankviz.runs.run_files import Files, short_names
from rankviz.texts import Texts
from rankviz.web.runs_files import FIRST_TWO, RunsSession
from rankviz.web.session import set_widget, widget_value

SIDES = ("first", "second")
KEYS = tuple(f"rv_runs_pair_{side}" for side in SIDES)


def choose_pair(runs: RunsSession, files: Files, texts: Texts) -> Files:
    """Draw the choice of the two runs; a run that is chosen for both sides changes places with the other one."""
    names = short_names([*files.of_all.names])
    places = range(len(names))
    pair = runs.pair if runs.pair is not None and max(runs.pair) < len(names) else FIRST_TWO

    def on_change() -> None:
        first, second = (widget_value(key, place) for key, place in zip(KEYS, pair, strict=True))
        chosen = (first, second) if first != second else (pair[1], pair[0])
        runs.pair = chosen if chosen != FIRST_TWO else None

    st.html(f"<h2>{escape(texts('runs.pair_title'))}</h2>")
    for column, side, key, place in zip(st.columns(2), SIDES, KEYS, pair, strict=True):
        set_widget(key, place)
        column.selectbox(
            texts(f"runs.pair_{side}"),
            places,
            format_func=names.__getitem__,
            key=key,
            on_change=on_change,
            placeholder=texts("choices.pick"),
        )
    return files.compare(pair)
