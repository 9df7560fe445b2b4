"""From lists as typed to explicit ranks: the only place that reads the list fields of a convention.

Order of the rules: copies, negative grades, unjudged entries, sort and ties, ranks, lengths, cutoff, counts, pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.ranking import RawLists

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
TIE_RULES_WITH_GROUPS = ("average", "group")


@dataclass(frozen=True, eq=False)
class Rankings:
    """Q arranged lists with explicit ranks; what every metric reads.

    An entry carries its places, so a list may hold its judged entries only: `n` still counts all of them.

    Parameters
    ----------
    rank, first, last : float64 (Q, N)
        1-based place, and the first and last place the entry's tie group takes. All three are equal unless the tie rule
        is 'average' or 'group'. Columns are in rank order; padding comes last with rank 0.
    grades : float64 (Q, N)
        0 where unjudged.
    present, judged, hit : bool (Q, N)
        `hit` means judged relevant, copies excluded where the convention says so.
    tied : bool (Q, N)
        Shares its score with another entry, whatever the tie rule made of it.
    source : int64 (Q, N)
        Column of the entry in the list as typed; -1 for padding.
    n, k, ideal_k, pool_size, unjudged_count : float64 (Q,)
        Entries in the list; depth counted; depth of the ideal; entries the ideal may use; unjudged entries of the list.
    R, R_list, nonrel : float64 (Q,)
        Relevant among all judged; relevant in the list; judged not relevant among all judged.
    below_relevant, below_nonrelevant : float64 (Q,)
        Judged documents that were not retrieved and count as one tie group below all shown (0 with auc_range='retrieved').
    pool : float64 (Q, M), pool_in : bool (Q, M), pool_hit : bool (Q, M)
        Grades the ideal may use; unjudged ones count in `pool_size` only.
    """

    rank: Array
    first: Array
    last: Array
    grades: Array
    present: Bools
    judged: Bools
    hit: Bools
    tied: Bools
    source: NDArray[np.int64]
    n: Array
    k: Array
    ideal_k: Array
    R: Array
    R_list: Array
    nonrel: Array
    below_relevant: Array
    below_nonrelevant: Array
    unjudged_count: Array
    pool: Array
    pool_in: Bools
    pool_hit: Bools
    pool_size: Array
    query_ids: tuple[str, ...]

    @property
    def inside(self) -> Bools:
        """(Q, N): entries that can stand inside the cutoff."""
        return self.present & (self.first <= self.k[:, None])

    def share(self, depth: Array | None = None) -> Array:
        """(Q, N): share of each entry's places inside the depth (Q,), by default k; 1 or 0 unless ties are averaged."""
        places = self.last - self.first + 1
        deepest = (self.k if depth is None else depth)[:, None]
        counted = np.clip(np.minimum(self.last, deepest) - self.first + 1, 0, places)
        return np.where(self.present, counted / places, 0.0)

    def upto(self, values: Array) -> Array:
        """Add up `values` (Q, N) from rank 1 through the end of each entry's tie group."""
        total = np.cumsum(values, axis=1)
        return total if not self._grouped else np.take_along_axis(total, self.group_ends(), axis=1)

    def before(self, values: Array) -> Array:
        """Add up `values` (Q, N) from rank 1 to just before each entry's tie group."""
        through = np.concatenate([np.zeros((len(values), 1)), np.cumsum(values, axis=1)], axis=1)
        columns = np.broadcast_to(np.arange(values.shape[1]), values.shape)
        return np.take_along_axis(through, columns if not self._grouped else self._group_starts(), axis=1)

    @property
    def _grouped(self) -> bool:
        return bool((self.first != self.last).any())

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


def arrange(raw: RawLists, convention: Convention) -> Rankings:
    """Give every entry its place and every list its counts, as the convention says.

    Parameters
    ----------
    raw : RawLists
        Q lists as typed.
    convention : Convention
        Reads the list fields.

    Returns
    -------
    Rankings

    Raises
    ------
    InputError
        `duplicate_entry` with duplicates='error', `negative_grade` with negative='error'.
    """
    raw = _settle_copies(raw, convention.duplicates)
    raw = _settle_negative(raw, convention.negative)
    if convention.unjudged == "skip":
        raw = replace(raw, present=raw.present & ~np.isnan(raw.grades))
    order = _order(raw, convention.ties)

    def sorted_by_rank(values: np.ndarray) -> np.ndarray:
        return np.take_along_axis(values, order, axis=1)

    present, grades, scores = sorted_by_rank(raw.present), sorted_by_rank(raw.grades), sorted_by_rank(raw.scores)
    judged = present & ~np.isnan(grades)
    hit = judged & _relevant(grades, convention)
    n = present.sum(axis=1).astype(float)
    rank = np.where(present, np.arange(1, present.shape[1] + 1), 0).astype(float)
    first, last = _tie_groups(rank, scores, present)
    tied = present & (first != last)
    if convention.ties not in TIE_RULES_WITH_GROUPS:
        first = last = rank
    missed_hit = _relevant(raw.missed_grades, convention)
    below = (missed_hit.sum(axis=1), (~np.isnan(raw.missed_grades) & ~missed_hit).sum(axis=1))
    counts_below = convention.auc_range == "all_judged_or_retrieved"
    arranged = Rankings(
        rank=rank,
        first=first,
        last=last,
        grades=np.where(judged, grades, 0.0),
        present=present,
        judged=judged,
        hit=hit,
        tied=tied,
        source=np.where(present, order, -1),
        n=n,
        k=n,
        ideal_k=n,
        R=(hit.sum(axis=1) + below[0]).astype(float),
        R_list=hit.sum(axis=1).astype(float),
        nonrel=((judged & ~hit).sum(axis=1) + below[1]).astype(float),
        below_relevant=below[0] * float(counts_below),
        below_nonrelevant=below[1] * float(counts_below),
        unjudged_count=(present & ~judged).sum(axis=1).astype(float),
        pool=np.concatenate([np.where(judged, grades, 0.0), np.nan_to_num(raw.missed_grades)], axis=1),
        pool_in=np.concatenate([judged, ~np.isnan(raw.missed_grades)], axis=1),
        pool_hit=np.concatenate([hit, missed_hit], axis=1),
        pool_size=n,
        query_ids=raw.query_ids,
    )
    return _with_ideal(arranged, convention, _cutoffs(convention, n))


def at_cutoffs(rankings: Rankings, convention: Convention, cutoffs: Sequence[int]) -> Rankings:
    """Repeat one arranged list (Q = 1) once per cutoff, so that a metric at every depth is one call."""
    count = len(cutoffs)
    arrays = {name: value for name, value in vars(rankings).items() if isinstance(value, np.ndarray)}
    repeated: Any = {name: np.repeat(value, count, axis=0) for name, value in arrays.items()}
    wide = replace(rankings, **repeated, query_ids=rankings.query_ids * count)
    depth = np.asarray(cutoffs, dtype=float)
    if convention.short_list == "shrink":
        depth = np.minimum(depth, wide.n)
    return _with_ideal(wide, replace(convention, cutoff=1), depth)


def only_judged(rankings: Rankings) -> Rankings:
    """Drop the unjudged columns; every place, length and count stays, so no metric may change."""
    columns = np.argsort(~rankings.judged, axis=1, kind="stable")[:, : int(rankings.judged.sum(axis=1).max(initial=0))]
    names = ("rank", "first", "last", "grades", "present", "judged", "hit", "tied", "source")
    kept: dict[str, Any] = {name: np.take_along_axis(getattr(rankings, name), columns, axis=1) for name in names}
    judged = kept["judged"]
    for name in ("rank", "first", "last"):
        kept[name] = np.where(judged, kept[name], 0.0)
    kept["present"] = judged
    return replace(rankings, **kept)


def _settle_copies(raw: RawLists, rule: str) -> RawLists:
    if not raw.has_copies.any():
        return raw
    grades, present, missed = raw.grades.copy(), raw.present.copy(), raw.missed_grades.copy()
    for q in np.flatnonzero(raw.has_copies):
        size = int(present[q].sum())
        # "First" is the place in the ranked order, so a scored list is read by descending score.
        reading = np.argsort(-raw.scores[q, :size], kind="stable") if raw.scored[q] else np.arange(size)
        if rule == "last_wins":
            reading = np.arange(size)[::-1]  # as a dictionary keeps the last value it was given
        seen: set[int] = set()
        for i in reading:
            doc = int(raw.docs[q, i])
            if doc in seen and rule == "error":
                name = raw.doc_ids[q][i]
                message = f'"{name}" stands more than once in the list; remove the copies or choose what to do with them.'
                raise InputError("duplicate_entry", message, doc=name, query=raw.query_ids[q])
            if doc in seen and rule == "first_only":
                grades[q, i] = np.nan
            elif doc in seen and rule != "count_all":
                present[q, i] = False
            seen.add(doc)
        for i, doc in enumerate(raw.missed_docs[q]):
            if int(doc) in seen:
                missed[q, i] = np.nan
            seen.add(int(doc))
    return replace(raw, grades=grades, present=present, missed_grades=missed)


def _settle_negative(raw: RawLists, rule: str) -> RawLists:
    low, missed_low = raw.grades < 0, raw.missed_grades < 0
    if rule == "keep" or not (low.any() or missed_low.any()):
        return raw
    if rule == "error":
        grade = float(np.concatenate([raw.grades[low], raw.missed_grades[missed_low]])[0])
        message = f"Grade {grade:g} is below 0, which this convention refuses; choose how negative grades count."
        raise InputError("negative_grade", message, grade=f"{grade:g}")
    if rule == "zero":
        return replace(
            raw,
            grades=np.where(low, 0.0, raw.grades),
            missed_grades=np.where(missed_low, 0.0, raw.missed_grades),
        )
    gone = replace(
        raw,
        grades=np.where(low, np.nan, raw.grades),
        missed_grades=np.where(missed_low, np.nan, raw.missed_grades),
    )
    return replace(gone, present=gone.present & ~low) if rule == "remove" else gone


def _order(raw: RawLists, ties: str) -> NDArray[np.int64]:
    """Columns of each list in rank order; removed and padding columns last."""
    typed = np.broadcast_to(np.arange(raw.grades.shape[1]), raw.grades.shape)
    by_score = np.where(raw.scored[:, None], -raw.scores, 0.0)
    by_score = np.where(np.isnan(by_score), 0.0, by_score)
    grade = np.nan_to_num(raw.grades)
    tie_key = {"docid_desc": -raw.docs, "docid_asc": raw.docs, "optimistic": -grade, "pessimistic": grade}.get(ties)
    if tie_key is None:
        return np.lexsort((typed, by_score, ~raw.present), axis=-1)
    # Without scores there are no ties, so the tie rule must not reorder anything.
    tie_key = np.where(raw.scored[:, None], tie_key, 0)
    return np.lexsort((typed, tie_key, by_score, ~raw.present), axis=-1)


def _tie_groups(rank: Array, scores: Array, present: Bools) -> tuple[Array, Array]:
    """First and last place of each entry's group of equal scores; NaN (not scored) ties with nothing."""
    start = np.ones(rank.shape, dtype=bool)
    start[:, 1:] = ~((scores[:, 1:] == scores[:, :-1]) & present[:, 1:])
    end = np.ones(rank.shape, dtype=bool)
    end[:, :-1] = start[:, 1:]
    first = np.maximum.accumulate(np.where(start, rank, 0), axis=1)
    last = np.minimum.accumulate(np.where(end & present, rank, np.inf)[:, ::-1], axis=1)[:, ::-1]
    return np.where(present, first, 0.0), np.where(present, last, 0.0)


def _relevant(grades: Array, convention: Convention) -> Bools:
    """Relevant by the threshold; NaN is not."""
    over = grades > convention.threshold if convention.strict == "yes" else grades >= convention.threshold
    return np.asarray(over, dtype=bool)


def _cutoffs(convention: Convention, n: Array) -> Array:
    if convention.cutoff is None:
        return n
    depth = np.full(n.shape, float(convention.cutoff))
    return np.minimum(depth, n) if convention.short_list == "shrink" else depth


def _with_ideal(rankings: Rankings, convention: Convention, k: Array) -> Rankings:
    """Set the depth counted, and the pool and depth of the ideal ranking that go with it."""
    n, pool, pool_in, pool_hit = rankings.n, rankings.pool, rankings.pool_in, rankings.pool_hit
    width = rankings.present.shape[1]
    if convention.ideal == "judged":
        size = pool_in.sum(axis=1).astype(float)
    elif convention.ideal == "retrieved":
        pool, pool_in, pool_hit = pool[:, :width], pool_in[:, :width], pool_hit[:, :width]
        size = n
    else:  # k_ones: as many documents of grade 1 as are counted, whatever was judged
        size = n if convention.ideal_cut == "n" else k
        pool_in = np.arange(int(size.max(initial=0))) < size[:, None]
        pool, pool_hit = pool_in.astype(float), pool_in
    cut_free = convention.cutoff is None or convention.ideal_cut == "none"
    depth = size if cut_free else n if convention.ideal_cut == "n" else k
    if convention.ideal_cut == "n":
        depth = n
    return replace(rankings, k=k, ideal_k=depth, pool=pool, pool_in=pool_in, pool_hit=pool_hit, pool_size=size)
