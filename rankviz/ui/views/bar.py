"""The header's buttons, the switches under the charts, and the messages above the list: what these parts are given."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.limits import MAX_LISTS
from rankviz.state.app_state import AppState
from rankviz.state.place import Place
from rankviz.texts import Texts

Data = dict[str, object]


def title_of(page: str, place: Place, texts: Texts) -> str:
    """Title of the document, by page and by what is asked in it: bookmarks and the browser's history show it."""
    if page == "explore":
        return texts("app.title")
    name = texts(f"pages.{page}")
    view = f"diagnose.ask_{place.ask}"
    return texts("app.title_in", view=texts(view), name=name) if page == "diagnose" else texts("app.title_of", name=name)


def bar_data(state: AppState, locked: bool, explored: bool, savable: bool, texts: Texts) -> Data:
    """Build the header, always in sight. What changes a locked list is disabled; what one takes along stands in a menu.

    Parameters
    ----------
    state : AppState
    locked : bool
        Whether the list is looked at only.
    explored : bool
        Whether the page is one that can be shared with a class, and shown to a room.
    savable : bool
        Whether there is something to be saved as a page.
    texts : Texts

    Returns
    -------
    dict
        `label` of the whole, and `buttons`: `name` (the command that a press gives), `label`, and where they apply `quiet`
        ("icon": only its icon is seen, "plain": without a border), `disabled` and `pressed` (bool), `key` (that gives the
        same command), and `menu`, the buttons that a press shows instead. Whether anything can be undone the browser knows.
    """

    def button(name: str, **more: object) -> Data:
        return {"name": name, "label": texts(f"bar.{name}"), **more}

    off: Data = {"disabled": True} if locked else {}
    full = locked or len(state.lists) >= MAX_LISTS
    taken = [button("link")]
    taken += [button("share")] if explored else []
    taken += [button("save")] if savable else []
    taken += [button("project", key="P")] if explored else []
    buttons = [
        *(button(name, **off) for name in ("examples", "paste")),
        button("add_list", quiet="icon", **({"disabled": True} if full else {})),
        *(button(name, quiet="icon") for name in ("undo", "redo")),
        button("take", quiet="plain", menu=taken) if explored else button("link", quiet="icon"),
        button("help", quiet="icon"),
        button("language", quiet="plain"),
    ]
    return {"label": texts("bar.label"), "buttons": buttons}


def foot_data(tables: bool, texts: Texts) -> Data:
    """Build the line under the charts, in the shape of `bar_data`."""
    return {"label": texts("bar.more"), "buttons": [{"name": "tables", "label": texts("chart.tables"), "pressed": tables}]}


def notices_data(notices: Sequence[str], empty: str, texts: Texts) -> Data:
    """Build the messages; `empty` says why the page shows nothing, "" for one that does.

    Returns
    -------
    dict
        `messages` (list of str), `empty` (the same), `lead` (the words of a link to Explore beside that), and `texts` for a
        browser that is given no answer: `waiting`, `not_done` and `too_large`.
    """
    unanswered = texts.group("unanswered") | {"too_large": texts("error.too_large")}
    return {
        "messages": list(dict.fromkeys(notices)),
        "empty": empty,
        "lead": texts("cover.lead"),
        "texts": unanswered,
    }
