"""The answers of the look-up."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.ui.browser.assets import Component

KEY = "rv_answers"

_component = Component("answers", html='<div class="answers"></div>')


def _heard() -> None:
    """The number of the answer is the component's answer."""


def answers(data: Mapping[str, object]) -> int | None:
    """Mount the answers; gives the number of the one that was pressed. It comes from the browser: check it."""
    pressed = _component(key=KEY, data=dict(data), on_set_change=_heard).set
    return pressed if isinstance(pressed, int) and not isinstance(pressed, bool) else None
