"""The ranked list: rows that can be moved, graded, renamed and removed, the cutoff line, and the shelf of missed documents."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rankviz.ui.components.assets import css, javascript

_component = st.components.v2.component(
    "rankviz_ranking_list",
    html='<div class="list"></div>',
    css=css("ranking_list"),
    js=javascript("ranking_list"),
)


def ranking_list(data: Mapping[str, object], *, key: str) -> dict[str, object] | None:
    """Mount the ranked list and return the last state of it that the browser sent.

    Parameters
    ----------
    data : mapping
        JSON-serialisable. `rows`: the entries in the order shown, each `{id, grade, score, rank, note, tie}` with `grade`
        None if unjudged, `rank` as printed, `note` in muted type behind the name and `tie` the number of its tie group or
        None. `missed`: `{id, grade}` each. `cutoff` (int or None), `scored` (whether scores decide the order), `can_undo`,
        `can_redo`, `limit` (most entries) and `texts`.
        `epoch` grows with each change that the list did not make; `ack_session` and `ack` name the last message taken in.
        Rows are ignored if they are older than what the browser shows: same `epoch`, smaller `ack`.
    key : str
        Key of the element, unique on the page.

    Returns
    -------
    dict or None
        `session`, `seq`, `epoch`, `rows` (`[id, grade, score]` each, in the order shown), `missed` (`[id, grade]` each),
        `cutoff` and `commands`, the last 20 of `{n, name}` with names undo, redo, table, paste, help. Always the whole list.
        None before the first change. It comes from the browser: validate it.
    """
    result = _component(key=key, data=dict(data), default={"message": None}, on_message_change=lambda: None)
    message = result.message
    return message if isinstance(message, dict) else None
