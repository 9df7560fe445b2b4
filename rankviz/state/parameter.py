"""A parameter of an address, said once: its name, what it says, and how it is read and written.

The tables are `PAGE_PARAMETERS` (`rankviz.state.page_params`), `STATE_PARAMETERS` (`rankviz.state.permalink`) and
`HANDOUT_PARAMETERS` (`rankviz.state.handout`); docs/links.md is made from them. Names are permanent, since links carry them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

BETWEEN = "~"  # of several values; no measure has it in its name
DOT = "."  # of several words
YES = "1"
MOST_READ = 300  # characters of one of them; a number has fewer


def read_text(text: str) -> str:
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
        Which field of the parameters that were read it becomes; "" where a module of its own reads it.
    read : function of str
        Returns the field's value, of "" its default; it never raises.
    write : function
        Returns the text of a value, where Python writes it; "" for the default, which no address names.
    most : int
        Characters that are read.
    words : tuple of str
        What it is made of, with `DOT` between; () for any text. Other words are dropped, and named by `unknown_words`.
    """

    name: str
    says: str
    field: str = ""
    read: Callable[[str], Any] = read_text
    write: Callable[[Any], str] = write_text
    most: int = MOST_READ
    words: tuple[str, ...] = ()


def read_fields(table: Sequence[Parameter], parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields that a table reads, by name; what an address does not have is read as ""."""
    return {each.field: each.read(parameters.get(each.name, "")) for each in table}


def write_fields(table: Sequence[Parameter], values: object) -> dict[str, str]:
    """Return the parameters for the fields of an object; no default, and nothing too long to be read again."""
    written = {each.name: each.write(getattr(values, each.field)) for each in table}
    return {each.name: text for each in table if (text := written[each.name]) and len(text) <= each.most}


def words_parameter(name: str, says: str, field: str, words: tuple[str, ...]) -> Parameter:
    """Return a parameter of some known words, which become a tuple in their own order."""

    def read(text: str) -> tuple[str, ...]:
        found = text.split(DOT)
        return tuple(word for word in words if word in found)

    return Parameter(name, says, field, read, DOT.join, words=words)


def flag_parameter(name: str, says: str, field: str, word: str) -> Parameter:
    """Return a parameter that says yes by a word."""
    return Parameter(
        name, says, field, lambda text: word in text.split(DOT), lambda is_set: word if is_set else "", words=(word,)
    )


def unknown_words(table: Sequence[Parameter], parameters: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give the names of parameters and the words in them that they do not know, each once."""
    for each in table:
        for word in dict.fromkeys(filter(None, parameters.get(each.name, "").split(DOT) if each.words else ())):
            if word not in each.words:
                yield each.name, word


def one_of(known: Collection[str], default: str = "") -> Callable[[str], str]:
    """Read one of the known words, or the default."""
    return lambda text: text if text in known else default


def is_word(word: str) -> Callable[[str], bool]:
    """Read whether it is that word."""
    return lambda text: text == word


def read_columns(text: str) -> tuple[str, ...]:
    """Read texts with `BETWEEN` between."""
    return tuple(filter(None, text[:MOST_READ].split(BETWEEN)))


def read_index(text: str) -> int | None:
    """Read a place in a list, which a link counts from 1, as an index from 0."""
    return int(text) - 1 if text.isascii() and text.isdigit() and len(text) < 4 and int(text) else None
