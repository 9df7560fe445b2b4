"""Help: all words and symbols, and the keys."""

from __future__ import annotations

from rankviz.display.parts.terms import glossary_payload
from rankviz.page.dialogs.dialog_context import Data
from rankviz.texts import Texts

KEYS = (
    ("↑ ↓", "select"), ("Alt ↑ ↓", "move"), ("0 – 9", "grade"), ("u", "unjudged"), ("k K", "cutoff"), ("F2", "rename"),
    ("m", "shelf"), ("Del", "remove"), ("a", "add"), ("z  Ctrl+Z", "undo"),
    ("Z  Ctrl+Shift+Z", "redo"), ("Space ← →", "play"), ("?", "help"), ("o", "cover"), ("p", "project"),
    ("→ ←  PgDn PgUp", "project_step"), (".", "project_cover"), ("n", "project_list"), ("p  Esc", "project_leave"),
    ("h", "hint"), ("n", "next_question"),
)  # fmt: skip


def help_payload(texts: Texts) -> Data:
    """Build the dialog of help.

    Returns
    -------
    dict
        `words`, as `glossary_payload` builds them; `keys`: `title`, `single_keys` and `single_keys_note` of the switch for
        single characters, `heads` of the two columns, and `rows`, each a key and what it does.
    """
    rows = [[key, texts(f"keys.{what}")] for key, what in KEYS]
    keys = {
        "title": texts("keys.title"),
        "single_keys": texts("keys.single"),
        "single_keys_note": texts("keys.single_note"),
        "heads": [texts("keys.key"), texts("keys.does")],
        "rows": rows,
    }
    return {"words": glossary_payload(texts), "keys": keys}
