"""Documents as they stand in a list: an id, an id with a number, or an object of haystack or LangChain as it is printed."""

from __future__ import annotations

from rankviz.core.pasted.formats.literals import LiteralValue

DOCUMENT = "Document"
NAMES = ("id", "page_content", "content")  # where there is no id the text is read as a name


def is_document(value: LiteralValue) -> bool:
    """Whether a value names a document: a text, a whole number, or a printed object."""
    return value.is_text() or value.is_integer() or value.class_name == DOCUMENT


def is_pair(value: LiteralValue) -> bool:
    """Whether a value is a document and its number; [1, 2] may as well be two ids, (1, 2) hardly."""
    parts = value.entries() if value.is_list() else []
    is_one = len(parts) == 2 and is_document(parts[0]) and parts[1].is_number()
    return is_one and (value.is_tuple() or not parts[0].is_number())


def entry(value: LiteralValue) -> tuple[str, LiteralValue | None]:
    """Return the id of one entry of a list, and its number, None if it has none; InputError as for `LiteralValue.name`."""
    if is_pair(value):
        document, number = value.entries()
        return _name(document), number
    score = value.pairs().get("score") if value.class_name == DOCUMENT else None
    return _name(value), score if score is not None and score.is_number() else None


def _name(value: LiteralValue) -> str:
    if value.class_name != DOCUMENT:
        return value.name()
    parts = value.pairs()
    return next((parts[name] for name in NAMES if name in parts and not parts[name].is_none()), value).name()
