"""Two lists side by side: where the documents of one stand in the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import Convention
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.lists.rankings import Array, Bools, Rankings


@dataclass(frozen=True, eq=False)
class RankingPair:
    """Q pairs of arranged lists.

    Parameters
    ----------
    first, second : Rankings
        Entries of equal score share their first and their last place.
    column_in_second : int64 (Q, N)
        Column of each entry of the first list in the second one; -1: not there.
    first_rank_in_second, last_rank_in_second : float64 (Q, N)
        The first and the last place that the entry's tie group takes in the second list; 0: not there.
    """

    first: Rankings
    second: Rankings
    column_in_second: NDArray[np.int64]
    first_rank_in_second: Array
    last_rank_in_second: Array

    @property
    def has_ties(self) -> bool:
        """Whether any of the lists has entries of equal score."""
        return self.first.has_groups or self.second.has_groups

    def all_tied(self) -> tuple[Bools, Bools]:
        """(Q,) each: whether the first list, and whether the second, has all its entries in one tie."""
        return _is_one_tie(self.first), _is_one_tie(self.second)


def _is_one_tie(lists: Rankings) -> Bools:
    return np.asarray((lists.n > 0) & (np.where(lists.present, lists.first, 1.0) == 1).all(axis=1))


def pair_up(firsts: Sequence[Ranking], seconds: Sequence[Ranking], convention: Convention) -> RankingPair:
    """Arrange pairs of lists and find the documents of each first list in the second one.

    Raises
    ------
    InputError
        `duplicate_entry` with duplicates='error'.
    """
    first, second = (arrange(RawLists.from_rankings(lists), convention) for lists in (firsts, seconds))
    numbers = [_number_documents(*pair) for pair in zip(firsts, seconds, strict=True)]
    here, there = (_document_numbers(lists, each, numbers) for lists, each in ((first, firsts), (second, seconds)))
    row, column = np.nonzero(second.present)
    columns = np.full((len(numbers), max(map(len, numbers), default=0) + 1), -1)
    columns[row, there[row, column]] = column
    across = np.where(first.present, np.take_along_axis(columns, here, axis=1), -1)
    found = across >= 0
    return RankingPair(first, second, across, *(_take_columns(each, across, found) for each in (second.first, second.last)))


def _number_documents(first: Ranking, second: Ranking) -> dict[str, int]:
    """Give each document of two lists a number, from 0 on."""
    return {doc: number for number, doc in enumerate(dict.fromkeys(item.doc_id for item in (*first.items, *second.items)))}


def _document_numbers(lists: Rankings, typed: Sequence[Ranking], numbers: Sequence[dict[str, int]]) -> NDArray[np.int64]:
    """The number of each entry's document (Q, N); -1 for padding."""
    codes = np.full(lists.source.shape, -1)
    for row, (ranking, known) in enumerate(zip(typed, numbers, strict=True)):
        of_items = np.array([known[item.doc_id] for item in ranking.items], dtype=np.int64)
        present = lists.present[row]
        codes[row, present] = of_items[lists.source[row, present]]
    return codes


def _take_columns(values: Array, across: NDArray[np.int64], found: Bools) -> Array:
    if not values.shape[1]:
        return np.zeros(across.shape)
    return np.where(found, np.take_along_axis(values, np.maximum(across, 0), axis=1), 0.0)


def align_documents(first: Ranking, second: Ranking, rule: str) -> tuple[Ranking, Ranking]:
    """Make of two lists those that are compared.

    Parameters
    ----------
    first, second : Ranking
    rule : {'common', 'tied_below', ''}
        Whether a document that only one list has is left out, or tied with the others below the other one; '': neither.
        What was judged and not retrieved has no place, and is never compared.
    """
    first, second = (Ranking(each.items, (), each.query_id) for each in (first, second))
    if not rule:
        return first, second
    ids = [{item.doc_id for item in each.items} for each in (first, second)]
    if rule == "common":
        both = ids[0] & ids[1]
        kept = [tuple(item for item in each.items if item.doc_id in both) for each in (first, second)]
        return Ranking(kept[0], (), first.query_id), Ranking(kept[1], (), second.query_id)
    return _with_below(first, second, ids[0]), _with_below(second, first, ids[1])


def _with_below(here: Ranking, there: Ranking, known: set[str]) -> Ranking:
    """A list, and below it in one tie the documents that only the other one has."""
    more = dict.fromkeys(item.doc_id for item in there.items if item.doc_id not in known)
    if not more:
        return here
    scores = [item.score if here.scored else -float(at) for at, item in enumerate(here.items)]
    items = [item._replace(score=score) for item, score in zip(here.items, scores, strict=True)]
    return Ranking((*items, *(Item(doc, None, -inf) for doc in more)), (), here.query_id)
