"""Writes and reads the lists of a state, each with its second order: four parameters of a link, a part of a saved file.

They have a writer and a reader of their own, since `g`, `missed`, `b` and `z` are one value, with a grammar. A short list of
whole grades stays readable (`g=323012`); others travel as a file has them, compressed (`z=…`).
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from rankviz.basics.coerce import as_number, read_number
from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_ENTRIES, MAX_FILE_TOKENS, MAX_GRADE, MAX_LINK_UNPACKED, MAX_LISTS
from rankviz.basics.token_count import has_more_tokens
from rankviz.core.lists.ranking import Item, Ranking, fresh_ids
from rankviz.core.pasted.list_parser import clean_id, too_many_entries
from rankviz.state.app_state import DEFAULT, AppState, check_list
from rankviz.state.permalink_reader import Reader, read_json
from rankviz.state.second_order import SecondOrder
from rankviz.state.second_order_codec import (
    has_numbers_only,
    read_numbers,
    read_second_order,
    second_order_to_json,
    write_numbers,
)

ListsAndOrders = tuple[tuple[Ranking, ...], tuple[SecondOrder | None, ...]]

LONGEST_SQUEEZED = 100_000  # bytes; a link that is short enough to be sent on seldom holds more
PARTS = ("items", "missed", "query", "rival")  # of a list in JSON


def write_lists(state: AppState) -> dict[str, str]:
    """Write the lists of a state as parameters of a link."""
    lists, second_order = state.lists, state.second_orders[0]
    if len(lists) == 1 and not lists[0].query_id and _is_plain(lists[0]) and has_numbers_only(second_order):
        listed, missed = ([item.grade for item in part] for part in (lists[0].items, lists[0].missed))
        return (
            {"g": write_grades(listed)}
            | ({"missed": write_grades(missed)} if missed else {})
            | ({} if second_order is None else {"b": write_numbers(second_order)})
        )
    packed = json.dumps(lists_to_json(state), ensure_ascii=False, separators=(",", ":")).encode()
    level = 9 if len(packed) <= LONGEST_SQUEEZED else 6  # whose text is 2 % longer, in a third of the time
    return {"z": base64.urlsafe_b64encode(zlib.compress(packed, level)).decode().rstrip("=")}


def read_lists(parameters: Mapping[str, str], reader: Reader) -> ListsAndOrders:
    """Read the lists of a link, and their second orders; the opening list stands instead of what cannot be read."""
    if "z" in parameters:
        content = _unpack(parameters["z"], reader)
        if content is None:
            reader.blame("z", parameters["z"], "link_list")
            return DEFAULT.lists, ()
        return lists_from_json(content, "z", reader)
    lists = _read_short_list(parameters, reader)
    return lists, (read_numbers(parameters["b"], lists[0], reader.blame),) if "b" in parameters else ()


def _is_plain(ranking: Ranking) -> bool:
    everything = [*ranking.items, *ranking.missed]
    return [item.doc_id for item in everything] == fresh_ids(len(everything), []) and all(
        item.score is None for item in everything
    )


def _read_short_list(parameters: Mapping[str, str], reader: Reader) -> tuple[Ranking, ...]:
    grades_by_part = {part: read_grades(part, parameters[part], reader) for part in ("g", "missed") if part in parameters}
    grades, missed = grades_by_part.get("g"), grades_by_part.get("missed")
    if grades is None and missed is None:
        return DEFAULT.lists
    if grades is None:
        grades = [item.grade for item in DEFAULT.lists[0].items]
    return _checked_lists([Ranking.from_grades(grades, missed or [])], reader)


def write_number(value: float) -> str:
    """Write a number as short as it can be read back."""
    return repr(float(value)).removesuffix(".0")


def write_grades(grades: Sequence[float | None]) -> str:
    """Write grades for a link: one digit each, or with _ between."""
    words = ["u" if grade is None else write_number(grade) for grade in grades]
    if words and all(len(word) == 1 for word in words):
        return "".join(words)
    return "_".join(words) + "_"  # the last _ tells one grade of two digits from two grades


def read_grades(part: str, text: str, reader: Reader) -> list[float | None] | None:
    """Read grades as `write_grades` writes them; None if they cannot be read, which is said."""
    words = text.removesuffix("_").split("_") if text.strip("_") and "_" in text else list(text.strip("_"))
    numbers = [None if word == "u" else read_number(word) for word in words]
    fits = (
        word == "u" or (number is not None and abs(number) <= MAX_GRADE) for word, number in zip(words, numbers, strict=True)
    )
    if not all(fits):
        reader.blame(part, text)
        return None
    return numbers


def lists_to_json(state: AppState) -> list[dict[str, object]]:
    """Write the lists of a state as they stand in a file."""
    return [_list_to_json(*each) for each in zip(state.lists, state.second_orders, strict=True)]


def lists_from_json(content: object, part: str, reader: Reader) -> ListsAndOrders:
    """Read lists and their second orders; the first unreadable list is named, and the opening list stands instead."""
    if not isinstance(content, list) or not content:
        reader.blame(part, content)
        return DEFAULT.lists, ()
    if len(content) > MAX_LISTS:
        message = f"There are {len(content):,} lists; expected 1 to {MAX_LISTS}. Leave some out."
        reader.add(InputError("too_many_lists", message, found=f"{len(content):,}", limit=MAX_LISTS))
        return DEFAULT.lists, ()
    try:
        lists = [_list_from_json(each, f"{part} {number}") for number, each in enumerate(content, 1)]
    except _NotReadable as unreadable:
        reader.blame(unreadable.part, unreadable.value)
        return DEFAULT.lists, ()
    except InputError as error:
        reader.add(error)
        return DEFAULT.lists, ()
    checked = _checked_lists(lists, reader)
    if checked is DEFAULT.lists:
        return checked, ()
    both = enumerate(zip(content, checked, strict=True), 1)
    return checked, tuple(
        read_second_order(each.get("rival"), f"{part} {number}, rival", ranking, reader.blame)
        for number, (each, ranking) in both
    )


def _checked_lists(lists: Iterable[Ranking], reader: Reader) -> tuple[Ranking, ...]:
    read = tuple(lists)
    try:
        for ranking in read:
            check_list(ranking)
    except InputError as error:
        reader.add(error)
        return DEFAULT.lists
    return read


class _NotReadable(Exception):  # noqa: N818 - it goes no further than `lists_from_json`
    """A part of a list that is not as it is written by us."""

    def __init__(self, part: str, value: object) -> None:
        super().__init__(part)
        self.part, self.value = part, value


def _list_to_json(ranking: Ranking, second_order: SecondOrder | None) -> dict[str, object]:
    content: dict[str, object] = {
        "items": [list(item) if item.score is not None else [item.doc_id, item.grade] for item in ranking.items],
        "missed": [[item.doc_id, item.grade] for item in ranking.missed],
    }
    if ranking.query_id:
        content["query"] = ranking.query_id
    if second_order is not None:
        content["rival"] = second_order_to_json(second_order)
    return content


def _list_from_json(content: object, part: str) -> Ranking:
    if not isinstance(content, dict):
        raise _NotReadable(part, content)
    for name, value in content.items():
        if name not in PARTS:
            raise _NotReadable(f"{part}, {name}", value)
    shelves = {"items": content.get("items"), "missed": content.get("missed", [])}
    for name, rows in shelves.items():
        if not isinstance(rows, list):
            raise _NotReadable(f"{part}, {name}", rows)
    count = sum(map(len, shelves.values()))
    if count > MAX_ENTRIES:
        raise too_many_entries(count)
    items, missed = (
        tuple(_item_from_json(row, f"{part}, {name} {number}") for number, row in enumerate(rows, 1))
        for name, rows in shelves.items()
    )
    name = content.get("query", "")
    if not isinstance(name, str):
        raise _NotReadable(f"{part}, query", name)
    return Ranking(items, tuple(item._replace(score=None) for item in missed), clean_id(name))


def _item_from_json(row: object, part: str) -> Item:
    if not isinstance(row, list) or not 1 <= len(row) <= 3:
        raise _NotReadable(part, row)
    name, grade, score = (*row, None, None)[:3]
    item = Item(clean_id(name) if isinstance(name, str) else "", _number_or_none(grade), _number_or_none(score))
    fits = item.doc_id and (item.grade is None or abs(item.grade) <= MAX_GRADE) and (item.score is None or isfinite(item.score))
    if not fits:
        raise _NotReadable(part, row)
    return item


def _number_or_none(value: object) -> float | None:
    return None if value is None else as_number(value)


def is_readable(text: str) -> bool:
    """Whether compressed lists are read to their end."""
    unpacking = zlib.decompressobj()
    _decompress(text, unpacking)
    return not text or unpacking.eof


def is_longer(text: str, most: int) -> bool:
    """Whether compressed lists have more bytes than that; no more than so many are unpacked. Damaged ones are not long."""
    try:
        return len(_decompress(text, zlib.decompressobj(), most + 1)) > most
    except (binascii.Error, zlib.error, ValueError):
        return False


def _decompress(text: str, unpacking: zlib._Decompress, most: int = MAX_LINK_UNPACKED) -> bytes:
    """Undo base64 and zlib, as far as the longest link unpacks."""
    return unpacking.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), most)


def _unpack(text: str, reader: Reader) -> object:
    """Read compressed lists; None if damaged, or longer than all lists that fit."""
    try:
        unpacked = _decompress(text, zlib.decompressobj()).decode()
    except (binascii.Error, zlib.error, ValueError):
        return None
    return None if has_more_tokens(unpacked, MAX_FILE_TOKENS) else read_json(unpacked, reader)
