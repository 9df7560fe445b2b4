"""Judgments made ready to be found in runs, and the judged documents of a piece of a run with their places."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.option_formulas import in_bits
from rankviz.core.lists.apply_list_rules import TIES_BY_NAME, which_counts
from rankviz.runs.evaluate.duplicates import find_copies, refuse_contradictions, without_duplicates
from rankviz.runs.evaluate.row_ranks import rank_rows
from rankviz.runs.read.arrow_arrays import as_numpy, filter_rows, find_each, same_names, take_rows
from rankviz.runs.read.name_hashes import Index, Ints, Numbers, find_repeated, numbers
from rankviz.runs.read.run_table import Table


@dataclass(frozen=True, eq=False)
class JudgmentIndex:
    """Judgments, to be found by query and document.

    Parameters
    ----------
    queries : pyarrow array of strings
        The different ones.
    query : int64 (judgments,)
        Place in `queries`.
    document : pyarrow array of strings (judgments,)
    grades : float64 (judgments,)
    salt : int
        Of the numbers in `index`.
    index : Index
        Of the number of each judgment.
    """

    queries: Any
    query: Ints
    document: Any
    grades: NDArray[np.float64]
    salt: int
    index: Index

    @classmethod
    def from_table(cls, table: Table) -> JudgmentIndex:
        """Take judgments as read; a document may be judged twice in a query, with one grade.

        Raises
        ------
        InputError
            `judged_twice`, `judged_twice_lines`.
        """
        query = as_numpy(table.query.indices).astype(np.int64)
        document, grades = table.document, table.number
        copies, group = find_copies(query, document, numbers(query, document))
        if len(copies):
            refuse_contradictions(table, copies, group)
            stays = np.ones(len(query), dtype=bool)
            stays[copies] = which_counts("last_wins", group, grades[copies])
            query, document, grades = query[stays], filter_rows(document, stays), grades[stays]
        salt = 0
        while len(find_repeated(number := numbers(query, document, salt))):
            salt += 1  # two judgments with one number: hardly ever
        queries = table.query.dictionary
        return cls(queries, query, document, grades, salt, Index(number, query, len(queries)))

    def find(self, query: Ints, document: Any, number: Numbers) -> tuple[Ints, Ints]:
        """Rows of a table that are judged, and the judgment of each."""
        rows, at = self.index.find(number, query)
        right = same_names(take_rows(document, rows), take_rows(self.document, at)) & (self.query[at] == query[rows])
        return rows[right], at[right]


@dataclass(frozen=True, eq=False)
class JudgedRows:
    """The judged documents in a piece of a run that holds whole queries.

    Parameters
    ----------
    queries : list of str
    retrieved : int64 (queries,)
        Documents of each query.
    judgment : int64 (hits,)
        Place of each hit among the judgments.
    query, score, above, tied : arrays (hits,)
        Place of the query in `queries`, score, and the hit's place, see `rankviz.runs.evaluate.row_ranks.Places`.
    inside : mapping of tie rule to int64 (hits,)
    duplicates, unsorted : int
        Documents that stood more than once in their query; queries whose scores did not fall from row to row.
    """

    queries: list[str]
    retrieved: Ints
    judgment: Ints
    query: Ints
    score: NDArray[np.float64]
    above: Ints
    tied: Ints
    inside: dict[str, Ints]
    duplicates: int
    unsorted: int


@dataclass(frozen=True, eq=False)
class LocatedHits:
    """The judged documents among the rows of whole queries, before anything is ranked.

    Parameters
    ----------
    queries : list of str
    query : int (rows,)
        Place of each row's query in `queries`; of rows that stay in the list, as all that follows.
    document : pyarrow array of strings (rows,)
    key : float or int (rows,)
        What the rows are ordered by, the largest first.
    stays : int64 (rows,) or None
        Row of the table; None where all rows stay.
    row : int64 (hits,)
        Row of each hit, among those that stay.
    judgment : int64 (hits,)
        Place of each hit among the judgments.
    score : float64 (hits,)
        As it was read.
    duplicates : int
        Documents that stood more than once in their query.
    """

    queries: list[str]
    query: NDArray[Any]
    document: Any
    key: NDArray[Any]
    stays: Ints | None
    row: Ints
    judgment: Ints
    score: NDArray[np.float64]
    duplicates: int

    def ranked_by(self, key: NDArray[Any], rules: Collection[str]) -> JudgedRows:
        """Rank the hits by a key of all rows, the largest first, under some tie rules."""
        stand = rank_rows(self.query, key, self.document, self.row, rules)
        return JudgedRows(
            queries=self.queries,
            retrieved=np.bincount(self.query, minlength=len(self.queries)),
            judgment=self.judgment,
            query=self.query[self.row].astype(np.int64),
            score=self.score,
            above=stand.above,
            tied=stand.tied,
            inside=stand.inside,
            duplicates=self.duplicates,
            unsorted=stand.unsorted,
        )


def find_hits(
    table: Table, judged: JudgmentIndex, *, duplicates: str, score_bits: str = "64", rules: Collection[str] = TIES_BY_NAME
) -> JudgedRows:
    """Find the judged documents of whole queries, and rank nothing else.

    Parameters
    ----------
    table : Table
    judged : JudgmentIndex
    duplicates, score_bits
        As in a convention.
    rules : names of tie rules
        Those to prepare.

    Raises
    ------
    InputError
        `duplicate_in_run` with duplicates='error'.
    """
    located = locate_hits(table, judged, in_bits(table.number, score_bits), duplicates)
    return located.ranked_by(located.key, rules)


def locate_hits(table: Table, judged: JudgmentIndex, key: NDArray[Any], duplicates: str) -> LocatedHits:
    """Find the judged documents of whole queries; of duplicates the one with the largest key may be the one that counts.

    Raises
    ------
    InputError
        `duplicate_in_run` with duplicates='error'.
    """
    query = as_numpy(table.query.indices)
    names = table.query.dictionary
    of_judged = find_each(names, judged.queries)
    unknown = of_judged < 0
    of_judged[unknown] = len(judged.queries) + np.flatnonzero(unknown)
    code, document = of_judged[query], table.document
    number = numbers(code, document, judged.salt)
    stays, graded, repeated = without_duplicates(table, query, key, number, duplicates)
    rows, at = judged.find(code, document, number)
    if graded is not None:
        rows, at = rows[graded[rows]], at[graded[rows]]
    if stays is not None:
        rows, at = rows[stays[rows]], at[stays[rows]]
    written = table.number[rows].astype(float)  # the bits of scores decide places; a metric that reads scores has them whole
    if stays is not None:  # the rows that go close up
        rows = (np.cumsum(stays) - 1)[rows]
        query, key, document = query[stays], key[stays], filter_rows(document, stays)
    where = None if stays is None else np.flatnonzero(stays)
    return LocatedHits(names.to_pylist(), query, document, key, where, rows, at, written, repeated)
