"""The header's buttons, the switches under the charts, and the messages above the list, with what a visit has to itself."""

from __future__ import annotations

from typing import Any

from rankviz.limits import MAX_LINK
from rankviz.state.permalink import link_length
from rankviz.texts import Texts
from rankviz.ui.session import Visit
from rankviz.ui.views import bar
from rankviz.ui.views.errors import error_text

Data = dict[str, object]


def bar_data(now: Visit, texts: Texts) -> Data:
    """Build the header; it sends `commands`, the last 20 of `{n, name}`."""
    data: Any = bar.bar_data(now.state, texts)
    there = {"undo": bool(now.past), "redo": bool(now.future)}
    for button in data["buttons"]:
        if button["name"] in there:
            button["disabled"] = not there[button["name"]]
    return {"epoch": now.epoch, **data}


def foot_data(now: Visit, texts: Texts) -> Data:
    """Build the line under the charts."""
    return {"epoch": now.epoch, **bar.foot_data(now.tables, texts)}


def notices_data(now: Visit, texts: Texts) -> Data:
    """Build the messages: what could not be read, and a state that no link can hold."""
    found = [error_text(error, texts) for error in now.notices]
    if link_length(now.state) > MAX_LINK:
        found.append(texts("error.not_saved"))
    return bar.notices_data(found, texts)
