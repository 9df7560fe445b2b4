"""Tables of a handwritten TOML file, read field by field; errors name the line and the path of the field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn, TypeVar

from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import MAX_OPENED_TEXT

MOST_DOTS = 200  # in a line: dotted keys become nested tables, which take long to parse
HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")
KEY = re.compile(r"\s*([\w-]+(?:\.[\w-]+)*)\s*=")
EXPECTED = "Expected text such as rankviz_lesson = 1 or rankviz_set = 1 in its first line."
WANTED = {
    "text": "a text in quotation marks",
    "yes": "true or false",
    "list": "a list in square brackets",
    "table": "a table, such as { en = …, zh = … }",
}
Value = TypeVar("Value")


@dataclass(frozen=True)
class TomlSource:
    """The text of a TOML file, to find the line of a field."""

    text: str

    @cached_property
    def lines(self) -> Mapping[str, int]:
        """Line number of each field by its path, such as `step[2].question.say`."""
        line_numbers: dict[str, int] = {}
        counts: dict[str, int] = {}
        path = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := HEADER.match(line):
                path = _numbered_path(header[2], header[1] == "[[", counts)
                line_numbers.setdefault(path, number)
            elif key := KEY.match(line):
                line_numbers.setdefault(f"{path}.{key[1]}".removeprefix("."), number)
        return line_numbers

    def line_of(self, path: str) -> int:
        """Return the line of a field.

        For a table without a line of its own it is that of its first field, for a missing field that of the table around it.
        """
        while path and path not in self.lines:
            inner_lines = [line for inner_path, line in self.lines.items() if inner_path.startswith(path + ".")]
            if inner_lines:
                return min(inner_lines)
            path = re.sub(r"(\[[0-9]+\]|\.?[\w-]+)$", "", path)
        return self.lines.get(path, 1)


def _numbered_path(name: str, is_new: bool, counts: dict[str, int]) -> str:
    """Return the path of a header, with the number of each table that belongs to an array of tables."""
    path = ""
    *parents, last = name.split(".")
    for part in parents:
        path = f"{path}.{part}".removeprefix(".")
        path += f"[{counts[path]}]" if path in counts else ""
    path = f"{path}.{last}".removeprefix(".")
    if is_new:
        counts[path] = counts.get(path, 0) + 1
    return path + (f"[{counts[path]}]" if path in counts else "")


@dataclass(frozen=True)
class TomlTable:
    """A table of a TOML file, with its path in it.

    Parameters
    ----------
    content : mapping
    path : str
        "" for the table of the whole file.
    source : TomlSource
    """

    content: Mapping[str, Any]
    path: str
    source: TomlSource

    def path_of(self, name: str) -> str:
        """Return the path of a field in the file."""
        return f"{self.path}.{name}".removeprefix(".")

    def with_location(self, name: str, error: InputError) -> NoReturn:
        """Raise an error with the line and path of a field; one that has a location already is raised as it is."""
        if error.key == "lesson_in":
            raise error
        path = self.path_of(name) if name else self.path
        line = self.source.line_of(path)
        message = f"Line {line}, {path}: {error.message}"
        raise InputError("lesson_in", message, line=line, place=path, what=error)

    def check_keys(self, known: Collection[str]) -> None:
        """Raise InputError if there is a field of any other name."""
        for name in self.content:
            if name not in known:
                listed = ", ".join(known)
                self.with_location(name, InputError("lesson_unknown", f"is not known; expected one of {listed}.", known=listed))

    def has(self, name: str) -> bool:
        """Whether a field is there."""
        return name in self.content

    def need(self, name: str) -> Any:
        """Return a field; InputError if it is missing."""
        if name not in self.content:
            self.with_location(name, missing_error())
        return self.content[name]

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; InputError if it is missing and there is no default."""
        return self._typed_value(str, name, default, "text")

    def boolean(self, name: str) -> bool:
        """Return a boolean; False if it is missing."""
        return self._typed_value(bool, name, False, "yes")

    def integer(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`; InputError if it is missing and there is no default."""
        value = self.content.get(name, default) if default is not None else self.need(name)
        if type(value) is not int or not low <= value <= high:
            value_text = short_repr(value)
            message = f"found {value_text}; expected a whole number from {low} to {high}."
            self.with_location(name, InputError("lesson_want_whole", message, found=value_text, low=low, high=high))
        return value

    def one_of(self, name: str, known: Collection[str], default: str | None = None) -> str:
        """Return a text that is one of `known`."""
        value = self.text(name, default)
        if value not in known:
            message = f'found "{shorten(value)}"; expected one of {", ".join(known)}.'
            self.with_location(name, InputError("lesson_one_of", message, found=shorten(value), known=", ".join(known)))
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts; [] if it is missing."""
        values = self._typed_value(list, name, [], "list")
        for value in values:
            if not isinstance(value, str):
                self.with_location(name, _type_error("text", value))
        return values

    def table(self, name: str) -> TomlTable | None:
        """Return an inner table; None if it is missing."""
        if name not in self.content:
            return None
        content = self._typed_value(dict, name, None, "table")
        return TomlTable(content, self.path_of(name), self.source)

    def tables(self, name: str) -> list[TomlTable]:
        """Return a list of inner tables; [] if it is missing."""
        values = self._typed_value(list, name, [], "list")
        for value in values:
            if not isinstance(value, dict):
                self.with_location(name, _type_error("table", value))
        return [TomlTable(value, f"{self.path_of(name)}[{number}]", self.source) for number, value in enumerate(values, 1)]

    def read(self, name: str, make: Callable[[], Value]) -> Value:
        """Return what `make` returns; an InputError that it raises gets the location of the field."""
        try:
            return make()
        except InputError as error:
            self.with_location(name, error)

    def _typed_value(self, kind: type[Value], name: str, default: Value | None, expected: str) -> Value:
        value = self.need(name) if default is None else self.content.get(name, default)
        if type(value) is not kind:
            self.with_location(name, _type_error(expected, value))
        return value


def missing_error() -> InputError:
    """Return the error for a missing field."""
    return InputError("lesson_missing", "is missing.")


def _type_error(kind: str, value: object) -> InputError:
    value_text = short_repr(value)
    return InputError(f"lesson_want_{kind}", f"found {value_text}; expected {WANTED[kind]}.", found=value_text)


def open_table(text: str) -> TomlTable:
    """Read a TOML file.

    Raises
    ------
    InputError
        `lesson_large`, `lesson_toml`.
    """
    if len(text) > MAX_OPENED_TEXT:
        message = f"The file has more than {MAX_OPENED_TEXT:,} characters. Is it the right file?"
        raise InputError("lesson_large", message, limit=f"{MAX_OPENED_TEXT:,}")
    text = text.removeprefix("\ufeff")  # with which some editors begin a file
    try:
        for number, line in enumerate(text.splitlines(), 1):
            if line.count(".") > MOST_DOTS:
                raise ValueError(f"Too many dots (at line {number})")
        return TomlTable(tomllib.loads(text), "", TomlSource(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        problem = str(error)[:200] or type(error).__name__
        raise InputError(
            "lesson_toml", f"This is not a TOML file, or it has a mistake: {problem}. {EXPECTED}", found=problem
        ) from None
