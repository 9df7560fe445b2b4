"""The links to the pages, in the header of each."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.ui.browser.assets import Component

KEY = "rv_pages"

_component = Component(
    "pages",
    html='<nav class="rv-pages"></nav>',
    isolate_styles=False,
)


def _heard() -> None:
    """The page is the component's answer."""


def page_links(data: Mapping[str, object]) -> str:
    """Mount the links; gives the name of the page that was pressed, "" for none. It comes from the browser: look it up.

    Parameters
    ----------
    data : mapping
        `label` of the whole; `links`, each `{name, label, path}`, the path being what stands in the address; `current`, a name.
    """
    answer = _component(key=KEY, data=dict(data), on_pressed_change=_heard)
    return str(answer.pressed or "")
