"""Links to the page: the line with an address, its code to be photographed, and the dialog that makes one for a class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from urllib.parse import urlencode

from rankviz.limits import MAX_LINK
from rankviz.state.handout import LANGUAGES, PARTS, Handout
from rankviz.state.handout import encode as encode_handout
from rankviz.state.permalink import length_of, written
from rankviz.texts import Texts
from rankviz.ui.browser.components import SHARE, link_line, share_board
from rankviz.ui.session import LEARN, Session, asked_in, here, keep_share
from rankviz.ui.views.link import code, line_texts, reach

STATES = ("shown", "covered", "hidden")
OPEN, LOCKED = "open", "locked"
PAGE, PROJECTOR = "page", "projector"
AS_IT_IS = Handout()
Data = dict[str, object]


def address(now: Session, handout: Handout = AS_IT_IS) -> str | None:
    """The link to the state, also to the opening one, and what the page is asked; None where it would be too long."""
    state = {} if now.view.page == LEARN else written(now.state)
    parameters = state | encode_handout(handout) | asked_in(now)
    return None if length_of(parameters) > MAX_LINK else f"{here()}?{urlencode(parameters)}"


def show_link(now: Session, texts: Texts) -> bool:
    """Draw the line of the link; False where there is none."""
    found = address(now)
    if found is not None:
        link_line(line_data(found, texts), "rv_link")
    return found is not None


def line_data(link: str, texts: Texts) -> Data:
    """Build the line of a link.

    Returns
    -------
    dict
        `address`; `code`, an SVG, or "" where the link is too long for one; `reach`, a sentence where not everybody is reached,
        or ""; `texts`.
    """
    reached = reach(link)
    return {
        "address": link,
        "code": code(link),
        "reach": texts(f"link.{reached}") if reached else "",
        "texts": line_texts(texts),
    }


def show_share(now: Session, texts: Texts) -> bool:
    """Draw the dialog that makes a link for a class; False where the list is too long for one."""
    chosen = _chosen(now.share)
    found = address(now, chosen)
    if found is None:
        return False
    share_board(share_data(found, chosen, texts), partial(keep_share, now, SHARE))
    return True


def share_data(link: str, chosen: Handout, texts: Texts) -> Data:
    """Build the dialog.

    Returns
    -------
    dict
        `rows`, each `{name, label, value, options: [{value, label}]}`; `line`, as `line_data` builds it; `handout`, what is
        chosen, as the tab has it; `texts`.
    """
    shown = {part: STATES[(part in chosen.covered) + 2 * (part in chosen.hidden)] for part in PARTS}
    rows = [_row(part, value, STATES, texts) for part, value in shown.items()]
    rows.append(_row("list", LOCKED if chosen.locked else OPEN, (OPEN, LOCKED), texts))
    rows.append(_row("language", chosen.language or "own", tuple(each or "own" for each in LANGUAGES), texts))
    rows.append(_row("view", PROJECTOR if chosen.projector else PAGE, (PAGE, PROJECTOR), texts))
    said = ("note", "preview", "screen", "phone", "width", "here", "waiting")
    return {
        "rows": rows,
        "line": line_data(link, texts),
        "handout": asdict(chosen),
        "texts": {name: texts(f"share.{name}") for name in said},
    }


def _row(name: str, value: str, options: tuple[str, ...], texts: Texts) -> Data:
    labels = [{"value": each, "label": texts(f"share.{each}")} for each in options]
    return {"name": name, "label": texts(f"share.{name}"), "value": value, "options": labels}


def _chosen(heard: Mapping[str, object]) -> Handout:
    """What was chosen in the browser; what it never offers counts as not chosen."""
    language = heard.get("language")
    return Handout(
        covered=tuple(part for part in PARTS if heard.get(part) == "covered"),
        hidden=tuple(part for part in PARTS if heard.get(part) == "hidden"),
        locked=heard.get("list") == LOCKED,
        language=language if isinstance(language, str) and language in LANGUAGES else "",
        projector=heard.get("view") == PROJECTOR,
    )
