"""The sentence of conventions: each word that can be chosen is a pill that opens its options."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rankviz.ui.components.assets import css, javascript

_component = st.components.v2.component(
    "rankviz_choices",
    html='<div class="choices"></div>',
    css=css("choices"),
    js=javascript("choices"),
)


def choices(data: Mapping[str, object], *, key: str) -> dict[str, object] | None:
    """Mount the sentence and return the last choice made in the browser.

    Parameters
    ----------
    data : mapping
        `epoch` (int), `parts` (list), `more` (mapping or None), `captioned` (the slot whose captions are filled, "" for `more`,
        None for none) and `texts`, all JSON-serialisable. A part is `{text}`,
        words between two pills, or a slot: `slot` (name of the convention field), `label` (heading), `value`, `shown`
        (text on the pill), `help` and `kind`.
        kind "radio" adds `options`, each `{value, label, caption}` and, if needed, `shown` (the pill's text until the
        next data) and `disabled_reason`.
        kind "number" adds `min`, `max`, `step`, `caption`, `invalid` (the sentence for a bad entry), `allow_none`,
        `none_label` and, if needed, `whole` (true: whole numbers only).
        `more` is `{label, parts}`: slots that share one pill at the end.
        `texts` has `decrease`, `increase` and `close`.
    key : str
        Key of the element, unique on the page.

    Returns
    -------
    dict or None
        `session`, `seq`, `epoch`, and either `field` and `value` or `open`, the slot that was opened; None before the first
        choice. It comes from the browser: validate it.
    """
    result = _component(key=key, data=dict(data), default={"message": None}, on_message_change=lambda: None)
    message = result.message
    return message if isinstance(message, dict) else None
