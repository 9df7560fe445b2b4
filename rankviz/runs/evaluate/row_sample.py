"""Some rows of a run, drawn evenly: enough to see what whole columns look like, at no cost beside an evaluation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.runs.read.arrow_arrays import as_numpy, take_rows
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.run_table import Table

WINDOW = 50  # rows that follow each other, so that some are of one query, and near its top where a query is begun
SPARSE = 40  # one row of so many is taken
LEAST = 1_000  # rows of which all are taken


@dataclass(frozen=True, eq=False)
class RowSample:
    """Rows of a run or of judgments, in their order.

    Parameters
    ----------
    queries, documents : list of str (rows,)
    number : float64 (rows,)
        Scores, or grades.
    """

    queries: list[str]
    documents: list[str]
    number: NDArray[np.float64]

    @classmethod
    def from_source(cls, source: Table | HeldRows) -> RowSample:
        """Take windows of rows at even distances; all rows of a small source."""
        count = len(source)
        if isinstance(source, HeldRows):
            places = _places(count, np.cumsum([0, *source.sizes])[:-1])
            of_row = np.repeat(np.arange(len(source.sizes)), source.sizes)[places]
            queries = [source.queries[each] for each in of_row.tolist()]
            return cls(queries, [source.documents[each] for each in places.tolist()], source.number[places])
        codes = as_numpy(source.query.indices)
        places = _places(count, np.flatnonzero(np.diff(codes, prepend=-1)) if count > LEAST else np.zeros(0, dtype=np.int64))
        queries = take_rows(source.query.dictionary, codes[places]).to_pylist()
        return cls(queries, take_rows(source.document, places).to_pylist(), source.number[places])

    @classmethod
    def from_samples(cls, samples: Iterable[RowSample]) -> RowSample:
        """The samples of the pieces of a file as one."""
        kept = [*samples]
        queries = [query for each in kept for query in each.queries]
        documents = [document for each in kept for document in each.documents]
        return cls(queries, documents, np.concatenate([each.number for each in kept] or [np.zeros(0)]))


def _places(count: int, begins: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which rows are taken of so many: windows at the beginnings of queries, where these are known."""
    if count <= LEAST:
        return np.arange(count)
    windows = max(count // (SPARSE * WINDOW), LEAST // WINDOW)
    starts = begins[np.linspace(0, len(begins) - 1, min(windows, len(begins))).astype(np.int64)]
    return np.unique((starts[:, None] + np.arange(WINDOW)).clip(max=count - 1))
