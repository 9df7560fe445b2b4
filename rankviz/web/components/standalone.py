"""The components that stand by themselves: each has a JavaScript module of its own and gives back what was pressed.

All they give comes from the browser: check it, or look it up.
"""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.web.components.assets import Component

Data = Mapping[str, object]

_pages = Component("pages", main="shell/page_links", html='<nav class="rv-pages"></nav>', isolate_styles=False)
_sheet = Component("sheet", main="shared/table", html='<div class="sheet"></div>')


def _heard() -> None:
    """What was pressed is the component's answer."""


def page_links(data: Data) -> str:
    """Mount the links to the pages; gives the name of the page that was pressed, "" for none.

    Parameters
    ----------
    data : mapping
        `label` of the whole; `links`, each `{name, label, path}`, the path being what stands in the address; `current`, a name.
    """
    return str(_pages(key="rv_pages", data=dict(data), on_pressed_change=_heard).pressed or "")


def sheet(data: Data, key: str) -> str:
    """Mount a table of numbers, marked by shape, word and tint; gives what the cell says that was pressed, "" for none.

    Parameters
    ----------
    data : mapping
        JSON-serialisable. `caption`; `heads`, names of the columns as text or pieces, the first that of the row heads;
        `groups`, each `{name, rows}`, the name "" where there is one only; a row is `{head, sub, cells, notes, mark}`, the
        notes being sentences under it. A cell is `{text, sign, word}` and may have `hidden` (said, not shown), `lines` (more
        words below), `title`, `heat` (0 to 1), `side` ("first" or "second"), `marks` (class names) and `set`, what it asks
        for when it is pressed: an edit on a board, else a text. Above it there may be `said`, sentences, and `choose`,
        `{name, label, value, options}`, which names a parameter of the page's address; below it `file`, `{label, name,
        text}`. One that is `tall` scrolls by itself.
    key : str
    """
    return str(_sheet(key=key, data=dict(data), on_pressed_change=_heard).pressed or "")
