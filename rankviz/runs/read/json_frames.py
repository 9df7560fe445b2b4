"""Frames in the shapes in which pandas writes them as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankviz.runs.read.column_names import kind, places

SPLIT, MORE_OF_SPLIT = {"columns", "data"}, {"index", "index_names", "column_names"}


def by_column(source: object, name: str = "") -> object:
    """Return a frame that pandas wrote as {column: values} or as records; anything else as it is.

    Parameters
    ----------
    source : object
        `{column: {row: value}}`, `{row: {column: value}}`, `{columns, data}`, `{schema, data}`, or something else.
    name : {'run', 'qrels'}, optional
        For messages; without, two columns of one name are not refused.

    Raises
    ------
    InputError
        As `places`, for two columns of one name, of which a dictionary holds one.

    Examples
    --------
    >>> by_column({"qid": {"0": "q"}, "docid": {"0": "d"}, "score": {"0": 1.5}})
    {'qid': ['q'], 'docid': ['d'], 'score': [1.5]}
    >>> by_column({"0": {"qid": "q", "docid": "d", "score": 1.5}})
    {'qid': ['q'], 'docid': ['d'], 'score': [1.5]}
    """
    if not isinstance(source, Mapping) or not source:
        return source
    if _is_split(source):
        header = source["columns"]
        if name:
            places(name, header, name, None)
        return {column: [row[at] for row in source["data"]] for at, column in enumerate(header)}
    if source.keys() == {"schema", "data"} and isinstance(source["schema"], Mapping) and isinstance(source["data"], list):
        return source["data"]
    first = next(iter(source.values()))
    if not isinstance(first, Mapping):
        return source
    if all(isinstance(each, Mapping) and each.keys() == first.keys() for each in source.values()):
        if _names_columns(source):
            return {column: [values[row] for row in first] for column, values in source.items()}
        if _names_columns(first):
            return {column: [row[column] for row in source.values()] for column in first}
    return source


def _is_split(source: Mapping[Any, Any]) -> bool:
    if not SPLIT <= source.keys() <= SPLIT | MORE_OF_SPLIT:
        return False
    names, rows = source["columns"], source["data"]
    if not isinstance(names, list) or not isinstance(rows, list) or not all(isinstance(each, str) for each in names):
        return False
    return all(isinstance(each, list) and len(each) == len(names) for each in rows)


def _names_columns(source: Mapping[Any, Any]) -> bool:
    return bool(kind([each for each in source if isinstance(each, str)]))
