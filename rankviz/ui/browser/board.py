"""The page in the browser: one component, whose parts live in elements of their own.

Streamlit's front end needs a few milliseconds for each element it is told of: for a page of twenty-five most of an edit's
time. So the page is one element. Its parts stay small modules (`scores.js`, `ranking_list.js`, ...): `board.js` gives each its
data when they changed, and sends what it says under its own name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankviz.ui.answers.wire import packed
from rankviz.ui.browser.assets import HERE, Component, plotly_url

# Kinds of part, by the name of their module: the class of the root element, and whether it has a style sheet and a shadow root
# of its own. Plotly writes its style sheet into the document, which does not reach into a shadow root.
KINDS = {
    "bar": ("bar", True),
    "notices": ("notices", True),
    "choices": ("choices", True),
    "card": ("card", True),
    "queries": ("queries", True),
    "ranking_list": ("list", True),
    "chart": ("rv-chart", False),
    "scores": ("scores", True),
    "derivation": ("derivation", True),
}
SENDERS = ("bar", "card", "choices", "queries", "list", "scores", "bars", "small", "foot")
KEY = "rv_board"
Data = Mapping[str, object]
Parts = Mapping[str, Data | bytes]

# What each page has of these parts.
_pages = {
    name: Component(
        name,
        html=(HERE / "board" / f"{name}.html").read_text(encoding="utf-8"),
        main="board",
        kinds=KINDS,
        isolate_styles=False,
    )
    for name in ("explore", "diagnose")
}


def _heard() -> None:
    """The message is read from the state, in a fixed order."""


def board(page: str, parts: Parts, *, language: str, title: str, turn: str = "") -> None:
    """Mount a page, or give it new data.

    Parameters
    ----------
    page : {'explore', 'diagnose'}
    parts : mapping of str to mapping, or to what `packed` made of it
        By the names in the html file of the page: what each part is given, JSON-serialisable. The functions that build it say
        what is in it.
    language : str
        "en" or "zh"; Streamlit itself always writes lang="en".
    title : str
        Of the document.
    turn : str
        Names this answer; what is sent ahead of the next edit names the one that it is for.

    Notes
    -----
    What a part last sent stands in `st.session_state[KEY]` under its name: a mapping with `session`, `seq` and `epoch` and what
    it has to say, or None. It comes from the browser: validate it.
    """
    on_change: dict[str, Any] = {f"on_{name}_change": _heard for name in SENDERS}
    head = {"language": "zh-Hans" if language == "zh" else language, "title": title, "turn": turn, "plotly": plotly_url()}
    lines = (name.encode() + b" " + (data if isinstance(data, bytes) else packed(data)) for name, data in parts.items())
    # As bytes: of anything else Streamlit makes JSON twice, the second time with sorted keys.
    content = b"\n".join((packed(head), *lines))
    _pages[page](key=KEY, data=content, default=dict.fromkeys(SENDERS), **on_change)
