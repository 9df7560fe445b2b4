"""Reads what a link or a saved file holds: every part is checked, what is wrong is named, and the work is bounded."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from math import isfinite
from typing import Any

from rankviz.basics.coerce import as_number, read_number
from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import (
    MAX_CUTOFF,
    MAX_ENTRIES,
    MAX_FILE_TOKENS,
    MAX_GRADE,
    MAX_LINK_UNPACKED,
    MAX_LISTS,
    MAX_PROBLEMS,
)
from rankviz.basics.token_count import has_more_tokens
from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.list_parser import clean_id, too_many_entries
from rankviz.state.app_state import DEFAULT, check_list
from rankviz.state.second_order import SecondOrder
from rankviz.state.second_order_reader import read_numbers, read_second_order

ListsAndOrders = tuple[tuple[Ranking, ...], tuple[SecondOrder | None, ...]]

LONGEST_WHOLE = 20  # digits of a number that can be one
WRONG = {
    "link_part": "could not be read; the default is used instead",
    "link_unknown": "is not known and is ignored",
    "link_version": "is another version; parts may be missing",
    "link_list": "is damaged; the opening list is used instead",
    "link_rival": "could not be read and is left out of the second list",
}
MOST_OBJECTS = 10 * MAX_LISTS  # a page that was saved has one for each list, and two more


class Reader:
    """Reads parts of a state and collects what was wrong with them."""

    def __init__(self) -> None:
        self._problems: list[InputError] = []
        self._more = 0

    def problems(self) -> tuple[InputError, ...]:
        """Return the first problems, and a last one with the number of the others; () if there are none."""
        if not self._more:
            return tuple(self._problems)
        message = f"Other parts that could not be read: {self._more:,}. Their defaults are used instead."
        return (*self._problems, InputError("link_more", message, count=f"{self._more:,}"))

    def add(self, problem: InputError) -> None:
        """Collect a problem."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(problem)
        else:
            self._more += 1

    def blame(self, part: str, value: object, key: str = "link_part", used: object = None) -> None:
        """Report a part that cannot be read, or what else is wrong with it, and the value used instead, if known."""
        if len(self._problems) >= MAX_PROBLEMS:
            self._more += 1
            return
        name, text = shorten(clean_id(part)), shorten(clean_id(value if isinstance(value, str) else short_repr(value)))
        both = f"{name}={text}"
        where = {
            "part": name,
            "found": text,
            "parts": both if used is None else f"{both} → {str(used).removesuffix('.0')}",
            "count": 1,
        }
        self.add(InputError(key, f'"{both}" {WRONG[key]}.', **where))

    def unknown(self, place: str, content: Mapping[str, object], known: Collection[str]) -> None:
        """Report the parts that are unknown."""
        for name, value in content.items():
            if name not in known:
                self.blame(f"{place}{name}", value, "link_unknown")

    def mapping(self, part: str, value: object) -> dict[str, Any]:
        """Read a part that has named parts itself."""
        if isinstance(value, dict):
            return value
        self.blame(part, value)
        return {}

    def choice(self, part: str, value: object, known: tuple[str, ...], default: str) -> str:
        """Read one of some words."""
        if isinstance(value, str) and value in known:
            return value
        self.blame(part, value)
        return default

    def selected_index(self, part: str, value: object, count: int) -> int:
        """Read which of the lists is under study, from 1."""
        if type(value) is int and 1 <= value <= count:
            return value - 1
        self.blame(part, value)
        return 0

    def convention(self, parameters: Mapping[str, str]) -> Convention:
        """Read the choices of a link."""
        choices: dict[str, Any] = {name: parameters[name] for name in FIELDS if name in parameters}
        for name, field in FIELDS.items():
            if name in choices and field.options is None and not field.variable:
                number = read_number(choices[name])
                choices[name] = choices[name] if number is None else number
        choices.pop("cutoff", None)
        written = parameters.get("k")
        if written is not None and written != "all":
            digits = written.isascii() and written.isdigit() and len(written) <= len(str(MAX_CUTOFF))
            choices["cutoff"] = int(written) if digits else written
        base = TEXTBOOK if written == "all" else DEFAULT.convention
        return self.with_valid_choices(base, choices, parameters)

    def with_valid_choices(
        self, base: Convention, choices: Mapping[str, object], as_written: Mapping[str, object] = {}
    ) -> Convention:
        """Make the choices that can be made."""
        self.unknown("convention, ", choices, FIELDS)
        for name in FIELDS:
            if name not in choices:
                continue
            try:
                base = base.with_choices({name: choices[name]})
            except InputError as error:
                if FIELDS[name].variable:
                    self.add(error)  # it points at the place in the formula
                part = "k" if name == "cutoff" and "k" in as_written else name
                self.blame(part, as_written.get(part, choices[name]), used=getattr(base, name))
        return base

    def lists(self, parameters: Mapping[str, str]) -> ListsAndOrders:
        """Read the lists of a link."""
        if "z" in parameters:
            content = _unpack(parameters["z"], self)
            if content is None:
                self.blame("z", parameters["z"], "link_list")
                return DEFAULT.lists, ()
            return self.lists_from_json(content, "z")
        lists = self._short_list(parameters)
        return lists, (read_numbers(parameters["b"], lists[0], self.blame),) if "b" in parameters else ()

    def _short_list(self, parameters: Mapping[str, str]) -> tuple[Ranking, ...]:
        grades_by_part = {part: self.grades(part, parameters[part]) for part in ("g", "missed") if part in parameters}
        grades, missed = grades_by_part.get("g"), grades_by_part.get("missed")
        if grades is None and missed is None:
            return DEFAULT.lists
        if grades is None:
            grades = [item.grade for item in DEFAULT.lists[0].items]
        return self._checked_lists([Ranking.from_grades(grades, missed or [])])

    def grades(self, part: str, text: str) -> list[float | None] | None:
        """Read the grades of a link: one digit each, or with _ between; None if they cannot be read, which is said."""
        words = text.removesuffix("_").split("_") if text.strip("_") and "_" in text else list(text.strip("_"))
        numbers = [None if word == "u" else read_number(word) for word in words]
        fits = (
            word == "u" or (number is not None and abs(number) <= MAX_GRADE)
            for word, number in zip(words, numbers, strict=True)
        )
        if not all(fits):
            self.blame(part, text)
            return None
        return numbers

    def lists_from_json(self, content: object, part: str) -> ListsAndOrders:
        """Read lists and their second orders; the first unreadable list is named, and the opening list stands instead."""
        if not isinstance(content, list) or not content:
            self.blame(part, content)
            return DEFAULT.lists, ()
        if len(content) > MAX_LISTS:
            message = f"There are {len(content):,} lists; expected 1 to {MAX_LISTS}. Leave some out."
            self.add(InputError("too_many_lists", message, found=f"{len(content):,}", limit=MAX_LISTS))
            return DEFAULT.lists, ()
        try:
            lists = [_list_from_json(each, f"{part} {number}") for number, each in enumerate(content, 1)]
        except _NotReadable as unreadable:
            self.blame(unreadable.part, unreadable.value)
            return DEFAULT.lists, ()
        except InputError as error:
            self.add(error)
            return DEFAULT.lists, ()
        checked = self._checked_lists(lists)
        if checked is DEFAULT.lists:
            return checked, ()
        both = enumerate(zip(content, checked, strict=True), 1)
        return checked, tuple(
            read_second_order(each.get("rival"), f"{part} {number}, rival", ranking, self.blame)
            for number, (each, ranking) in both
        )

    def _checked_lists(self, lists: Iterable[Ranking]) -> tuple[Ranking, ...]:
        read = tuple(lists)
        try:
            for ranking in read:
                check_list(ranking)
        except InputError as error:
            self.add(error)
            return DEFAULT.lists
        return read


class _NotReadable(Exception):  # noqa: N818 - it goes no further than `lists_from_json`
    """A part of a list that is not as it is written by us."""

    def __init__(self, part: str, value: object) -> None:
        super().__init__(part)
        self.part, self.value = part, value


def _list_from_json(content: object, part: str) -> Ranking:
    if not isinstance(content, dict):
        raise _NotReadable(part, content)
    for name, value in content.items():
        if name not in ("items", "missed", "query", "rival"):
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


def read_json(text: str, reader: Reader) -> object:
    """Read JSON; None if it is none. A name that appears twice in one object is blamed, the last value counts."""
    objects = 0

    def read_object(members: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal objects
        objects += 1
        if objects > MOST_OBJECTS:
            raise ValueError
        content = dict(members)
        if len(content) < len(members):
            twice = Counter(name for name, _ in members).most_common(1)[0][0]
            reader.add(InputError("file_twice", f'"{shorten(twice)}" appears twice; the last one counts.', part=shorten(twice)))
        return content

    def whole(digits: str) -> int | float:
        return int(digits) if len(digits) <= LONGEST_WHOLE else float(digits)

    try:
        return json.loads(text, object_pairs_hook=read_object, parse_int=whole)
    except (ValueError, RecursionError):
        return None


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
