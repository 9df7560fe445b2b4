"""A table of a TOML file that somebody wrote by hand, read field by field: what is wrong is named with its line and place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn, TypeVar

from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import MAX_OWN

MOST_DOTS = 200  # in a line: what is between them becomes tables inside each other, which takes long
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
    """The text of a file, for the lines of its fields."""

    text: str

    @cached_property
    def lines(self) -> Mapping[str, int]:
        """Where each field stands, by its path, as `step[2].question.say`."""
        found: dict[str, int] = {}
        counts: dict[str, int] = {}
        at = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := HEADER.match(line):
                at = _numbered_path(header[2], header[1] == "[[", counts)
                found.setdefault(at, number)
            elif key := KEY.match(line):
                found.setdefault(f"{at}.{key[1]}".removeprefix("."), number)
        return found

    def line_of(self, path: str) -> int:
        """The line of a field, or of the nearest thing around it; the first one of its parts."""
        while path and path not in self.lines:
            inside = [line for each, line in self.lines.items() if each.startswith(path + ".")]
            if inside:
                return min(inside)
            path = re.sub(r"(\[[0-9]+\]|\.?[\w-]+)$", "", path)
        return self.lines.get(path, 1)


def _numbered_path(name: str, is_new: bool, counts: dict[str, int]) -> str:
    """The path of a header, with the number of each table that is one of several."""
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
    """A table, and where it stands.

    Parameters
    ----------
    content : mapping
    path : str
        "" for the file itself.
    source : TomlSource
    """

    content: Mapping[str, Any]
    path: str
    source: TomlSource

    def path_of(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}".removeprefix(".")

    def with_location(self, name: str, error: InputError) -> NoReturn:
        """Say what is wrong with a field; of a field inside it that was said already."""
        if error.key == "lesson_in":
            raise error
        path = self.path_of(name) if name else self.path
        line = self.source.line_of(path)
        message = f"Line {line}, {path}: {error.message}"
        raise InputError("lesson_in", message, line=line, place=path, what=error)

    def check_keys(self, known: Collection[str]) -> None:
        """See that there is no field of another name."""
        for name in self.content:
            if name not in known:
                listed = ", ".join(known)
                self.with_location(name, InputError("lesson_unknown", f"is not known; expected one of {listed}.", known=listed))

    def has(self, name: str) -> bool:
        """Whether a field is there."""
        return name in self.content

    def need(self, name: str) -> Any:
        """A field that must be there."""
        if name not in self.content:
            self.with_location(name, missing_error())
        return self.content[name]

    def text(self, name: str, default: str | None = None) -> str:
        """A field that is a text; without a default it must be there."""
        return self._typed_value(str, name, default, "text")

    def boolean(self, name: str) -> bool:
        """A field that is true or false; false where it is not there."""
        return self._typed_value(bool, name, False, "yes")

    def integer(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A field that is a whole number between two."""
        value = self.content.get(name, default) if default is not None else self.need(name)
        if type(value) is not int or not low <= value <= high:
            found = short_repr(value)
            message = f"found {found}; expected a whole number from {low} to {high}."
            self.with_location(name, InputError("lesson_want_whole", message, found=found, low=low, high=high))
        return value

    def one_of(self, name: str, known: Collection[str], default: str | None = None) -> str:
        """A field that is one of some words."""
        value = self.text(name, default)
        if value not in known:
            message = f'found "{shorten(value)}"; expected one of {", ".join(known)}.'
            self.with_location(name, InputError("lesson_one_of", message, found=shorten(value), known=", ".join(known)))
        return value

    def texts(self, name: str) -> list[str]:
        """A field that is a list of texts; none where it is not there."""
        values = self._typed_value(list, name, [], "list")
        for value in values:
            if not isinstance(value, str):
                self.with_location(name, _type_error("text", value))
        return values

    def table(self, name: str) -> TomlTable | None:
        """A table inside, None where there is none."""
        if name not in self.content:
            return None
        content = self._typed_value(dict, name, None, "table")
        return TomlTable(content, self.path_of(name), self.source)

    def tables(self, name: str) -> list[TomlTable]:
        """A list of tables inside; none where it is not there."""
        values = self._typed_value(list, name, [], "list")
        for value in values:
            if not isinstance(value, dict):
                self.with_location(name, _type_error("table", value))
        return [TomlTable(value, f"{self.path_of(name)}[{number}]", self.source) for number, value in enumerate(values, 1)]

    def read(self, name: str, make: Callable[[], Value]) -> Value:
        """Read a field by something that raises InputError."""
        try:
            return make()
        except InputError as error:
            self.with_location(name, error)

    def _typed_value(self, kind: type[Value], name: str, default: Value | None, wanted: str) -> Value:
        value = self.need(name) if default is None else self.content.get(name, default)
        if type(value) is not kind:
            self.with_location(name, _type_error(wanted, value))
        return value


def missing_error() -> InputError:
    """What is said of a field that must be there."""
    return InputError("lesson_missing", "is missing.")


def _type_error(wanted: str, value: object) -> InputError:
    found = short_repr(value)
    return InputError(f"lesson_want_{wanted}", f"found {found}; expected {WANTED[wanted]}.", found=found)


def open_table(text: str) -> TomlTable:
    """Read a TOML file.

    Raises
    ------
    InputError
        `lesson_large`, `lesson_toml`.
    """
    if len(text) > MAX_OWN:
        message = f"The file has more than {MAX_OWN:,} characters. Is it the right file?"
        raise InputError("lesson_large", message, limit=f"{MAX_OWN:,}")
    text = text.removeprefix("\ufeff")  # with which some editors begin a file
    try:
        for number, line in enumerate(text.splitlines(), 1):
            if line.count(".") > MOST_DOTS:
                raise ValueError(f"Too many dots (at line {number})")
        return TomlTable(tomllib.loads(text), "", TomlSource(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        found = str(error)[:200] or type(error).__name__
        raise InputError(
            "lesson_toml", f"This is not a TOML file, or it has a mistake: {found}. {EXPECTED}", found=found
        ) from None
