"""Errors in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.basics.errors import InputError
from rankviz.display.number_format import full
from rankviz.texts import Texts

CONTROL = "control_"  # begins a placeholder that names a control of the page


def error_text(error: InputError, texts: Texts, page: str = "") -> str:
    """An error in the reader's language, with the advice of a page where it has its own; else the English one."""
    own = f"{page}_error.{error.key}"
    key = own if own in texts else f"error.{error.key}"
    if key not in texts:
        return error.message
    controls = {name: texts(f"{page}.{name.removeprefix(CONTROL)}") for name in texts.places(key) if name.startswith(CONTROL)}
    where = {name: _value_text(value, texts, page) for name, value in error.where.items()}
    return texts(key, **where, **controls)


def _value_text(value: object, texts: Texts, page: str) -> object:
    """A value as it stands in a sentence; what is wrong inside something else is a sentence itself."""
    if isinstance(value, InputError):
        return error_text(value, texts, page)
    return full(value) if isinstance(value, float) else value


def error_texts(errors: Iterable[InputError], texts: Texts) -> list[str]:
    """Errors in the reader's language; what is wrong in the same way with several parts of a link or file is said once."""
    kinds: dict[object, list[InputError]] = {}
    for error in errors:
        kinds.setdefault(error.key if "parts" in error.where else error, []).append(error)
    return [error_text(_merge_parts(kind, texts), texts) for kind in kinds.values()]


def _merge_parts(kind: list[InputError], texts: Texts) -> InputError:
    first, *others = kind
    if not others:
        return first
    parts = texts("convention.separator").join(str(error.where["parts"]) for error in kind)
    return InputError(first.key, first.message, **first.where | {"parts": parts, "count": len(kind)})
