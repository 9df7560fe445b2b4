"""The whole state of a page as an address, and as a file; both are read without ever raising.

Metric, numbers and list are written and read by their rows in `STATE_PARAMETERS`, the lists by `rankviz.state.list_codec`. Each
choice that differs from the textbook is a parameter of its own, named as in `Convention`: `FIELDS` is the table of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from rankviz.basics.coerce import read_number
from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_CUTOFF, MAX_FILE, MAX_FILE_TOKENS, MAX_LINK, MAX_STATE
from rankviz.basics.token_count import has_more_tokens
from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.metrics import METRICS
from rankviz.core.pasted.list_parser import data_too_long
from rankviz.state import handout
from rankviz.state.app_state import DEFAULT, NUMBER_STYLES, AppState
from rankviz.state.list_codec import (
    is_longer,
    is_readable,
    lists_from_json,
    lists_to_json,
    read_lists,
    write_lists,
    write_number,
)
from rankviz.state.parameter import Parameter, one_of, version_reader, write_text
from rankviz.state.permalink_reader import Blame, Reader, read_json

VERSION = "1"
LONG_LISTS = 10_000  # characters that they take in JSON; some hundred documents


def _write_cutoff(cutoff: int | None) -> str:
    return "all" if cutoff is None else str(cutoff)


def _read_cutoff(text: str, _: Blame) -> int | str | None:
    """Read a cutoff; a text that is none is left to the convention to refuse."""
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_CUTOFF))
    return None if text == "all" else int(text) if digits else text


def _write_list_number(selected: int) -> str:
    return str(selected + 1)


def _read_list_number(text: str, _: Blame) -> int | str:
    """Read a number; whether there is such a list `Reader.selected_index` says."""
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else text


_VERSION = Parameter("v", "version of the address", read=version_reader(VERSION), usual=VERSION)
_METRIC = Parameter(
    "m", "the metric, by its key", "metric", one_of(tuple(METRICS), DEFAULT.metric), write_text, DEFAULT.metric, True
)
_CUTOFF = Parameter(
    "k", "the cutoff; `all` for none", "cutoff", _read_cutoff, _write_cutoff, _write_cutoff(DEFAULT.convention.cutoff), True
)
_NUMBERS = Parameter(
    "numbers", "`fractions` in place of decimals", "numbers", one_of(NUMBER_STYLES, DEFAULT.numbers), usual=DEFAULT.numbers
)
_LIST = Parameter("list", "which of several lists is shown, from 1", "selected", _read_list_number, _write_list_number, "1")
# Besides these each choice of the convention that differs from the textbook, by its name.
STATE_PARAMETERS = (
    _VERSION,
    _METRIC,
    _CUTOFF,
    Parameter("g", "the grades of the ranked list, `u` for an unjudged document: `32u012`, or with `_` between: `3_2_10`"),
    Parameter("missed", "the grades of what was judged but not retrieved"),
    Parameter("b", "a second order of the same list, for Compare"),
    Parameter("z", "lists that are no short row of whole grades: compressed JSON, written by the page"),
    _NUMBERS,
    _LIST,
)
PARAMETERS = frozenset({*(each.name for each in STATE_PARAMETERS), *FIELDS})


@dataclass(frozen=True)
class Decoded:
    """A state that was read, and what could not be read and was left at its default."""

    state: AppState
    problems: tuple[InputError, ...] = ()


def encode(state: AppState) -> dict[str, str]:
    """Write a state as address parameters; the opening state is the bare address."""
    return {} if state == DEFAULT else encode_in_full(state)


def encode_in_full(state: AppState) -> dict[str, str]:
    """Write a state as address parameters in full, also the opening state, which a later version may have another one of."""
    return {
        "v": VERSION,
        **_METRIC.write_value(state.metric),
        **_CUTOFF.write_value(state.convention.cutoff),
        **write_choices(state.convention),
        **_NUMBERS.write_value(state.numbers),
        **_LIST.write_value(state.selected),
        **write_lists(state),
    }


def write_choices(convention: Convention) -> dict[str, str]:
    """Write the choices of a convention as address parameters, without its cutoff."""
    return {
        name: write_number(value) if isinstance(value, float) else str(value)
        for name, value in convention.differences().items()
        if name != "cutoff"
    }


def read_choices(parameters: Mapping[str, str], reader: Reader) -> Convention:
    """Read the cutoff and the choices of a link."""
    choices: dict[str, Any] = {name: parameters[name] for name in FIELDS if name in parameters}
    for name, text in choices.items():
        field = FIELDS[name]
        if field.options is None and not field.variable:
            number = read_number(text)
            choices[name] = text if number is None else number
    choices["cutoff"] = _CUTOFF.read_from(parameters)
    return reader.with_valid_choices(DEFAULT.convention, choices, parameters)


def to_text(state: AppState) -> str:
    """Write a state as what stands behind the "?" of its link, also where that is longer than a link may be.

    Raises
    ------
    InputError
        `too_large` for a state that could not be read back.
    """
    parameters = encode(state)
    text = urlencode(parameters)
    if len(text) > MAX_LINK and not (len(text) <= MAX_STATE and is_readable(parameters.get("z", ""))):
        message = "The lists are too large to be kept together. Remove some of them, or shorten their names."
        raise InputError("too_large", message)
    return text


def from_text(text: str) -> Decoded:
    """Read what `to_text` wrote, or what stands in an address."""
    return decode(_parameters(text), MAX_STATE)


def is_linkable(text: str) -> bool:
    """Whether a link can hold the state that `to_text` wrote."""
    return length_of(_parameters(text)) <= MAX_LINK


def has_long_lists(text: str) -> bool:
    """Whether the lists of a state as text are long, all together: that is found without reading them."""
    return len(text) > LONG_LISTS or is_longer(_parameters(text).get("z", ""), LONG_LISTS)


def _parameters(text: str) -> dict[str, str]:
    return dict(parse_qsl(text.removeprefix("?"), keep_blank_values=True))


def decode(parameters: Mapping[str, str], longest: int = MAX_LINK) -> Decoded:
    """Read address parameters; what is damaged or unknown is named and left at its default.

    Parameters
    ----------
    parameters : mapping
    longest : int
        Characters that are read; all but compressed lists must do with some 30,000.
    """
    if not parameters:
        return Decoded(DEFAULT)
    length = length_of(parameters)
    if length > longest or length - len(parameters.get("z", "")) > 4 * MAX_LINK:
        return Decoded(DEFAULT, (link_too_long(length),))
    reader = (
        Reader()
    )  # it is told of problems in the order in which they were always told: lists first, choices after the metric
    _VERSION.read_from(parameters, reader)
    lists, second_orders = read_lists(parameters, reader)
    state = AppState(
        lists=lists,
        metric=_METRIC.read_from(parameters, reader),
        convention=read_choices(parameters, reader),
        numbers=_NUMBERS.read_from(parameters, reader),
        selected=reader.selected_index("list", _LIST.read_from(parameters, reader), len(lists)),
        second_orders=second_orders,
    )
    reader.unknown("", parameters, PARAMETERS | handout.PARAMETERS)
    return Decoded(state, reader.problems())


def link_length(state: AppState) -> int:
    """Count the characters a link's parameters need."""
    return length_of(encode(state))


def length_of(parameters: Mapping[str, str]) -> int:
    """Count the characters that address parameters need."""
    return sum(len(name) + len(value) + 2 for name, value in parameters.items())


def link_too_long(length: int) -> InputError:
    """Return the error for a link that is too long."""
    message = (
        f"The link has {length:,} characters; at most {MAX_LINK:,} can be read. Save the page as a file and open that instead."
    )
    return InputError("link_too_long", message, found=f"{length:,}", limit=f"{MAX_LINK:,}")


def to_file(state: AppState) -> str:
    """Write a state as a readable JSON file."""
    content = {
        "rankviz": int(VERSION),
        "measure": state.metric,
        "numbers": state.numbers,
        "list": state.selected + 1,
        "convention": state.convention.differences(),
        "lists": lists_to_json(state),
    }
    return json.dumps(content, ensure_ascii=False, indent=1)


def is_page(text: str) -> bool:
    """Whether a text is a file that `to_file` wrote, be it damaged further down."""
    return bool(re.match(r'\ufeff?\s*\{\s*"rankviz"', text))


def from_file(text: str) -> Decoded:
    """Read a file written by `to_file`; damaged parts are named and left at their default.

    Raises
    ------
    InputError
        `file_not_rankviz` if it is no such file at all, `file_too_large`, `data_too_long`.
    """
    if len(text) > MAX_FILE:
        raise too_large(len(text))
    if has_more_tokens(text, MAX_FILE_TOKENS):
        raise data_too_long()
    reader = Reader()
    content = read_json(text, reader)
    if not isinstance(content, dict) or "rankviz" not in content:
        message = 'This is not a file saved by rankviz: expected JSON that begins with {"rankviz": 1.'
        raise InputError("file_not_rankviz", message)
    if str(content["rankviz"])[:9] != VERSION:
        reader.blame("rankviz", content["rankviz"], "link_version")
    lists, second_orders = lists_from_json(content.get("lists"), "lists", reader)
    state = AppState(
        lists=lists,
        metric=_METRIC.read(content.get("measure"), partial(reader.blame, "measure")),
        convention=reader.with_valid_choices(TEXTBOOK, reader.mapping("convention", content.get("convention", {}))),
        numbers=_NUMBERS.read_from(content, reader),
        selected=reader.selected_index("list", content.get("list", 1), len(lists)),
        second_orders=second_orders,
    )
    reader.unknown("", content, {"rankviz", "lists", "measure", "convention", "numbers", "list"})
    return Decoded(state, reader.problems())


def too_large(size: int) -> InputError:
    """Return the error for a file that is too large."""
    message = f"The file has {size:,} bytes; a saved page has at most {MAX_FILE:,}. Is it the right file?"
    return InputError("file_too_large", message, found=f"{size:,}", limit=f"{MAX_FILE:,}")
