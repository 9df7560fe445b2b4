"""A row of figures: drawn in the browser by Plotly, linked with the list by rank and by the k line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import plotly
import streamlit as st
from streamlit.components.v1 import declare_component

from rankviz.ui.components.assets import css, javascript

_component = st.components.v2.component(
    "rankviz_chart",
    html='<div class="rv-chart"></div>',
    css=css("chart"),
    js=javascript("chart"),
    # Plotly writes its own style sheet into the document, which does not reach into a shadow root.
    isolate_styles=False,
)


def chart(data: Mapping[str, object], *, key: str) -> dict[str, object] | None:
    """Mount the figures and return what was last settled in the browser.

    Parameters
    ----------
    data : mapping
        JSON-serialisable.
        `epoch` (int); `layout`, "rows" (one tall figure aligned with the rows of the list) or "small" (a line of small
        ones that wraps); `n` (int), ranks in the list; `cutoff` (int >= 1 or None); `plotly_url`, from `plotly_url()`.
        `figures`, a list of `key`, `spec` (a figure as JSON text), `alt`, `title`, `file_name` (without ending),
        `cutoff_max` (int >= 1) and `cutoff_axis`: "x" or "y" where the k line crosses that axis, "point" where the
        curve's point at k is marked, or None. In a spec, what stands for a rank has it in its trace's `customdata`;
        traces with `meta` "wide" and annotations named so are left out below 420 px.
        `table`, None or `title`, `columns` (list of str), `rows` (list of `{label, cells: [{value, label}]}`) and
        `caption` (str, may be empty).
        `texts` has `save` (with the placeholder {title}), `save_svg`, `save_png`, `cutoff_slider`, `cutoff_mark` (the
        letter beside the point at k) and `failed` (the charts cannot be loaded).
    key : str
        Key of the element, unique on the page.

    Returns
    -------
    dict or None
        `session`, `seq`, `epoch` and `cutoff` (int); None before the k line was first moved. It comes from the
        browser: validate it.
    """
    result = _component(key=key, data=dict(data), default={"message": None}, on_message_change=lambda: None)
    message = result.message
    return message if isinstance(message, dict) else None


@cache
def plotly_url() -> str:
    """Address, relative to the app's, of the plotly.min.js that the installed plotly package brings.

    Notes
    -----
    Streamlit serves the folder of a declared component, so nothing is copied and nothing has to be configured; the
    declared component itself is never mounted. Call it while a script runs: only then is the folder registered.
    """
    assets = declare_component("plotly", path=Path(plotly.__file__).parent / "package_data")
    return f"component/{assets.name}/plotly.min.js?v={plotly.__version__}"
