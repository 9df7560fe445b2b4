"""Which judgments decide between two lists: one, two, any set of them, or none."""

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
from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rules import TIES_BY_GRADE
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace, holes_in
from rankviz.evaluation.evaluate import compute, narrow
from rankviz.evaluation.list_pair import ListPair, winner

# Recorded arrays of which an entry's number hangs on its own grade and rank alone.
OWN_ENTRY_STEPS = frozenset({"grade", "hit", "gain", "discount", "rank", "share"})


class DecidingSet(NamedTuple):
    """Judgments that turn the comparison.

    Parameters
    ----------
    judgments : tuple of (str, float)
        Documents and grades.
    values : (float, float)
        Of the first list and of the second one, with them.
    winner : {'first', 'second'}
    """

    judgments: Judgments
    values: tuple[float, float]
    winner: str


@dataclass(frozen=True)
class Deciding:
    """What judging the unjudged documents can do to the comparison of two lists.

    Parameters
    ----------
    winner : {'first', 'second', 'even', ''}
        The present one; '' where a value is undefined.
    documents : tuple of str
        All unjudged documents of the pool.
    single : tuple of DecidingSet
        Every judgment of one document that makes the other list win; where both are even, either.
    pairs : tuple of DecidingSet
        Judgments of two documents that do, if no single one does.
    any_set : DecidingSet or None
        A set of judgments that does, if neither does; the smallest where each document adds by itself.
    is_certain : bool
        Whether it is known that no set of judgments does.
    tried : int
        Sets of judgments that were computed.
    size : {0, 1, 2}
        All sets of up to so many judgments were.
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
    """Look for the judgments that make the other list win: one, then two, then any set of them.

    All sets are tried where there are no more than 4,096. Beyond that it is known only where a document adds by its own grade
    and rank, and both lists are divided by the same: then each is judged as suits the other list best.

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
    >>> [each.judged for each in find_deciding(METRICS["dcg"], two, Convention(gain="exponential")).single]
    []
    >>> find_deciding(METRICS["dcg"], two, Convention()).certain
    True
    """
    search = _Search(metric, pair, convention)
    present = search.winners(np.full((1, len(search.documents)), np.nan))[0]
    if not present or not search.documents:
        return Deciding(present, search.documents, is_certain=bool(present))
    single = search.deciding_sets(search.single_judgments(), present)
    if single:
        return Deciding(present, search.documents, single, tried=search.tried, size=1)
    pairs = search.deciding_sets(search.pair_judgments(), present)
    if pairs:
        return Deciding(present, search.documents, pairs=pairs, tried=search.tried, size=2)
    found, certain = search.find_any_set(present)
    if found and len(found.judgments) == 2:  # there were too many to be tried
        return Deciding(present, search.documents, pairs=(found,), tried=search.tried, size=1)
    return Deciding(present, search.documents, any_set=found, is_certain=certain, tried=search.tried, size=search.size)


class _Search:
    def __init__(self, metric: Metric, pair: ListPair, convention: Convention) -> None:
        self._metric, self._convention = metric, convention
        self._raw = tuple(RawLists.from_rankings([each]) for each in pair.lists)
        self._known = tuple(UnjudgedDocuments.from_lists(raw) for raw in self._raw)
        ids = [[item.doc_id for item in (*each.items, *each.missed)] for each in pair.lists]
        names = [[own[at] for at in known.documents.tolist()] for own, known in zip(ids, self._known, strict=True)]
        self.documents = tuple(names[0])
        self._there = np.array([names[0].index(name) for name in names[1]], dtype=np.int64)
        self._levels = grades_to_try(metric, self._raw[0], convention)
        self.tried = 0

    @property
    def size(self) -> int:
        """Up to how many judgments all sets are tried."""
        count, many = len(self.documents), len(self._levels)
        sizes = (count * many, comb(count, 2) * many**2)
        return next((at for at, rows in enumerate(sizes) if rows > MAX_ROWS), len(sizes))

    def traces(self, rows: Array) -> tuple[Trace, Trace]:
        """Both lists with the grades of each row (E, U)."""
        grades = rows, rows[:, self._there]
        one, two = (
            compute(self._metric, known.with_grades(raw, each), self._convention)
            for known, raw, each in zip(self._known, self._raw, grades, strict=True)
        )
        return one, two

    def values(self, rows: Array) -> Array:
        """(2, E)."""
        self.tried += len(rows)
        return np.stack([defined_values(trace) for trace in self.traces(rows)])

    def winners(self, rows: Array) -> list[str]:
        """Who wins with the grades of each row; '' where a value is undefined."""
        return [self._winner(*each) for each in self.values(rows).T.tolist()]

    def _winner(self, first: float, second: float) -> str:
        return "" if np.isnan(first + second) else winner(self._metric, first, second)

    def deciding_sets(self, rows: Array, present: str) -> tuple[DecidingSet, ...]:
        """The rows with another winner than the present one."""
        found = []
        for row, (first, second) in zip(rows, self.values(rows).T.tolist() if len(rows) else [], strict=True):
            now = self._winner(first, second)
            if now not in ("", "even", present):
                judged = tuple((self.documents[at], float(row[at])) for at in np.flatnonzero(~np.isnan(row)).tolist())
                found.append(DecidingSet(judged, (first, second), now))
        return tuple(found)

    def single_judgments(self) -> Array:
        """Every judgment of one document."""
        count, many = len(self.documents), len(self._levels)
        rows = np.full((count * many, count), np.nan)
        rows[np.arange(len(rows)), np.repeat(np.arange(count), many)] = np.tile(self._levels, count)
        return rows if self.size else rows[:0]

    def pair_judgments(self) -> Array:
        """Every judgment of two; none where there are too many."""
        count, many = len(self.documents), len(self._levels) ** 2
        two = np.array(list(combinations(range(count), 2)), dtype=np.int64).reshape(-1, 2)
        if self.size < 2:
            return np.zeros((0, count))
        rows = np.full((len(two) * many, count), np.nan)
        grades = np.array(list(product(self._levels.tolist(), repeat=2)))
        rows[np.arange(len(rows))[:, None], np.repeat(two, many, axis=0)] = np.tile(grades, (len(two), 1))
        return rows

    def find_any_set(self, present: str) -> tuple[DecidingSet | None, bool]:
        """A set of judgments with another winner, and whether it is known that there is none."""
        count = len(self.documents)
        if len(self._levels) ** count <= MAX_ROWS:
            rows = np.array(list(product(self._levels.tolist(), repeat=count)))
            found = self.deciding_sets(rows, present)
            return (self._drop_unneeded(found[0], present), False) if found else (None, True)
        return self.find_by_sums(present)

    def _drop_unneeded(self, turn: DecidingSet, present: str) -> DecidingSet:
        """The same set without the judgments that it does not need."""
        for name, _ in turn.judgments:
            row = np.full((1, len(self.documents)), np.nan)
            for other, grade in turn.judgments:
                row[0, self.documents.index(other)] = np.nan if other == name else grade
            turn = next(iter(self.deciding_sets(row, present)), turn)
        return turn

    def find_by_sums(self, present: str) -> tuple[DecidingSet | None, bool]:
        """The same, where each document adds to the difference by itself."""
        nothing = np.full((1, len(self.documents)), np.nan)
        traces = self.traces(np.concatenate([nothing, self.single_judgments()]))
        if not len(self.single_judgments()) or not self._is_sum_by_document(traces):
            return None, False
        first, second = (linear_form(trace).numerator for trace in traces)
        ahead = second - first
        parts = (ahead[1:] - ahead[0]).reshape(len(self.documents), -1)
        for turned in (1, -1) if present == "even" else (1,) if present == "first" else (-1,):
            side = turned * (-1 if self._metric.lower_is_better else 1)
            if found := self._fewest(side * parts, present):
                return found, False
        return None, True

    def _fewest(self, parts: Array, present: str) -> DecidingSet | None:
        """As few judgments as do it, those that add most; each of a document's grades adds one of its `parts`."""
        grades, adds = self._levels[parts.argmax(axis=1)], parts.max(axis=1)
        falling = np.argsort(-adds, kind="stable")[: np.count_nonzero(adds > 0)]

        def turned(count: int) -> tuple[DecidingSet, ...]:
            row = np.full((1, len(self.documents)), np.nan)
            row[0, falling[:count]] = grades[falling[:count]]
            return self.deciding_sets(row, present)

        if not turned(len(falling)):
            return None
        (found,) = turned(bisect_left(range(len(falling)), True, key=lambda count: bool(turned(count))))
        return found

    def _is_sum_by_document(self, traces: tuple[Trace, Trace]) -> bool:
        """Whether the numerators are sums of what each document is by itself, and the denominators always the same."""
        rules = narrow(self._metric, self._convention)
        if rules.unjudged != "zero" or rules.ties in TIES_BY_GRADE or rules.duplicates == "last_wins":
            return False
        read = [linear_form(trace) for trace in traces]
        if any(each.kind != "sum" or each.axis != "list" or each.is_root for each in read):
            return False
        own = all(_reads_only_own_entry(trace, each.step.key) for trace, each in zip(traces, read, strict=True) if each.step)
        return own and bool(np.allclose(read[0].denominator, read[1].denominator, rtol=1e-12, atol=0))


def _reads_only_own_entry(trace: Trace, key: str) -> bool:
    """Whether an array hangs on the entry's own grade and rank alone, and on numbers of the convention."""
    step = trace.step(key)
    if key in OWN_ENTRY_STEPS or step.unit == "setting":
        return True
    holes = holes_in(step.template)
    return bool(holes) and all(not kind and _reads_only_own_entry(trace, name) for kind, name in holes)
