"""Payload of the open dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.examples.gallery import gallery_payload
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.page.dialogs.help import help_payload
from rankviz.page.dialogs.own_question import own_question_dialog_payload
from rankviz.page.dialogs.paste import paste_payload
from rankviz.page.dialogs.share_dialogs import link_dialog_payload, share_dialog_payload
from rankviz.texts import Texts

Body = Callable[[DialogContext, Texts], Data]
# Each with the key of its title.
BODIES: Mapping[str, tuple[str, Body]] = {
    "examples": ("header.examples", lambda _, texts: gallery_payload(texts.language)),
    "paste": ("paste.title", paste_payload),
    "link": ("link.title", link_dialog_payload),
    "share": ("share.title", share_dialog_payload),
    "ask": ("list_as_question.title", own_question_dialog_payload),
    "help": ("header.help", lambda _, texts: help_payload(texts)),
}
LARGE = ("examples", "share", "help")


def dialog_payload(name: str, context: DialogContext, problem: str, unanswered: Mapping[str, str], texts: Texts) -> Data:
    """Build the open dialog.

    Parameters
    ----------
    name : str
        A key of `BODIES`; any other name stands for no dialog.
    context : DialogContext
    problem : str
        Why its content could not be taken over; "" for none.
    unanswered : mapping
        Messages for a missing response, by why there is none.

    Returns
    -------
    dict
        `name`, "" and no other key if none is open; `title`, `large` (bool), `close` (of the button), `problem`,
        `unanswered`, and `body`, the payload of that dialog.

    Notes
    -----
    The part dispatches `close_dialog`, and the actions of its body.
    """
    if name not in BODIES:
        return {"name": ""}
    title, body = BODIES[name]
    return {
        "name": name,
        "title": texts(title),
        "large": name in LARGE,
        "close": texts("terms.close"),
        "problem": problem,
        "unanswered": dict(unanswered),
        "body": body(context, texts),
    }
