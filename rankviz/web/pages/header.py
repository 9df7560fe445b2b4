"""The beginning of every page: reports of the client, the links to the pages, and the board with the parts."""

from __future__ import annotations

from rankviz.texts import Texts
from rankviz.web.components.board import mount
from rankviz.web.components.standalone import page_links
from rankviz.web.session import PAGE_NAMES, Session, go_to, sync_from_client


def header(session: Session, current: str) -> None:
    """Update the session from the client, draw the links to the pages, and show the page whose link was clicked.

    Streamlit's own links empty the address and write the state into it afterwards, which leaves an entry without the state
    in the browser's history; and their names follow the language at the next page only.
    """
    sync_from_client(session, current)
    texts = Texts(session.language)
    links = [{"name": name, "label": texts(f"pages.{name}"), "path": path} for name, path in PAGE_NAMES.items()]
    clicked = page_links({"label": texts("pages.label"), "links": links, "current": current})
    if clicked in PAGE_NAMES and clicked != current:
        go_to(session, clicked)


def board(session: Session, page: str) -> None:
    """Draw the board of a page."""
    head, response = session.build_response()
    mount(page, head, response, language=session.language)
