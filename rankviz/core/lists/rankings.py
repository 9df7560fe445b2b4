"""Arranged lists: explicit ranks and counts, as `arrange` makes them and every metric reads them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.core.lists.pool import Pool

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Rankings:
    """Q arranged lists with explicit ranks; what every metric reads.

    An entry carries its ranks, so a list may hold its judged entries only: `n` still counts all of them.

    Parameters
    ----------
    rank, first, last : float64 (Q, N)
        The rank, from 1, and the first and last rank that the entry's tie group takes. All three are equal unless the tie rule
        is 'average' or 'group'. Columns are in rank order; padding comes last with rank 0. With 'mean_rank' entries share one.
    last_counted : float64 (Q, N)
        Last rank that is counted with the entry; its own rank unless the tie rule is 'include'.
    grades : float64 (Q, N)
        0 where unjudged.
    scores : float64 (Q, N)
        NaN where the list is not scored.
    present, judged, relevant, hit : bool (Q, N)
        `judged`: has a grade, its own or an imputed one. `relevant`: judged relevant, duplicates excluded where the convention
        says so. `hit`: relevant and credited, which a score filter may refuse.
    grade_imputed : bool (Q, N)
        Unjudged, and given a grade by the convention.
    pooled : bool (Q, N)
        In the pool: has a grade of its own, and is the first entry of its document where duplicates are credited.
    tied : bool (Q, N)
        Has the score of another entry, whatever the tie rule is.
    source : int64 (Q, N)
        Column of the entry in the list as typed; -1 for padding.
    n, k, requested_k, ideal_k, pool_size, unjudged_count : float64 (Q,)
        Entries in the list; depth counted, and as it was asked for; depth of the ideal; entries the ideal may use; unjudged
        entries of the list.
    first_without_grade, grades_read_to : float64 (Q,)
        Rank of the first entry without a grade, or of its tie group, if such an entry leaves no value, else infinite; and the
        rank down to which grades are read.
    R, R_list, nonrel : float64 (Q,)
        Relevant among all judged; relevant in the list; judged not relevant among all judged.
    below_relevant, below_nonrelevant : float64 (Q,)
        Judged documents that were not retrieved and count as one tie group below all shown (0 with auc_range='retrieved').
    pool : Pool
        Documents the ideal may use; unjudged ones count in `pool_size` only.
    is_partial : bool
        Whether the lists hold their judged entries only, as those of runs; nothing is shown of them after the cutoff.
    """

    rank: Array
    first: Array
    last: Array
    last_counted: Array
    grades: Array
    scores: Array
    present: Bools
    judged: Bools
    relevant: Bools
    hit: Bools
    grade_imputed: Bools
    pooled: Bools
    tied: Bools
    source: NDArray[np.int64]
    n: Array
    k: Array
    requested_k: Array
    ideal_k: Array
    R: Array
    R_list: Array
    nonrel: Array
    below_relevant: Array
    below_nonrelevant: Array
    unjudged_count: Array
    first_without_grade: Array
    grades_read_to: Array
    pool: Pool
    pool_size: Array
    query_ids: tuple[str, ...]
    is_partial: bool

    @cached_property
    def highest(self) -> Array:
        """(Q,): highest grade of all documents that have one, retrieved or not; at least 0."""
        shown_grades, pool_grades = np.where(self.judged, self.grades, 0.0), np.where(self.pool.known, self.pool.grades, 0.0)
        return np.asarray(np.maximum(shown_grades.max(axis=1, initial=0.0), pool_grades.max(axis=1, initial=0.0)))

    @cached_property
    def inside(self) -> Bools:
        """(Q, N): entries that can stand inside the cutoff."""
        return self.present & (self.first <= self.k[:, None])

    @cached_property
    def down_to_cutoff(self) -> Rankings:
        """The lists without the columns below the cutoff; every rank, length and count stays. No metric reads them."""
        columns = max(int(self.inside.sum(axis=1).max(initial=0)), 1)
        if columns >= self.rank.shape[1]:
            return self
        arrays: Any = {name: getattr(self, name)[:, :columns] for name in ENTRIES}
        return replace(self, **arrays)

    def lacks_grade(self, until_first_hit: bool) -> Bools:
        """(Q,): whether the convention leaves a list without a value because an entry that is read has no grade."""
        lacking = np.asarray(self.first_without_grade <= self.grades_read_to)
        if not (until_first_hit and lacking.any()):
            return lacking
        first_hit = np.where(self.hit & self.inside, self.first, np.inf).min(axis=1, initial=np.inf)
        return np.asarray(lacking & (self.first_without_grade < first_hit))

    def share(self, depth: Array | None = None) -> Array:
        """(Q, N): share of each entry's ranks inside the depth (Q,), by default k; 1 or 0 unless ties are averaged."""
        return self._share_of_k if depth is None else self._share(depth)

    @cached_property
    def _share_of_k(self) -> Array:
        return self._share(self.k)

    def _share(self, depth: Array) -> Array:
        places = self.last - self.first + 1
        deepest = depth[:, None]
        counted = np.clip(np.minimum(self.last, deepest) - self.first + 1, 0, places)
        return np.where(self.present, counted / places, 0.0)

    def sum_to_group_end(self, values: Array) -> Array:
        """Add up `values` (Q, N) from rank 1 through the end of each entry's tie group."""
        total = np.cumsum(values, axis=1)
        return total if not self._shares_ranks else np.take_along_axis(total, self.group_ends(), axis=1)

    def sum_before_group(self, values: Array) -> Array:
        """Add up `values` (Q, N) from rank 1 to just before each entry's tie group."""
        through = np.concatenate([np.zeros((len(values), 1)), np.cumsum(values, axis=1)], axis=1)
        return through[:, :-1] if not self._shares_ranks else np.take_along_axis(through, self._group_starts(), axis=1)

    def product_before(self, values: Array) -> Array:
        """Multiply `values` (Q, N) from rank 1 to just before each entry; for lists without tie groups."""
        through = np.concatenate([np.ones((len(values), 1)), np.cumprod(np.where(self.present, values, 1.0), axis=1)], axis=1)
        return np.asarray(through[:, :-1])

    @cached_property
    def has_groups(self) -> bool:
        """Whether any entry takes more than one rank."""
        return bool((self.first != self.last).any())

    @cached_property
    def _shares_ranks(self) -> bool:
        """Whether two entries take the same ranks."""
        return bool(((self.first[:, 1:] == self.first[:, :-1]) & self.present[:, 1:]).any())

    def group_ends(self) -> NDArray[np.int64]:
        """(Q, N): column of the last entry of each entry's tie group."""
        columns = np.arange(self.first.shape[1])
        is_end = np.ones(self.first.shape, dtype=bool)
        is_end[:, :-1] = (self.first[:, 1:] != self.first[:, :-1]) | ~self.present[:, 1:]
        ends = np.where(is_end, columns, columns[-1] if len(columns) else 0)
        return np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]

    def _group_starts(self) -> NDArray[np.int64]:
        columns = np.arange(self.first.shape[1])
        is_start = np.ones(self.first.shape, dtype=bool)
        is_start[:, 1:] = self.first[:, 1:] != self.first[:, :-1]
        return np.maximum.accumulate(np.where(is_start, columns, 0), axis=1)


# Fields with a value for each entry (Q, N).
ENTRIES = (
    *("rank", "first", "last", "last_counted", "grades", "scores", "present", "judged", "relevant", "hit"),
    *("grade_imputed", "pooled", "tied", "source"),
)


def only_judged(rankings: Rankings) -> Rankings:
    """Drop the unjudged columns; every rank, length and count stays, so no metric may change."""
    columns = np.argsort(~rankings.judged, axis=1, kind="stable")[:, : int(rankings.judged.sum(axis=1).max(initial=0))]
    arrays: dict[str, Any] = {name: np.take_along_axis(getattr(rankings, name), columns, axis=1) for name in ENTRIES}
    judged = arrays["judged"]
    for name in ("rank", "first", "last", "last_counted"):
        arrays[name] = np.where(judged, arrays[name], 0.0)
    arrays["present"] = judged
    return replace(rankings, **arrays)
