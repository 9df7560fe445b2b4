"""Fields of a handwritten TOML file, each said once, and the tables that they are read from.

The rows stand where they are read: `rankviz.learn.sets.file`, `rankviz.learn.lessons.fields`. What a table may have, how it is
read, and what docs/exercises.md and docs/add-a-lesson.md list comes from them. An error names the line and path of its field.

Types of msgspec would be no better here: sets are read with NumPy alone, too, on the command line, and what msgspec says of a
wrong value names neither its line nor what was found.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Generic, NoReturn, TypeVar

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
Read = TypeVar("Read")


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

    def check_names(self, fields: Fields) -> None:
        """Raise InputError if there is a field of any other name."""
        known = [field.name for field in fields]
        for name in self.content:
            if name not in known:
                listed = ", ".join(known)
                self.with_location(name, InputError("lesson_unknown", f"is not known; expected one of {listed}.", known=listed))

    def has(self, field: TomlField[Any]) -> bool:
        """Whether a field is there."""
        return field.name in self.content

    def get(self, field: TomlField[Value]) -> Value:
        """Return a field, or what it is where it is left out; InputError if it is missing that has to be there."""
        if self.has(field):
            return field.read(self, field.name)
        if isinstance(field.usual, Required):
            self.with_location(field.name, missing_error())
        return field.usual

    def raw_value(self, name: str) -> Any:
        """Return what is written, of any type."""
        return self.content[name]

    def text(self, name: str) -> str:
        """Return a text."""
        return self._typed_value(str, name, "text")

    def yes(self, name: str) -> bool:
        """Return true or false."""
        return self._typed_value(bool, name, "yes")

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        values = self._typed_value(list, name, "list")
        for value in values:
            if not isinstance(value, str):
                self.with_location(name, _type_error("text", value))
        return values

    def table(self, name: str) -> TomlTable:
        """Return an inner table."""
        return TomlTable(self._typed_value(dict, name, "table"), self.path_of(name), self.source)

    def tables(self, name: str) -> list[TomlTable]:
        """Return a list of inner tables."""
        values = self._typed_value(list, name, "list")
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

    def _typed_value(self, kind: type[Value], name: str, expected: str) -> Value:
        value = self.content[name]
        if type(value) is not kind:
            self.with_location(name, _type_error(expected, value))
        return value


class Required(Enum):
    """In place of what a field is where it is left out: it has to be there. As docs say it."""

    ALWAYS = "it has to be there"
    IN_SOME = ""  # of the tables; what the field says tells in which


@dataclass(frozen=True)
class TomlField(Generic[Value]):
    """A field of a table.

    Parameters
    ----------
    name : str
        As it stands in the file.
    says : str
        What it says, for the documentation.
    read : function of (TomlTable, name)
        Returns the value of a field that is there: a method of `TomlTable`, or one of the readers below.
    usual : value or Required
        What it is where it is left out.
    """

    name: str
    says: str
    read: Callable[[TomlTable, str], Value]
    usual: Value | Required = Required.ALWAYS


Fields = Sequence[TomlField[Any]]


def integer_in(allowed: range) -> Callable[[TomlTable, str], int]:
    """Read a whole number of a range."""
    low, high = allowed[0], allowed[-1]

    def read(table: TomlTable, name: str) -> int:
        value = table.raw_value(name)
        if type(value) is not int or value not in allowed:
            value_text = short_repr(value)
            message = f"found {value_text}; expected a whole number from {low} to {high}."
            table.with_location(name, InputError("lesson_want_whole", message, found=value_text, low=low, high=high))
        return value

    return read


def one_of(known: Collection[str]) -> Callable[[TomlTable, str], str]:
    """Read one of the known words."""

    def read(table: TomlTable, name: str) -> str:
        value = table.text(name)
        if value not in known:
            message = f'found "{shorten(value)}"; expected one of {", ".join(known)}.'
            table.with_location(name, InputError("lesson_one_of", message, found=shorten(value), known=", ".join(known)))
        return value

    return read


def then_parse(written: Callable[[TomlTable, str], Read], parse: Callable[[Read], Value]) -> Callable[[TomlTable, str], Value]:
    """Parse what `written` reads; an InputError of `parse` gets the location of the field."""
    return lambda table, name: table.read(name, lambda: parse(written(table, name)))


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
