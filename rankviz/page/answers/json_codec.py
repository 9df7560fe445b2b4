"""Encodes payloads as JSON, each on one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

import msgspec
import numpy as np

Data = Mapping[str, object]
T = TypeVar("T")


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


def decode(text: bytes | bytearray | str, kind: type[T]) -> T:
    """Decode JSON into a type.

    Raises
    ------
    ValueError
        If it is no JSON, or not of this type.
    RecursionError
        If it is too deep.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except ValueError:  # msgspec does not read half a character, or 1e400
        return msgspec.convert(json.loads(text), kind)


def from_json(text: bytes) -> Any:
    """Decode what `to_json` returned."""
    return decode(text, object)


def _plain(value: Any) -> Any:
    """Convert a value that an encoder does not know to one that it does."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        return dict(value)
    return {field.name: getattr(value, field.name) for field in fields(value)}  # a dataclass, or TypeError


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
