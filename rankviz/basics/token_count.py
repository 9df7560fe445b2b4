"""Counts the parts of a text that holds data, before a parser makes an object of each."""

from __future__ import annotations

import re
from itertools import islice

_TOKEN = re.compile(r"""'(?:[^'\\\n]|\\.)*+'?|"(?:[^"\\\n]|\\.)*+"?|[\w.]+|\S|\n""")


def has_more_tokens(text: str, most: int) -> bool:
    r"""Whether a text has more texts in quotation marks, names, numbers, marks and line ends than that.

    Examples
    --------
    >>> has_more_tokens('{"a, b": -0.5}\n', 6), has_more_tokens('{"a, b": -0.5}\n', 7)
    (True, False)
    """
    return len(text) > most and sum(1 for _ in islice(_TOKEN.finditer(text), most + 1)) > most
