"""Rewrites what Python prints but cannot read back so that it can, by the text alone and on as many lines as before."""

from __future__ import annotations

import re

_ENUM = re.compile(r"<\w+(?:\.\w+)*: ('[^'\n]*')>")  # a member of an Enum
_DEFAULT = re.compile(r"\bdefaultdict\(<[^<>\n]*>, ?")  # its class stands before the dictionary
# What follows an id in haystack 2 and 3: the text, cut after 100 characters and not escaped, and then fields in this order.
_PRINTED = re.compile(
    r"""Document\(id=(?P<id>[^'",\n][^,\n]*),[ ]
    (?:content:[ ]'.{0,103}?')? (?:(?:,[ ])?dataframe:[ ]\([^()\n]*\))? (?:(?:,[ ])?blob:[ ]\d+[ ]bytes)?
    (?:(?:,[ ])?meta:[ ]\{.*?\})? (?:(?:,[ ])?score:[ ](?P<score>[-+.\w]+))?
    (?:(?:,[ ])?embedding:[ ]vector[ ]of[ ]size[ ]\d+)?
    (?:(?:,[ ])?sparse_embedding:[ ]vector[ ]with[ ]\d+[ ]non-zero[ ]elements)?
    \)(?=\s*(?:[,;\])}]|\n|\Z))""",
    re.VERBOSE | re.DOTALL,
)
_BEGIN = re.compile(r"(?=\bDocument\(id=)")


def readable(text: str) -> str:
    """Write members of an Enum, dictionaries with a default and haystack's documents as Python can read them."""
    text = _DEFAULT.sub("dict(", _ENUM.sub(r"\1", text))
    if "Document(id=" not in text:
        return text
    return "".join(_PRINTED.sub(_as_call, part, count=1) for part in _BEGIN.split(text))  # one by one, or it takes too long


def _as_call(match: re.Match[str]) -> str:
    score = f", score={match['score']}" if match["score"] else ""
    return f"Document(id={match['id']!r}{score}" + "\n" * match[0].count("\n") + ")"
