"""Links to the page: for anybody, with the page as a file beside it, and for a class."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from urllib.parse import parse_qsl

from rankviz.basics.limits import MAX_FILE, MAX_LINK
from rankviz.display.parts.link import full_url, line_texts, qr_code, reach
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.page.page_parameters import params_on
from rankviz.state.handout import LANGUAGES, PARTS, Handout
from rankviz.state.handout import encode as encode_handout
from rankviz.state.permalink import encode_in_full, length_of, link_length, to_file
from rankviz.texts import Texts

PART_STATES = ("shown", "covered", "hidden")
OPEN, LOCKED = "open", "locked"
PAGE, PROJECTOR = "page", "projector"
AS_IT_IS = Handout()
LEARN = "learn"  # its lists follow from its address
KINDS = (".json", ".txt", ".csv", ".tsv")


def link_to(context: DialogContext, handout: Handout = AS_IT_IS) -> str | None:
    """Return the link to the page with its state, even if that is the default; None if it is too long."""
    state = {} if context.page == LEARN else encode_in_full(context.state)
    page_params = (
        dict(parse_qsl(context.page_params, keep_blank_values=True))
        if context.page == LEARN
        else params_on(context.page, context.page_params)
    )
    parameters = state | encode_handout(handout) | page_params
    return None if length_of(parameters) > MAX_LINK else full_url(context.base_url, parameters)


def link_line_payload(link: str, texts: Texts) -> Data:
    """Build the line of a link.

    Returns
    -------
    dict
        `address`; `code`, the SVG of the QR code, or "" if the link is too long for one or leads to a file; `shows_code`,
        whether it can have one; `reach_note`, a sentence if the link does not reach everybody, or ""; `texts`.
    """
    scope = reach(link)
    return {
        "address": link,
        "code": "" if scope == "file" else qr_code(link),
        "reach_note": texts(f"link.{scope}") if scope else "",
        "shows_code": scope != "file",
        "texts": line_texts(texts),
    }


def link_dialog_payload(context: DialogContext, texts: Texts) -> Data:
    """Build the dialog that gives a link, and saves and opens files.

    Returns
    -------
    dict
        `note`; `line`, as `link_line_payload` builds it, or None, and then `problem`, why there is none; and on all pages but
        Learn `save`, `{label, name, text}`, `open`, `{label, kinds, limit, other_kind, too_large}`, and `sheet_label` of a
        button, or "".

    Notes
    -----
    The part dispatches `open_file` and `save_sheet`.
    """
    link = link_to(context)
    line: Data = {"note": texts("link.note"), **_line(link, context, texts)}
    if context.page == LEARN:
        return line
    file_input = {
        "label": texts("link.open"),
        "kinds": KINDS,
        "limit": MAX_FILE,
        "other_kind": texts.template("link.other_kind"),
    }
    has_sheet = context.page == "explore" and not context.has_withheld_parts and not context.is_static
    return line | {
        "save": {"label": texts("link.save"), "name": texts("link.file_name"), "text": to_file(context.state)},
        "open": file_input | {"too_large": texts.template("error.file_too_large")},
        "sheet_label": texts("link.sheet") if has_sheet else "",
    }


def _line(link: str | None, context: DialogContext, texts: Texts) -> Data:
    """Build `line` and `problem`, of which one is empty."""
    if link is None:
        return {"line": None, "problem": texts("link.too_long", found=link_length(context.state), limit=MAX_LINK)}
    return {"line": link_line_payload(link, texts), "problem": ""}


def share_dialog_payload(context: DialogContext, texts: Texts) -> Data:
    """Build the dialog that makes a link for a class.

    Returns
    -------
    dict
        `line` and `problem` as in `link_dialog_payload`; if there is a link also `rows`, each `{name, label, value, options:
        [{value, label}]}`; `handout`, what is chosen; `has_preview`, whether the page can show itself; `class_label` of the
        button that leads to a live class and `class_note`, both "" if there can be none; and `texts`.

    Notes
    -----
    The draft is the chosen values by the name of their row, as JSON.
    """
    chosen = _read_draft(context.draft)
    payload = _line(link_to(context, chosen), context, texts)
    if payload["line"] is None:
        return payload
    part_states = {part: PART_STATES[(part in chosen.covered) + 2 * (part in chosen.hidden)] for part in PARTS}
    rows = [_row(part, value, PART_STATES, texts) for part, value in part_states.items()]
    rows.append(_row("list", LOCKED if chosen.locked else OPEN, (OPEN, LOCKED), texts))
    rows.append(_row("language", chosen.language or "own", tuple(each or "own" for each in LANGUAGES), texts))
    rows.append(_row("view", PROJECTOR if chosen.large_type else PAGE, (PAGE, PROJECTOR), texts))
    text_keys = ("note", "preview", "screen", "phone", "width", "here", "waiting")
    return payload | {
        "rows": rows,
        "handout": asdict(chosen),
        "has_preview": not context.is_static,
        "class_label": "" if context.is_static else texts("share.live"),
        "class_note": "" if context.is_static else texts("share.why_live"),
        "texts": {name: texts(f"share.{name}") for name in text_keys},
    }


def _row(name: str, value: str, options: tuple[str, ...], texts: Texts) -> Data:
    labels = [{"value": each, "label": texts(f"share.{each}")} for each in options]
    return {"name": name, "label": texts(f"share.{name}"), "value": value, "options": labels}


def _read_draft(draft: str) -> Handout:
    """Read what was chosen in the dialog; anything else counts as not chosen."""
    try:
        parsed = json.loads(draft or "{}")
    except (ValueError, RecursionError):
        parsed = {}
    chosen = parsed if isinstance(parsed, Mapping) else {}
    language = chosen.get("language")
    return Handout(
        covered=tuple(part for part in PARTS if chosen.get(part) == "covered"),
        hidden=tuple(part for part in PARTS if chosen.get(part) == "hidden"),
        locked=chosen.get("list") == LOCKED,
        language=language if isinstance(language, str) and language in LANGUAGES else "",
        large_type=chosen.get("view") == PROJECTOR,
    )
