"""Links to the page: for anybody, with the page as a file beside it, and for a class."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from urllib.parse import parse_qsl

from rankviz.basics.limits import MAX_FILE, MAX_LINK
from rankviz.display.parts.link import full_url, line_texts, qr_code, reach
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.state.handout import LANGUAGES, PARTS, Handout
from rankviz.state.handout import encode as encode_handout
from rankviz.state.page_params import params_on
from rankviz.state.permalink import encode_in_full, length_of, link_length, to_file
from rankviz.texts import Texts

STATES = ("shown", "covered", "hidden")
OPEN, LOCKED = "open", "locked"
PAGE, PROJECTOR = "page", "projector"
AS_IT_IS = Handout()
LEARN = "learn"  # its lists follow from its address
KINDS = (".json", ".txt", ".csv", ".tsv")


def link_to(over: DialogContext, handout: Handout = AS_IT_IS) -> str | None:
    """The link to the state, also to the opening one, and what the page is asked; None where it would be too long."""
    state = {} if over.page == LEARN else encode_in_full(over.state)
    asked = (
        dict(parse_qsl(over.page_params, keep_blank_values=True))
        if over.page == LEARN
        else params_on(over.page, over.page_params)
    )
    parameters = state | encode_handout(handout) | asked
    return None if length_of(parameters) > MAX_LINK else full_url(over.base_url, parameters)


def link_line_payload(link: str, texts: Texts) -> Data:
    """Build the line of a link.

    Returns
    -------
    dict
        `address`; `code`, the SVG of the QR code, or "" if the link is too long for one or leads to a file; `shows_code`,
        whether it can have one; `reach_note`, a sentence if the link does not reach everybody, or ""; `texts`.
    """
    reached = reach(link)
    return {
        "address": link,
        "code": "" if reached == "file" else qr_code(link),
        "reach_note": texts(f"link.{reached}") if reached else "",
        "shows_code": reached != "file",
        "texts": line_texts(texts),
    }


def link_dialog_payload(over: DialogContext, texts: Texts) -> Data:
    """Build the dialog that gives a link, and saves and opens files.

    Returns
    -------
    dict
        `note`; `line`, as `line_data` builds it, or None, and then `problem`, why there is none; and where the lists are one's
        own `save`, `{label, name, text}`, `open`, `{label, kinds, limit, other_kind, too_large}`, and `sheet`, the name of a
        button, or "".

    Notes
    -----
    It asks for `open_file` and `save_sheet`.
    """
    link = link_to(over)
    line: Data = {"note": texts("link.note"), **_line(link, over, texts)}
    if over.page == LEARN:
        return line
    opens = {"label": texts("link.open"), "kinds": KINDS, "limit": MAX_FILE, "other_kind": texts.template("link.other_kind")}
    return line | {
        "save": {"label": texts("link.save"), "name": texts("link.file_name"), "text": to_file(over.state)},
        "open": opens | {"too_large": texts.template("error.file_too_large")},
        "sheet": texts("link.sheet") if over.page == "explore" and not over.has_withheld_parts and not over.is_static else "",
    }


def _line(link: str | None, over: DialogContext, texts: Texts) -> Data:
    if link is None:
        return {"line": None, "problem": texts("link.too_long", found=link_length(over.state), limit=MAX_LINK)}
    return {"line": link_line_payload(link, texts), "problem": ""}


def share_dialog_payload(over: DialogContext, texts: Texts) -> Data:
    """Build the dialog that makes a link for a class.

    Returns
    -------
    dict
        `line` and `problem` as in `link_data`; where there is a link also `rows`, each `{name, label, value, options: [{value,
        label}]}`; `handout`, what is chosen, as the tab has it; `preview`, whether the page can show itself; `live`, the name
        of the button that leads to a live class, and `why_live`, both "" where there can be none; and `texts`.

    Notes
    -----
    What is chosen, by the name of its row, is the draft, as JSON.
    """
    chosen = _chosen(over.draft)
    found = _line(link_to(over, chosen), over, texts)
    if found["line"] is None:
        return found
    shown = {part: STATES[(part in chosen.covered) + 2 * (part in chosen.hidden)] for part in PARTS}
    rows = [_row(part, value, STATES, texts) for part, value in shown.items()]
    rows.append(_row("list", LOCKED if chosen.locked else OPEN, (OPEN, LOCKED), texts))
    rows.append(_row("language", chosen.language or "own", tuple(each or "own" for each in LANGUAGES), texts))
    rows.append(_row("view", PROJECTOR if chosen.large_type else PAGE, (PAGE, PROJECTOR), texts))
    said = ("note", "preview", "screen", "phone", "width", "here", "waiting")
    return found | {
        "rows": rows,
        "handout": asdict(chosen),
        "preview": not over.is_static,
        "live": "" if over.is_static else texts("share.live"),
        "why_live": "" if over.is_static else texts("share.why_live"),
        "texts": {name: texts(f"share.{name}") for name in said},
    }


def _row(name: str, value: str, options: tuple[str, ...], texts: Texts) -> Data:
    labels = [{"value": each, "label": texts(f"share.{each}")} for each in options]
    return {"name": name, "label": texts(f"share.{name}"), "value": value, "options": labels}


def _chosen(draft: str) -> Handout:
    """What was chosen in the browser; what it never offers counts as not chosen."""
    try:
        found = json.loads(draft or "{}")
    except (ValueError, RecursionError):
        found = {}
    heard = found if isinstance(found, Mapping) else {}
    language = heard.get("language")
    return Handout(
        covered=tuple(part for part in PARTS if heard.get(part) == "covered"),
        hidden=tuple(part for part in PARTS if heard.get(part) == "hidden"),
        locked=heard.get("list") == LOCKED,
        language=language if isinstance(language, str) and language in LANGUAGES else "",
        large_type=heard.get("view") == PROJECTOR,
    )
