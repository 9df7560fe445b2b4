"""A log of what users were shown, the rows of each user together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.optional_packages import load
from rankviz.runs.read.arrow_arrays import Ints, as_numpy, rows_of, take_rows


@dataclass(frozen=True, eq=False)
class Impressions:
    """A score and a label in every row.

    Parameters
    ----------
    users : pyarrow array of strings (users,)
        Name of each user, or of whatever else a list belongs to.
    starts : int64 (users + 1,)
        Where the rows of each user start, and the number of rows.
    document : pyarrow array of strings (rows,), whole or in chunks, or None without such a column
    score, label : float64 (rows,)
    path : str
        Where it was read, for messages.
    """

    users: Any
    starts: Ints
    document: Any | None
    score: NDArray[np.float64]
    label: NDArray[np.float64]
    path: str

    @classmethod
    def from_columns(
        cls, query: Any, document: Any | None, score: NDArray[np.float64], label: NDArray[np.float64], path: str
    ) -> Impressions:
        """Take columns as they were read, `query` as in `Table`; rows of a user stay in their order."""
        code = as_numpy(query.indices)
        starts = _starts(code)
        if (np.bincount(code[starts[:-1]], minlength=1) > 1).any():  # a user's rows stand in several places
            order = np.argsort(code, kind="stable")
            code, score, label = code[order], score[order], label[order]
            document = None if document is None else document.take(rows_of(order))
            starts = _starts(code)
        return cls(take_rows(query.dictionary, code[starts[:-1]]), starts, document, score, label, path)

    def rows_of(self, user: str) -> slice:
        """Return the rows of one user; none of an unknown user."""
        pyarrow = load("pyarrow")
        pc = load("pyarrow.compute")
        at = pc.index(self.users, pyarrow.scalar(user, pyarrow.string())).as_py()
        return slice(int(self.starts[at]), int(self.starts[at + 1])) if at >= 0 else slice(0, 0)


def _starts(code: NDArray[Any]) -> Ints:
    """Return the rows whose code differs from that of the row before, and the number of rows."""
    changes = np.flatnonzero(code[1:] != code[:-1]) + 1
    return np.concatenate([np.zeros(min(len(code), 1), dtype=np.int64), changes, [len(code)]])
