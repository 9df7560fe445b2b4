"""The table that every reader of run files and judgments returns, whatever the format of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.coerce import as_id, as_mapping, to_float
from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import MAX_GRADE
from rankviz.basics.optional_packages import load

LARGEST = float(np.finfo(float).max)


@dataclass(frozen=True, eq=False)
class Table:
    """Three columns of a run or of judgments, in the order of the file.

    Parameters
    ----------
    query : pyarrow DictionaryArray of strings
    document : pyarrow array of strings, whole or in chunks
    number : float64 (rows,)
        Scores, or grades.
    path : str
        Where it was read, for messages.
    """

    query: Any
    document: Any
    number: NDArray[np.float64]
    path: str

    def __len__(self) -> int:
        return len(self.number)


def table_of(pairs: Mapping[str, Mapping[str, float]], name: str) -> Table:
    """Take {query: {document: number}} for a run or for judgments.

    Raises
    ------
    InputError
        `not_a_mapping`, `bad_id`, `pairs_number`; each names the query.
    """
    pyarrow = load("pyarrow")
    queries: list[str] = []
    documents: list[str] = []
    values: list[object] = []
    for query, query_pairs in pairs.items():
        text = as_id(query, name)
        where = f'{name}["{shorten(text)}"]'
        numbered = as_mapping(query_pairs, where)
        queries += [text] * len(numbered)
        documents += [as_id(document, where) for document in numbered]
        values += numbered.values()
    numbers = np.array([_number(value) for value in values], dtype=float)
    limit = MAX_GRADE if name == "qrels" else LARGEST
    if (wrong := ~(np.abs(numbers) <= limit)).any():
        at = int(wrong.argmax())
        place, value = f'{name}["{shorten(queries[at])}"]["{shorten(documents[at])}"]', short_repr(values[at])
        message = f"{place} is {value}; expected a number from {-limit:g} to {limit:g}."
        raise InputError("pairs_number", message, where=place, value=value, limit=float(limit))
    return Table(
        pyarrow.array(queries, pyarrow.string()).dictionary_encode(), pyarrow.array(documents, pyarrow.string()), numbers, name
    )


def _number(value: object) -> float:
    if type(value) is float:
        return value
    number = to_float(value)
    return float("nan") if number is None else number
