"""Dictionaries of runs and judgments as rows in Python's own lists, which need NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.coerce import as_id, as_mapping, to_float
from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import MAX_GRADE
from rankviz.basics.optional_packages import load
from rankviz.runs.read.run_table import Table

LARGEST = float(np.finfo(float).max)


@dataclass(frozen=True, eq=False)
class HeldRows:
    """The rows of a run or of judgments, query by query.

    Parameters
    ----------
    queries : list of str
        Those that have rows.
    sizes : list of int (queries,)
        Rows of each.
    documents : list of str (rows,)
    number : float64 (rows,)
        Scores, or grades.
    path : str
        'run' or 'qrels', for messages.
    role : {'run', 'qrels', ''}
        What it says by itself that it is.
    """

    queries: list[str]
    sizes: list[int]
    documents: list[str]
    number: NDArray[np.float64]
    path: str
    role: str = ""

    def __len__(self) -> int:
        return len(self.documents)

    def query_rows(self, query: str) -> list[tuple[str, float]]:
        """Documents and numbers of a query; [] if it has none."""
        rows: list[tuple[str, float]] = []
        start = 0
        for each, size in zip(self.queries, self.sizes, strict=True):
            if each == query:
                part = slice(start, start + size)
                rows += zip(self.documents[part], self.number[part].tolist(), strict=True)
            start += size
        return rows

    def has_copies(self) -> bool:
        """Whether a query or a document of one stands twice, as 1 and "1" do."""
        if len(set(self.queries)) < len(self.queries):
            return True
        start = 0
        for size in self.sizes:
            if len(set(self.documents[start : start + size])) < size:
                return True
            start += size
        return False

    def table(self) -> Table:
        """The same as columns of pyarrow; `needs_package` where that is not installed."""
        pyarrow = load("pyarrow")
        queries = [query for query, size in zip(self.queries, self.sizes, strict=True) for _ in range(size)]
        return Table(
            pyarrow.array(queries, pyarrow.string()).dictionary_encode(),
            pyarrow.array(self.documents, pyarrow.string()),
            self.number,
            self.path,
            role=self.role,
        )


def rows_of(pairs: Mapping[str, Mapping[str, float] | list[tuple[str, float]]], name: str) -> HeldRows:
    """Take {query: {document: number}} for a run or for judgments; pairs stand in a list, where a document may stand twice.

    Raises
    ------
    InputError
        `not_a_mapping`, `bad_id`, `pairs_number`; each names the query.
    """
    queries: list[str] = []
    sizes: list[int] = []
    documents: list[str] = []
    values: list[object] = []
    for query, query_pairs in pairs.items():
        text = as_id(query, name)
        where = f'{name}["{shorten(text)}"]'
        if isinstance(query_pairs, list) and all(isinstance(each, tuple) for each in query_pairs):
            numbered = query_pairs
        else:
            of_mapping = as_mapping(query_pairs, where)
            numbered = [(document, of_mapping[document]) for document in of_mapping]
        of_query = [as_id(document, where) for document, _ in numbered]
        if not of_query:
            continue
        queries.append(text)
        sizes.append(len(of_query))
        documents += of_query
        values += [number for _, number in numbered]
    numbers = np.array([_number(value) for value in values], dtype=float)
    limit = MAX_GRADE if name == "qrels" else LARGEST
    if (wrong := ~(np.abs(numbers) <= limit)).any():
        at = int(wrong.argmax())
        query = queries[int(np.searchsorted(np.cumsum(sizes), at, side="right"))]
        place, value = f'{name}["{shorten(query)}"]["{shorten(documents[at])}"]', short_repr(values[at])
        message = f"{place} is {value}; expected a number from {-limit:g} to {limit:g}."
        raise InputError("pairs_number", message, where=place, value=value, limit=float(limit))
    return HeldRows(queries, sizes, documents, numbers, name)


def _number(value: object) -> float:
    if type(value) is float:
        return value
    number = to_float(value)
    return float("nan") if number is None else number
