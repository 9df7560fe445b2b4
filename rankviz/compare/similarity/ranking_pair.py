"""Pairs of lists, with the ranks of the documents of one list in the other."""

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
        Entries of equal score share their first and their last rank.
    column_in_second : int64 (Q, N)
        Column in the second list of each entry of the first list; -1 if it is not there.
    first_rank_in_second, last_rank_in_second : float64 (Q, N)
        The first and the last rank in the second list of the entry's tie group; 0 if it is not there.
    """

    first: Rankings
    second: Rankings
    column_in_second: NDArray[np.int64]
    first_rank_in_second: Array
    last_rank_in_second: Array

    @property
    def has_ties(self) -> bool:
        """Whether any list has entries of equal score."""
        return self.first.has_groups or self.second.has_groups

    def all_tied(self) -> tuple[Bools, Bools]:
        """Mark the first lists, and the second lists, of which all entries are in one tie, bool (Q,) each."""
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
    in_first, in_second = (_document_numbers(lists, each, numbers) for lists, each in ((first, firsts), (second, seconds)))
    row, column = np.nonzero(second.present)
    column_of_number = np.full((len(numbers), max(map(len, numbers), default=0) + 1), -1)
    column_of_number[row, in_second[row, column]] = column
    columns = np.where(first.present, np.take_along_axis(column_of_number, in_first, axis=1), -1)
    return RankingPair(first, second, columns, _take_columns(second.first, columns), _take_columns(second.last, columns))


def _number_documents(first: Ranking, second: Ranking) -> dict[str, int]:
    """Give each document of two lists a number, from 0 on, by its id."""
    return {doc: number for number, doc in enumerate(dict.fromkeys(item.doc_id for item in (*first.items, *second.items)))}


def _document_numbers(lists: Rankings, rankings: Sequence[Ranking], numbers: Sequence[dict[str, int]]) -> NDArray[np.int64]:
    """Return the number of each entry's document (Q, N); -1 for padding."""
    by_entry = np.full(lists.source.shape, -1)
    for row, (ranking, number_of) in enumerate(zip(rankings, numbers, strict=True)):
        by_item = np.array([number_of[item.doc_id] for item in ranking.items], dtype=np.int64)
        present = lists.present[row]
        by_entry[row, present] = by_item[lists.source[row, present]]
    return by_entry


def _take_columns(values: Array, columns: NDArray[np.int64]) -> Array:
    """Return the values at some columns of each row; 0 for column -1."""
    if not values.shape[1]:
        return np.zeros(columns.shape)
    return np.where(columns >= 0, np.take_along_axis(values, np.maximum(columns, 0), axis=1), 0.0)


def align_documents(first: Ranking, second: Ranking, rule: str) -> tuple[Ranking, Ranking]:
    """Return two lists of the documents that are compared.

    Parameters
    ----------
    first, second : Ranking
    rule : {'common', 'tied_below', ''}
        Whether a document that only one list has is left out, or added below the other list, in a tie with all such
        documents; '' for neither. Judged documents that were not retrieved have no rank, and are never compared.
    """
    first, second = (Ranking(each.items, (), each.query_id) for each in (first, second))
    if not rule:
        return first, second
    ids = [{item.doc_id for item in each.items} for each in (first, second)]
    if rule == "common":
        common = ids[0] & ids[1]
        items = [tuple(item for item in each.items if item.doc_id in common) for each in (first, second)]
        return Ranking(items[0], (), first.query_id), Ranking(items[1], (), second.query_id)
    return _with_below(first, second, ids[0]), _with_below(second, first, ids[1])


def _with_below(ranking: Ranking, other: Ranking, ids: set[str]) -> Ranking:
    """Add the documents that only the other list has below a list with these ids, in one tie."""
    added = dict.fromkeys(item.doc_id for item in other.items if item.doc_id not in ids)
    if not added:
        return ranking
    scores = [item.score if ranking.scored else -float(index) for index, item in enumerate(ranking.items)]
    items = [item._replace(score=score) for item, score in zip(ranking.items, scores, strict=True)]
    return Ranking((*items, *(Item(doc, None, -inf) for doc in added)), (), ranking.query_id)
