"""Names and numbers from columns of any type.

Every check goes over whole columns; a value that cannot be used is reported with its row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.runs.read.arrow_arrays import as_numpy, one_dictionary
from rankviz.runs.read.column_names import cut_for_message

WHOLE_FLOAT = r"^-?[0-9]+\.0$"
EXAMPLE = '{"query": "q1", "document": "d1", "score": 1.5}'


class CellError(Exception):
    """The first value of a column that cannot be used, with its row from 0; who knows its line makes an InputError of it."""

    def __init__(self, row: int, key: str, column: str, text: str = "") -> None:
        super().__init__(key)
        self.row, self.key, self.column, self.text = row, key, column, cut_for_message(text)

    def error(self, path: object, line: int, unit: str = "line") -> InputError:
        """Say it with the file and the line, or the row of a file that has no lines."""
        where, column = f"{path}, {unit} {line}", f'the column "{self.column}"'
        message = {
            "cell_empty": f"{where}: {column} is empty. Fill it in, or leave the {unit} out.",
            "cell_name": f'{where}: "{self.text}" in {column} is not an id; '
            "expected text or whole numbers, the same kind in every row.",
            "file_number": f'{where}: "{self.text}" in {column} is not a number; expected a finite one.',
            "file_json": f'{where}: "{self.text}" is not a JSON object; expected one per line, such as {EXAMPLE}.',
            "file_encoding": f"{where} is not in UTF-8; save the file as UTF-8.",
        }[self.key]
        return InputError(self.key, message, path=str(path), line=line, column=self.column, text=self.text)


def convert_columns(raw: Mapping[str, Any], names: Mapping[str, str], delimiter: str = "") -> dict[str, Any]:
    """Make a DictionaryArray of strings of the query, a ChunkedArray of strings of the document, and float64 of the others.

    With a delimiter the columns are those of a text file, where numbers may be text; without, text is not a number.

    Raises
    ------
    CellError
        For the first row that is wrong in any of the columns.
    """
    pyarrow = load("pyarrow")
    values: dict[str, Any] = {}
    wrong: list[CellError] = []
    for meaning, column in raw.items():
        if pyarrow.types.is_dictionary(column.type) and not delimiter:
            column = column.cast(column.type.value_type)  # noqa: PLW2901 (Parquet may keep names that no row has)
        try:
            if meaning in ("query", "document"):
                values[meaning] = _names(column, names[meaning], meaning == "query", delimiter)
            else:
                values[meaning] = _numbers(column, names[meaning], meaning == "grade", delimiter)
        except CellError as error:
            wrong.append(error)
    if wrong:
        raise min(wrong, key=lambda each: each.row)
    return values


def _names(column: Any, name: str, repeated: bool, delimiter: str) -> Any:
    """Make strings of a column, of whole numbers too; a query's as a dictionary, since it stands in a thousand rows."""
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    types = pyarrow.types
    _refuse_empty(column, name)
    if not types.is_dictionary(column.type):
        is_text = str(column.type).removeprefix("large_").removesuffix("_view") in ("string", "binary")
        column = _all(column, _as_text, name, "file_encoding" if is_text else "cell_name")
        column = column.dictionary_encode() if repeated else column
    if types.is_dictionary(column.type):
        column = one_dictionary(column)
    values = column.dictionary if repeated else column
    if pc.min(pc.binary_length(values)).as_py() == 0:
        _refuse(pc.equal(column.cast(pyarrow.string()), ""), column, name, "cell_empty")
    if delimiter and re.match(WHOLE_FLOAT, values[0].as_py()) and pc.all(pc.match_substring_regex(values, WHOLE_FLOAT)).as_py():
        # A column of floats as pandas writes it: the same numbers in a Parquet file are whole ones.
        values = pc.utf8_slice_codeunits(values, 0, -2)
        return pyarrow.DictionaryArray.from_arrays(column.indices, values) if repeated else values
    return column


def _as_text(piece: Any) -> Any:
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    types = pyarrow.types
    if types.is_decimal(piece.type):
        piece = pc.cast(piece, pyarrow.decimal256(76, 0))  # refuses fractions
    if types.is_floating(piece.type):
        whole = pc.cast(piece, pyarrow.int64())
        pc.cast(whole, piece.type)  # refuses numbers so large that neighbours have become one
        piece = whole
    if types.is_boolean(piece.type) or types.is_temporal(piece.type):
        raise pyarrow.ArrowInvalid("no name")
    text = pc.cast(piece, pyarrow.string())
    text.validate(full=True)  # a Parquet file may promise UTF-8 and break the promise
    return text


def _numbers(column: Any, name: str, booleans: bool, delimiter: str) -> NDArray[np.float64]:
    """Make numbers of a column; labels may be true and false, text is a number only where a file has nothing but text."""
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    if column.null_count:
        _refuse(pc.is_null(column), column, name, "cell_empty")
    if pyarrow.types.is_string(column.type) and delimiter:
        column = pc.utf8_trim_whitespace(column)
        _refuse(pc.equal(column, ""), column, name, "cell_empty")
        for word, digit in (("true", "1"), ("false", "0")) if booleans else ():
            column = pc.if_else(pc.equal(pc.utf8_lower(column), word), digit, column)
        # Where the comma is the decimal sign, Excel puts semicolons between columns; then no number has a point.
        if delimiter == ";" and not pc.any(pc.match_substring(column, ".")).as_py():
            column = pc.replace_substring(column, ",", ".")
        number = _all(column, lambda piece: pc.cast(piece, pyarrow.float64()), name, "file_number")
    else:
        number = _all(column, lambda piece: _as_number(piece, booleans), name, "file_number")
    values = as_numpy(number)
    with np.errstate(over="ignore", invalid="ignore"):
        is_finite = np.isfinite(values.sum())  # then all of them are, and one pass was enough
    if not is_finite:
        _refuse(pc.invert(pc.is_finite(number)), column, name, "file_number")
    return values


def _as_number(piece: Any, booleans: bool) -> Any:
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    types = pyarrow.types
    known = types.is_integer(piece.type) or types.is_floating(piece.type) or types.is_decimal(piece.type)
    if not known and not (booleans and types.is_boolean(piece.type)):
        raise pyarrow.ArrowInvalid("no number")
    return pc.cast(piece, pyarrow.float64(), safe=False)  # 2^53 + 1 is not an error


def _refuse_empty(column: Any, name: str) -> None:
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    if column.null_count or pyarrow.types.is_floating(column.type):
        _refuse(pc.is_null(column, nan_is_null=True), column, name, "cell_empty")


def _refuse(mask: Any, column: Any, name: str, key: str) -> None:
    """Raise for the first row where the mask is true."""
    pc = load("pyarrow.compute")
    row = pc.index(mask, True).as_py()
    if row >= 0:
        raise CellError(row, key, name, "" if key == "cell_empty" else _text(column, row))


def _all(column: Any, function: Callable[[Any], Any], name: str, key: str) -> Any:
    """Convert a column; where that fails, halve it until the first row that fails is found."""
    pyarrow = load("pyarrow")
    try:
        return function(column)
    except pyarrow.ArrowException:
        first, count = 0, len(column)
        while count > 1:
            half = count // 2
            try:
                function(column.slice(first, half))
                first, count = first + half, count - half
            except pyarrow.ArrowException:
                count = half
        raise CellError(first, key, name, _text(column, first)) from None


def _text(column: Any, row: int) -> str:
    """The value of a row as it may be shown; of a type that is no text or number, the type."""
    pyarrow = load("pyarrow")
    if pyarrow.types.is_nested(column.type) or pyarrow.types.is_temporal(column.type):
        return str(column.type)
    try:
        return str(column[row].as_py())
    except UnicodeDecodeError:
        return ""
