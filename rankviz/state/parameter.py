"""A parameter of an address, said once: its name, what it says, its default, and how it is read and written.

A table stands where its parameters are read, and its reader and its writer go over its rows: `STATE_PARAMETERS`
(`rankviz.state.permalink`), `HANDOUT_PARAMETERS` (`rankviz.state.handout`), `SET_PARAMETERS` (`rankviz.learn.sets.link`), and
by page `PAGE_PARAMETERS` (`rankviz.page.page_parameters`). docs/links.md is made from them. Names are permanent, since links
carry them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from rankviz.state.permalink_reader import Blame, Reader

BETWEEN = "~"  # of several values; no measure has it in its name
DOT = "."  # of several words
YES = "1"
MOST_READ = 300  # characters of one of them; a number has fewer


def ignore(*_: object, **__: object) -> None:
    """Say nothing of what cannot be read."""


def read_text(text: str, _: Blame = ignore) -> str:
    """Read a text as it is, up to `MOST_READ` characters."""
    return text[:MOST_READ]


def write_text(value: str | None) -> str:
    """Write a text, or nothing."""
    return value or ""


@dataclass(frozen=True)
class Parameter:
    """A parameter of an address.

    Parameters
    ----------
    name : str
        As it stands in the address.
    says : str
        What it says, for docs/links.md.
    field : str
        Which field of the values that were read it becomes; "" where it is read together with others.
    read : function of (str, Blame)
        Returns the field's value. What it cannot read it blames, and leaves at its default; it never raises.
    write : function
        Returns the text of a value, where Python writes it.
    usual : str
        What is read where an address does not have it.
    is_always_written : bool
        Whether an address has it also where it is as usual.
    most : int
        Characters that are kept of it among the parameters of all pages.
    """

    name: str
    says: str
    field: str = ""
    read: Callable[[Any, Blame], Any] = read_text
    write: Callable[[Any], str] = write_text
    usual: str = ""
    is_always_written: bool = False
    most: int = MOST_READ

    @cached_property
    def default(self) -> Any:
        """The value where an address does not have it."""
        return self.read(self.usual, ignore)

    def read_from(self, parameters: Mapping[str, str], reader: Reader | None = None) -> Any:
        """Return the value that an address has; what cannot be read the reader is told."""
        if self.name not in parameters:
            return self.default
        return self.read(parameters[self.name], partial(reader.blame, self.name) if reader else ignore)

    def write_value(self, value: object) -> dict[str, str]:
        """Return the parameter with a value, or {} if it can be left out."""
        text = self.write(value)
        return {self.name: text} if self.is_always_written or text != self.usual else {}


def read_fields(table: Sequence[Parameter], parameters: Mapping[str, str], reader: Reader | None = None) -> dict[str, Any]:
    """Return the fields that a table reads, by name."""
    return {each.field: each.read_from(parameters, reader) for each in table}


def write_fields(table: Sequence[Parameter], values: object) -> dict[str, str]:
    """Return the parameters for the fields of an object."""
    written: dict[str, str] = {}
    for each in table:
        written.update(each.write_value(getattr(values, each.field)))
    return written


def known_words(text: str, words: Collection[str], blame: Blame) -> tuple[str, ...]:
    """Return those of some words that stand in a text with `DOT` between, in their own order; others are blamed, each once."""
    found = text.split(DOT)
    for word in dict.fromkeys(filter(None, found)):
        if word not in words:
            blame(word, "link_unknown")
    return tuple(word for word in words if word in found)


def words_parameter(name: str, says: str, field: str, words: tuple[str, ...]) -> Parameter:
    """Return a parameter of some known words, which become a tuple in their own order."""
    return Parameter(name, says, field, lambda text, blame: known_words(text, words, blame), DOT.join)


def flag_parameter(name: str, says: str, field: str, word: str) -> Parameter:
    """Return a parameter that says yes by a word."""
    return Parameter(
        name, says, field, lambda text, blame: bool(known_words(text, (word,), blame)), lambda is_set: word if is_set else ""
    )


def one_of(known: Collection[str], usual: str = "") -> Callable[[object, Blame], str]:
    """Read one of the known words, or the usual one."""

    def read(value: object, blame: Blame) -> str:
        if isinstance(value, str) and value in known:
            return value
        blame(value)
        return usual

    return read


def is_word(word: str) -> Callable[[str, Blame], bool]:
    """Read whether it is that word."""
    return lambda text, _: text == word


def read_columns(text: str, _: Blame = ignore) -> tuple[str, ...]:
    """Read texts with `BETWEEN` between."""
    return tuple(filter(None, text[:MOST_READ].split(BETWEEN)))


def read_index(text: str, _: Blame = ignore) -> int | None:
    """Read a place in a list, which a link counts from 1, as an index from 0."""
    return int(text) - 1 if text.isascii() and text.isdigit() and len(text) < 4 and int(text) else None


def version_reader(version: str) -> Callable[[str, Blame], str]:
    """Read a version; another one is said, and read as this one."""

    def read(text: str, blame: Blame) -> str:
        if text != version:
            blame(text, "link_version")
        return version

    return read
