"""A table of numbers that are marked by shape, word and tint, and may be pressed: libraries, choices, the list that tells."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.ui.browser.assets import Component

_component = Component("sheet", html='<div class="sheet"></div>')


def _heard() -> None:
    """The choices of the cell are the component's answer."""


def sheet(data: Mapping[str, object], key: str) -> dict[str, object]:
    """Mount a table; gives the choices of the cell that was pressed, {} for none. They come from the browser: check them.

    Parameters
    ----------
    data : mapping
        JSON-serialisable. `caption`; `heads`, names of the columns, the first that of the row heads; `groups`, each
        `{name, rows}`, the name "" where there is one only; a row is `{head, sub, cells, notes, mark}`, the notes being
        sentences under it. A cell is `{text, sign, word}` and may have `hidden` (said, not shown), `lines` (more words below),
        `title`, `heat` (0 to 1), `side` ("first" or "second"), `marks` (class names) and `set`, the choices it stands for.
    key : str
    """
    pressed = _component(key=key, data=dict(data), on_set_change=_heard).set
    return dict(pressed) if isinstance(pressed, Mapping) else {}
