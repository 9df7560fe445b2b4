"""Runs and judgments as people hold them: frames, objects of other libraries, records, dictionaries of lists.

An object is known by what it has; no library is imported to know its objects, and none of them is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

import numpy as np

from rankviz.basics.coerce import each_of
from rankviz.basics.errors import InputError, one_line, short_repr, shorten
from rankviz.basics.optional_packages import load
from rankviz.runs.read.column_names import kind, places
from rankviz.runs.read.column_values import CellError, convert_columns
from rankviz.runs.read.held_rows import HeldRows, rows_of
from rankviz.runs.read.json_frames import by_column
from rankviz.runs.read.run_table import Table

NUMBERS = {"run": "score", "qrels": "grade"}
FRAMES_OF = {"run": ("run_data",), "qrels": ("qrels_data",)}  # of trectools
ATTRIBUTES = {"run": "score", "qrels": "relevance"}  # of ir_measures and ir_datasets


def table_of_object(source: object, name: str) -> Table | None:
    """Take an object for a run or for judgments; None for one that is none of the known kinds.

    Parameters
    ----------
    source : object
        `{query: {document: number}}`, `{query: [document, …]}` in ranked order (as judgments grade 1), `{query: [(document,
        number), …]}`, a frame of pandas, polars or Arrow, a relation of DuckDB, a Dataset of Hugging Face, `Qrels` and `Run` of
        ranx, those of trectools, and anything that yields records, or items as ir_measures and ir_datasets have them.
    name : {'run', 'qrels'}

    Raises
    ------
    InputError
        As `rows_of`, and as tables with named columns; `unordered_run` for a set as a run, `items_unknown`.
    """
    if isinstance(source, Table):
        return source
    source = by_column(source, name)
    rows = rows_of_object(source, name)
    table = _table(source, name) if rows is None else rows.table()
    return table if table is None else replace(table, role=role_of(source))


def _table(source: Any, name: str) -> Table | None:
    if hasattr(source, "list_values"):
        message = (
            f"{name}: expected a run or judgments, found the values of one. Give what they were computed of, result.{name}."
        )
        raise InputError("values_for_run", message, what=name)
    for attribute in FRAMES_OF[name]:
        if hasattr(source, attribute):
            return _of_frame(getattr(source, attribute), name)
    if hasattr(source, "collect") and not hasattr(source, "__arrow_c_stream__"):  # a frame that is computed only now
        source = source.collect()
    if hasattr(source, "with_format") and hasattr(type(source), "__len__"):  # one that streams is iterated over
        return _of_frame(source.with_format("arrow")[:], name)
    if hasattr(source, "__arrow_c_stream__") or hasattr(source, "iloc") or _is_columns(source):
        return _of_frame(source, name)
    if isinstance(source, Iterable) and not isinstance(source, str | bytes | np.ndarray):
        return _of_items(each_of(source), name)
    return None


def rows_of_object(source: object, name: str) -> HeldRows | None:
    """Take what is held as dictionaries, which needs NumPy alone; None for anything else, errors as for `table_of_object`."""
    if isinstance(source, HeldRows):
        return source
    source = by_column(source, name)
    if hasattr(source, "to_dict") and type(source).__name__ in ("Run", "Qrels"):
        return replace(rows_of(source.to_dict(), name), role=role_of(source))
    if isinstance(source, Mapping) and not _is_columns(source):
        return rows_of({query: _numbered(row, name, query) for query, row in source.items()}, name)
    return None


def role_of(source: object) -> str:
    """Whether an object says by itself that it is a 'run' or 'qrels'; "" for one that does not.

    Examples
    --------
    >>> role_of({"query": ["q"], "document": ["d"], "score": [1.0]}), role_of({"q": {"d": 1}})
    ('run', '')
    """
    if isinstance(source, Table | HeldRows):
        return source.role
    if type(source).__name__ in ("Run", "Qrels") and hasattr(source, "to_dict"):
        return type(source).__name__.lower()
    for role, attributes in FRAMES_OF.items():
        if any(hasattr(source, each) for each in attributes):
            return role
    source = by_column(source)
    names = _column_names(source)
    found = kind(names) if names else ""
    if not found and isinstance(source, Sequence) and not isinstance(source, str):
        first = next(iter(source), None)
        found = next((role for role, each in ATTRIBUTES.items() if _is_item(first, each)), "")
        found = found or (kind([*first]) if isinstance(first, Mapping) else "")
    return found if found in NUMBERS else ""


def _column_names(source: object) -> list[str]:
    if _is_columns(source):
        assert isinstance(source, Mapping)
        return [*source]
    if hasattr(source, "collect_schema"):  # polars warns where a lazy frame is asked for its columns
        return [*source.collect_schema().names()]
    if hasattr(source, "iloc"):
        return _names_of_pandas(source)
    schema = getattr(source, "schema", None)
    if hasattr(source, "read_next_batch") and schema is not None:  # of pyarrow, batch by batch
        return [*schema.names]
    for attribute in ("column_names", "columns"):
        names = getattr(source, attribute, None)
        if names is not None and not callable(names):
            return [str(each) for each in names if isinstance(each, str)]
    return []


def _names_of_pandas(source: Any) -> list[str]:
    """The columns of a frame of pandas with those that are its index, as after `groupby`; a Series is the last one of them."""
    columns = getattr(source, "columns", None)
    named = [getattr(source, "name", None)] if columns is None else columns
    levels = getattr(getattr(source, "index", None), "names", ())
    return [each for each in (*levels, *named) if isinstance(each, str)]


def _with_index(frame: Any, number: str) -> Any:
    """A frame of pandas with its index as columns, where that has names; anything else as it is."""
    if not hasattr(frame, "iloc"):
        return frame
    frame = frame if hasattr(frame, "columns") else frame.to_frame(frame.name if isinstance(frame.name, str) else number)
    names = getattr(frame.index, "names", ())
    levels = [at for at, each in enumerate(names) if isinstance(each, str) and each not in frame.columns]
    return frame.reset_index(level=levels) if levels else frame


def _is_columns(source: object) -> bool:
    """Whether a mapping is a table: its keys name columns, its values are lists."""
    if not isinstance(source, Mapping):
        return False
    if not all(isinstance(each, Sequence | np.ndarray) and not isinstance(each, str) for each in source.values()):
        return False
    return bool(kind([each for each in source if isinstance(each, str)]))


def _is_item(item: object, number: str) -> bool:
    return all(hasattr(item, each) for each in ("query_id", "doc_id", number))


def _numbered(row: Any, name: str, query: object) -> Any:
    """The documents of a query with a number each; what is no list is left to `rows_of`."""
    if isinstance(row, Set) and name == "qrels":
        return dict.fromkeys(row, 1)
    if isinstance(row, Set):
        name = one_line(shorten(str(query)))
        message = f'run["{name}"] is a set, which has no order; expected a list of documents, or {{document: score}}.'
        raise InputError("unordered_run", message, query=name)
    if _column_names(row):
        where = f'{name}["{one_line(shorten(str(query)))}"]'
        raise InputError("table_inside", f"{where} is a table of its own. Give that one, if it is the right part.", where=where)
    if isinstance(row, Mapping) or not isinstance(row, Sequence) or isinstance(row, str):
        return row
    row = each_of(row)
    try:
        if row and all(isinstance(each, tuple | list) and len(each) == 2 for each in row):
            return [(document, number) for document, number in row]
        graded = dict.fromkeys(row, 1)
        return graded if name == "qrels" else [(each, float(-place)) for place, each in enumerate(row, 1)]
    except TypeError:  # no ids stand in it
        return row


def _of_frame(frame: object, name: str) -> Table:
    """Take a frame by the names of its columns."""
    pyarrow = load("pyarrow")
    frame = _with_index(frame, NUMBERS[name])
    header = _column_names(frame)
    at = places(name, header, name, None, getattr(frame, "index", ()) if hasattr(frame, "iloc") else ())
    columns = [header[place] for place in at.values()]
    try:
        table = _arrow_of(frame, columns)
    except pyarrow.ArrowException as error:
        _refuse_mixed(frame, {columns[i]: meaning for i, meaning in enumerate(at)}, name)
        raise InputError("frame_unreadable", f"{name}: its columns cannot be read: {error}.", what=name) from None
    if not table.num_rows:
        return rows_of({}, name).table()
    names = dict(zip(at, columns, strict=True))
    try:
        values = convert_columns({meaning: _plain(table.column(each)) for meaning, each in names.items()}, names)
    except CellError as error:
        raise error.error(name, error.row + 1, "row") from None
    return Table(values["query"], values["document"], values[NUMBERS[name]], name)


def _arrow_of(frame: Any, columns: list[str]) -> Any:
    pyarrow = load("pyarrow")
    if isinstance(frame, Mapping):
        # Arrow trusts what a list says of its length, and would read beyond its end.
        held = {each: frame[each] if isinstance(frame[each], np.ndarray) else each_of(frame[each]) for each in columns}
        return pyarrow.table({name: pyarrow.array(values) for name, values in held.items()})
    if hasattr(frame, "iloc"):  # pandas, whose other columns may hold what Arrow cannot
        frame = frame[columns].reset_index(drop=True)
    return pyarrow.table(frame).select(columns)


def _refuse_mixed(frame: Any, columns: Mapping[str, str], name: str) -> None:
    """Raise for the first value that is of another kind than those before it, text among numbers or numbers among text."""
    for column, meaning in columns.items() if isinstance(frame, Mapping) or hasattr(frame, "iloc") else ():
        kinds = [isinstance(value, str) for value in frame[column]]
        row = next((i for i, is_text in enumerate(kinds) if is_text != kinds[0]), None)
        if row is not None:
            key = "cell_name" if meaning in ("query", "document") else "file_number"
            raise CellError(row, key, column, str([*frame[column]][row])).error(name, row + 1, "row") from None


def _plain(column: Any) -> Any:
    """A column in one kind of chunks; views of strings, as polars has them, as strings."""
    pyarrow = load("pyarrow")
    types = pyarrow.types
    if types.is_dictionary(column.type) and "view" in str(column.type.value_type):  # categories of polars
        pieces = [(each.indices, each.dictionary.cast(pyarrow.string())) for each in column.chunks]
        return pyarrow.chunked_array([pyarrow.DictionaryArray.from_arrays(*each) for each in pieces]) if pieces else column
    return column.cast(pyarrow.string()) if "view" in str(column.type) else column


def _of_items(items: list[Any], name: str) -> Table:
    """Take records, or items with a query, a document and a number."""
    pyarrow = load("pyarrow")
    if not items:
        return rows_of({}, name).table()
    if isinstance(items[0], Mapping):
        _refuse_others(items, [isinstance(item, Mapping) for item in items], name)
        header = [each for each in items[0] if isinstance(each, str)]
        columns = [header[place] for place in places(name, header, name, None).values()]
        return _of_frame({each: [item.get(each) for item in items] for each in columns}, name)
    number = ATTRIBUTES[name]
    _refuse_others(items, [_is_item(item, number) for item in items], name)
    rows = {"query": "query_id", "document": "doc_id", NUMBERS[name]: number}
    return _of_frame(pyarrow.table({column: [getattr(item, each) for item in items] for column, each in rows.items()}), name)


def _refuse_others(items: list[Any], are_rows: list[bool], name: str) -> None:
    """Raise `items_unknown` for the first item that is no row as the others are."""
    if all(are_rows):
        return
    place = are_rows.index(False)
    message = (
        f"{name}: item {place + 1} is {short_repr(items[place])}; expected rows with query, document and {NUMBERS[name]}: "
        "a frame, {query: {document: number}}, records, or items with query_id and doc_id."
    )
    raise InputError("items_unknown", message, what=name, place=place + 1, found=short_repr(items[place]))
