"""The gallery of worked examples inside its dialog."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.ui.browser.assets import Component

KEY = "rv_gallery"

_component = Component("gallery", html='<div class="gallery"></div>', isolate_styles=False)


def _heard() -> None:
    """The key is the component's answer."""


def gallery(data: Mapping[str, object]) -> str:
    """Mount the gallery; gives the key of the example that was pressed, "" for none. It comes from the browser: look it up."""
    answer = _component(key=KEY, data=dict(data), on_open_change=_heard)
    return str(answer.open or "")
