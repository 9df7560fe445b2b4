"""All lists that one step leads to, as rows of one batch: orders are arrays of places, and a list is made by indexing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import RawLists

Ints = NDArray[np.int64]


def all_exchanges(n: int) -> tuple[Ints, Ints]:
    """Every exchange of two of n entries.

    Returns
    -------
    int64 (E, 2)
        The two places.
    int64 (E, n)
        Each order, as the places that its entries had.

    Examples
    --------
    >>> all_exchanges(3)[1].tolist()
    [[1, 0, 2], [2, 1, 0], [0, 2, 1]]
    """
    pairs = np.stack(np.triu_indices(n, 1), axis=1)
    orders = np.tile(np.arange(n), (len(pairs), 1))
    rows = np.arange(len(pairs))[:, None]
    orders[rows, pairs] = pairs[:, ::-1]
    return pairs, orders


def all_moves(n: int) -> tuple[Ints, Ints]:
    """Every move of one of n entries to another place, but for those to the next place, which are exchanges.

    Returns
    -------
    int64 (E, 2)
        From which place to which.
    int64 (E, n)
        Each order, as the places that its entries had.

    Examples
    --------
    >>> all_moves(3)[1].tolist()
    [[1, 2, 0], [2, 0, 1]]
    """
    start, end = (each.ravel() for each in np.mgrid[:n, :n])
    far = np.abs(start - end) > 1
    start, end = start[far][:, None], end[far][:, None]
    place = np.arange(n)
    down = (place >= start) & (place < end)  # those that follow an entry that has moved down come up by one
    up = (place > end) & (place <= start)
    orders = np.where(place == end, start, place + down - up)
    return np.concatenate([start, end], axis=1), orders


def all_insertions(n: int, m: int) -> tuple[Ints, Ints]:
    """Every insertion of one of m further documents among n entries; the documents are numbered after the entries.

    Returns
    -------
    int64 (E, 2)
        Which document, and to which place.
    int64 (E, n + 1)
        Each order.

    Examples
    --------
    >>> all_insertions(1, 2)[1].tolist()
    [[1, 0], [0, 1], [2, 0], [0, 2]]
    """
    document, end = (each.reshape(-1, 1) for each in np.mgrid[n : n + m, : n + 1])
    place = np.arange(n + 1)
    orders = np.where(place == end, document, place - (place > end))
    return np.concatenate([document, end], axis=1), orders


def lists_from_orders(raw: RawLists, orders: Ints, scores: Array | None = None) -> RawLists:
    """Make one list after the other out of the documents of one.

    Parameters
    ----------
    raw : RawLists
        One list (Q = 1) of N entries and M missed documents.
    orders : int64 (E, K)
        For each row the columns of its entries, those of missed documents after those of the entries; -1 at the end of shorter
        rows. What a row leaves out it misses.
    scores : float64 (K,), optional
        Of the places: what stands there has that score. Without them the rows have none.

    Returns
    -------
    RawLists
        E lists.
    """
    count, width = len(orders), raw.docs.shape[1]
    grades = np.concatenate([raw.grades[0], raw.missed_grades[0]])
    docs = np.concatenate([raw.docs[0], raw.missed_docs[0]])
    present = orders >= 0
    taken = np.zeros((count, len(docs) + 1), dtype=bool)  # one more column for the padding
    np.put_along_axis(taken, orders, True, axis=1)
    left = ~taken[:, :-1] & (docs >= 0)
    keeps_all = not left[:, :width].any()
    missed = slice(width, None) if keeps_all else slice(None)
    return replace(
        raw,
        grades=np.where(present, grades[orders], np.nan),
        scores=np.where(present, np.nan if scores is None else scores, np.nan),
        docs=np.where(present, docs[orders], -1),
        present=present,
        missed_grades=np.where(left, grades, np.nan)[:, missed],
        missed_docs=np.where(left, docs, -1)[:, missed],
        scored=np.full(count, scores is not None),
        has_duplicates=np.repeat(raw.has_duplicates, count),
        query_ids=raw.query_ids * count,
        doc_ids=raw.doc_ids * count,
    )


def regrade(raw: RawLists, columns: Ints, grades: Array) -> RawLists:
    """Make one list after the other with other grades.

    Parameters
    ----------
    raw : RawLists
        One list (Q = 1).
    columns : int64 (U,)
        Which documents, those that are missed after the entries.
    grades : float64 (E, U)
        Their grades in each row.

    Returns
    -------
    RawLists
        E lists.
    """
    count, width = len(grades), raw.docs.shape[1]
    everything = np.tile(np.concatenate([raw.grades, raw.missed_grades], axis=1), (count, 1))
    everything[:, columns] = grades
    arrays: Any = {
        name: np.repeat(getattr(raw, name), count, axis=0)
        for name in ("scores", "docs", "present", "missed_docs", "scored", "has_duplicates")
    }
    return replace(
        raw,
        **arrays,
        grades=everything[:, :width],
        missed_grades=everything[:, width:],
        query_ids=raw.query_ids * count,
        doc_ids=raw.doc_ids * count,
    )
