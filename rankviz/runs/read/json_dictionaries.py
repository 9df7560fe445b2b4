"""Runs and judgments as one JSON dictionary, {query: {document: number}}, as they are saved for pytrec_eval and ranx."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_JSON
from rankviz.runs.read.column_names import without_rows
from rankviz.runs.read.file_sources import MEGABYTE, PIECE, File, open_text
from rankviz.runs.read.held_rows import rows_of
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.table_files import BEGINNING, bytes_of, head_of


class _Pairs(list[tuple[str, Any]]):
    """An object of JSON as pairs, in which a name may stand twice."""


def read_dictionary(path: File, name: str) -> Table | None:
    """Read a run or judgments from one JSON dictionary; None for a file that is none.

    Raises
    ------
    InputError
        `json_too_large`, as it has to be read as a whole; `file_empty`; those of `rows_of`, and of opening a file.
    """
    head = head_of(path, bytes_of(path, BEGINNING))
    if head.form != "json" or (head.first and not all(isinstance(each, dict) for each in head.first.values())):
        return None
    pairs = _parsed(_content(path))
    if not isinstance(pairs, _Pairs) or not pairs or not all(isinstance(each, _Pairs) for _, each in pairs):
        return None
    by_query: dict[str, list[tuple[str, Any]]] = {}
    for query, documents in pairs:
        by_query.setdefault(query, []).extend(documents)
    rows = rows_of(by_query, name)
    if not len(rows):
        raise without_rows(path)
    return replace(rows.table(), path=str(path))


def _content(path: File) -> bytes:
    """The whole text, up to a limit."""
    content = bytearray()
    with open_text(path, longest=2 * MAX_JSON) as stream:
        while piece := stream.more(PIECE):
            content += piece
            if len(content) > MAX_JSON:
                limit = f"{MAX_JSON // MEGABYTE} MB"
                message = f"{path} is one JSON dictionary of more than {limit}; save it as TREC text, Parquet or JSON Lines."
                raise InputError("json_too_large", message, path=str(path), limit=limit)
    return bytes(content)


def _parsed(content: bytes) -> object:
    """What a JSON text holds; None for one that is none."""
    try:
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        return None
