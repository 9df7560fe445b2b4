"""What the page uses of msgspec, in Python alone.

In a reader's browser, where msgspec would be one more file to load, this module has its name (`python_bundle.py`). It does
what msgspec does, for the types that the page has, and is slower.
"""

from __future__ import annotations

from collections.abc import Callable
from json import dumps, loads
from typing import Any


class DecodeError(ValueError):
    """Raised for a text that is not JSON."""


class Encoder:
    """Encodes values as JSON.

    Parameters
    ----------
    enc_hook : function
        Converts a value that JSON has not to one that it has.
    """

    def __init__(self, *, enc_hook: Callable[[Any], Any]) -> None:
        self._hook = enc_hook

    def encode(self, value: object) -> bytes:
        """Encode a value in UTF-8; NaN and infinities become null, and half a character is a UnicodeEncodeError."""
        try:
            text = self._write(value)
        except ValueError:
            text = self._write(loads(dumps(value, default=self._hook), parse_constant=lambda _: None))
        return text.encode()

    def _write(self, value: object) -> str:
        return dumps(value, default=self._hook, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class json:  # noqa: N801 - msgspec's module of this name
    """Encoding and decoding."""

    Encoder = Encoder

    @staticmethod
    def decode(text: bytes) -> Any:
        """Decode JSON."""
        try:
            return loads(text)
        except ValueError as error:
            raise DecodeError(str(error)) from None
