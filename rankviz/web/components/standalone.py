"""Components outside the board: each has a JavaScript module of its own and returns what was pressed.

What they return comes from the browser: check it, or look it up.
"""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.web.components.assets import Component

Data = Mapping[str, object]

_pages = Component("pages", main="shell/page_links", html='<nav class="rv-pages"></nav>', isolate_styles=False)
_table = Component("table", main="shared/table", html='<div class="table"></div>')


def _ignore() -> None:
    """Do nothing: what was pressed is the value that the component returns."""


def page_links(data: Data) -> str:
    """Mount the links to the pages; return the name of the page that was pressed, "" for none.

    Parameters
    ----------
    data : mapping
        `label` of the whole; `links`, each `{name, label, path}`, the path being what stands in the address; `current`, a name.
    """
    return str(_pages(key="rv_pages", data=dict(data), on_pressed_change=_ignore).pressed or "")


def data_table(data: Data, key: str) -> str:
    """Mount a table of numbers; return the text that the clicked cell stands for, "" if none was clicked.

    Parameters
    ----------
    data : mapping
        JSON-serialisable. `caption`; `heads`, the column heads as text or pieces, the first that of the row heads; `groups`,
        each `{name, rows}`, the name "" for a single group. A row is `{head, subtitle, cells, notes, mark}`, the notes being
        sentences under it; it may have `library_notes`, each `{head, text, source}`. A cell is `{text, sign, word}` and may
        have `flag` (a sign that refers to a note), `spoken_text` (for screen readers only), `lines` (more lines below),
        `title`, `heat` (0 to 1), `side` ("first" or "second"), `marks` (class names) and `action`: what a click dispatches on
        a board, elsewhere a text. Above it there may be `sentences`, `list_choice`, `{name, label, value, options}`, which
        sets a parameter of the page, `link`, `{label, page, search, edit}`, and `finder_texts` of a field that filters rows;
        below it `file`, `{label, name, text}`. A table that `is_tall` scrolls by itself.
    key : str
    """
    return str(_table(key=key, data=dict(data), on_pressed_change=_ignore).pressed or "")
