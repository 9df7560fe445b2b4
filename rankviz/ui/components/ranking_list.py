"""The ranked list in the browser: drag, grade, rename, cut."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

_component = st.components.v2.component(
    "rankviz_ranking_list",
    html='<div class="list"></div>',
    css=(_HERE / "ranking_list.css").read_text(encoding="utf-8"),
    js=(_HERE / "ranking_list.js").read_text(encoding="utf-8"),
)


def ranking_list(data: Mapping[str, object], *, key: str) -> dict[str, object] | None:
    """Mount the list and return what the browser last sent: the whole list, its cutoff and the last commands.

    Parameters
    ----------
    data : mapping
        `epoch`, `ack`, `ack_session`; `rows`, each `{id, grade, score, rank, note, tie}` in ranked order; `missed`, each
        `{id, grade}`; `cutoff` (int or None), `scored`, `limit` and `texts`.
    key : str
        Key of the element, unique on the page.

    Returns
    -------
    dict or None
        `session`, `seq`, `epoch`, `rows`, `missed`, `cutoff`, `commands`. It comes from the browser: validate it.
    """
    result = _component(key=key, data=dict(data), default={"message": None}, on_message_change=lambda: None)
    message = result.message
    return message if isinstance(message, dict) else None
