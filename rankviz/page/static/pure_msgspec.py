"""What the page uses of msgspec, in Python alone.

In a reader's browser, where msgspec would be one more file to load, this module has its name (`python_bundle.py`). It does what
msgspec does, for the types that the page has, and is slower.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from json import dumps, loads
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

T = TypeVar("T")


class DecodeError(ValueError):
    """Raised for a text that is not JSON."""


class ValidationError(DecodeError):
    """Raised for a value that is not of the type."""


class UnsetType(Enum):
    """Type of a field that was left out."""

    UNSET = "UNSET"


UNSET = UnsetType.UNSET


@dataclass(frozen=True)
class Meta:
    """Limits of a value, inclusive but for `lt`; None where there is none."""

    max_length: int | None = None
    ge: int | None = None
    le: int | None = None
    lt: int | None = None

    def check(self, value: Any) -> None:
        """Raise ValidationError for a value beyond a limit."""
        if (
            (self.max_length is not None and len(value) > self.max_length)
            or (self.ge is not None and value < self.ge)
            or (self.le is not None and value > self.le)
            or (self.lt is not None and value >= self.lt)
        ):
            raise ValidationError


@dataclass_transform(frozen_default=True)
class Struct:
    """Makes a subclass a frozen dataclass, into which JSON can be decoded."""

    forbids_unknown: bool

    def __init_subclass__(cls, *, frozen: bool, forbid_unknown_fields: bool = False) -> None:
        super().__init_subclass__()
        cls.forbids_unknown = forbid_unknown_fields
        dataclass(frozen=frozen)(cls)


def convert(value: object, type: type[T]) -> T:
    """Convert a value as JSON has it to a type; ValidationError if it is not of that type."""
    kind: Any = type
    return _converter(kind)(value)  # type: ignore[no-any-return]


@cache
def _converter(kind: Any) -> Callable[[Any], Any]:
    origin, inside = get_origin(kind), get_args(kind)
    if kind in (Any, object):
        return lambda value: value
    if origin is Annotated:
        return _limited(_converter(inside[0]), kind.__metadata__)
    if origin is Literal:
        return lambda value: value if isinstance(value, str) and value in inside else _refuse()
    if origin in (Union, UnionType):
        return _first_of([_converter(each) for each in inside])
    if origin in (list, tuple):  # a tuple of any length
        convert_entry = _converter(inside[0])
        return lambda value: origin(map(convert_entry, value)) if isinstance(value, list) else _refuse()
    if issubclass(kind, Struct):
        return _struct_converter(kind)
    return lambda value: value if type(value) is kind else _refuse()


def _refuse() -> Any:
    raise ValidationError


def _limited(convert_value: Callable[[Any], Any], limits: tuple[Meta, ...]) -> Callable[[Any], Any]:
    def converted(value: Any) -> Any:
        result = convert_value(value)
        for limit in limits:
            limit.check(result)
        return result

    return converted


def _first_of(converters: list[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def converted(value: Any) -> Any:
        for each in converters:
            try:
                return each(value)
            except ValidationError:
                continue
        raise ValidationError

    return converted


def _struct_converter(kind: type[Struct]) -> Callable[[Any], Any]:
    hints = get_type_hints(kind, include_extras=True)
    converters = {field.name: _converter(hints[field.name]) for field in fields(kind)}  # type: ignore[arg-type]
    required = {field.name for field in fields(kind) if field.default is field.default_factory}  # type: ignore[arg-type]

    def converted(value: Any) -> Any:
        if not isinstance(value, dict) or not required <= value.keys():
            raise ValidationError
        if kind.forbids_unknown and not value.keys() <= converters.keys():
            raise ValidationError
        return kind(**{name: each(value[name]) for name, each in converters.items() if name in value})

    return converted


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
    def decode(text: bytes, *, type: type[T]) -> T:
        """Decode JSON into a type."""
        try:
            value = loads(text)
        except ValueError as error:
            raise DecodeError(str(error)) from None
        return convert(value, type)


class structs:  # noqa: N801 - msgspec's module of this name
    """Reading and changing structs."""

    replace = staticmethod(replace)

    @staticmethod
    def asdict(struct: Struct) -> dict[str, Any]:
        """Return the values of all fields by name."""
        return {field.name: getattr(struct, field.name) for field in fields(struct)}  # type: ignore[arg-type]

    @staticmethod
    def force_setattr(struct: Struct, name: str, value: object) -> None:
        """Set a field of a frozen struct, which is not yet in use."""
        object.__setattr__(struct, name, value)
