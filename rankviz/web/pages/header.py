"""What all pages begin with: news from the browser, links to the other pages, and the board with the parts of the page."""

from __future__ import annotations

from rankviz.texts import Texts
from rankviz.web.components.board import mount
from rankviz.web.components.standalone import page_links
from rankviz.web.session import PAGE_NAMES, Session, go_to, sync_from_client


def header(now: Session, current: str) -> None:
    """Take over what the tab told, draw the links to the pages, and go where one of them leads.

    Streamlit's own links empty the address and write the state into it afterwards, which leaves an entry without the state
    in the browser's history; and their names follow the language at the next page only.
    """
    sync_from_client(now, current)
    texts = Texts(now.language)
    links = [{"name": name, "label": texts(f"pages.{name}"), "path": path} for name, path in PAGE_NAMES.items()]
    pressed = page_links({"label": texts("pages.label"), "links": links, "current": current})
    if pressed in PAGE_NAMES and pressed != current:
        go_to(now, pressed)


def board(now: Session, parts: str) -> None:
    """Draw the board of a page."""
    head, answer = now.build_response()
    mount(parts, head, answer, language=now.language)
