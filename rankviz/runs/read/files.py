"""Runs and judgments from files of any known form: TREC text, or tables with named columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rankviz.basics.errors import InputError
from rankviz.core.pasted.formats.trec_rows import QRELS_COLUMNS, RUN_COLUMNS
from rankviz.runs.read import trec
from rankviz.runs.read.file_sources import File, file_of
from rankviz.runs.read.json_dictionaries import read_dictionary
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.table_files import (
    BEGINNING,
    bytes_of,
    is_table,
    kind_of,
    lines_of_table,
    read_table_qrels,
    read_table_run,
)


def read_run(path: str | File) -> Table:
    """Read a run: TREC text (query, Q0, document, rank, score, tag), a table with named columns, or a dictionary as JSON.

    Tables are CSV, TSV, Parquet and JSON Lines, a dictionary is {query: {document: score}} or {query: [documents in order]}.

    Raises
    ------
    InputError
        `file_...`, `columns_...` or `cell_...`; each names the file, and line and text where there are any.
    """
    if not is_table(path):
        return trec.read_run(path)
    return read_dictionary(file_of(path), "run") or read_table_run(path)


def read_qrels(path: str | File) -> Table:
    """Read judgments: TREC text (query, iteration, document, grade), a table or a dictionary as above; errors as there."""
    if not is_table(path):
        return replace(trec.read_qrels(path), file=file_of(path))
    return read_dictionary(file_of(path), "qrels") or replace(read_table_qrels(path), file=file_of(path))


def role_of_file(path: str | File) -> str:
    """Return 'run' or 'qrels', as the first line of a file says it; "" for one that says neither, or cannot be read."""
    try:
        if is_table(path):
            return {"run": "run", "qrels": "qrels"}.get(kind_of(path), "")
        first = next(iter(bytes_of(file_of(path), BEGINNING).split(b"\n")), b"")
    except (InputError, OSError, ValueError):
        return ""  # where it is read, it is said what is wrong with it
    return {len(RUN_COLUMNS): "run", len(QRELS_COLUMNS): "qrels"}.get(len(first.split()), "")


def as_text(path: str | File) -> File | None:
    """The file, if it is TREC text, which can be read piece by piece."""
    return None if is_table(path) else file_of(path)


def lines_of_rows(path: File, rows: Sequence[int]) -> tuple[int, ...]:
    """The line of each row of a file, for messages; () for Parquet, which has none."""
    return lines_of_table(path, rows) if is_table(path) else trec.lines_of_rows(path, rows)
