"""What the columns of a table mean by their names, and names and numbers from columns of any type.

Every check goes over whole columns; a value that cannot be used is told with its row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.errors import InputError, unknown

# Compared without regard to case, blanks, - and _, so that query-id, queryId and Query ID are query_id.
_SPELLED = {
    "query": "query query_id qid q_id topic user user_id uid session session_id group group_id",
    # BEIR writes corpus-id.
    "document": "document document_id doc doc_id docid docno item item_id iid pid passage_id corpus_id id",
    "score": "score prediction pred y_score y_pred rating_pred probability",
    "grade": "grade label relevance rel relevance_grade target y_true click clicked gain rating",
}
SYNONYMS: Mapping[str, tuple[str, ...]] = {meaning: tuple(names.split()) for meaning, names in _SPELLED.items()}
NEEDED: Mapping[str, tuple[str, ...]] = {
    "run": ("query", "document", "score"),
    "qrels": ("query", "document", "grade"),
    "impressions": ("query", "score", "grade"),
}
OPTIONAL: Mapping[str, tuple[str, ...]] = {"impressions": ("document",)}
ALSO_CALLED = {"label": "grade"}  # in the parameter `columns`
SHOWN, SHOWN_HEADER = 80, 200  # characters of a cell and of a header in a message
WHOLE_FLOAT = r"^-?[0-9]+\.0$"
EXAMPLE = '{"query": "q1", "document": "d1", "score": 1.5}'
NUMBER = re.compile(r"\s*[-+]?\.?\d")


def _normal(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


MEANING = {_normal(name): meaning for meaning, names in SYNONYMS.items() for name in names}


class CellError(Exception):
    """The first value of a column that cannot be used, with its row from 0; who knows its line makes an InputError of it."""

    def __init__(self, row: int, key: str, column: str, text: str = "") -> None:
        super().__init__(key)
        self.row, self.key, self.column, self.text = row, key, column, shown(text)

    def error(self, path: object, line: int, unit: str = "line") -> InputError:
        """Say it with the file and the line, or the row of a file that has no lines."""
        where, column = f"{path}, {unit} {line}", f'the column "{self.column}"'
        message = {
            "cell_empty": f"{where}: {column} is empty. Fill it in, or leave the {unit} out.",
            "cell_name": f'{where}: "{self.text}" in {column} is no name; expected text or whole numbers, alike in all rows.',
            "file_number": f'{where}: "{self.text}" in {column} is no number; expected one that is finite.',
            "file_json": f'{where}: "{self.text}" is no JSON object; expected one on each line, as {EXAMPLE}.',
            "file_encoding": f"{where} is not in UTF-8; save the file as UTF-8.",
        }[self.key]
        return InputError(self.key, message, path=str(path), line=line, column=self.column, text=self.text)


def shown(text: str, limit: int = SHOWN) -> str:
    """Cut a text that is too long for a message."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def unreadable(path: object, error: object) -> InputError:
    """Say that a file cannot be read, with another program's reason on one line."""
    reason = shown(" ".join(str(error).split()), 2 * SHOWN)
    return InputError("file_missing", f"{path} cannot be read: {reason}.", path=str(path), reason=reason)


def without_rows(path: object) -> InputError:
    """Say that a file has no rows."""
    return InputError("file_empty", f"{path}: the file has no lines.", path=str(path))


def meanings(header: Sequence[str], columns: Mapping[str, str] | None = None) -> set[str]:
    """Which of query, document, score and grade a header names."""
    named = _named(columns)
    free = [name for name in header if name not in named.values()]
    here = {meaning for meaning, name in named.items() if name in header}
    return here | {MEANING[_normal(name)] for name in free if _normal(name) in MEANING} - set(named)


def kind(header: Sequence[str], columns: Mapping[str, str] | None = None) -> str:
    """Whether a header is one of a run, of judgments ("qrels"), of "impressions", or of none ("").

    Examples
    --------
    >>> [kind(["qid", "docid", "score"]), kind(["q1", "Q0", "d", "1", "0.5", "tag"])]
    ['run', '']
    """
    found = meanings(header, columns)
    if not is_header(header, columns) or not found & {"score", "grade"}:
        return ""
    if {"score", "grade"} <= found:
        return "impressions"
    return "run" if "score" in found else "qrels"


def is_header(header: Sequence[str], columns: Mapping[str, str] | None = None) -> bool:
    """Whether a line names columns: two meanings and no number, or three meanings (some tables have a column "0")."""
    count = len(meanings(header, columns))
    return count > 2 or (count == 2 and not any(NUMBER.match(name) for name in header))


def _named(columns: Mapping[str, str] | None) -> dict[str, str]:
    known = [*SYNONYMS, *ALSO_CALLED]
    for meaning in columns or ():
        if meaning not in known:
            raise unknown("column", meaning, known)
    return {ALSO_CALLED.get(meaning, meaning): name for meaning, name in (columns or {}).items()}


def places(path: object, header: Sequence[str], of: str, columns: Mapping[str, str] | None) -> dict[str, int]:
    """Find the columns that a kind of table needs: {meaning: place in the header, from 0}.

    Raises
    ------
    InputError
        `columns_missing`, `columns_twice`, `columns_shared`, `column_absent`, `unknown_column`.
    """
    named = _named(columns)
    found: dict[str, int] = {}
    for meaning in (*NEEDED[of], *OPTIONAL.get(of, ())):
        name = named.get(meaning)
        free = [i for i, each in enumerate(header) if MEANING.get(_normal(each)) == meaning and each not in named.values()]
        at = free if name is None else [i for i, each in enumerate(header) if each == name]
        if len(at) > 1 or (not at and (name or meaning in NEEDED[of])):
            raise _not_one(path, header, meaning, name, at)
        if at:
            found[meaning] = at[0]
    for meaning, other in ((a, b) for a in found for b in found if a < b and found[a] == found[b]):
        message = f'{path}: the column "{header[found[meaning]]}" was named for {meaning} and {other}; name one for each.'
        raise InputError("columns_shared", message, path=str(path), name=header[found[meaning]], column=meaning, other=other)
    return found


def _not_one(path: object, header: Sequence[str], meaning: str, name: str | None, at: list[int]) -> InputError:
    columns, advice = shown(", ".join(header), SHOWN_HEADER), f'columns={{"{meaning}": "..."}}'
    where = {"path": str(path), "header": columns, "column": meaning}
    if at:
        found = ", ".join(header[i] for i in at)
        message = f"{path} has more than one column for the {meaning}: {found}. Say which: {advice}. Its columns: {columns}."
        return InputError("columns_twice", message, found=found, **where)
    if name:
        message = f'{path} has no column "{name}", which was named for the {meaning}. Name one of its columns: {columns}.'
        return InputError("column_absent", message, name=name, **where)
    expected = ", ".join(SYNONYMS[meaning])
    message = f"{path} has no column for the {meaning}. Its columns: {columns}. Expected one of: {expected}."
    message += f" Rename a column, or say which: {advice}."
    return InputError("columns_missing", message, expected=expected, **where)


def converted(raw: Mapping[str, Any], names: Mapping[str, str], delimiter: str = "") -> dict[str, Any]:
    """Make a DictionaryArray of strings of the query, a ChunkedArray of strings of the document, and float64 of the others.

    With a delimiter the columns are those of a text file, where numbers may be text; without, text is no number.

    Raises
    ------
    CellError
        For the first row that is wrong in any of the columns.
    """
    import pyarrow

    found: dict[str, Any] = {}
    wrong: list[CellError] = []
    for meaning, column in raw.items():
        if pyarrow.types.is_dictionary(column.type) and not delimiter:
            column = column.cast(column.type.value_type)  # noqa: PLW2901 (Parquet may keep names that no row has)
        try:
            if meaning in ("query", "document"):
                found[meaning] = _names(column, names[meaning], meaning == "query", delimiter)
            else:
                found[meaning] = _numbers(column, names[meaning], meaning == "grade", delimiter)
        except CellError as error:
            wrong.append(error)
    if wrong:
        raise min(wrong, key=lambda each: each.row)
    return found


def _names(column: Any, name: str, repeated: bool, delimiter: str) -> Any:
    """Make strings of a column, of whole numbers too; a query's as a dictionary, since it stands in a thousand rows."""
    import pyarrow
    import pyarrow.compute as pc

    types = pyarrow.types
    _refuse(pc.is_null(column, nan_is_null=True), column, name, "cell_empty")
    if not types.is_dictionary(column.type):
        is_text = str(column.type).removeprefix("large_").removesuffix("_view") in ("string", "binary")
        column = _all(column, _as_text, name, "file_encoding" if is_text else "cell_name")
        column = column.dictionary_encode() if repeated else column
    if types.is_dictionary(column.type):
        column = column.unify_dictionaries().combine_chunks()
        column = column if isinstance(column, pyarrow.DictionaryArray) else column.chunk(0)
    values = column.dictionary if repeated else column
    if pc.min(pc.binary_length(values)).as_py() == 0:
        _refuse(pc.equal(column.cast(pyarrow.string()), ""), column, name, "cell_empty")
    if delimiter and re.match(WHOLE_FLOAT, values[0].as_py()) and pc.all(pc.match_substring_regex(values, WHOLE_FLOAT)).as_py():
        # A column of floats as pandas writes it: the same numbers in a Parquet file are whole ones.
        values = pc.utf8_slice_codeunits(values, 0, -2)
        return pyarrow.DictionaryArray.from_arrays(column.indices, values) if repeated else values
    return column


def _as_text(piece: Any) -> Any:
    import pyarrow
    import pyarrow.compute as pc

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
    import pyarrow
    import pyarrow.compute as pc

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
    _refuse(pc.invert(pc.is_finite(number)), column, name, "file_number")
    return np.asarray(number.to_numpy())


def _as_number(piece: Any, booleans: bool) -> Any:
    import pyarrow
    import pyarrow.compute as pc

    types = pyarrow.types
    known = types.is_integer(piece.type) or types.is_floating(piece.type) or types.is_decimal(piece.type)
    if not known and not (booleans and types.is_boolean(piece.type)):
        raise pyarrow.ArrowInvalid("no number")
    return pc.cast(piece, pyarrow.float64(), safe=False)  # 2^53 + 1 is no error


def _refuse(mask: Any, column: Any, name: str, key: str) -> None:
    """Raise for the first row where the mask is true."""
    import pyarrow.compute as pc

    row = pc.index(mask, True).as_py()
    if row >= 0:
        raise CellError(row, key, name, "" if key == "cell_empty" else _text(column, row))


def _all(column: Any, function: Callable[[Any], Any], name: str, key: str) -> Any:
    """Convert a column; where that fails, halve it until the first row that fails is found."""
    import pyarrow

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
    import pyarrow

    if pyarrow.types.is_nested(column.type) or pyarrow.types.is_temporal(column.type):
        return str(column.type)
    try:
        return str(column[row].as_py())
    except UnicodeDecodeError:
        return ""
