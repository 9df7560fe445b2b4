"""Columns of Parquet files; of one that was sent no more than may be sent, however little room it takes as it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rankviz.basics.limits import MAX_UNPACKED
from rankviz.basics.optional_packages import load
from rankviz.runs.read.file_sources import MEGABYTE, File, Upload, upload_too_large

PARQUET_MAGIC = b"PAR1"
NUMBER_BYTES = 8


def open_parquet(path: File, as_stored: Sequence[str] | None = None) -> Any:
    """Open a Parquet file; some columns of text as they are stored, where a name that repeats takes its room only once."""
    pyarrow = load("pyarrow")
    parquet = load("pyarrow.parquet")
    source = pyarrow.BufferReader(path.content) if isinstance(path, Upload) else getattr(path, "path", path)
    return parquet.ParquetFile(source, read_dictionary=as_stored)


def read_parquet(path: File, columns: Sequence[str]) -> list[Any]:
    """Read some columns.

    Raises
    ------
    InputError
        `file_unpacked` for a file that was sent and is larger than that, counted before the memory is taken.
    pyarrow.ArrowException, OSError
        For what is damaged.
    """
    is_sent, limit = isinstance(path, Upload), MAX_UNPACKED * MEGABYTE
    with open_parquet(path, columns if is_sent else None) as file:
        if is_sent and _stored(file.metadata, columns) > limit:
            raise upload_too_large(path)
        table = file.read(columns=[*columns])
    read_columns = [table.column(table.column_names.index(name)) for name in columns]
    if is_sent and any(_as_text(column) > limit for column in read_columns):
        raise upload_too_large(path)
    return read_columns


def _stored(metadata: Any, columns: Sequence[str]) -> int:
    """Bytes that some columns take when they are unpacked, or as numbers, whichever are more."""
    groups = (metadata.row_group(at) for at in range(metadata.num_row_groups))
    chunks = (group.column(at) for group in groups for at in range(group.num_columns))
    unpacked = sum(each.total_uncompressed_size for each in chunks if each.path_in_schema.split(".")[0] in columns)
    return int(max(unpacked, len(columns) * NUMBER_BYTES * metadata.num_rows))


def _as_text(column: Any) -> int:
    """Bytes of a column of names that repeat, once each is written out; 0 of other columns, whose bytes are those stored."""
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    if not pyarrow.types.is_dictionary(column.type):
        return 0
    return sum(pc.sum(pc.binary_length(each.dictionary).take(each.indices)).as_py() or 0 for each in column.chunks)
