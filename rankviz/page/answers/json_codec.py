"""Encodes payloads as JSON, each on one line."""

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
Read = Callable[[bytes], Any]


def _orjson() -> tuple[Write | None, Read]:
    """Return orjson's encoder and decoder; in a reader's browser, where it would be one more file, None and json's."""
    try:
        from orjson import OPT_SERIALIZE_NUMPY, dumps, loads
    except ModuleNotFoundError:
        return None, json.loads
    return partial(dumps, option=OPT_SERIALIZE_NUMPY), loads


FAST, FAST_READ = _orjson()


def to_json(payload: Data) -> bytes:
    """Encode a payload.

    Parameters
    ----------
    payload : mapping
        JSON-serialisable; may also hold NumPy scalars, arrays and dataclasses. NaN and infinities become null.

    Returns
    -------
    bytes
        JSON in UTF-8 without a line break.
    """
    with suppress(TypeError):  # half a character, as can be typed, has no UTF-8
        if FAST is not None:
            return FAST(payload)
    return to_json_stdlib(payload)


def from_json(text: bytes) -> Any:
    """Decode what `to_json` returned."""
    with suppress(ValueError):  # half a character again
        return FAST_READ(text)
    return json.loads(text)


def to_json_stdlib(payload: Data) -> bytes:
    """Encode a payload with the standard library alone: slower, with the same result once parsed."""
    text = json.dumps(_plain(payload), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    """Convert a value to what the standard library can encode."""
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
