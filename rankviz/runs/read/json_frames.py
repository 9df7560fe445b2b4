"""Frames in the shapes in which pandas writes them as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rankviz.runs.read.column_names import kind, meanings, places

SPLIT, MORE_OF_SPLIT = {"columns", "data"}, {"index", "index_names", "column_names"}
TUPLE = re.compile(r"\(.*, .*\)", re.DOTALL)  # as pandas writes what a row is called by, if that is several names


def by_column(source: object, name: str = "") -> object:
    """Return a frame that pandas wrote as {column: values} or as records; anything else as it is.

    Parameters
    ----------
    source : object
        `{column: {row: value}}`, `{row: {column: value}}`, `{columns, data}`, `{schema, data}`, or something else.
    name : {'run', 'qrels'}, optional
        For messages; without, columns are not checked.

    Raises
    ------
    InputError
        As `places`, since a dictionary holds neither two columns of one name nor what the rows are called.

    Examples
    --------
    >>> by_column({"qid": {"0": "q"}, "docid": {"0": "d"}, "score": {"0": 1.5}})
    {'qid': ['q'], 'docid': ['d'], 'score': [1.5]}
    >>> by_column({"0": {"qid": "q", "docid": "d", "score": 1.5}})
    {'qid': ['q'], 'docid': ['d'], 'score': [1.5]}
    """
    if not isinstance(source, Mapping) or not source:
        return source
    if source.keys() == {"schema", "data"} and isinstance(source["schema"], Mapping) and isinstance(source["data"], list):
        return source["data"]
    frame = _frame_of(source)
    if frame is None:
        return source
    if name:
        places(name, frame.header, name, None, frame.rows)
    return dict(zip(frame.header, frame.values, strict=True))


class _Frame(NamedTuple):
    """The names of the columns, the values of each, and what the rows are called."""

    header: Sequence[str]
    values: Sequence[list[Any]]
    rows: Iterable[object]


def _frame_of(source: Mapping[Any, Any]) -> _Frame | None:
    """Read `{columns, data}`, `{column: {row: value}}` or `{row: {column: value}}`; None for anything else."""
    if _is_split(source):
        header, rows, index = source["columns"], source["data"], source.get("index")
        values = [[row[at] for row in rows] for at in range(len(header))]
        return _Frame(header, values, index if isinstance(index, list) else ())
    first = next(iter(source.values()))
    if not isinstance(first, Mapping):
        return None
    if not all(isinstance(each, Mapping) and each.keys() == first.keys() for each in source.values()):
        return None
    if header := _columns(source, first):
        return _Frame(header, [[source[column][row] for row in first] for column in header], first)
    if header := _columns(first, source):
        return _Frame(header, [[row[column] for row in source.values()] for column in header], source)
    return None


def _is_split(source: Mapping[Any, Any]) -> bool:
    if not SPLIT <= source.keys() <= SPLIT | MORE_OF_SPLIT:
        return False
    names, rows = source["columns"], source["data"]
    if not isinstance(names, list) or not isinstance(rows, list) or not all(isinstance(each, str) for each in names):
        return False
    return all(isinstance(each, list) and len(each) == len(names) for each in rows)


def _columns(names: Iterable[object], rows: Iterable[object]) -> list[str]:
    """Return the names if they are those of columns, which one name says if each row is called by several."""
    header = [each for each in names if isinstance(each, str)]
    if kind(header):
        return header
    several = [isinstance(row, tuple) or bool(TUPLE.fullmatch(str(row))) for row in rows]
    return header if several and all(several) and meanings(header) else []
