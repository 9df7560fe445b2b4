"""The page in the browser: one component, whose parts live in elements of their own.

Streamlit's front end needs a few milliseconds for each element it is told of. So the page is one element. Its parts stay small
modules (`scores.js`, `ranking_list.js`, ...): `board.js` gives each its data when they changed, and `tab.js` asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.browser.part_kinds import page_html
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.page_parts import kinds_of
from rankviz.web.components.assets import Component, plotly_url

KEY = "rv_board"


def _page(name: str) -> Component:
    return Component(name, html=page_html(name), main="shell/board", kinds=kinds_of(name), isolate_styles=False)


# What each page has of these parts.
_pages = {name: _page(name) for name in ("explore", "learn", "compare", "diagnose", "runs")}


def _heard() -> None:
    """What the tab sends is read from the state."""


def mount(page: str, head: Mapping[str, object], answer: bytes, *, language: str) -> None:
    """Mount a page, or give it new data.

    Parameters
    ----------
    page : {'explore', 'learn', 'compare', 'diagnose', 'runs'}
    head : mapping
        What the session says of itself.
    answer : bytes
        As `respond` gives it: of the parts that are in the html file of the page.
    language : str
        "en" or "zh"; Streamlit itself always writes lang="en".

    Notes
    -----
    What the tab last sent stands in `st.session_state[KEY]`: under `state` what it tells, under `request` what it asks where
    the server has no route for it. It comes from the browser: validate it.
    """
    known = {"language": "zh-Hans" if language == "zh" else language, "plotly": plotly_url()}
    # As bytes: of anything else Streamlit makes JSON twice, the second time with sorted keys.
    content = to_json({**head, **known}) + b"\n" + answer
    given = {"default": {"state": None, "request": None}, "on_state_change": _heard, "on_request_change": _heard}
    _pages[page](key=KEY, data=content, **given)
