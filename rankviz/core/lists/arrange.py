"""From lists as typed, or the judged entries of whole runs, to explicit ranks and counts, by the rules of a convention.

Order: the rules of the entries, sort and ties, ranks, lengths, counts, pool; then the cutoff and the ideal ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, ListFacts, ListRules
from rankviz.core.lists.apply_list_rules import (
    TIES_BY_GRADE,
    TIES_BY_NAME,
    apply_list_rules,
    counted_hits,
    fill_unjudged,
    first_lacking,
    first_of_each,
    grade_keys,
    is_relevant,
    name_key,
    ranks_by_grade,
    ranks_by_rule,
    tie_groups,
)
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.pool import Pool
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rankings import Array, Bools, Rankings

MOST_ONES = 100_000  # they are written out one by one
CUT_FIELDS = ("cutoff", "short_list", "ideal", "ideal_cut")  # those that `with_cutoff` reads
# All other fields of the lists, each with the function that says when it can matter.
ENTRY_FIELDS = tuple(
    (name, field.matters_when) for name, field in FIELDS.items() if field.stage == "list" and name not in CUT_FIELDS
)


def arrange(raw: RawLists, convention: ListRules) -> Rankings:
    """Give every entry its rank and every list its counts, as the convention says.

    Parameters
    ----------
    raw : RawLists
        Q lists as typed.
    convention : Convention, or its rules of lists
        Reads the list fields.

    Returns
    -------
    Rankings

    Raises
    ------
    InputError
        `duplicate_entry` with duplicates='error', `negative_grade` with negative='error', `too_many_ones` with ideal='k_ones'.
    """
    return with_cutoff(_arrange_entries(raw, convention), convention)


class ArrangementCache:
    """Arranges the same lists under many conventions; what makes no difference to them is not done again.

    Parameters
    ----------
    raw : RawLists
    """

    def __init__(self, raw: RawLists) -> None:
        self.raw = raw
        self._by_entries: dict[tuple[object, ...], Rankings | InputError] = {}
        self._by_cut: dict[tuple[object, ...], Rankings] = {}

    @cached_property
    def facts(self) -> ListFacts:
        """Facts of complete lists; lists that hold only their judged entries have none."""
        return facts_of(self.raw)

    def arranged_under(self, convention: ListRules) -> Rankings:
        """Return the lists as `arrange` does, and raise its errors."""
        # Conventions that differ in what cannot matter to these lists share their arrangement.
        is_complete = self.raw.sparse_ranks is None
        entry_key = tuple(
            getattr(convention, name) if not is_complete or matters(self.facts, convention) else None
            for name, matters in ENTRY_FIELDS
        )
        if entry_key not in self._by_entries:
            self._by_entries[entry_key] = self._try_to_arrange(convention)
        arranged = self._by_entries[entry_key]
        if isinstance(arranged, InputError):
            raise arranged.with_traceback(None)  # or it would grow with every time
        key = (entry_key, *(getattr(convention, name) for name in CUT_FIELDS))
        if key not in self._by_cut:
            self._by_cut[key] = with_cutoff(arranged, convention)
        return self._by_cut[key]

    def _try_to_arrange(self, convention: ListRules) -> Rankings | InputError:
        try:
            return _arrange_entries(self.raw, convention)
        except InputError as error:
            return error


def _arrange_entries(raw: RawLists, convention: ListRules) -> Rankings:
    """Do all of `arrange` except the cutoff and the ideal ranking."""
    raw, order, imputed = _sort_entries(apply_list_rules(raw, convention), convention)
    present, judged, sparse = raw.present, raw.present & ~np.isnan(raw.grades), raw.sparse_ranks
    grades = np.where(judged, raw.grades, 0.0)
    if sparse is None:
        n = present.sum(axis=1).astype(float)
        rank = np.where(present, np.arange(1, present.shape[1] + 1), 0).astype(float)
        first, last = tie_groups(rank, raw.scores, present)
        zeros = np.zeros(len(n))
    else:
        n, rank, first, last, zeros = sparse
    tied = present & (first != last)
    rank, first, last, last_counted = ranks_by_rule(convention.ties, rank, first, last)
    hit = judged & is_relevant(grades, convention)
    known = judged & ~imputed
    once = known if convention.duplicates != "credit_each" else first_of_each(raw.docs, known)
    unjudged = n - known.sum(axis=1) - zeros
    needs_every_grade = convention.unjudged == "undefined"
    return Rankings(
        rank=rank,
        first=first,
        last=last,
        last_counted=last_counted,
        grades=grades,
        scores=raw.scores,
        present=present,
        judged=judged,
        relevant=hit,
        hit=counted_hits(hit, raw.scores, convention),
        grade_imputed=imputed,
        tied=tied,
        source=np.where(present, order, -1),
        query_ids=raw.query_ids,
        unjudged_count=unjudged,
        first_without_grade=first_lacking(judged, present, first, last, unjudged * (sparse is not None))
        if needs_every_grade
        else n + np.inf,
        **dict.fromkeys(("n", "k", "requested_k", "ideal_k", "pool_size", "grades_read_to"), n),  # the cutoff comes afterwards
        **_pool_and_counts(raw, convention, once, grades, zeros),
    )


def _pool_and_counts(raw: RawLists, convention: ListRules, judged: Bools, grades: Array, zeros: Array) -> dict[str, Any]:
    """Return the fields of `Rankings` with counts of documents and the pool of all judged ones, each document once."""
    missed, is_missed = raw.missed_grades, ~np.isnan(raw.missed_grades)
    relevant_shown, others_shown = _count_documents(grades, judged, convention)
    below_relevant, below_others = _count_documents(missed, is_missed, convention)
    counted = float(convention.auc_range == "all_judged_or_retrieved")
    whole = np.concatenate([grades, missed], axis=1), np.concatenate([judged, is_missed], axis=1)
    return {
        "R": relevant_shown + below_relevant,
        "R_list": relevant_shown,
        "nonrel": others_shown + below_others + zeros,
        "below_relevant": below_relevant * counted,
        "below_nonrelevant": below_others * counted,
        "is_partial": raw.sparse_ranks is not None,
        "pooled": judged,
        "pool": _sorted_pool(*whole, convention),
    }


def _sorted_pool(grades: Array, among: Bools, convention: ListRules) -> Pool:
    """Return some of the documents (Q, M) with these grades, the highest first."""
    ordered = np.sort(np.where(among, -grades, np.inf), axis=1)
    known = ordered < np.inf
    falling = np.where(known, -ordered, 0.0)
    return Pool(falling, known, known & is_relevant(falling, convention))


def _count_documents(grades: Array, among: Bools, convention: ListRules) -> tuple[Array, Array]:
    """Count the relevant ones among some documents (Q, M), and the others: two (Q,)."""
    count = (among & is_relevant(grades, convention)).sum(axis=1).astype(float)
    return count, among.sum(axis=1) - count


def at_cutoffs(rankings: Rankings, convention: ListRules, cutoffs: Sequence[int]) -> Rankings:
    """Repeat each arranged list once per cutoff, so that a metric at every depth is one call.

    Parameters
    ----------
    rankings : Rankings
        Q lists.
    convention : ListRules
        Reads the fields of the cutoff and the ideal; `cutoff` itself is replaced.
    cutoffs : sequence of int (C,)

    Returns
    -------
    Rankings
        Q · C lists: the first list at each cutoff, then the second, and so on.
    """
    wide = repeat_lists(rankings, len(cutoffs))
    depth = np.tile(np.asarray(cutoffs, dtype=float), len(rankings.n))
    if convention.short_list == "shrink":
        depth = np.minimum(depth, wide.n)
    return with_ideal(wide, replace(convention, cutoff=1), depth)


def repeat_lists(rankings: Rankings, count: int) -> Rankings:
    """Repeat every list `count` times, each right after the list itself: (Q · count, N)."""
    values = {field.name: getattr(rankings, field.name) for field in fields(rankings)}
    arrays: Any = {name: np.repeat(value, count, axis=0) for name, value in values.items() if isinstance(value, np.ndarray)}
    query_ids = tuple(each for each in rankings.query_ids for _ in range(count))
    return replace(rankings, **arrays, query_ids=query_ids, pool=rankings.pool.repeat(count))


def _sort_entries(raw: RawLists, convention: ListRules) -> tuple[RawLists, NDArray[np.int64], Bools]:
    """Sort the entries into rank order, removed and padding columns last.

    Also returned, (Q, N) each: the column that an entry was in, and whether its grade is imputed.
    """
    listed, sparse = np.broadcast_to(np.arange(raw.grades.shape[1]), raw.grades.shape), raw.sparse_ranks
    raw, imputed = fill_unjudged(raw, convention)
    closes_up = convention.unjudged == "skip"
    if sparse is not None and convention.ties not in TIES_BY_GRADE and not closes_up:
        return raw, listed, imputed
    falling = np.where(raw.scored[:, None] & ~np.isnan(raw.scores), -raw.scores, 0.0)
    by_score = falling if sparse is None else sparse.first
    order = np.lexsort((listed, *_tie_keys(raw, convention.ties), by_score, ~raw.present), axis=-1)
    lists = np.arange(len(order))[:, None]
    # As take_along_axis, which is slow for a single list.
    sorted_arrays: Any = {name: getattr(raw, name)[lists, order] for name in ("grades", "scores", "docs", "present")}
    if sparse is not None and not closes_up:
        rank = ranks_by_grade(convention.ties, sorted_arrays["grades"], sparse.first, sparse.last, raw.present)
        return replace(raw, **sorted_arrays, sparse_ranks=sparse._replace(rank=rank)), order, imputed[lists, order]
    return replace(raw, **sorted_arrays, sparse_ranks=None), order, imputed[lists, order]


def _tie_keys(raw: RawLists, rule: str) -> tuple[NDArray[Any], ...]:
    """Return the sort keys for entries of equal score, the least important first; () for the listed order."""
    keys: tuple[NDArray[Any], ...] = ()
    if rule in TIES_BY_GRADE:
        keys = grade_keys(rule, raw.grades)
    elif rule in TIES_BY_NAME and raw.sparse_ranks is None:  # places are by name already
        keys = (name_key(rule, raw.docs),)
    # Without scores there are no ties, so the tie rule must not reorder anything.
    return tuple(np.where(raw.scored[:, None], key, 0) for key in keys)


def with_cutoff(rankings: Rankings, convention: ListRules) -> Rankings:
    """Set the cutoff and the ideal ranking of arranged lists; errors as of `with_ideal`."""
    return with_ideal(rankings, convention, counted_depth(convention, rankings.n))


def counted_depth(convention: ListRules, n: Array) -> Array:
    """Return the depth counted in each list (Q,)."""
    if convention.cutoff is None:
        return n
    depth = np.full(n.shape, float(convention.cutoff))
    return np.minimum(depth, n) if convention.short_list == "shrink" else depth


def depth_with_whole_groups(rankings: Rankings, k: Array) -> Array:
    """Return the depth counted in each list (Q,) if tied entries at the cutoff are all counted."""
    counted = rankings.present & (rankings.rank <= k[:, None])
    return np.asarray(np.maximum(k, np.where(counted, rankings.last_counted, 0.0).max(axis=1, initial=0.0)))


def with_ideal(rankings: Rankings, convention: ListRules, k: Array) -> Rankings:
    """Set the depth counted, and the pool and depth of the ideal ranking that go with it.

    Parameters
    ----------
    rankings : Rankings
    convention : ListRules
        Reads `ideal`, `ideal_cut`, whether there is a `cutoff`, and what is relevant.
    k : float64 (Q,)
        Depth asked for in each list, in entries.

    Raises
    ------
    InputError
        `too_many_ones` with ideal='k_ones' and a depth of more than 100,000.
    """
    requested, k = k, depth_with_whole_groups(rankings, k)
    n, pool = rankings.n, rankings.pool
    if convention.ideal == "judged":
        size = rankings.R + rankings.nonrel  # also where some are counted without having an entry
    elif convention.ideal == "retrieved":
        pool = _sorted_pool(rankings.grades, rankings.pooled, convention)
        size = n
    else:  # k_ones: as many documents of grade 1 as are counted, whatever was judged
        size = n if convention.ideal_cut == "n" else k
        if size.max(initial=0) > MOST_ONES:
            message = f"With an ideal ranking of k documents, k can be at most {MOST_ONES:,}; found {int(size.max()):,}."
            raise InputError("too_many_ones", message, found=f"{int(size.max()):,}", limit=f"{MOST_ONES:,}")
        known = np.arange(int(size.max(initial=0))) < size[:, None]
        pool = Pool(known.astype(float), known, known)
    cut_free = convention.cutoff is None or convention.ideal_cut == "none"
    depth = size if cut_free else n if convention.ideal_cut == "n" else k
    if convention.ideal_cut == "n":
        depth = n
    grades_read_to = n if convention.ideal == "retrieved" else k
    return replace(
        rankings, pool=pool, pool_size=size, k=k, requested_k=requested, grades_read_to=grades_read_to, ideal_k=depth
    )
