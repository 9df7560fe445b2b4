"""Runs, judgments and impression logs from tables with named columns: CSV, TSV, Parquet, JSON Lines; text also as .gz.

pyarrow reads the needed columns; rows are gone through one by one only to find the line of what it cannot read.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.runs.read.arrow_arrays import fresh_memory
from rankviz.runs.read.column_names import SHOWN_HEADER, cut_for_message, is_header, kind, meanings, places, without_rows
from rankviz.runs.read.column_values import CellError, convert_columns
from rankviz.runs.read.file_sources import File, beginning_of, content_of, file_of, starts_with, unreadable
from rankviz.runs.read.impression_log import Impressions
from rankviz.runs.read.parquet_files import PARQUET_MAGIC, open_parquet, read_parquet
from rankviz.runs.read.run_table import Table

MARK, OTHER_MARKS = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
DELIMITERS, NUMBERS = ",;\t|", ("score", "grade")
BEGINNING, HEAD, BLOCK, LARGEST = 1 << 14, 1 << 20, 1 << 22, (1 << 31) - 1  # bytes: the form, the header, at once, at most


@dataclass(frozen=True)
class Head:
    """How a file is written, the names of its columns, and the places of those that are needed."""

    form: str
    names: tuple[str, ...]
    delimiter: str = ""
    end: int = 0  # where the rows of a CSV begin, in bytes
    first: Mapping[str, Any] | None = None  # object of a JSON Lines file
    positions: Mapping[str, int] = field(default_factory=dict)  # of the needed columns, by meaning

    @property
    def needed_columns(self) -> dict[str, str]:
        """Name of each column that is needed, by its meaning."""
        return {meaning: self.names[at] for meaning, at in self.positions.items()}


def read_table_run(path: str | File, columns: Mapping[str, str] | None = None) -> Table:
    """Read a run from columns for query, document and score, however they are called.

    Parameters
    ----------
    path : path of a CSV, TSV, Parquet or JSON Lines file, or an upload
    columns : mapping of "query", "document", "score", "grade" or "label" to a column's name, optional
        For columns that are not named as usual, and where two of them are.

    Raises
    ------
    InputError
        `file_missing`, `file_empty`, `file_encoding`, `file_row`, `file_json`; `columns_missing`, `columns_twice`,
        `columns_shared`, `column_absent`, `unknown_column`; `cell_empty`, `cell_name`, `file_number`.
    """
    values = _read(file_of(path), "run", columns)
    return Table(values["query"], values["document"], values["score"], str(path), role=kind_of(path, columns))


def read_table_qrels(path: str | File, columns: Mapping[str, str] | None = None) -> Table:
    """Read judgments from columns for query, document and grade; parameters and errors as for `read_table_run`."""
    values = _read(file_of(path), "qrels", columns)
    return Table(values["query"], values["document"], values["grade"], str(path), role=kind_of(path, columns))


def read_impressions(path: str | File, columns: Mapping[str, str] | None = None) -> Impressions:
    """Read a log from columns for query, score and label; parameters and errors as for `read_table_run`."""
    values = _read(file_of(path), "impressions", columns)
    return Impressions.from_columns(values["query"], values.get("document"), values["score"], values["grade"], str(path))


def kind_of(path: str | File, columns: Mapping[str, str] | None = None) -> str:
    """Return "run", "qrels" or "impressions" by the header of a file; "" for any other, as in a TREC file, which has none."""
    return kind(head_of(file_of(path), bytes_of(file_of(path), BEGINNING), columns).names, columns)


def first_row(path: str | File) -> str:
    """Return the beginning of a file for a message: the names of its columns, or its first line if they have none."""
    return cut_for_message(", ".join(head_of(file_of(path), bytes_of(file_of(path), BEGINNING)).names), SHOWN_HEADER)


def is_table(path: str | File) -> bool:
    """Whether a file is a table, not TREC text: by its form, its header, or as a .csv with commas or semicolons."""
    head = head_of(file_of(path), bytes_of(file_of(path), BEGINNING))
    is_csv = str(path).lower().endswith((".csv", ".csv.gz")) and len(head.names) > 1 and head.delimiter in ",;"
    return head.form != "csv" or is_csv or is_header(head.names)


def bytes_of(path: File, limit: int = -1) -> bytes:
    """Read a text, unpacked and without the mark of UTF-8; with a limit so much, and the rest of the line."""
    if starts_with(path, PARQUET_MAGIC):
        return PARQUET_MAGIC
    return (content_of(path) if limit < 0 else beginning_of(path, limit)).removeprefix(MARK)


def head_of(path: File, content: bytes, columns: Mapping[str, str] | None = None) -> Head:
    """How a file is written, by its beginning; InputError `file_missing` for Parquet that is none."""
    pyarrow = load("pyarrow")
    if _is_binary(content[:BEGINNING]):
        message = f"{path} is not a text file. Expected TREC text, CSV, TSV, Parquet or JSON Lines."
        raise InputError("file_binary", message, path=str(path))
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    if content.startswith(PARQUET_MAGIC) or suffix == ".parquet":
        try:
            with open_parquet(path) as file:
                return Head("parquet", tuple(file.schema_arrow.names))
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
            raise unreadable(path, error) from None
    if suffix in (".jsonl", ".ndjson") or re.match(rb"\s*(\{|\[\s*[\[{\]])", content):
        first = next((_object(line) for _, line in _lines(content)), None)
        return Head("json", tuple(first or ()), first=first)
    heads = [_csv_head(content[:HEAD], delimiter) for delimiter in DELIMITERS]
    return max(heads, key=lambda head: (len(meanings(head.names, columns)), len(head.names)))


def _is_binary(content: bytes) -> bool:
    """Whether a file is not text, but a picture or a spreadsheet, for example; a text with a zero byte is text."""
    return b"\0" in content and not content.startswith(OTHER_MARKS) and "\ufffd" in content.decode("utf-8", "replace")


def _csv_head(content: bytes, delimiter: str) -> Head:
    text = io.StringIO(content.decode("latin-1"), newline="")  # a character a byte
    try:
        row = next((row for row in csv.reader(iter(text.readline, ""), delimiter=delimiter) if row), [])
    except csv.Error:
        row = []
    return Head("csv", tuple(_utf8(cell) for cell in row), delimiter, text.tell())


def _utf8(cell: str) -> str:
    return cell.encode("latin-1").decode("utf-8", "replace")


def _read(path: File, of: str, columns: Mapping[str, str] | None) -> dict[str, Any]:
    """Names and numbers by meaning; first the quick way, which most files allow."""
    pyarrow = load("pyarrow")
    content = bytes_of(path)
    if content.startswith(OTHER_MARKS):
        raise CellError(0, "file_encoding", "").error(path, 1)
    head = head_of(path, content, columns)
    if head.first is None and not "".join(head.names).strip():
        raise _error(path, content, head, None)
    head = replace(head, positions=places(path, head.names, of, columns))
    reader = {"csv": csv_columns, "json": _json_columns, "parquet": _parquet_columns}[head.form]
    wrong: Exception | None = None
    for quick in (True, False):
        try:
            raw = reader(path, content, head, quick)
            if not len(raw["query"]):
                raise without_rows(path)
            return convert_columns(raw, head.needed_columns, head.delimiter)
        except (CellError, pyarrow.ArrowException, OSError) as error:
            wrong = error
    raise _error(path, content, head, wrong)


def csv_columns(_: File, content: bytes, head: Head, quick: bool = True, *, threads: bool = True) -> dict[str, Any]:
    """Read names as text, and numbers as such; not quick numbers as text too, since some are none, or true and false.

    Raises
    ------
    pyarrow.ArrowException
        For what is written otherwise.
    """
    pyarrow = load("pyarrow")
    reader = load("pyarrow.csv")
    text, body = pyarrow.string(), pyarrow.py_buffer(content)[head.end - 1 :]  # with a line end: a mark inside a text stays
    types = {"query": pyarrow.dictionary(pyarrow.int32(), text), "document": text}
    number = pyarrow.float64() if quick else text
    kinds = {
        str(at): types.get(meaning, number) for meaning, at in head.positions.items()
    }  # by place: names may be there twice
    options = reader.ConvertOptions(column_types=kinds, include_columns=[*kinds], null_values=[], strings_can_be_null=False)
    block = BLOCK if quick else min(max(len(body), 1), LARGEST)
    table = reader.read_csv(
        pyarrow.BufferReader(body),
        reader.ReadOptions(column_names=[str(at) for at in range(len(head.names))], block_size=block, use_threads=threads),
        reader.ParseOptions(delimiter=head.delimiter, newlines_in_values=content.find(b'"', head.end) >= 0),  # that takes time
        options,
        fresh_memory(),
    )
    return {meaning: table.column(str(at)) for meaning, at in head.positions.items()}


def _json_columns(_: File, content: bytes, head: Head, quick: bool) -> dict[str, Any]:
    """Read columns with the types of the first line; the second time with lines and whole numbers of any length."""
    pyarrow = load("pyarrow")
    reader = load("pyarrow.json")
    whole = pyarrow.int64() if quick else pyarrow.decimal256(76, 0)
    types = {bool: pyarrow.bool_(), int: whole, float: pyarrow.float64()}
    schema = {}
    for meaning, name in head.needed_columns.items():
        first = type((head.first or {})[name])  # after a whole number one may have a fraction
        schema[name] = types.get(float if first is int and meaning in NUMBERS else first, pyarrow.string())
    table = reader.read_json(
        pyarrow.BufferReader(content),
        reader.ReadOptions(block_size=BLOCK if quick else min(len(content) + 1, LARGEST)),
        reader.ParseOptions(explicit_schema=pyarrow.schema(schema), unexpected_field_behavior="ignore"),
    )
    return {meaning: table.column(name) for meaning, name in head.needed_columns.items()}


def _parquet_columns(path: File, _: bytes, head: Head, __: bool) -> dict[str, Any]:
    return dict(zip(head.needed_columns, read_parquet(path, [*head.needed_columns.values()]), strict=True))


def _error(path: File, content: bytes, head: Head, wrong: Exception | None) -> InputError:
    """Find the line of what is wrong: the first that is no row, or the one with a value that cannot be used."""
    if head.form == "parquet":
        return (
            wrong.error(path, wrong.row + 1, "row") if isinstance(wrong, CellError) else unreadable(path, wrong or "no columns")
        )
    row = -1
    for row, (line, text) in enumerate(_rows(content, head)):
        error = _csv_error(path, head, line, text) if head.form == "csv" else _json_error(path, head, line, text)
        if isinstance(wrong, CellError) and wrong.row == row:
            return error or wrong.error(path, line)
        if error:
            return error
    return unreadable(path, wrong) if row >= 0 else without_rows(path)


def _rows(content: bytes, head: Head) -> Iterator[tuple[int, Any]]:
    """Line on which each row of a CSV begins, and its cells, a character a byte; or each line of JSON Lines."""
    if head.form == "json":
        yield from _lines(content)
        return
    reader = csv.reader(io.TextIOWrapper(io.BytesIO(content), encoding="latin-1", newline=""), delimiter=head.delimiter)
    begins, is_header = 1, True
    limit = csv.field_size_limit(LARGEST)
    try:
        for row in reader:
            if row and not is_header:
                yield begins, row
            begins, is_header = reader.line_num + 1, is_header and not row
    finally:
        csv.field_size_limit(limit)


def lines_of_table(path: File, numbers: Sequence[int]) -> tuple[int, ...]:
    """The line (from 1) of each of some rows (from 0) of a table that was read; () where it has no lines."""
    content = bytes_of(path)
    head = head_of(path, content)
    if head.form == "parquet":
        return ()
    lines = [line for line, _ in _rows(content, head)]
    return tuple(lines[each] for each in numbers)


def _csv_error(path: File, head: Head, line: int, row: list[str]) -> InputError | None:
    if len(row) != len(head.names):
        text, columns = cut_for_message(_utf8(head.delimiter.join(row))), cut_for_message(head.delimiter.join(head.names))
        message = f'{path}, line {line}: "{text}" has {len(row)} columns; expected {len(head.names)}: {columns}.'
        where = {"line": line, "text": text, "found": len(row), "count": len(head.names), "columns": columns}
        return InputError("file_row", message, path=str(path), **where)
    is_utf8 = all("\ufffd" not in _utf8(row[at]) or "\xef\xbf\xbd" in row[at] for at in head.positions.values())
    return None if is_utf8 else CellError(0, "file_encoding", "").error(path, line)


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in enumerate(io.BytesIO(content), start=1) if line.strip())


def _object(line: bytes) -> dict[str, Any] | None:
    """The object on a line; None if there is something else."""
    try:
        value = json.loads(line.decode("utf-8", "replace"))
        json.dumps(value, ensure_ascii=False).encode()  # refuses half a character
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _json_error(path: File, head: Head, line: int, text: bytes) -> InputError | None:
    values = _object(text)
    if values is None:
        return CellError(0, "file_json", "", text.decode("utf-8", "replace").strip()).error(path, line)
    for meaning, name in head.needed_columns.items():
        value, first, is_number = values.get(name), (head.first or {})[name], meaning in NUMBERS
        if value is None or value == "":
            return CellError(0, "cell_empty", name).error(path, line)
        types = {type(value), type(first)}
        alike = types == {int, float} or (len(types) == 1 and not isinstance(value, list | dict))
        if not alike or (isinstance(value, float) and not (math.isfinite(value) if is_number else value.is_integer())):
            shown_value = json.dumps(value, ensure_ascii=False)
            return CellError(0, "file_number" if is_number else "cell_name", name, shown_value).error(path, line)
    return None
