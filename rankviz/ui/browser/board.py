"""The page in the browser: one component, whose parts live in elements of their own.

Streamlit's front end needs a few milliseconds for each element it is told of. So the page is one element. Its parts stay small
modules (`scores.js`, `ranking_list.js`, ...): `board.js` gives each its data when they changed, and `tab.js` asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.ui.answers.wire import packed
from rankviz.ui.browser.assets import HERE, Component, plotly_url

# Kinds of part, by the name of their module: the class of the root element, and the style sheets of their shadow root; those
# without one have no such root either. Plotly writes its style sheet into the document, which does not reach into one.
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "bar": ("bar", ("bar",)),
    "notices": ("notices", ("notices",)),
    "choices": ("choices", ("choices",)),
    "card": ("card", ("card",)),
    "queries": ("queries", ("queries",)),
    "ranking_list": ("list", ("ranking_list",)),
    "chart": ("rv-chart", ()),
    "scores": ("scores", ("scores",)),
    "cover": ("cover", ("cover",)),
    "derivation": ("derivation", ("derivation",)),
    "terms": ("terms", ("terms",)),
    "short": ("short", ("short",)),
    "asks": ("asks", ("asks",)),
    "number": ("number", ("number", "two_derivations")),
    "tool": ("tool", ("tool", "sheet")),
    "sheet": ("sheet", ("sheet",)),
    "duel": ("list duel", ("ranking_list", "duel")),
    "ways": ("ways", ("ways",)),
    "verdict": ("verdict", ("verdict",)),
    "versus": ("versus", ("versus",)),
    "lab": ("lab choices", ("choices", "lab")),
    "cards": ("cards", ("cards",)),
    "lesson": ("lesson", ("lesson",)),
    "catalogue": ("catalogue", ("catalogue",)),
    "results": ("results", ("tiles", "results")),
    "setup": ("setup", ("tiles", "link", "setup")),
    "progress": ("progress", ("progress",)),
    "question": ("question", ("question",)),
    "working": ("working", ("working",)),
    "middle": ("middle", ("middle", "two_derivations", "choosing", "worked")),
    "answer": ("answer", ("answer",)),
    "keep": ("keep", ("keep",)),
}
KEY = "rv_board"


def _kinds_in(html: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Those that a page has: their modules are loaded with it."""
    return {name: kind for name, kind in KINDS.items() if f'"{name}"' in html}


def _page(name: str) -> Component:
    html = (HERE / "board" / f"{name}.html").read_text(encoding="utf-8")
    return Component(name, html=html, main="board", kinds=_kinds_in(html), isolate_styles=False)


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
    What the tab last sent stands in `st.session_state[KEY]`: under `state` what it tells, under `question` what it asks where
    the server has no route for it. It comes from the browser: validate it.
    """
    known = {"language": "zh-Hans" if language == "zh" else language, "plotly": plotly_url()}
    # As bytes: of anything else Streamlit makes JSON twice, the second time with sorted keys.
    content = packed({**head, **known}) + b"\n" + answer
    given = {"default": {"state": None, "question": None}, "on_state_change": _heard, "on_question_change": _heard}
    _pages[page](key=KEY, data=content, **given)
