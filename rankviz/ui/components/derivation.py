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
        JSON-serialisable. Formulas are MathML, made by our own code; "" where there is none.
        `epoch` (int): another one stops the player. `lines`, a list of `name`, `symbols`, `terms`, `result` and
        `result_title` (all digits), a term being `rank` (int or None), `math`, `muted` (it adds nothing) and `op`, what
        stands before it. `final`, None or `name`, `symbols`, `numbers`, `result`, `title` and `undefined`.
        `steps`, one per rank of the player: `rank` and `text`, a list of `{t: plain text}` and `{m: MathML}`.
        `words`, sentences on what is not arithmetic. `copies`, a list of `key`, `label` and `text`.
        `texts` has `first`, `previous`, `play`, `pause`, `next`, `last`, `rank_of` (placeholders {rank} and {n}),
        `more_terms` ({n}), `fewer_terms`, `copy`, `copied` and `copy_failed`.
    key : str
        Key of the element, unique on the page.
    """
    _component(key=key, data=dict(data))
