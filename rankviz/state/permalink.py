"""The whole state of a page as an address, and as a file; both are read without ever raising.

Short lists of whole grades stay readable (`g=323012`); others travel as compressed JSON (`z=…`). Every choice that differs from
the textbook is a parameter of its own, named as in `Convention`.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_FILE, MAX_FILE_TOKENS, MAX_LINK, MAX_STATE
from rankviz.basics.token_count import has_more_tokens
from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.lists.ranking import Ranking, fresh_ids
from rankviz.core.metrics import METRICS
from rankviz.core.pasted.list_parser import data_too_long
from rankviz.state import handout
from rankviz.state.app_state import DEFAULT, NUMBER_STYLES, AppState
from rankviz.state.parameter import Parameter
from rankviz.state.permalink_reader import Reader, is_longer, is_readable, read_json
from rankviz.state.second_order import SecondOrder

VERSION = "1"
LONGEST_SQUEEZED = 100_000  # bytes; a link that is short enough to be sent on seldom holds more
LONG_LISTS = 10_000  # characters that they take in JSON; some hundred documents
# Besides these each choice of the convention that differs from the textbook, by its name.
STATE_PARAMETERS = (
    Parameter("v", f"version of the address, {VERSION}"),
    Parameter("m", "the metric, by its key"),
    Parameter("k", "the cutoff; `all` for none"),
    Parameter("g", "the grades of the ranked list, `u` for an unjudged document: `32u012`, or with `_` between: `3_2_10`"),
    Parameter("missed", "the grades of what was judged but not retrieved"),
    Parameter("b", "a second order of the same list, for Compare"),
    Parameter("z", "lists that are no short row of whole grades: compressed JSON, written by the page"),
    Parameter("numbers", "`fractions` in place of decimals"),
    Parameter("list", "which of several lists is shown, from 1"),
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
    parameters = {"v": VERSION, "m": state.metric, "k": _write_cutoff(state.convention), **choices(state.convention)}
    if state.numbers != NUMBER_STYLES[0]:
        parameters["numbers"] = state.numbers
    if state.selected:
        parameters["list"] = str(state.selected + 1)
    return parameters | _write_lists(state)


def choices(convention: Convention) -> dict[str, str]:
    """Write the choices of a convention as address parameters, without its cutoff."""
    return {
        name: _write_number(value) if isinstance(value, float) else str(value)
        for name, value in convention.differences().items()
        if name != "cutoff"
    }


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
    reader = Reader()
    if parameters.get("v", VERSION) != VERSION:
        reader.blame("v", parameters["v"], "link_version")
    lists, second_orders = reader.lists(parameters)
    selected = parameters.get("list", "1")
    state = AppState(
        lists=lists,
        metric=reader.choice("m", parameters.get("m", DEFAULT.metric), tuple(METRICS), DEFAULT.metric),
        convention=reader.convention(parameters),
        numbers=reader.choice("numbers", parameters.get("numbers", "decimals"), NUMBER_STYLES, "decimals"),
        selected=reader.selected_index("list", int(selected) if re.fullmatch("[0-9]{1,3}", selected) else selected, len(lists)),
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
        "lists": _lists_to_json(state),
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
    lists, second_orders = reader.lists_from_json(content.get("lists"), "lists")
    state = AppState(
        lists=lists,
        metric=reader.choice("measure", content.get("measure"), tuple(METRICS), DEFAULT.metric),
        convention=reader.with_valid_choices(TEXTBOOK, reader.mapping("convention", content.get("convention", {}))),
        numbers=reader.choice("numbers", content.get("numbers", "decimals"), NUMBER_STYLES, "decimals"),
        selected=reader.selected_index("list", content.get("list", 1), len(lists)),
        second_orders=second_orders,
    )
    reader.unknown("", content, {"rankviz", "lists", "measure", "convention", "numbers", "list"})
    return Decoded(state, reader.problems())


def too_large(size: int) -> InputError:
    """Return the error for a file that is too large."""
    message = f"The file has {size:,} bytes; a saved page has at most {MAX_FILE:,}. Is it the right file?"
    return InputError("file_too_large", message, found=f"{size:,}", limit=f"{MAX_FILE:,}")


def _write_cutoff(convention: Convention) -> str:
    return "all" if convention.cutoff is None else str(convention.cutoff)


def _write_number(value: float) -> str:
    """Write a number as short as it can be read back."""
    return repr(float(value)).removesuffix(".0")


def _write_lists(state: AppState) -> dict[str, str]:
    lists, second_order = state.lists, state.second_orders[0]
    if len(lists) == 1 and not lists[0].query_id and _is_plain(lists[0]) and _is_short(second_order):
        listed, missed = ([item.grade for item in part] for part in (lists[0].items, lists[0].missed))
        return (
            {"g": _write_grades(listed)}
            | ({"missed": _write_grades(missed)} if missed else {})
            | ({} if second_order is None else {"b": ".".join(name.removeprefix("d") for name in second_order.order)})
        )
    packed = json.dumps(_lists_to_json(state), ensure_ascii=False, separators=(",", ":")).encode()
    level = 9 if len(packed) <= LONGEST_SQUEEZED else 6  # whose text is 2 % longer, in a third of the time
    return {"z": base64.urlsafe_b64encode(zlib.compress(packed, level)).decode().rstrip("=")}


def _lists_to_json(state: AppState) -> list[dict[str, object]]:
    return [_list_to_json(*each) for each in zip(state.lists, state.second_orders, strict=True)]


def _is_plain(ranking: Ranking) -> bool:
    everything = [*ranking.items, *ranking.missed]
    return [item.doc_id for item in everything] == fresh_ids(len(everything), []) and all(
        item.score is None for item in everything
    )


def _is_short(second_order: SecondOrder | None) -> bool:
    """Whether the numbers of its documents say all of it."""
    return second_order is None or (second_order.scores is None and not second_order.name)


def _write_grades(grades: list[float | None]) -> str:
    words = ["u" if grade is None else _write_number(grade) for grade in grades]
    if words and all(len(word) == 1 for word in words):
        return "".join(words)
    return "_".join(words) + "_"  # the last _ tells one grade of two digits from two grades


def _list_to_json(ranking: Ranking, second_order: SecondOrder | None) -> dict[str, object]:
    content: dict[str, object] = {
        "items": [list(item) if item.score is not None else [item.doc_id, item.grade] for item in ranking.items],
        "missed": [[item.doc_id, item.grade] for item in ranking.missed],
    }
    if ranking.query_id:
        content["query"] = ranking.query_id
    if second_order is not None:
        scores, name = {"scores": second_order.scores}, {"name": second_order.name}
        content["rival"] = {
            "order": second_order.order,
            **(scores if second_order.scores is not None else {}),
            **(name if second_order.name else {}),
        }
    return content
