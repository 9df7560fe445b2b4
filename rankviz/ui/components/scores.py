"""The score panel: the chosen measure in large figures, under it all measures in a fixed order."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rankviz.ui.components.assets import css, javascript

_component = st.components.v2.component(
    "rankviz_scores",
    html='<div class="scores"></div>',
    css=css("scores"),
    js=javascript("scores"),
)


def scores(data: Mapping[str, object], *, key: str) -> dict[str, object] | None:
    """Mount the panel and return what was last asked for in the browser.

    Parameters
    ----------
    data : mapping
        JSON-serialisable. `epoch` (int), `name`, `value` (as printed, or the word for undefined), `title` (full
        precision, a plain number), `detail`, `undefined` (bool), `reason` and `put` (why it is undefined, what stands
        for it), `sentence` (the convention in words), `copy` (what the copy button copies).
        `rows` and `more_rows`, lists of `{key, label, value, title, undefined, chosen}`; the second list stays closed
        until it is opened or holds the chosen measure.
        `toggle`, `{label_decimals, label_fractions, value}` or None.
        `texts` has `values` (name of the list), `more`, `less`, `copy`, `copied` and `numbers` (name of the switch).
    key : str
        Key of the element, unique on the page.

    Returns
    -------
    dict or None
        `session`, `seq`, `epoch` and either `metric` (a key) or `numbers` ("decimals" or "fractions"); None before the
        first click. It comes from the browser: validate it.
    """
    result = _component(key=key, data=dict(data), default={"message": None}, on_message_change=lambda: None)
    message = result.message
    return message if isinstance(message, dict) else None
