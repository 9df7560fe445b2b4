"""A log as CSV in pieces that hold whole users, so that one of any length takes little memory.

Only what is plain is read here: no quotes, no mark at the start, finite numbers, names that are not numbers with ".0". For all
else, and to say what is wrong with a file, it is read as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.runs.read.column_names import places
from rankviz.runs.read.column_values import WHOLE_FLOAT, CellError, convert_columns
from rankviz.runs.read.file_sources import File, starts_with
from rankviz.runs.read.impression_log import Impressions
from rankviz.runs.read.query_blocks import Block, Rows, whole_queries
from rankviz.runs.read.table_files import HEAD, MARK, Head, bytes_of, csv_columns, head_of

BLANK = re.compile(rb"(?:\r*+(?:\n|\Z))*+")


class NotPlainError(Exception):
    """The file is to be read as a whole."""


@dataclass(frozen=True)
class PlainLog:
    """A file that can be read in pieces."""

    path: File
    head: Head

    @classmethod
    def open_log(cls, path: File) -> PlainLog:
        """Look at a file's beginning.

        Raises
        ------
        NotPlainError
        """
        try:
            head = head_of(path, bytes_of(path, HEAD))
            if starts_with(path, MARK) or head.form != "csv":
                raise NotPlainError
            return cls(path, replace(head, positions=places(path, head.names, "impressions", None)))
        except InputError:
            raise NotPlainError from None

    def blocks(self) -> Iterator[Block]:
        """Pieces of the text, each with all rows of its users, if a user's rows stand together."""
        at, delimiter = self.head.positions["query"], self.head.delimiter.encode()
        return whole_queries(self.path, rows=Rows(BLANK, partial(_cell, delimiter=delimiter, at=at)), start=self.head.end)

    def read(self, block: Block) -> Impressions:
        """Read a piece.

        Raises
        ------
        NotPlainError
        """
        pyarrow = load("pyarrow")
        head = replace(self.head, end=1)
        try:
            if b'"' in block.text:
                raise NotPlainError
            raw = csv_columns(self.path, b"\n" + block.text, head, threads=False)
            if not len(raw["query"]) or _may_be_floats(raw):
                raise NotPlainError
            columns = convert_columns(raw, head.needed_columns, head.delimiter)
        except (CellError, InputError, pyarrow.ArrowException):
            raise NotPlainError from None
        return Impressions.from_columns(
            columns["query"], columns.get("document"), columns["score"], columns["grade"], str(self.path)
        )


def _cell(line: bytes, delimiter: bytes, at: int) -> bytes:
    cells = line.split(delimiter, at + 1)
    return cells[at].strip() if len(cells) > at else b""


def _may_be_floats(columns: Mapping[str, Any]) -> bool:
    """Whether any name is a number with ".0": whether that belongs to the names can only be told from all of them."""
    pc = load("pyarrow.compute")
    pieces = (piece for meaning in ("query", "document") if meaning in columns for piece in columns[meaning].chunks)
    return any(pc.any(pc.match_substring_regex(getattr(names, "dictionary", names), WHOLE_FLOAT)).as_py() for names in pieces)
