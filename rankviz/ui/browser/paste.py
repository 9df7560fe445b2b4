"""The box for a pasted list, inside its dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.ui.browser.assets import Component

KEY = "rv_paste"

_component = Component(
    "paste",
    html="""<div class="paste"><label for="rv-paste-box"></label>
<textarea id="rv-paste-box" spellcheck="false" aria-describedby="rv-paste-told"></textarea>
<p id="rv-paste-told" role="status"></p><button type="button"></button></div>""",
    isolate_styles=False,
)


def paste_box(data: Mapping[str, object], heard: Callable[[], None]) -> str | None:
    """Mount the box; gives the text that is to be taken over, None while there is none.

    Parameters
    ----------
    data : mapping
        `label` of the box; `text`, what it begins with; `told`, what was read of it, and whether it was `refused`; `use`, the
        name of the button; `limit`, the most characters that are read.
    heard : callable
        Called before the next run where the text changed: what is typed stands in `st.session_state[KEY].draft`.
    """
    used = _component(key=KEY, data=dict(data), on_draft_change=heard, on_use_change=heard).use
    return used if isinstance(used, str) else None
