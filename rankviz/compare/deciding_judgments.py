"""The judgments of unjudged documents that decide between two lists: one, two, a larger set, or none."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np

from rankviz.compare.linear_form import linear_form
from rankviz.compare.unjudged_range import MAX_ROWS, Judgments, UnjudgedDocuments, defined_values, grades_to_try
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.apply_list_rules import TIES_BY_GRADE
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace, holes_in
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import ListPair, winner

# Keys of recorded arrays in which an entry's number depends on its own grade and rank only.
OWN_ENTRY_STEPS = frozenset({"grade", "hit", "gain", "discount", "rank", "share"})


class DecidingSet(NamedTuple):
    """A set of judgments that changes the winner.

    Parameters
    ----------
    judgments : tuple of (str, float)
        Ids and grades.
    values : (float, float)
        Of the first and of the second list, with these judgments.
    winner : {'first', 'second'}
    """

    judgments: Judgments
    values: tuple[float, float]
    winner: str


@dataclass(frozen=True)
class Deciding:
    """Whether judging the unjudged documents can change the winner of two lists.

    Parameters
    ----------
    winner : {'first', 'second', 'even', ''}
        The present winner; '' where a value is undefined.
    documents : tuple of str
        All unjudged documents of the pool.
    single : tuple of DecidingSet
        Every judgment of one document that makes the other list win; if both are even, that makes either list win.
    pairs : tuple of DecidingSet
        The judgments of two documents that do so; () unless `single` is empty.
    any_set : DecidingSet or None
        A larger set of judgments that does so, if there are no smaller ones; the smallest if each document adds by itself.
    is_certain : bool
        Whether it is known that no set of judgments changes the winner.
    tried : int
        How many sets of judgments were computed.
    size : {0, 1, 2}
        All sets of up to this many judgments were tried.
    """

    winner: str
    documents: tuple[str, ...]
    single: tuple[DecidingSet, ...] = ()
    pairs: tuple[DecidingSet, ...] = ()
    any_set: DecidingSet | None = None
    is_certain: bool = False
    tried: int = 0
    size: int = 0


def find_deciding(metric: Metric, pair: ListPair, convention: Convention) -> Deciding:
    """Search for the judgments that make the other list win: one, then two, then any set of them.

    All sets are tried if there are at most 4,096. Beyond that the answer is known only if a document's term depends on its own
    grade and rank, and both lists have the same denominator: then each document is judged as suits the other list best.

    Raises
    ------
    InputError
        As `evaluate`.

    Examples
    --------
    >>> from rankviz.core.lists.ranking import Ranking
    >>> from rankviz.core.metrics import METRICS
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> two = pair_with_order(Ranking.from_grades([1, None]), ["d2", "d1"])
    >>> [each.judgments for each in find_deciding(METRICS["dcg"], two, Convention(gain="exponential")).single]
    []
    >>> find_deciding(METRICS["dcg"], two, Convention()).is_certain
    True
    """
    search = _Search(metric, pair, convention)
    now = search.winners(np.full((1, len(search.documents)), np.nan))[0]
    if not now or not search.documents:
        return Deciding(now, search.documents, is_certain=bool(now))
    single = search.deciding_sets(search.single_judgments(), now)
    if single:
        return Deciding(now, search.documents, single, tried=search.tried, size=1)
    pairs = search.deciding_sets(search.pair_judgments(), now)
    if pairs:
        return Deciding(now, search.documents, pairs=pairs, tried=search.tried, size=2)
    any_set, is_certain = search.find_any_set(now)
    if any_set and len(any_set.judgments) == 2:  # the pairs were too many to be tried
        return Deciding(now, search.documents, pairs=(any_set,), tried=search.tried, size=1)
    return Deciding(now, search.documents, any_set=any_set, is_certain=is_certain, tried=search.tried, size=search.size)


class _Search:
    """Two lists under one metric, with grades for their U unjudged documents; E sets of judgments are rows (E, U)."""

    def __init__(self, metric: Metric, pair: ListPair, convention: Convention) -> None:
        self._metric, self._convention = metric, convention
        self._raw = tuple(RawLists.from_rankings([each]) for each in pair.lists)
        self._unjudged = tuple(UnjudgedDocuments.from_lists(raw) for raw in self._raw)
        ids = [[item.doc_id for item in (*each.items, *each.missed)] for each in pair.lists]
        first, second = (
            [docs[column] for column in unjudged.documents.tolist()] for docs, unjudged in zip(ids, self._unjudged, strict=True)
        )
        self.documents = tuple(first)
        self._order_in_second = np.array([first.index(doc) for doc in second], dtype=np.int64)
        self._levels = grades_to_try(metric, self._raw[0], convention)
        self.tried = 0

    @property
    def size(self) -> int:
        """The largest number of judgments of which all sets are tried: 0, 1 or 2."""
        count, levels = len(self.documents), len(self._levels)
        row_counts = (count * levels, comb(count, 2) * levels**2)
        return next((size for size, rows in enumerate(row_counts) if rows > MAX_ROWS), len(row_counts))

    def traces(self, rows: Array) -> tuple[Trace, Trace]:
        """Compute the metric on both lists with the grades of each row (E, U)."""
        grades = rows, rows[:, self._order_in_second]
        first, second = (
            compute(self._metric, unjudged.with_grades(raw, each), self._convention)
            for unjudged, raw, each in zip(self._unjudged, self._raw, grades, strict=True)
        )
        return first, second

    def values(self, rows: Array) -> Array:
        """Return the values of both lists (2, E) for rows of grades, NaN where undefined."""
        self.tried += len(rows)
        return np.stack([defined_values(trace) for trace in self.traces(rows)])

    def winners(self, rows: Array) -> list[str]:
        """Return who wins with the grades of each row; '' where a value is undefined."""
        return [self._winner(*each) for each in self.values(rows).T.tolist()]

    def _winner(self, first: float, second: float) -> str:
        return "" if np.isnan(first + second) else winner(self._metric, first, second)

    def deciding_sets(self, rows: Array, present: str) -> tuple[DecidingSet, ...]:
        """Return the rows with another winner than the present one."""
        sets = []
        for row, (first, second) in zip(rows, self.values(rows).T.tolist() if len(rows) else [], strict=True):
            winner_then = self._winner(first, second)
            if winner_then not in ("", "even", present):
                judgments = tuple((self.documents[i], float(row[i])) for i in np.flatnonzero(~np.isnan(row)).tolist())
                sets.append(DecidingSet(judgments, (first, second), winner_then))
        return tuple(sets)

    def single_judgments(self) -> Array:
        """Return a row for every judgment of one document; no rows if there are too many."""
        count, levels = len(self.documents), len(self._levels)
        rows = np.full((count * levels, count), np.nan)
        rows[np.arange(len(rows)), np.repeat(np.arange(count), levels)] = np.tile(self._levels, count)
        return rows if self.size else rows[:0]

    def pair_judgments(self) -> Array:
        """Return a row for every two judgments of two documents; no rows if there are too many."""
        count, grade_pairs = len(self.documents), len(self._levels) ** 2
        document_pairs = np.array(list(combinations(range(count), 2)), dtype=np.int64).reshape(-1, 2)
        if self.size < 2:
            return np.zeros((0, count))
        rows = np.full((len(document_pairs) * grade_pairs, count), np.nan)
        grades = np.array(list(product(self._levels.tolist(), repeat=2)))
        columns = np.repeat(document_pairs, grade_pairs, axis=0)
        rows[np.arange(len(rows))[:, None], columns] = np.tile(grades, (len(document_pairs), 1))
        return rows

    def find_any_set(self, present: str) -> tuple[DecidingSet | None, bool]:
        """Return a set of judgments with another winner or None, and whether it is certain that there is none."""
        count = len(self.documents)
        if len(self._levels) ** count <= MAX_ROWS:
            rows = np.array(list(product(self._levels.tolist(), repeat=count)))
            sets = self.deciding_sets(rows, present)
            return (self._drop_unneeded(sets[0], present), False) if sets else (None, True)
        return self.find_by_sums(present)

    def _drop_unneeded(self, deciding_set: DecidingSet, present: str) -> DecidingSet:
        """Drop the judgments that a set does not need to change the winner."""
        for dropped, _ in deciding_set.judgments:
            row = np.full((1, len(self.documents)), np.nan)
            for document, grade in deciding_set.judgments:
                row[0, self.documents.index(document)] = np.nan if document == dropped else grade
            deciding_set = next(iter(self.deciding_sets(row, present)), deciding_set)
        return deciding_set

    def find_by_sums(self, present: str) -> tuple[DecidingSet | None, bool]:
        """Find a set as `find_any_set` does, for a metric whose difference is a sum of each document's own part."""
        no_judgments = np.full((1, len(self.documents)), np.nan)
        traces = self.traces(np.concatenate([no_judgments, self.single_judgments()]))
        if not len(self.single_judgments()) or not self._is_sum_by_document(traces):
            return None, False
        first, second = (linear_form(trace).numerator for trace in traces)
        difference = second - first
        parts = (difference[1:] - difference[0]).reshape(len(self.documents), -1)
        for towards in (1, -1) if present == "even" else (1,) if present == "first" else (-1,):
            sign = towards * (-1 if self._metric.lower_is_better else 1)
            if smallest := self._fewest(sign * parts, present):
                return smallest, False
        return None, True

    def _fewest(self, parts: Array, present: str) -> DecidingSet | None:
        """Return the smallest set that changes the winner; None if there is none.

        Parameters
        ----------
        parts : float64 (U, L)
            What each grade of each document adds to the lead of the other list.
        present : str
        """
        grades, largest = self._levels[parts.argmax(axis=1)], parts.max(axis=1)
        falling = np.argsort(-largest, kind="stable")[: np.count_nonzero(largest > 0)]

        def judge_first(count: int) -> tuple[DecidingSet, ...]:
            row = np.full((1, len(self.documents)), np.nan)
            row[0, falling[:count]] = grades[falling[:count]]
            return self.deciding_sets(row, present)

        if not judge_first(len(falling)):
            return None
        (smallest,) = judge_first(bisect_left(range(len(falling)), True, key=lambda count: bool(judge_first(count))))
        return smallest

    def _is_sum_by_document(self, traces: tuple[Trace, Trace]) -> bool:
        """Whether the numerators are sums of terms of one document each, and the denominators are always the same."""
        rules = narrow(self._metric, self._convention)
        if rules.unjudged != "zero" or rules.ties in TIES_BY_GRADE or rules.duplicates == "last_wins":
            return False
        forms = [linear_form(trace) for trace in traces]
        if any(form.kind != "sum" or form.axis != "list" or form.is_root for form in forms):
            return False
        if not all(_reads_only_own_entry(trace, form.step.key) for trace, form in zip(traces, forms, strict=True) if form.step):
            return False
        return bool(np.allclose(forms[0].denominator, forms[1].denominator, rtol=1e-12, atol=0))


def _reads_only_own_entry(trace: Trace, key: str) -> bool:
    """Whether an array depends only on the entry's own grade and rank, and on numbers of the convention."""
    step = trace.step(key)
    if key in OWN_ENTRY_STEPS or step.unit == "setting":
        return True
    holes = holes_in(step.template)
    return bool(holes) and all(not kind and _reads_only_own_entry(trace, name) for kind, name in holes)
