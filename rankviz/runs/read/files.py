"""Runs and judgments from files of any known form: TREC text, or tables with named columns."""

from __future__ import annotations

from rankviz.runs.read import trec
from rankviz.runs.read.file_sources import File, file_of
from rankviz.runs.read.run_table import Table
from rankviz.runs.read.table_files import is_table, read_table_qrels, read_table_run


def read_run(path: str | File) -> Table:
    """Read a run: TREC text (query, Q0, document, rank, score, tag), or CSV, TSV, Parquet, JSON Lines with named columns.

    Raises
    ------
    InputError
        `file_...`, `columns_...` or `cell_...`; each names the file, and line and text where there are any.
    """
    return read_table_run(path) if is_table(path) else trec.read_run(path)


def read_qrels(path: str | File) -> Table:
    """Read judgments: TREC text (query, iteration, document, grade), or a table with named columns; errors as above."""
    return read_table_qrels(path) if is_table(path) else trec.read_qrels(path)


def as_text(path: str | File) -> File | None:
    """The file, if it is TREC text, which can be read piece by piece."""
    return None if is_table(path) else file_of(path)
