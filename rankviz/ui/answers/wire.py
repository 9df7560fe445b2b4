"""How the data of a part are written to be sent: on one line, once for all who are given the same."""

from __future__ import annotations

import json
from collections.abc import Mapping

import orjson

Data = Mapping[str, object]


def packed(data: Data) -> bytes:
    """Write the data of a part.

    Parameters
    ----------
    data : mapping
        JSON-serialisable.

    Returns
    -------
    bytes
        JSON in UTF-8 without a line break.
    """
    try:
        return orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY)
    except TypeError:  # half a character, as can be typed, has no UTF-8
        return json.dumps(data, separators=(",", ":")).encode()
