"""Reads rows of results with retrieved and expected ids, as llama-index and ragas have them, from data or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_LISTS
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.formats.literals import LiteralValue, values_in
from rankviz.core.pasted.list_parser import lists_do_not_fit

# Where there are no ids the texts are read as names.
RETRIEVED = ("retrieved_ids", "retrieved_context_ids", "retrieved_contexts")
EXPECTED = ("expected_ids", "reference_context_ids", "reference_contexts")
NAMES = ("query_id", "query", "user_input", "question", "id")
INSIDE = ("samples", "results", "eval_results")  # where rows stand in a dictionary of a whole evaluation


def read(values: Sequence[LiteralValue]) -> list[Ranking] | None:
    """Read a list from each row; None if there are no rows.

    Raises
    ------
    InputError
        `row_expected` for a row that does not say what was expected.
    """
    rows = [row for value in values for row in _rows(value)]
    if not any({*RETRIEVED} & row.pairs().keys() for row in rows if row.is_dictionary()):
        return None
    return [ranking for row in rows for ranking in _read_row(row)]


def read_table(text: str) -> list[Ranking] | None:
    """Read a list from each row of a CSV file whose cells hold lists; None if it has no column of retrieved ids.

    Raises
    ------
    InputError
        `row_expected` for a row without retrieved or expected ids, `lists_do_not_fit`.
    """
    head = text.lstrip("\ufeff \t\r\n").split("\n", 1)[0]
    if not any(name in head for name in RETRIEVED) or not set(head) & set(",;\t") or set(head) & set("{([="):
        return None
    delimiter = next(mark for mark in "\t;," if mark in head)
    rankings = []
    reader = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), delimiter=delimiter)
    try:
        table = list(reader)
    except csv.Error:  # a cell of more than 131,072 characters, or a line end of long ago inside one
        raise _missing_ids_error(reader.line_num + 1, " / ".join(RETRIEVED)) from None
    if len(table) > MAX_LISTS:
        raise lists_do_not_fit(len(table))
    for line, row in enumerate(table, 2):
        cells = {name: row.get(name) or "" for name in (*RETRIEVED, *EXPECTED, *NAMES)}
        retrieved, expected = (_read_cell(cells, names, line) for names in (RETRIEVED, EXPECTED))
        rankings.append(_build_ranking(retrieved, expected, next((cells[name] for name in NAMES if cells[name]), "")))
    return rankings


def _read_cell(cells: Mapping[str, str], names: Sequence[str], line: int) -> list[str]:
    text = next((cells[name] for name in names if cells[name].strip()), "")
    if not text:
        raise _missing_ids_error(line, " / ".join(names))
    try:
        values = values_in(text)
        return values[0][1].names()
    except (InputError, IndexError):
        raise _missing_ids_error(line, " / ".join(names)) from None


def _rows(value: LiteralValue) -> list[LiteralValue]:
    if value.is_list():
        return value.entries()
    if value.is_dictionary():
        parts = value.pairs()
        inside = next((parts[name] for name in INSIDE if name in parts and parts[name].is_list()), None)
        return [value] if inside is None else inside.entries()
    return []


def _read_row(row: LiteralValue) -> list[Ranking]:
    """Read the list of a row, or all lists of a table in columns, where each part holds a list for each row."""
    parts = row.pairs()
    retrieved, expected = _first_part(parts, RETRIEVED), _first_part(parts, EXPECTED)
    if retrieved is None or expected is None:
        raise _missing_ids_error(row.line, " / ".join(RETRIEVED if retrieved is None else EXPECTED))
    name = next((parts[each] for each in NAMES if each in parts), None)
    if any(each.is_list() for each in retrieved.entries()):
        names = [] if name is None or not name.is_list() else name.entries()
        pairs = list(zip(retrieved.entries(), expected.entries(), strict=False))
        row_names = [*(each.name() for each in names), *[""] * (len(pairs) - len(names))]
        return [_build_ranking(one.names(), two.names(), each) for (one, two), each in zip(pairs, row_names, strict=False)]
    return [_build_ranking(retrieved.names(), expected.names(), name.name() if name is not None and name.is_text() else "")]


def _first_part(parts: Mapping[str, LiteralValue], names: Sequence[str]) -> LiteralValue | None:
    return next((parts[name] for name in names if name in parts and not parts[name].is_none()), None)


def _build_ranking(retrieved: Sequence[str], expected: Sequence[str], name: str) -> Ranking:
    """Build a ranking; for these tools what was retrieved but not expected is not relevant, though nobody judged it."""
    grades, retrieved_set = dict.fromkeys(expected, 1.0), set(retrieved)
    items = tuple(Item(doc, grades.get(doc, 0.0)) for doc in retrieved)
    return Ranking(items, tuple(Item(doc, 1.0) for doc in grades if doc not in retrieved_set), name)


def _missing_ids_error(line: int, names: str) -> InputError:
    message = f"Line {line}: expected a list of ids under {names}."
    return InputError("row_expected", message, line=line, name=names)
