"""The header's buttons, the switches under the charts, and the messages above the list: what these parts are given."""

from __future__ import annotations

from rankviz.limits import MAX_LINK, MAX_LISTS
from rankviz.state.permalink import link_length
from rankviz.texts import Texts
from rankviz.ui.pages.dialogs import error_text
from rankviz.ui.session import Visit

Data = dict[str, object]


def bar_data(now: Visit, texts: Texts) -> Data:
    """Build the header: examples, paste, undo, redo, link, language; always in sight.

    Returns
    -------
    dict
        `epoch` (int), `label` of the whole, and `buttons`: `name` (the command that a press sends), `label`, and where
        they apply `quiet` ("icon": only its icon is seen, "plain": without a border), `disabled` and `pressed` (bool).
        It sends `commands`, the last 20 of `{n, name}`.
    """
    buttons: list[Data] = [{"name": name, "label": texts(f"bar.{name}")} for name in ("examples", "paste")]
    full = len(now.state.lists) >= MAX_LISTS
    for name, disabled in (("add_list", full), ("undo", not now.past), ("redo", not now.future), ("link", False)):
        buttons.append({"name": name, "label": texts(f"bar.{name}"), "quiet": "icon", "disabled": disabled})
    buttons.append({"name": "language", "label": texts("bar.language"), "quiet": "plain"})
    return {"epoch": now.epoch, "label": texts("bar.label"), "buttons": buttons}


def foot_data(now: Visit, texts: Texts) -> Data:
    """Build the line under the charts, in the shape of `bar_data`."""
    tables = {"name": "tables", "label": texts("chart.tables"), "pressed": now.tables}
    return {"epoch": now.epoch, "label": texts("bar.more"), "buttons": [tables]}


def notices_data(now: Visit, texts: Texts) -> Data:
    """Build the messages: what could not be read, and a state that no link can hold. `messages` is a list of str."""
    found = [error_text(error, texts) for error in now.notices]
    if link_length(now.state) > MAX_LINK:
        found.append(texts("error.not_saved"))
    return {"messages": list(dict.fromkeys(found))}
