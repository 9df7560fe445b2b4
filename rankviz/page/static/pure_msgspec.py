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
from math import inf
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

T = TypeVar("T")


class DecodeError(ValueError):
    """Raised for a text that is not JSON."""


class ValidationError(DecodeError):
    """Raised for a value that is not of the type."""


class UnsetType(Enum):
    """Type of a field that was left out."""

    UNSET = "UNSET"

    def __repr__(self) -> str:
        return self.name


UNSET = UnsetType.UNSET


@dataclass(frozen=True)
class Meta:
    """Limits of a value, inclusive but for `lt`; None where there is none."""

    max_length: int | None = None
    ge: float | None = None
    le: float | None = None
    lt: float | None = None


@dataclass(frozen=True)
class StructConfig:
    """How the fields of a struct are written: in an object or an array, and with which tag."""

    forbid_unknown_fields: bool = False
    array_like: bool = False
    tag: str | None = None
    tag_field: str | None = None


@dataclass_transform(frozen_default=True)
class Struct:
    """Makes a subclass a dataclass, into which JSON can be decoded.

    That a struct is not changed is seen where msgspec itself runs: a frozen dataclass takes three times as long to make.
    """

    __struct_config__: ClassVar[StructConfig] = StructConfig()

    def __init_subclass__(cls, *, frozen: bool, **config: Any) -> None:
        super().__init_subclass__()
        cls.__struct_config__ = replace(cls.__struct_config__, **config)
        dataclass(unsafe_hash=frozen)(cls)


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
        return _limited(_converter(inside[0]), *kind.__metadata__)
    if origin is Literal:
        return lambda value: value if isinstance(value, str) and value in inside else _refuse()
    if origin in (Union, UnionType):
        return _union_converter(inside)
    if origin in (list, tuple):  # a tuple of any length
        convert_entry = _converter(inside[0])
        return lambda value: origin(map(convert_entry, value)) if isinstance(value, list) else _refuse()
    if origin is dict:
        return _dict_converter(*map(_converter, inside))
    if issubclass(kind, Struct):
        return _array_converter(kind) if kind.__struct_config__.array_like else _struct_converter(kind)
    if kind is float:
        return _to_float
    return lambda value: value if type(value) is kind else _refuse()


def _refuse() -> Any:
    raise ValidationError


def _to_float(value: Any) -> float:
    if type(value) not in (float, int):
        raise ValidationError
    try:
        return float(value)
    except OverflowError:
        raise ValidationError from None


def _limited(convert_value: Callable[[Any], Any], limits: Meta) -> Callable[[Any], Any]:
    """Convert a value and refuse it beyond a limit; NaN is beyond each."""
    longest, below = limits.max_length, limits.lt
    low, high = -inf if limits.ge is None else limits.ge, inf if limits.le is None else limits.le

    def short(value: Any) -> Any:
        result = convert_value(value)
        return result if len(result) <= longest else _refuse()  # type: ignore[operator]

    def within(value: Any) -> Any:
        result = convert_value(value)
        return result if low <= result <= high and (below is None or result < below) else _refuse()

    return within if longest is None else short


def _union_converter(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    if NoneType in kinds:  # first of all, for it is what most values are
        others = _union_converter(tuple(kind for kind in kinds if kind is not NoneType))
        return lambda value: None if value is None else others(value)
    if len(kinds) == 1:
        return _converter(kinds[0])
    return _first_of([_converter(kind) for kind in kinds])


def _first_of(converters: list[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def converted(value: Any) -> Any:
        for each in converters:
            try:
                return each(value)
            except ValidationError:
                continue
        raise ValidationError

    return converted


def _dict_converter(convert_key: Callable[[Any], Any], convert_value: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def converted(value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError
        return {convert_key(key): convert_value(each) for key, each in value.items()}

    return converted


def _field_converters(kind: type[Struct]) -> dict[str, Callable[[Any], Any]]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: _converter(hints[field.name]) for field in fields(kind)}  # type: ignore[arg-type]


def _array_converter(kind: type[Struct]) -> Callable[[Any], Any]:
    converters = tuple(_field_converters(kind).values())

    def converted(value: Any) -> Any:
        if not isinstance(value, list) or len(value) < len(converters):
            raise ValidationError
        return kind(*[each(part) for each, part in zip(converters, value, strict=False)])

    return converted


def _struct_converter(kind: type[Struct]) -> Callable[[Any], Any]:
    converters = _field_converters(kind)
    required = {field.name for field in fields(kind) if field.default is field.default_factory}  # type: ignore[arg-type]
    forbids_unknown = kind.__struct_config__.forbid_unknown_fields

    def converted(value: Any) -> Any:
        if not isinstance(value, dict) or not required <= value.keys():
            raise ValidationError
        unknown = "".join(value.keys() - converters.keys())
        if unknown and (forbids_unknown or any(0xD800 <= ord(each) <= 0xDFFF for each in unknown)):
            raise ValidationError  # no name has half a character
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
