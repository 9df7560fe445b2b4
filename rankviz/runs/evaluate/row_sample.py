"""Some rows of a run, drawn evenly: enough to see what whole columns look like, at no cost beside an evaluation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rankviz.runs.read.arrow_arrays import as_numpy
from rankviz.runs.read.held_rows import HeldRows
from rankviz.runs.read.run_table import Table

WINDOW = 50  # rows that follow each other, so that some are of one query, and near its top where a query is begun
WINDOWS, IN_PIECE = 16, 2  # of a source, and of a piece of a file
SOON = 2_000  # rows, in which a query begins if it is no longer
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
    def from_source(cls, source: Table | HeldRows, windows: int = WINDOWS) -> RowSample:
        """Take so many windows of rows at even distances; all rows of a small source."""
        if isinstance(source, HeldRows):
            codes, names = np.repeat(np.arange(len(source.sizes)), source.sizes), source.queries
            taken = _windows(codes, windows)
            documents = [name for each in taken for name in source.documents[each]]
        else:
            codes, names = as_numpy(source.query.indices), source.query.dictionary
            taken = _windows(codes, windows)
            documents = [name for each in taken for name in source.document[each].to_pylist()]
        of_row = np.concatenate([codes[each] for each in taken]).tolist()
        name_of = {code: str(names[code]) for code in {*of_row}}
        return cls([name_of[code] for code in of_row], documents, np.concatenate([source.number[each] for each in taken]))

    @classmethod
    def from_samples(cls, samples: Iterable[RowSample]) -> RowSample:
        """The samples of the pieces of a file as one."""
        kept = [*samples]
        queries = [query for each in kept for query in each.queries]
        documents = [document for each in kept for document in each.documents]
        return cls(queries, documents, np.concatenate([each.number for each in kept] or [np.zeros(0)]))


def _windows(codes: NDArray[np.int64], windows: int) -> list[slice]:
    """So many windows of rows at even distances, each at the beginning of a query if one begins soon."""
    if len(codes) <= LEAST:
        return [slice(0, len(codes))]
    taken = [slice(0, WINDOW)]
    for start in np.linspace(0, len(codes) - WINDOW, windows).astype(np.int64)[1:].tolist():
        near = codes[start : start + SOON]
        begun = start + int(np.argmax(near != near[0]))  # the same row where no query begins
        if begun >= taken[-1].stop:
            taken.append(slice(begun, min(begun + WINDOW, len(codes))))
    return taken
