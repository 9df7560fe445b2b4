"""The part of an answer that is the open dialog."""

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


def dialog_payload(name: str, over: DialogContext, problem: str, unanswered: Mapping[str, str], texts: Texts) -> Data:
    """Build the open dialog.

    Parameters
    ----------
    name : str
        Of `BODIES`; any other is none.
    over : DialogContext
    problem : str
        Why what was to be taken over from it could not be; "" for nothing.
    unanswered : mapping
        What is said where no answer comes.

    Returns
    -------
    dict
        `name`, "" where none is open, and then nothing else; `title`, `large` (bool), `close` (of the button), `problem`,
        `unanswered`, and `body`, as the builder of each gives it.

    Notes
    -----
    It asks for `close_dialog`, and for what its body asks.
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
        "body": body(over, texts),
    }
