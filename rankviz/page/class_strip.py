"""Texts of the strip on a page that the phones of a class follow; only the browser knows whether there is a class."""

from __future__ import annotations

from rankviz.texts import Texts

Data = dict[str, object]


def class_strip_payload(texts: Texts) -> Data:
    """Build the strip.

    Returns
    -------
    dict
        `texts`: `label` of the strip, its messages (`on`, `off`, `lost`, `long`, `ended`; `one` and `many` phones, with their
        `count`), and the buttons (`join` with the `code`, `start`, `stop`, `back`, `page`, `close`); `language`.
    """
    return {"texts": texts.group("class_strip"), "language": texts.language}
