"""The derivation in the browser: formulas with their terms, the step player, the copies."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rankviz.ui.components.assets import css, javascript

_component = st.components.v2.component(
    "rankviz_derivation",
    html='<div class="derivation"></div>',
    css=css("derivation"),
    js=javascript("derivation"),
)


def derivation(data: Mapping[str, object], *, key: str) -> None:
    """Mount the derivation; it sends nothing back.

    Parameters
    ----------
    data : mapping
        `lines`, each `{name, symbols, terms, result, result_title}` with terms `{rank, math, muted,
        op}`; `final`, `{name, symbols, numbers, result, title, undefined}` or None; `steps`, each `{rank, text}`; `words`,
        `copies` and `texts`. Formulas are MathML.
    key : str
        Key of the element, unique on the page.
    """
    _component(key=key, data=dict(data))
