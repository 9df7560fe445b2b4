"""Writes and reads the second list of a comparison, in a link and in a saved file; what is wrong is named and left out."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from rankviz.basics.coerce import as_number
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.core.lists.ranking import Ranking
from rankviz.core.pasted.list_parser import clean_id
from rankviz.state.permalink_reader import Blame
from rankviz.state.second_order import SecondOrder, names_of

PARTS = ("order", "scores", "name")
LEFT_OUT = "link_rival"


def has_numbers_only(second_order: SecondOrder | None) -> bool:
    """Whether the numbers of its documents say all of it."""
    return second_order is None or (second_order.scores is None and not second_order.name)


def write_numbers(second_order: SecondOrder) -> str:
    """Write a second list as numbers of its documents, for a list whose documents are named by them."""
    return ".".join(name.removeprefix("d") for name in second_order.order)


def read_numbers(text: str, ranking: Ranking, blame: Blame) -> SecondOrder:
    """Read a second list as numbers of its documents, as its list and then what it misses are numbered.

    Examples
    --------
    >>> read_numbers("3.1.3.9", Ranking.from_grades([1, 0], missed=[2]), lambda *wrong: print(wrong)).order
    ('b', '3', 'link_rival')
    ('b', '9', 'link_rival')
    ('d3', 'd1')
    """
    names = [item.doc_id for item in (*ranking.items, *ranking.missed)]
    words = text.split(".") if text else []
    places = map(_place, words)
    return SecondOrder(_each_once("b", [names[at] if 0 <= at < len(names) else None for at in places], words, blame))


def second_order_to_json(second_order: SecondOrder) -> dict[str, object]:
    """Write a second list as a file has it; scores and a name only where there are some."""
    parts = zip(PARTS, (second_order.order, second_order.scores, second_order.name or None), strict=True)
    return {name: part for name, part in parts if part is not None}


def read_second_order(content: object, part: str, ranking: Ranking, blame: Blame) -> SecondOrder | None:
    """Read a second list as a file has it; None where there is none, or none that can be read."""
    if content is None:
        return None
    order, scores, name = (content.get(key) for key in PARTS) if isinstance(content, dict) else (None, None, None)
    fits = isinstance(order, list) and isinstance(scores, list | None) and isinstance(name, str | None)
    if not isinstance(content, dict) or not isinstance(order, list) or not fits:
        blame(part, content, LEFT_OUT)
        return None
    for key in content.keys() - set(PARTS):
        blame(f"{part}, {key}", content[key], "link_unknown")
    there = names_of(ranking)
    names = _each_once(part, [each if isinstance(each, str) and each in there else None for each in order], order, blame)
    numbers = None if scores is None else tuple(map(as_number, scores))
    if numbers is not None and (len(numbers) != len(names) or not all(map(isfinite, numbers))):
        blame(f"{part}, scores", scores, LEFT_OUT)
        numbers = None
    return SecondOrder(names, numbers, clean_id(name or ""))


def _each_once(part: str, names: Sequence[str | None], as_written: Sequence[object], blame: Blame) -> tuple[str, ...]:
    order: dict[str, None] = {}
    for name, written in zip(names, as_written, strict=True):
        if name is None or name in order:
            blame(part, written, LEFT_OUT)
        else:
            order[name] = None
    return tuple(order)


def _place(word: str) -> int:
    """Read a number that counts from 1; -1 for none."""
    return int(word) - 1 if word.isascii() and word.isdigit() and len(word) <= len(str(MAX_ENTRIES)) else -1
