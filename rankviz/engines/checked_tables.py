"""Tables that an engine hands over: checked before a row is read, and taken as runs and judgments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.runs.evaluate.run_evaluation import QueryValues, query_values
from rankviz.runs.read.arrow_arrays import one_dictionary
from rankviz.runs.read.held_rows import rows_of
from rankviz.runs.read.run_table import Table

NUMBERS = {"run": "score", "qrels": "grade"}
# Ids of other types would not be written alike everywhere: 7 and 7.0 are one number, but two names.
ID_TYPES = {
    *("varchar", "char", "string", "enum", "uuid"),
    *("tinyint", "smallint", "int", "integer", "bigint", "hugeint"),
    *("utinyint", "usmallint", "uinteger", "ubigint", "uhugeint"),
}


def check_columns(types: Mapping[str, str], number: str, name: str) -> None:
    """See whether a table can be a run or judgments, before any of its rows is read.

    Parameters
    ----------
    types : mapping of column to its type, as the engine writes it
    number : str
        `score` or `grade`.
    name : str
        File or frame, for messages.

    Raises
    ------
    InputError
        `engine_columns` if a column is not there, `engine_ids` if ids are neither text nor whole numbers.
    """
    expected = ("query", "document", number)
    if not set(expected) <= set(types):
        present, columns = ", ".join(types), ", ".join(expected)
        message = f"{name} has the columns {present}; expected {columns}. Rename them."
        raise InputError("engine_columns", message, path=name, found=present, columns=columns)
    for column in expected[:2]:
        id_type = types[column].lower()
        if id_type.split("(")[0] not in ID_TYPES:
            message = f"{name}: the column {column} has the type {id_type}; expected text or whole numbers. Cast it."
            raise InputError("engine_ids", message, path=name, column=column, found=id_type)


def table_from(rows: Any, number: str, name: str) -> Table:
    """Take a pyarrow Table with the columns query, document and number, in the order in which ties are listed.

    Raises
    ------
    InputError
        `engine_value` where an id is missing, or a number is missing or not finite.
    """
    if not len(rows):
        return rows_of({}, name).table()
    numbers = np.asarray(rows.column("number").to_numpy(), dtype=np.float64)  # what is missing becomes NaN
    wrong = {"query": rows.column("query").null_count, "document": rows.column("document").null_count}
    wrong[number] = int(np.count_nonzero(~np.isfinite(numbers)))
    for column, count in wrong.items():
        if count:
            message = f"{name}: rows whose {column} is empty or not a finite number: {count}. Correct them, or leave them out."
            raise InputError("engine_value", message, path=name, column=column, count=count)
    role = "run" if number == "score" else "qrels"
    return Table(one_dictionary(rows.column("query").dictionary_encode()), rows.column("document"), numbers, name, role=role)


def of_no_query(measures: str | Iterable[str], profile: str, choices: Mapping[str, Any]) -> QueryValues:
    """Evaluate nothing: names the measures, and refuses unknown ones before any data are touched."""
    return query_values({}, {}, measures, profile=profile, **choices)
