"""What only one visit has of parts that are otherwise the same for all who see the same."""

from __future__ import annotations

from rankviz.texts import Texts
from rankviz.ui.session import LIST, Visit
from rankviz.ui.views.errors import error_text

Data = dict[str, object]


def list_own(now: Visit) -> Data:
    """Build what the list is given beside `list_data`.

    Returns
    -------
    dict
        `can_undo`, `can_redo` (bool); `ack_session` and `ack` name the last message taken in. Rows are ignored if they are
        older than what the browser shows: same `epoch`, smaller `ack`.
    """
    session, ack = now.acks.get(LIST, ("", 0))
    return {"ack": ack, "ack_session": session, "can_undo": bool(now.past), "can_redo": bool(now.future)}


def choices_own(now: Visit, texts: Texts) -> Data:
    """Build what the sentence is given beside `choices_data`.

    Returns
    -------
    dict
        `refused`, by its slot what was typed last and cannot be used, and why; empty where nothing was refused.
    """
    refused = now.refused
    return {} if refused is None else {"refused": {refused.name: [refused.typed, error_text(refused.error, texts)]}}
