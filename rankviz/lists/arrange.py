"""From lists as typed to explicit ranks: the only place that reads the list fields of a convention.

Order of the rules: documents not retrieved, scores, copies, negative grades, unjudged entries, sort and ties, ranks, lengths,
cutoff, counts, pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.conventions import FIELDS, Convention
from rankviz.errors import InputError
from rankviz.lists.arranged import Array, Bools, Rankings
from rankviz.lists.entries import settle_entries
from rankviz.lists.facts import facts_of
from rankviz.lists.typed import RawLists

MOST_ONES = 100_000  # they are written out one by one
CUT_FIELDS = ("cutoff", "short_list", "ideal", "ideal_cut")  # those that `cut` reads
# All others of the list.
PLACE_FIELDS = tuple((name, field.when) for name, field in FIELDS.items() if field.stage == "list" and name not in CUT_FIELDS)
TIE_RULES_WITH_GROUPS = ("average", "group")


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
    return cut(_placed(raw, convention), convention)


class Arranged:
    """Lists that are arranged under one convention after the other: what makes no difference to them is not done again.

    Parameters
    ----------
    raw : RawLists

    Attributes
    ----------
    facts : ListFacts
        What is known of the lists.
    """

    def __init__(self, raw: RawLists) -> None:
        self._raw = raw
        self.facts = facts_of(raw)
        self._by_place: dict[tuple[object, ...], Rankings | InputError] = {}
        self._by_cut: dict[tuple[object, ...], Rankings] = {}

    def under(self, convention: Convention) -> Rankings:
        """As `arrange` gives it, with its errors."""
        facts = self.facts
        # Conventions that differ in what cannot matter to these lists share their arrangement.
        place = tuple(getattr(convention, name) if matters(facts, convention) else None for name, matters in PLACE_FIELDS)
        if place not in self._by_place:
            self._by_place[place] = self._try(convention)
        found = self._by_place[place]
        if isinstance(found, InputError):
            raise found.with_traceback(None)  # or it would grow with every time
        key = (place, *(getattr(convention, name) for name in CUT_FIELDS))
        if key not in self._by_cut:
            self._by_cut[key] = cut(found, convention)
        return self._by_cut[key]

    def _try(self, convention: Convention) -> Rankings | InputError:
        try:
            return _placed(self._raw, convention)
        except InputError as error:
            return error


def _placed(raw: RawLists, convention: Convention) -> Rankings:
    """All of `arrange` but the cutoff and the ideal ranking."""
    raw = settle_entries(raw, convention)
    order = _order(raw, convention)

    lists = np.arange(len(order))[:, None]

    def sorted_by_rank(values: np.ndarray) -> np.ndarray:
        return np.asarray(values[lists, order])  # as take_along_axis, which is slow for a single list

    present, grades, scores = sorted_by_rank(raw.present), sorted_by_rank(raw.grades), sorted_by_rank(raw.scores)
    judged = present & ~np.isnan(grades)
    hit = judged & relevant(grades, convention)
    once = judged if convention.duplicates != "credit_each" else first_of_each(sorted_by_rank(raw.docs), judged)
    n = present.sum(axis=1).astype(float)
    rank = np.where(present, np.arange(1, present.shape[1] + 1), 0).astype(float)
    first, last = _tie_groups(rank, scores, present)
    tied = present & (first != last)
    if convention.ties not in TIE_RULES_WITH_GROUPS:
        first = last = rank
    return Rankings(
        rank=rank,
        first=first,
        last=last,
        grades=np.where(judged, grades, 0.0),
        scores=scores,
        present=present,
        judged=judged,
        relevant=hit,
        hit=credited(hit, scores, convention),
        tied=tied,
        source=np.where(present, order, -1),
        n=n,
        k=n,
        ideal_k=n,
        pool_size=n,
        query_ids=raw.query_ids,
        unjudged_count=n - judged.sum(axis=1),
        **_counts(raw, convention, once, hit & once, np.where(judged, grades, 0.0)),
    )


def _counts(raw: RawLists, convention: Convention, judged: Bools, hit: Bools, grades: Array) -> dict[str, Any]:
    """Counts of relevant and other documents, and the pool of all judged ones."""
    missed, missed_hit = ~np.isnan(raw.missed_grades), relevant(raw.missed_grades, convention)
    below_relevant, below_others = missed_hit.sum(axis=1), (missed & ~missed_hit).sum(axis=1)
    below_counts = float(convention.auc_range == "all_judged_or_retrieved")
    return {
        "R": (hit.sum(axis=1) + below_relevant).astype(float),
        "R_list": hit.sum(axis=1).astype(float),
        "nonrel": ((judged & ~hit).sum(axis=1) + below_others).astype(float),
        "below_relevant": below_relevant * below_counts,
        "below_nonrelevant": below_others * below_counts,
        "pool": np.concatenate([grades, np.nan_to_num(raw.missed_grades)], axis=1),
        "pool_in": np.concatenate([judged, missed], axis=1),
        "pool_hit": np.concatenate([hit, missed_hit], axis=1),
    }


def first_of_each(docs: NDArray[np.int64], judged: Bools) -> Bools:
    """Judged entries (Q, N) less those whose document was judged at a rank before: equal numbers in a row are copies."""
    row, column = np.nonzero(judged)  # by row, then by rank
    _, first = np.unique(row * (docs.max(initial=0) + 1) + docs[judged], return_index=True)
    found = np.zeros(judged.shape, dtype=bool)
    found[row[first], column[first]] = True
    return found


def at_cutoffs(rankings: Rankings, convention: Convention, cutoffs: Sequence[int]) -> Rankings:
    """Repeat one arranged list (Q = 1) once per cutoff, so that a metric at every depth is one call."""
    count = len(cutoffs)
    values = {field.name: getattr(rankings, field.name) for field in fields(rankings)}
    repeated: Any = {name: np.repeat(value, count, axis=0) for name, value in values.items() if isinstance(value, np.ndarray)}
    wide = replace(rankings, **repeated, query_ids=rankings.query_ids * count)
    depth = np.asarray(cutoffs, dtype=float)
    if convention.short_list == "shrink":
        depth = np.minimum(depth, wide.n)
    return with_ideal(wide, replace(convention, cutoff=1), depth)


def _order(raw: RawLists, convention: Convention) -> NDArray[np.int64]:
    """Columns of each list in rank order; removed and padding columns last."""
    typed = np.broadcast_to(np.arange(raw.grades.shape[1]), raw.grades.shape)
    by_score = np.where(raw.scored[:, None], -raw.scores, 0.0)
    by_score = np.where(np.isnan(by_score), 0.0, by_score)
    # Without scores there are no ties, so the tie rule must not reorder anything.
    tie_keys = [np.where(raw.scored[:, None], key, 0) for key in _tie_keys(raw, convention)]
    return np.lexsort((typed, *tie_keys, by_score, ~raw.present), axis=-1)


def _tie_keys(raw: RawLists, convention: Convention) -> list[np.ndarray]:
    """What orders entries of equal score, the least important key first."""
    if convention.ties in ("docid_desc", "docid_asc"):
        return [raw.docs if convention.ties == "docid_asc" else -raw.docs]
    if convention.ties in ("optimistic", "pessimistic"):
        # An unjudged entry is worth grade 0, but a judged grade 0 may be relevant (threshold 0): it is the better one then.
        keys = [relevant(raw.grades, convention).astype(float), np.nan_to_num(raw.grades)]
        return [-key for key in keys] if convention.ties == "optimistic" else keys
    return []


def _tie_groups(rank: Array, scores: Array, present: Bools) -> tuple[Array, Array]:
    """First and last place of each entry's group of equal scores; NaN (not scored) ties with nothing."""
    start = np.ones(rank.shape, dtype=bool)
    start[:, 1:] = ~((scores[:, 1:] == scores[:, :-1]) & present[:, 1:])
    end = np.ones(rank.shape, dtype=bool)
    end[:, :-1] = start[:, 1:]
    first = np.maximum.accumulate(np.where(start, rank, 0), axis=1)
    last = np.minimum.accumulate(np.where(end & present, rank, np.inf)[:, ::-1], axis=1)[:, ::-1]
    return np.where(present, first, 0.0), np.where(present, last, 0.0)


def relevant(grades: Array, convention: Convention) -> Bools:
    """Relevant by the threshold; NaN is not."""
    over = grades > convention.threshold if convention.strict == "yes" else grades >= convention.threshold
    return np.asarray(over, dtype=bool)


def credited(hit: Bools, scores: Array, convention: Convention) -> Bools:
    """Relevant entries that the score filter lets count as hits; an entry without a score is never filtered."""
    return hit if convention.score_filter == "none" else np.asarray(hit & ~(scores <= 0))


def cut(rankings: Rankings, convention: Convention) -> Rankings:
    """Set the cutoff and the ideal ranking of arranged lists."""
    return with_ideal(rankings, convention, cutoffs(convention, rankings.n))


def cutoffs(convention: Convention, n: Array) -> Array:
    """Depth counted in each list (Q,)."""
    if convention.cutoff is None:
        return n
    depth = np.full(n.shape, float(convention.cutoff))
    return np.minimum(depth, n) if convention.short_list == "shrink" else depth


def with_ideal(rankings: Rankings, convention: Convention, k: Array) -> Rankings:
    """Set the depth counted, and the pool and depth of the ideal ranking that go with it."""
    n, pool, pool_in, pool_hit = rankings.n, rankings.pool, rankings.pool_in, rankings.pool_hit
    width = rankings.present.shape[1]
    if convention.ideal == "judged":
        size = rankings.R + rankings.nonrel  # also where some are counted without having an entry
    elif convention.ideal == "retrieved":
        pool, pool_in, pool_hit = pool[:, :width], pool_in[:, :width], pool_hit[:, :width]
        size = n
    else:  # k_ones: as many documents of grade 1 as are counted, whatever was judged
        size = n if convention.ideal_cut == "n" else k
        if size.max(initial=0) > MOST_ONES:
            message = f"An ideal of k documents needs k up to {MOST_ONES:,}, found {int(size.max()):,}."
            raise InputError("too_many_ones", message, found=f"{int(size.max()):,}", limit=f"{MOST_ONES:,}")
        pool_in = np.arange(int(size.max(initial=0))) < size[:, None]
        pool, pool_hit = pool_in.astype(float), pool_in
    cut_free = convention.cutoff is None or convention.ideal_cut == "none"
    depth = size if cut_free else n if convention.ideal_cut == "n" else k
    if convention.ideal_cut == "n":
        depth = n
    return replace(rankings, k=k, ideal_k=depth, pool=pool, pool_in=pool_in, pool_hit=pool_hit, pool_size=size)
