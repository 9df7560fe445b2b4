"""Encodes payloads as JSON, each on one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import msgspec
import numpy as np

Data = Mapping[str, object]


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
    try:
        return _ENCODER.encode(payload)
    except UnicodeEncodeError:  # half a character, as can be typed, has no UTF-8: it is escaped
        text = json.dumps(payload, default=_plain)
        return json.dumps(json.loads(text, parse_constant=lambda _: None), separators=(",", ":")).encode()


def from_json(text: bytes) -> Any:
    """Decode what `to_json` returned."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:  # half a character again
        return json.loads(text)


def _plain(value: Any) -> Any:
    """Convert a value that an encoder does not know to one that it does."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    return {field.name: getattr(value, field.name) for field in fields(value)}  # a dataclass, or TypeError


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
