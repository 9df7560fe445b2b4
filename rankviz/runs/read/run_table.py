"""The table that every reader of run files and judgments returns, whatever the format of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.runs.read.file_sources import File


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
    written : mapping of column to pyarrow array of strings (rows,)
        The columns "rank" and "score" as they are written, where they were asked for and the file has them.
    role : {'run', 'qrels', ''}
        What it says by itself that it is, by its columns.
    file : Path, Upload, SharedFile or None
        Of judgments that were read from a file: messages name its lines.
    """

    query: Any
    document: Any
    number: NDArray[np.float64]
    path: str
    written: Mapping[str, Any] = field(default_factory=dict)
    role: str = ""
    file: File | None = None

    def __len__(self) -> int:
        return len(self.number)
