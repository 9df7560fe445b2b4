"""Runs and judgments as one JSON dictionary, as they are saved for pytrec_eval and ranx, and read as they are in memory."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_JSON
from rankviz.runs.read.column_names import places, without_rows
from rankviz.runs.read.file_sources import MEGABYTE, PIECE, File, open_text
from rankviz.runs.read.held_objects import table_of_object
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.table_files import BEGINNING, bytes_of, head_of


class _Pairs(list[tuple[str, Any]]):
    """An object of JSON as pairs, in which a name may stand twice."""


def read_dictionary(path: File, name: str) -> Table | None:
    """Read a run or judgments from one JSON dictionary or list of records, as `table_of_object` takes it; else None.

    Raises
    ------
    InputError
        `json_too_large`, as it has to be read as a whole; `file_empty`; `columns_twice`; those of
        `table_of_object`, and of opening a file.
    """
    head = head_of(path, bytes_of(path, BEGINNING))
    if head.form != "json" or (head.first and not all(isinstance(each, dict | list) for each in head.first.values())):
        return None
    held = _held(_parsed(_content(path)), path, name)
    if held is None:
        return None
    table = table_of_object(held, name)
    if not table:
        raise without_rows(path)
    return replace(table, path=str(path))


def _held(parsed: object, path: File, name: str) -> object:
    """What was parsed as Python holds it; None for neither a dictionary nor a list, such as text."""
    if not isinstance(parsed, _Pairs):
        return [_record(each, path, name) for each in parsed] if isinstance(parsed, list) else None
    by_query: dict[str, Any] = {}
    for query, documents in parsed:
        known = by_query.get(query)
        both = isinstance(known, list) and isinstance(documents, list)
        by_query[query] = known + documents if both else documents
    return {query: _plain(documents) for query, documents in by_query.items()}


def _record(value: Any, path: File, name: str) -> Any:
    """A row of a table; what is no object as it is. `columns_twice` for two values of one column that is needed."""
    if not isinstance(value, _Pairs):
        return _plain(value)
    held = dict(value)
    if len(held) < len(value):
        places(path, [column for column, _ in value], name, None)
    return held


def _plain(value: Any) -> Any:
    """Objects as dictionaries, but for those in which a name stands twice, which stay pairs."""
    if isinstance(value, _Pairs):
        held = dict(value)
        return held if len(held) == len(value) else [*value]
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _content(path: File) -> bytes:
    """The whole text, up to a limit."""
    content = bytearray()
    with open_text(path, longest=2 * MAX_JSON) as stream:
        while piece := stream.more(PIECE):
            content += piece
            if len(content) > MAX_JSON:
                limit = f"{MAX_JSON // MEGABYTE} MB"
                message = f"{path} is one JSON text of more than {limit}; save it as TREC text, Parquet or JSON Lines."
                raise InputError("json_too_large", message, path=str(path), limit=limit)
    return bytes(content)


def _parsed(content: bytes) -> object:
    """What a JSON text holds; None for one that is none."""
    try:
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        return None
