"""Errors in the reader's language."""

from __future__ import annotations

from rankviz.errors import InputError
from rankviz.texts import Texts

CONTROL = "control_"  # begins a placeholder that names a control of the page


def error_text(error: InputError, texts: Texts, page: str = "") -> str:
    """An error in the reader's language, with the advice of a page where it has its own; else the English one."""
    own = f"{page}_error.{error.key}"
    key = own if own in texts else f"error.{error.key}"
    if key not in texts:
        return error.message
    controls = {name: texts(f"{page}.{name.removeprefix(CONTROL)}") for name in texts.places(key) if name.startswith(CONTROL)}
    return texts(key, **error.where, **controls)
