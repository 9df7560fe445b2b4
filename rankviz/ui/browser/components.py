"""The components that stand by themselves: each has a JavaScript module of its own and gives back what was pressed.

All they give comes from the browser: check it, or look it up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.ui.browser.assets import Component

Data = Mapping[str, object]
PASTE, SHARE = "rv_paste", "rv_share"

_link = Component("link", html='<div class="rv-link-here"></div>', isolate_styles=False)
_share = Component("share", html='<div class="rv-share"></div>', isolate_styles=False)
_ask = Component("ask", html='<div class="rv-ask"></div>', isolate_styles=False)
_glossary = Component("glossary", html='<div class="glossary"></div>')
_gallery = Component("gallery", html='<div class="gallery"></div>', isolate_styles=False)
_pages = Component("pages", html='<nav class="rv-pages"></nav>', isolate_styles=False)
_paste = Component(
    "paste",
    html="""<div class="paste"><label for="rv-paste-box"></label>
<textarea id="rv-paste-box" spellcheck="false" aria-describedby="rv-paste-told"></textarea>
<p id="rv-paste-told" role="status"></p><button type="button"></button></div>""",
    isolate_styles=False,
)
_sheet = Component("sheet", html='<div class="sheet"></div>')


def _heard() -> None:
    """What was pressed is the component's answer."""


def gallery(data: Data) -> str:
    """Mount the gallery of worked examples; gives the key of the one that was pressed, "" for none."""
    return str(_gallery(key="rv_gallery", data=dict(data), on_open_change=_heard).open or "")


def link_line(data: Data, key: str) -> None:
    """Mount a link that can be copied and photographed; `rankviz.ui.pages.links.line_data` builds its data."""
    _link(key=key, data=dict(data))


def share_board(data: Data, heard: Callable[[], None]) -> None:
    """Mount the dialog that makes links for a class.

    Parameters
    ----------
    data : mapping
        As `rankviz.ui.pages.links.share_data` builds it.
    heard : callable
        Called before the next run where something was chosen: by the name of its row it stands in
        `st.session_state[SHARE].chosen`.
    """
    _share(key=SHARE, data=dict(data), on_chosen_change=heard)


def ask_board(data: Data) -> str:
    """Mount the dialog that makes a question of a list; gives what was pressed in it, 'make' or 'try', "" for nothing.

    Parameters
    ----------
    data : mapping
        As `rankviz.ui.views.ask.ask_data` builds it, with `line`, as `rankviz.ui.pages.links.line_data` builds it, and `place`,
        what Learn is asked; or `problem` alone.
    """
    return str(_ask(key="rv_ask", data=dict(data), on_pressed_change=_heard).pressed or "")


def glossary(data: Data) -> None:
    """Mount the list of all words and symbols.

    Parameters
    ----------
    data : mapping
        `entries`, each `{name, symbol, what, why}`, the symbol as MathML and the others as pieces; and `texts`.
    """
    _glossary(key="rv_glossary", data=dict(data))


def page_links(data: Data) -> str:
    """Mount the links to the pages; gives the name of the page that was pressed, "" for none.

    Parameters
    ----------
    data : mapping
        `label` of the whole; `links`, each `{name, label, path}`, the path being what stands in the address; `current`, a name.
    """
    return str(_pages(key="rv_pages", data=dict(data), on_pressed_change=_heard).pressed or "")


def paste_box(data: Data, heard: Callable[[], None]) -> str | None:
    """Mount the box for a pasted list; gives the text that is to be taken over, None while there is none.

    Parameters
    ----------
    data : mapping
        `label` of the box; `text`, what it begins with; `told`, what was read of it, and whether it was `refused`; `use`, the
        name of the button; `limit`, the most characters that are read.
    heard : callable
        Called before the next run where the text changed: what is typed stands in `st.session_state[PASTE].draft`.
    """
    used = _paste(key=PASTE, data=dict(data), on_draft_change=heard, on_use_change=heard).use
    return used if isinstance(used, str) else None


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
