"""Logs of what users were shown: every row has a score and a label, every user is a query, and nothing else is judged."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from rankviz.runs.arrow import as_numpy
from rankviz.runs.batch import RunResult, ask, evaluate_asked, together
from rankviz.runs.blocks import File
from rankviz.runs.prepared import prepare_log
from rankviz.runs.tables import Impressions, read_impressions

ROWS = 1 << 17  # at once: the arrays of a metric stay small
Ints = NDArray[np.int64]


def evaluate_impressions(
    source: Impressions | str | File, measures: Iterable[str], *, profile: str = "textbook", **choices: object
) -> RunResult:
    """Evaluate a log of impressions, every user as a list of their own.

    Parameters
    ----------
    source : path or Impressions
        CSV, TSV, Parquet or JSON Lines with columns for the user (or query), the score and the label.
    measures : strings
        As for `evaluate`.
    profile, **choices
        As for `evaluate`.

    Raises
    ------
    InputError
        For what cannot be read; `needs_documents` where names decide ties and there are none.
    """
    table = source if isinstance(source, Impressions) else read_impressions(source)
    asked = [ask(measure, profile, dict(choices)) for measure in measures]
    rules = {each.narrowed.ties for each in asked}
    bits = "32" if any(each.convention.score_bits == "32" for each in asked) else "64"
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts = pool.map(
            lambda rows: evaluate_asked(asked, prepare_log(table, rows, score_bits=bits, rules=rules)), list(_users(table))
        )
        return together(list(parts))


def _users(table: Impressions) -> Iterator[slice | Ints]:
    """Rows of some whole users at a time; a file that is not written user by user is put in order first."""
    code = as_numpy(table.query.indices)
    starts = np.append(0, np.flatnonzero(code[1:] != code[:-1]) + 1)
    order = None
    if len(starts) > len(table.query.dictionary):
        order = np.argsort(code, kind="stable")
        code = code[order]
        starts = np.append(0, np.flatnonzero(code[1:] != code[:-1]) + 1)
    cuts = np.append(np.unique(starts[np.searchsorted(starts, np.arange(0, len(code), ROWS))[1:] - 1]), len(code))
    begin = 0
    for end in cuts.tolist():
        if end > begin:
            yield slice(begin, end) if order is None else order[begin:end]
            begin = end
