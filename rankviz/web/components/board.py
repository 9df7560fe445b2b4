"""The page in the browser: one component, whose parts live in elements of their own.

Streamlit's front end needs a few milliseconds for each element. So the page is one element. Its parts stay small modules
(`scores.js`, `ranking_list.js`, ...): `tab.js` requests their payloads, and `board.js` gives each part its own if that changed.
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


_pages = {name: _page(name) for name in ("explore", "learn", "compare", "diagnose", "runs")}


def _ignore() -> None:
    """Do nothing: the board's messages are read from Streamlit's session state."""


def mount(page: str, head: Mapping[str, object], response: bytes, *, language: str) -> None:
    """Mount a page, or send it a new response.

    Parameters
    ----------
    page : {'explore', 'learn', 'compare', 'diagnose', 'runs'}
    head : mapping
        Head for the board, of `Session.build_response`.
    response : bytes
        As `respond_to_bytes` writes it, with the parts that the HTML file of the page has.
    language : str
        "en" or "zh"; Streamlit itself always writes lang="en".

    Notes
    -----
    The last messages of the client stand in `st.session_state[KEY]`: its report as `state`, its request as `request` if the
    server has no route for it. They come from the browser: validate them.
    """
    page_facts = {"language": "zh-Hans" if language == "zh" else language, "plotly": plotly_url()}
    # As bytes: of anything else Streamlit makes JSON twice, the second time with sorted keys.
    content = to_json({**head, **page_facts}) + b"\n" + response
    callbacks = {"default": {"state": None, "request": None}, "on_state_change": _ignore, "on_request_change": _ignore}
    _pages[page](key=KEY, data=content, **callbacks)
