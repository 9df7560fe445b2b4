"""The whole state of a page as an address, and as a file; both are read without ever raising.

Short lists of whole grades stay readable (`g=323012`); others travel as compressed JSON (`z=…`). Every choice that differs from
the textbook is a parameter of its own, named as in `Convention`.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rankviz.app_state import DEFAULT, NUMBER_STYLES, AppState
from rankviz.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.errors import InputError
from rankviz.limits import MAX_ENTRIES, MAX_FILE, MAX_GRADE, MAX_LISTS
from rankviz.metrics import METRICS
from rankviz.ranking import Item, Ranking, fresh_ids
from rankviz.reading import clean_id

VERSION = "1"


@dataclass(frozen=True)
class Decoded:
    """A state that was read, and what could not be read and was left at its default."""

    state: AppState
    problems: tuple[InputError, ...] = ()


def encode(state: AppState) -> dict[str, str]:
    """Write a state as address parameters; the opening state is the bare address."""
    if state == DEFAULT:
        return {}
    parameters = {"v": VERSION, "m": state.metric, "k": _write_cutoff(state.convention)}
    for name, value in state.convention.differences().items():
        if name != "cutoff":
            parameters[name] = f"{value:.15g}" if isinstance(value, float) else str(value)
    if state.numbers != NUMBER_STYLES[0]:
        parameters["numbers"] = state.numbers
    if state.selected:
        parameters["list"] = str(state.selected + 1)
    return parameters | _write_lists(state.lists)


def decode(parameters: Mapping[str, str]) -> Decoded:
    """Read address parameters; what is damaged or unknown is named and left at its default."""
    if not parameters:
        return Decoded(DEFAULT)
    reader = _Reader()
    if parameters.get("v", VERSION) != VERSION:
        reader.blame("v", parameters["v"])
    lists = reader.lists(parameters)
    state = AppState(
        lists=lists,
        metric=reader.choice("m", parameters.get("m", DEFAULT.metric), tuple(METRICS), DEFAULT.metric),
        convention=reader.convention(parameters),
        numbers=reader.choice("numbers", parameters.get("numbers", "decimals"), NUMBER_STYLES, "decimals"),
        selected=reader.selected("list", parameters.get("list", "1"), len(lists)),
    )
    known = {"v", "m", "k", "g", "missed", "z", "numbers", "list", *FIELDS}
    for name in parameters:
        if name not in known:
            reader.blame(name, parameters[name])
    return Decoded(state, tuple(reader.problems))


def link_length(state: AppState) -> int:
    """Count the characters a link's parameters need."""
    return sum(len(name) + len(value) + 2 for name, value in encode(state).items())


def to_file(state: AppState) -> str:
    """Write a state as a readable JSON file."""
    content = {
        "rankviz": int(VERSION),
        "measure": state.metric,
        "numbers": state.numbers,
        "list": state.selected + 1,
        "convention": state.convention.differences(),
        "lists": [_list_to_json(ranking) for ranking in state.lists],
    }
    return json.dumps(content, ensure_ascii=False, indent=1)


def from_file(text: str) -> Decoded:
    """Read a file written by `to_file`; damaged parts are named and left at their default.

    Raises
    ------
    InputError
        `file_not_rankviz` if it is no such file at all.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or "rankviz" not in content:
        message = 'This is not a file saved by rankviz: expected JSON that begins with {"rankviz": 1.'
        raise InputError("file_not_rankviz", message)
    reader = _Reader()
    choices = content.get("convention", {})
    pairs = {str(k): v for k, v in choices.items()} if isinstance(choices, dict) else {}
    lists = reader.lists_from_json(content.get("lists"), "lists")
    state = AppState(
        lists=lists,
        metric=reader.choice("measure", content.get("measure"), tuple(METRICS), DEFAULT.metric),
        convention=reader.settle(TEXTBOOK, pairs),
        numbers=reader.choice("numbers", content.get("numbers", "decimals"), NUMBER_STYLES, "decimals"),
        selected=reader.selected("list", str(content.get("list", 1)), len(lists)),
    )
    return Decoded(state, tuple(reader.problems))


def _write_cutoff(convention: Convention) -> str:
    return "all" if convention.cutoff is None else str(convention.cutoff)


def _write_lists(lists: tuple[Ranking, ...]) -> dict[str, str]:
    if len(lists) == 1 and not lists[0].query_id and _is_plain(lists[0]):
        shown, missed = ([item.grade for item in part] for part in (lists[0].items, lists[0].missed))
        return {"g": _write_grades(shown)} | ({"missed": _write_grades(missed)} if missed else {})
    packed = json.dumps([_list_to_json(each) for each in lists], ensure_ascii=False, separators=(",", ":"))
    return {"z": base64.urlsafe_b64encode(zlib.compress(packed.encode(), 9)).decode().rstrip("=")}


def _is_plain(ranking: Ranking) -> bool:
    everything = [*ranking.items, *ranking.missed]
    return [item.doc_id for item in everything] == fresh_ids(len(everything), []) and all(
        item.score is None for item in everything
    )


def _write_grades(grades: list[float | None]) -> str:
    words = ["u" if grade is None else repr(float(grade)).removesuffix(".0") for grade in grades]
    if words and all(len(word) == 1 for word in words):
        return "".join(words)
    return "_".join(words) + "_"  # the last _ tells one grade of two digits from two grades


def _list_to_json(ranking: Ranking) -> dict[str, object]:
    content: dict[str, object] = {
        "items": [list(item) if item.score is not None else [item.doc_id, item.grade] for item in ranking.items],
        "missed": [[item.doc_id, item.grade] for item in ranking.missed],
    }
    return content | ({"query": ranking.query_id} if ranking.query_id else {})


class _Reader:
    """Reads parts of a state and collects what was wrong with them."""

    def __init__(self) -> None:
        self.problems: list[InputError] = []

    def blame(self, part: str, found: object) -> None:
        shown = clean_id(str(found))
        shown = shown if len(shown) <= 40 else shown[:40] + "…"
        message = f'The part "{clean_id(part)}={shown}" cannot be read and was left at its usual value.'
        self.problems.append(InputError("link_part", message, part=clean_id(part), found=shown))

    def choice(self, part: str, value: object, known: tuple[str, ...], default: str) -> str:
        if isinstance(value, str) and value in known:
            return value
        self.blame(part, value)
        return default

    def selected(self, part: str, text: str, count: int) -> int:
        if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= count:
            return int(text) - 1
        self.blame(part, text)
        return 0

    def convention(self, parameters: Mapping[str, str]) -> Convention:
        found: dict[str, Any] = {name: parameters[name] for name in FIELDS if name in parameters}
        for name, field in FIELDS.items():
            if name in found and field.options is None and not field.variable:
                number = _number(found[name])
                found[name] = found[name] if number is None else number
        found.pop("cutoff", None)
        written = parameters.get("k")
        if written is not None and written != "all":
            found["cutoff"] = int(written) if written.isascii() and written.isdigit() and len(written) < 10 else written
        base = DEFAULT.convention if written is None else TEXTBOOK
        return self.settle(base, found, parameters)

    def settle(self, base: Convention, choices: Mapping[str, object], as_written: Mapping[str, object] = {}) -> Convention:
        for name, value in choices.items():
            try:
                base = base.with_choices({name: value})
            except InputError as error:
                if name in FIELDS and FIELDS[name].variable:
                    self.problems.append(error)  # it points at the place in the formula
                    continue
                part = "k" if name == "cutoff" and "k" in as_written else name
                self.blame(part, as_written.get(part, value))
            except TypeError:
                self.blame(name, value)
        return base

    def lists(self, parameters: Mapping[str, str]) -> tuple[Ranking, ...]:
        if "z" in parameters:
            return self.lists_from_json(_unpack(parameters["z"]), "z", parameters["z"])
        if "g" not in parameters and "missed" not in parameters:
            return DEFAULT.lists
        shown = self.grades("g", parameters.get("g", ""))
        missed = self.grades("missed", parameters.get("missed", ""))
        if len(shown) + len(missed) > MAX_ENTRIES:
            self.blame("g", parameters.get("g", ""))
            return DEFAULT.lists
        return (Ranking.from_grades(shown, missed),)

    def grades(self, part: str, text: str) -> list[float | None]:
        words = text.removesuffix("_").split("_") if text.strip("_") and "_" in text else list(text.strip("_"))
        numbers = [None if word == "u" else _number(word) for word in words]
        if any(number is None and word != "u" for number, word in zip(numbers, words, strict=True)):
            self.blame(part, text)
            return []
        return numbers

    def lists_from_json(self, content: object, part: str, written: str = "") -> tuple[Ranking, ...]:
        try:
            if not isinstance(content, list) or not 1 <= len(content) <= MAX_LISTS:
                raise TypeError
            lists = tuple(_list_from_json(each) for each in content)
        except (TypeError, ValueError, KeyError, AttributeError):
            self.blame(part, written or content)
            return DEFAULT.lists
        return lists


def _list_from_json(content: dict[str, Any]) -> Ranking:
    """Read one list; TypeError, ValueError, KeyError or AttributeError if anything is not as written by us."""
    items = tuple(_item_from_json(row) for row in content["items"])
    missed = tuple(_item_from_json(row)._replace(score=None) for row in content.get("missed", []))
    if len(items) + len(missed) > MAX_ENTRIES:
        raise ValueError
    return Ranking(items, missed, clean_id(str(content.get("query", ""))))


def _item_from_json(row: list[Any]) -> Item:
    name, grade, score = (*row, None)[:3]
    if not isinstance(name, str) or not clean_id(name):
        raise TypeError
    return Item(clean_id(name), _json_number(grade), _json_number(score))


def _json_number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MAX_GRADE:
        raise ValueError
    return float(value)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) <= MAX_GRADE else None


def _unpack(text: str) -> object:
    """Undo base64 and zlib, reading at most 2 MB; None if damaged."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacked = zlib.decompressobj().decompress(packed, MAX_FILE)
        return json.loads(unpacked.decode())
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None
