"""All lists that are one step away from a list, as rows of one batch.

An order is an array of columns of the list that it starts from, so a new list is made by indexing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import RawLists

Ints = NDArray[np.int64]


def all_exchanges(n: int) -> tuple[Ints, Ints]:
    """List every exchange of two of n entries.

    Returns
    -------
    int64 (E, 2)
        The columns of the two entries, from 0.
    int64 (E, n)
        Each order, as the columns that its entries had.

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
    """List every move of one of n entries by two columns or more; a move by one column is an exchange.

    Returns
    -------
    int64 (E, 2)
        The column before and after the move, from 0.
    int64 (E, n)
        Each order, as the columns that its entries had.

    Examples
    --------
    >>> all_moves(3)[1].tolist()
    [[1, 2, 0], [2, 0, 1]]
    """
    start, end = (each.ravel() for each in np.mgrid[:n, :n])
    far = np.abs(start - end) > 1
    start, end = start[far][:, None], end[far][:, None]
    place = np.arange(n)
    down = (place >= start) & (place < end)  # the entries that one moving down passes come up by one
    up = (place > end) & (place <= start)
    orders = np.where(place == end, start, place + down - up)
    return np.concatenate([start, end], axis=1), orders


def all_insertions(n: int, m: int) -> tuple[Ints, Ints]:
    """List every insertion of one of m missed documents among n entries; the documents are numbered n to n + m − 1.

    Returns
    -------
    int64 (E, 2)
        The number of the document, and the column it is inserted at.
    int64 (E, n + 1)
        Each order, as numbers of entries and documents.

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
    """Build lists from the documents of one list.

    Parameters
    ----------
    raw : RawLists
        One list (Q = 1) of N entries and M missed documents.
    orders : int64 (E, K)
        For each new list the columns of its entries; missed documents are numbered after the entries; -1 pads shorter
        lists. Documents that an order leaves out are missed documents of the new list.
    scores : float64 (K,), optional
        The score at each rank, whatever entry stands there. By default the new lists have no scores.

    Returns
    -------
    RawLists
        E lists.
    """
    count, width = len(orders), raw.docs.shape[1]
    grades = np.concatenate([raw.grades[0], raw.missed_grades[0]])
    docs = np.concatenate([raw.docs[0], raw.missed_docs[0]])
    present = orders >= 0
    is_used = np.zeros((count, len(docs) + 1), dtype=bool)  # the last column is for the padding
    np.put_along_axis(is_used, orders, True, axis=1)
    is_missed = ~is_used[:, :-1] & (docs >= 0)
    keeps_all = not is_missed[:, :width].any()
    missed = slice(width, None) if keeps_all else slice(None)
    return replace(
        raw,
        grades=np.where(present, grades[orders], np.nan),
        scores=np.where(present, np.nan if scores is None else scores, np.nan),
        docs=np.where(present, docs[orders], -1),
        present=present,
        missed_grades=np.where(is_missed, grades, np.nan)[:, missed],
        missed_docs=np.where(is_missed, docs, -1)[:, missed],
        scored=np.full(count, scores is not None),
        has_duplicates=np.repeat(raw.has_duplicates, count),
        query_ids=raw.query_ids * count,
        doc_ids=raw.doc_ids * count,
    )


def regrade(raw: RawLists, columns: Ints, grades: Array) -> RawLists:
    """Build copies of one list with other grades.

    Parameters
    ----------
    raw : RawLists
        One list (Q = 1).
    columns : int64 (U,)
        Whose grades change: columns of entries, missed documents numbered after them.
    grades : float64 (E, U)
        Their grades in each new list.

    Returns
    -------
    RawLists
        E lists.
    """
    count, width = len(grades), raw.docs.shape[1]
    all_grades = np.tile(np.concatenate([raw.grades, raw.missed_grades], axis=1), (count, 1))
    all_grades[:, columns] = grades
    arrays: Any = {
        name: np.repeat(getattr(raw, name), count, axis=0)
        for name in ("scores", "docs", "present", "missed_docs", "scored", "has_duplicates")
    }
    return replace(
        raw,
        **arrays,
        grades=all_grades[:, :width],
        missed_grades=all_grades[:, width:],
        query_ids=raw.query_ids * count,
        doc_ids=raw.doc_ids * count,
    )
