"""Places of some rows of a ranked table: how many entries stand above each, and how equal scores are ordered.

Every metric depends on the places of judged documents alone, so nothing else is ranked: a query whose scores already fall needs
no sort, a few wanted rows are compared with the rest of their query, and names are compared only inside groups of equal scores
that hold a wanted row.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.core.conventions import Convention
from rankviz.core.lists.apply_list_rules import TIES_BY_NAME, name_key
from rankviz.runs.read.arrow_arrays import as_numpy, take_rows

LONG = 200  # rows a query; sorting such queries one by one is quicker than all at once
FEW = 8  # comparisons a row; up to so many they take less time than a sort
# Rules that ask for the places of entries without a judgment, or move others up.
EVERY_ENTRY: tuple[dict[str, str], ...] = (
    {"negative": "remove"},
    {"unjudged": "grade"},
    {"ties": "include"},
    {"ties": "mean_rank", "unjudged": "undefined"},
)
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RowRanks:
    """The places of the wanted rows, in the order in which these were listed.

    Parameters
    ----------
    above, tied : int64 (H,)
        Entries of the query with a higher score, and with the same one.
    inside : mapping of tie rule to int64 (H,)
        Place among those with the same score, from 0: in the listed order, and by name.
    unsorted : int
        Queries whose scores did not fall from row to row.
    """

    above: Ints
    tied: Ints
    inside: dict[str, Ints]
    unsorted: int


def rank_rows(
    query: Ints,
    score: NDArray[Any],
    document: Any,
    rows: Ints,
    rules: Collection[str] = TIES_BY_NAME,
) -> RowRanks:
    """Rank the wanted rows among all rows of their query.

    Parameters
    ----------
    query : int (rows,)
        A code of each row's query; the rows of a query need not stand together.
    score : float32 or float64 (rows,)
    document : pyarrow array or list of strings (rows,), or None
        Read only where names decide; without any they decide nothing.
    rows : int64 (H,)
        The wanted rows: the judged ones.
    rules : names of tie rules
        Those that measures will use; some of them are decided by the names of documents.
    """
    named = {rule for rule in rules if rule in TIES_BY_NAME and document is not None}
    rules = {"input_order", *named}
    if not len(query):
        none = np.zeros(0, dtype=np.int64)
        return RowRanks(none, none, dict.fromkeys(rules, none), 0)
    order, starts = _by_query(query)
    scores, at = (score, rows) if order is None else (score[order], _inverse(order)[rows])
    ends = np.append(starts[1:], len(scores))
    unsorted = _unsorted(scores, starts)
    of_query = np.searchsorted(starts, at, side="right") - 1
    if len(unsorted):
        length = (ends - starts)[of_query]
        if length.sum() < FEW * len(scores):
            above, tied, before = _counted(scores, starts[of_query], length, at)
            if not (named and (tied > 1).any()):
                return RowRanks(above, tied, dict.fromkeys(rules, before), len(unsorted))
        order, scores = _sorted(order, scores, starts, ends, unsorted)
        at = _inverse(order)[rows]
    first, tied = _groups(scores, starts, at)
    inside = dict.fromkeys(rules, at - first)
    if named and (tied > 1).any():
        inside |= _ordered_ties(first, tied, at, order, document, named)
    return RowRanks(first - starts[of_query], tied, inside, len(unsorted))


def _inverse(order: Ints) -> Ints:
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    return position


def _counted(scores: NDArray[Any], start: Ints, length: Ints, at: Ints) -> tuple[Ints, Ints, Ints]:
    """Compare each wanted row with all rows of its query: how many are higher, as high, and as high before it."""
    bounds = np.append(0, np.cumsum(length))
    others = np.repeat(start - bounds[:-1], length) + np.arange(bounds[-1])
    there, own = scores[others], np.repeat(scores[at], length)

    def count(mask: NDArray[np.bool_]) -> Ints:
        return np.diff(np.searchsorted(np.flatnonzero(mask), bounds))  # quicker than to add each part up

    equal = there == own
    above, tied = count(there > own), count(equal)
    before = count(equal & (others < np.repeat(at, length))) if (tied > 1).any() else np.zeros_like(above)
    return above, tied, before


def _by_query(query: Ints) -> tuple[Ints | None, Ints]:
    """Rows so that each query's stand together (None: as they are), and where each query starts."""
    starts = np.append(0, np.flatnonzero(query[1:] != query[:-1]) + 1)
    there = query[starts]
    if (there[1:] > there[:-1]).all() or len(np.unique(there)) == len(starts):
        return None, starts
    order = np.argsort(query, kind="stable")
    query = query[order]
    return order, np.append(0, np.flatnonzero(query[1:] != query[:-1]) + 1)


def _unsorted(scores: NDArray[Any], starts: Ints) -> Ints:
    """Queries, by their number, whose scores rise somewhere."""
    rises = scores[1:] > scores[:-1]
    rises[starts[1:] - 1] = False
    return np.flatnonzero(np.logical_or.reduceat(np.append(rises, False), starts)) if rises.any() else starts[:0]


def _sorted(order: Ints | None, scores: NDArray[Any], starts: Ints, ends: Ints, unsorted: Ints) -> tuple[Ints, NDArray[Any]]:
    """Sort some queries by falling score, and those only; equal scores stay in the listed order."""
    order = np.arange(len(scores)) if order is None else order.copy()
    scores = scores.copy()
    if len(scores) > LONG * len(starts):
        for low, high in zip(starts[unsorted].tolist(), ends[unsorted].tolist(), strict=True):
            turned = np.argsort(-scores[low:high], kind="stable")
            order[low:high], scores[low:high] = order[low:high][turned], scores[low:high][turned]
        return order, scores
    sizes = ends[unsorted] - starts[unsorted]
    rows = np.repeat(starts[unsorted] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
    turned = rows[np.lexsort((-scores[rows], np.repeat(unsorted, sizes)))]
    order[rows], scores[rows] = order[turned], scores[turned]
    return order, scores


def _groups(scores: NDArray[Any], starts: Ints, at: Ints) -> tuple[Ints, Ints]:
    """Return where the group of equal scores of each wanted row starts in ranked order, and how many rows it has."""
    same = scores[1:] == scores[:-1]
    same[starts[1:] - 1] = False
    pairs = np.flatnonzero(same)  # few: most rows have a score of their own
    if not len(pairs):
        return at, np.ones_like(at)
    ends = np.flatnonzero(np.append(np.diff(pairs) > 1, True))
    low, high = pairs[np.append(0, ends[:-1] + 1)], pairs[ends] + 1  # first and last row of each group
    group = np.maximum(np.searchsorted(low, at, side="right") - 1, 0)
    is_tied = (low[group] <= at) & (at <= high[group])
    return np.where(is_tied, low[group], at), np.where(is_tied, high[group] - low[group] + 1, 1)


def _ordered_ties(first: Ints, tied: Ints, at: Ints, order: Ints | None, document: Any, rules: set[str]) -> dict[str, Ints]:
    """Return the place of each wanted row among those with its score, by the rules that go by name."""
    is_tied = tied > 1
    groups, where = np.unique(first[is_tied], return_index=True)
    sizes = tied[is_tied][where]
    begins = np.cumsum(sizes) - sizes
    members = np.repeat(groups - begins, sizes) + np.arange(sizes.sum())  # positions in ranked order
    of_group = np.repeat(np.arange(len(groups)), sizes)
    here = np.searchsorted(members, at[is_tied])
    names = _name_order(document, members if order is None else order[members])
    places_by_rule = {}
    for rule in rules:
        ranked = np.lexsort((members, name_key(rule, names), of_group))
        inside = np.empty(len(members), dtype=np.int64)
        inside[ranked] = np.arange(len(members)) - np.repeat(begins, sizes)
        whole = np.zeros(len(at), dtype=np.int64)
        whole[is_tied] = inside[here]
        places_by_rule[rule] = whole
    return places_by_rule


def _name_order(document: Any, rows: Ints) -> Ints:
    """Return the rank of the rows' names by their bytes, as C programs compare them."""
    if isinstance(document, list):  # code points are in the order of their bytes in UTF-8
        names = [document[row] for row in rows.tolist()]
        place = {name: i for i, name in enumerate(sorted(set(names)))}
        return np.array([place[name] for name in names], dtype=np.int64)
    pc = load("pyarrow.compute")
    return as_numpy(pc.rank(take_rows(document, rows), tiebreaker="dense")).astype(np.int64)


def refuse_rules_of_every_entry(convention: Convention) -> None:
    """Raise InputError `needs_every_entry` for a convention under which the judged entries alone do not determine the value."""
    for choices in EVERY_ENTRY:
        if all(getattr(convention, name) == option for name, option in choices.items()):
            rule = ", ".join(f"{name}={option}" for name, option in choices.items())
            message = f"{rule} needs every entry; a run keeps only the judged ones."
            raise InputError("needs_every_entry", message, rule=rule)
