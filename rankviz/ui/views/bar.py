"""The header's buttons, the switches under the charts, and the messages above the list: what these parts are given."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.limits import MAX_LISTS
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Data = dict[str, object]


def bar_data(state: AppState, locked: bool, explored: bool, savable: bool, texts: Texts) -> Data:
    """Build the header: examples, paste, undo, redo, link, language; always in sight. What changes a locked list is disabled.

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
        ("icon": only its icon is seen, "plain": without a border), `disabled` and `pressed` (bool). Whether anything can be
        undone the browser knows.
    """
    off: Data = {"disabled": True} if locked else {}
    buttons: list[Data] = [{"name": name, "label": texts(f"bar.{name}")} | off for name in ("examples", "paste")]
    full = locked or len(state.lists) >= MAX_LISTS
    here = (*(["save"] if savable else []), *(["share", "project"] if explored else []))
    for name in ("add_list", "undo", "redo", "link", *here):
        button: Data = {"name": name, "label": texts(f"bar.{name}"), "quiet": "icon"}
        buttons.append(button | ({"disabled": full} if name == "add_list" else {}))
    buttons.append({"name": "language", "label": texts("bar.language"), "quiet": "plain"})
    return {"label": texts("bar.label"), "buttons": buttons}


def foot_data(tables: bool, texts: Texts) -> Data:
    """Build the line under the charts, in the shape of `bar_data`."""
    shown = {"name": "tables", "label": texts("chart.tables"), "pressed": tables}
    return {"label": texts("bar.more"), "buttons": [shown, {"name": "help", "label": texts("bar.help")}]}


def notices_data(notices: Sequence[str], texts: Texts) -> Data:
    """Build the messages.

    Returns
    -------
    dict
        `messages` (list of str), and `texts` for a browser that is given no answer: `waiting`, `not_done` and `too_large`.
    """
    unanswered = texts.group("unanswered") | {"too_large": texts("error.too_large")}
    return {"messages": list(dict.fromkeys(notices)), "texts": unanswered}
