"""The table that every reader of run files and judgments returns, whatever the format of the file."""

from __future__ import annotations

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
