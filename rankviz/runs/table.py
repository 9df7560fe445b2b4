"""What every reader of run files and of judgments gives, whatever the file looks like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


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
    """Take {query: {document: number}} for a run or for judgments."""
    import pyarrow

    queries = [query for query, documents in pairs.items() for _ in documents]
    documents = [document for found in pairs.values() for document in found]
    numbers = np.array([number for found in pairs.values() for number in found.values()], dtype=float)
    return Table(
        pyarrow.array(queries, pyarrow.string()).dictionary_encode(), pyarrow.array(documents, pyarrow.string()), numbers, name
    )
