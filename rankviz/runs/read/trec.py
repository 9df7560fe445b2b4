"""Run files and judgments as TREC writes them: tabs or spaces, runs of spaces, gz, comments, Windows line ends.

pyarrow reads the columns; what it cannot read is reported with file, line, text and what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_LINE
from rankviz.basics.optional_packages import load
from rankviz.core.pasted.formats.trec_rows import QRELS_COLUMNS, RUN_COLUMNS, Lines, is_number, rows, single_spaces
from rankviz.runs.read.arrow_arrays import as_numpy, fresh_memory, one_dictionary
from rankviz.runs.read.column_names import cut_for_message, meanings
from rankviz.runs.read.column_values import CellError
from rankviz.runs.read.file_sources import File, Text, content_of, file_of, lines_before
from rankviz.runs.read.query_blocks import Block
from rankviz.runs.read.run_table import Table

BLOCK = 1 << 22


def read_run(path: str | File) -> Table:
    """Read a run: query, Q0, document, rank, score, tag; the rank is ignored, as trec_eval ignores it.

    Raises
    ------
    InputError
        `file_missing`, `file_empty`, `file_row`, `file_number`; each names the file, the last two line and text.
    """
    return _read(file_of(path), RUN_COLUMNS, "score")


def read_run_as_written(path: str | File) -> Table:
    """Read a run with its ranks and scores as they are written, too; errors as for `read_run`."""
    return _read(file_of(path), RUN_COLUMNS, "score", ("rank", "score"))


def read_qrels(path: str | File) -> Table:
    """Read judgments: query, iteration, document, grade.

    Raises
    ------
    InputError
        As for `read_run`.
    """
    return _read(file_of(path), QRELS_COLUMNS, "grade")


def read_run_block(path: str | File, block: Block) -> Table:
    """Read a piece of a run, as `rankviz.runs.read.query_blocks.whole_queries` cuts it; errors as for `read_run`."""
    return _table(file_of(path), block, RUN_COLUMNS, "score")


def lines_of_rows(path: File, numbers: Sequence[int]) -> tuple[int, ...]:
    """The line (from 1) of each of some rows (from 0) of a file that was read."""
    lines = [line for line, _ in rows(*single_spaces(content_of(path)))]
    return tuple(lines[each] for each in numbers)


def _read(path: File, columns: tuple[str, ...], number: str, written: tuple[str, ...] = ()) -> Table:
    return _table(path, Block(0, content_of(path)), columns, number, written)


def _table(path: File, block: Block, columns: tuple[str, ...], number: str, written: tuple[str, ...] = ()) -> Table:
    pyarrow = load("pyarrow")
    content = block.text
    if not content or content.isspace():
        raise InputError("file_empty", f"{path}: the file has no lines.", path=str(path))
    clean = _delimiter(content)
    if clean:
        try:
            return _parsed(content, clean, columns, number, path, written=written)
        except (pyarrow.ArrowInvalid, ValueError):
            pass  # further down the file is written otherwise, or damaged
    text, lines = single_spaces(content)
    if not text.strip():
        raise InputError("file_empty", f"{path}: the file has no lines.", path=str(path))
    try:
        return _parsed(text, " ", columns, number, path, 2 * MAX_LINE, written)
    except (pyarrow.ArrowInvalid, ValueError):
        raise _where(path, text, lines, lines_before(path, block.start), columns, number) from None


def _delimiter(text: Text) -> str:
    """The one sign between the columns, if the file needs nothing to be settled first; else "".

    Only single bytes are looked for, which is quick: a space too many makes a column too many, which is noticed when reading.
    """
    if b"\r" in text or b"#" in text:
        return ""
    if b"\t" not in text:
        return " "
    return "" if b" " in text else "\t"


def _parsed(
    text: Text,
    delimiter: str,
    columns: tuple[str, ...],
    number: str,
    path: File,
    block: int = BLOCK,
    written: tuple[str, ...] = (),
) -> Table:
    """Read the three columns, and others as they are written; ArrowInvalid or ValueError if any line is not as it should be."""
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    csv = load("pyarrow.csv")
    repeated = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())  # a query stands in a thousand lines
    strings = dict.fromkeys(("document", *written), pyarrow.string())
    options = csv.ConvertOptions(
        include_columns=[*dict.fromkeys(("query", "document", number, *written))],
        column_types={"query": repeated, number: pyarrow.float64(), **strings},
        null_values=[],
        strings_can_be_null=False,
    )
    table = csv.read_csv(
        pyarrow.py_buffer(text),
        read_options=csv.ReadOptions(column_names=list(columns), block_size=block, use_threads=False),
        parse_options=csv.ParseOptions(delimiter=delimiter, quote_char=False, ignore_empty_lines=True),
        convert_options=options,
        memory_pool=fresh_memory(),
    )
    numbers, query = as_numpy(table.column(number).cast(pyarrow.float64())), one_dictionary(table.column("query"))
    lengths = (pc.min(pc.binary_length(names)) for names in (table.column("document"), query.dictionary))
    if not np.isfinite(numbers).all() or not all(each.as_py() for each in lengths):
        raise ValueError("a number that is none, or a name that is empty")
    role = "run" if number == "score" else "qrels"
    return Table(query, table.column("document"), numbers, str(path), {name: table.column(name) for name in written}, role)


def _where(path: File, text: bytes, lines: Lines, before: int, columns: tuple[str, ...], number: str) -> InputError:
    """Find the first line that is wrong, and say what was expected; only a damaged file is read twice."""
    for line, cells in rows(text, lines):
        at, here = before + line, cut_for_message(" ".join(cells))
        if len(meanings(cells)) > 1 and not any(map(is_number, cells)):
            message = f'{path}, line {at}: "{here}" is a header, which TREC text does not have. Leave the line out.'
            return InputError("file_header", message, path=str(path), line=at, text=here)
        if len(cells) != len(columns):
            message = f'{path}, line {at}: "{here}" has {len(cells)} columns; expected {len(columns)}: {" ".join(columns)}.'
            where = {"found": len(cells), "count": len(columns), "columns": " ".join(columns)}
            return InputError("file_row", message, path=str(path), line=at, text=here, **where)
        cell = cells[columns.index(number)]
        if not is_number(cell) or not cell.isascii():
            message = f'{path}, line {at}: "{cut_for_message(cell)}" is not a {number}; expected a number.'
            return InputError("file_number", message, path=str(path), line=at, text=cut_for_message(cell), column=number)
    try:
        text.decode()
    except UnicodeDecodeError as error:
        row = text.count(b"\n", 0, error.start)
        return CellError(0, "file_encoding", "").error(path, before + (row + 1 if lines is None else int(lines[row])))
    return InputError("file_missing", f"{path} cannot be read as text.", path=str(path), reason="UTF-8")
