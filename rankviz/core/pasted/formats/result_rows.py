"""Rows of results, each with what was retrieved and what was expected: those of llama-index and ragas, as data or as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.formats.literals import LiteralValue, values_in

# Where there are no ids the texts are read as names.
RETRIEVED = ("retrieved_ids", "retrieved_context_ids", "retrieved_contexts")
EXPECTED = ("expected_ids", "reference_context_ids", "reference_contexts")
NAMES = ("query_id", "query", "user_input", "question", "id")
INSIDE = ("samples", "results", "eval_results")  # where rows stand in a dictionary of a whole evaluation


def read(values: Sequence[LiteralValue]) -> list[Ranking] | None:
    """A list for each row; None where there are no rows.

    Raises
    ------
    InputError
        `row_expected` for a row that does not say what was expected.
    """
    rows = [row for value in values for row in _rows(value)]
    if not any({*RETRIEVED} & row.pairs().keys() for row in rows if row.is_dictionary()):
        return None
    return [ranking for row in rows for ranking in _lists(row)]


def read_table(text: str) -> list[Ranking] | None:
    """The same from CSV, whose cells hold lists; None where no column is called so."""
    head = text.lstrip("\ufeff \t\r\n").split("\n", 1)[0]
    if not any(name in head for name in RETRIEVED) or not set(head) & set(",;\t") or set(head) & set("{([="):
        return None
    parting = next(mark for mark in "\t;," if mark in head)
    found = []
    reader = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), delimiter=parting)
    try:
        table = list(reader)
    except csv.Error:  # a cell of more than 131,072 characters, or a line end of long ago inside one
        raise _nothing(reader.line_num + 1, " / ".join(RETRIEVED)) from None
    for line, row in enumerate(table, 2):
        cells = {name: row.get(name) or "" for name in (*RETRIEVED, *EXPECTED, *NAMES)}
        retrieved, expected = (_cell(cells, names, line) for names in (RETRIEVED, EXPECTED))
        found.append(_list(retrieved, expected, next((cells[name] for name in NAMES if cells[name]), "")))
    return found


def _cell(cells: Mapping[str, str], names: Sequence[str], line: int) -> list[str]:
    text = next((cells[name] for name in names if cells[name].strip()), "")
    if not text:
        raise _nothing(line, " / ".join(names))
    try:
        values = values_in(text)
        return values[0][1].names()
    except (InputError, IndexError):
        raise _nothing(line, " / ".join(names)) from None


def _rows(value: LiteralValue) -> list[LiteralValue]:
    if value.is_list():
        return value.entries()
    if value.is_dictionary():
        parts = value.pairs()
        inside = next((parts[name] for name in INSIDE if name in parts and parts[name].is_list()), None)
        return [value] if inside is None else inside.entries()
    return []


def _lists(row: LiteralValue) -> list[Ranking]:
    """The list of a row; of columns, which hold a list for each row, all of them."""
    parts = row.pairs()
    retrieved, expected = _first(parts, RETRIEVED), _first(parts, EXPECTED)
    if retrieved is None or expected is None:
        raise _nothing(row.line, " / ".join(RETRIEVED if retrieved is None else EXPECTED))
    name = next((parts[each] for each in NAMES if each in parts), None)
    if any(each.is_list() for each in retrieved.entries()):
        names = [] if name is None or not name.is_list() else name.entries()
        both = list(zip(retrieved.entries(), expected.entries(), strict=False))
        named = [*(each.name() for each in names), *[""] * (len(both) - len(names))]
        return [_list(one.names(), two.names(), each) for (one, two), each in zip(both, named, strict=False)]
    return [_list(retrieved.names(), expected.names(), name.name() if name is not None and name.is_text() else "")]


def _first(parts: Mapping[str, LiteralValue], names: Sequence[str]) -> LiteralValue | None:
    return next((parts[name] for name in names if name in parts and not parts[name].is_none()), None)


def _list(retrieved: Sequence[str], expected: Sequence[str], name: str) -> Ranking:
    """Nobody judged what was retrieved and not expected, but for these tools it is not relevant."""
    wanted, shown = dict.fromkeys(expected, 1.0), set(retrieved)
    items = tuple(Item(doc, wanted.get(doc, 0.0)) for doc in retrieved)
    return Ranking(items, tuple(Item(doc, 1.0) for doc in wanted if doc not in shown), name)


def _nothing(line: int, names: str) -> InputError:
    message = f"Line {line}: expected a list of ids under {names}."
    return InputError("row_expected", message, line=line, name=names)
