"""How the data of a part are written to be sent: on one line, once for all who are given the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import partial
from math import isfinite
from typing import Any

import numpy as np

Data = Mapping[str, object]
Write = Callable[[Data], bytes]


def _fast() -> Write | None:
    """How orjson writes them; None in a reader's browser, where it would be one more file to load."""
    try:
        from orjson import OPT_SERIALIZE_NUMPY, dumps
    except ModuleNotFoundError:
        return None
    return partial(dumps, option=OPT_SERIALIZE_NUMPY)


FAST = _fast()


def to_json(data: Data) -> bytes:
    """Write the data of a part.

    Parameters
    ----------
    data : mapping
        JSON-serialisable; NumPy's numbers and arrays and dataclasses too. What is no number or infinite is null.

    Returns
    -------
    bytes
        JSON in UTF-8 without a line break.
    """
    with suppress(TypeError):  # half a character, as can be typed, has no UTF-8
        if FAST is not None:
            return FAST(data)
    return to_json_stdlib(data)


def to_json_stdlib(data: Data) -> bytes:
    """Write them by the standard library alone: slower, and the same to whoever reads it."""
    text = json.dumps(_plain(data), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    """What the standard library can write."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value
