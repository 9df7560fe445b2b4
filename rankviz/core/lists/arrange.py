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
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rankings import Array, Bools, Rankings
from rankviz.core.lists.rules import (
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

MOST_ONES = 100_000  # they are written out one by one
CUT_FIELDS = ("cutoff", "short_list", "ideal", "ideal_cut")  # those that `cut` reads
# All others of the list.
PLACE_FIELDS = tuple(
    (name, field.matters_when) for name, field in FIELDS.items() if field.stage == "list" and name not in CUT_FIELDS
)


def arrange(raw: RawLists, convention: ListRules) -> Rankings:
    """Give every entry its place and every list its counts, as the convention says.

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
        `duplicate_entry` with duplicates='error', `negative_grade` with negative='error'.
    """
    return with_cutoff(_placed(raw, convention), convention)


class ArrangementCache:
    """Lists that are arranged under one convention after the other: what makes no difference to them is not done again.

    Parameters
    ----------
    raw : RawLists
    """

    def __init__(self, raw: RawLists) -> None:
        self._raw = raw
        self._by_place: dict[tuple[object, ...], Rankings | InputError] = {}
        self._by_cut: dict[tuple[object, ...], Rankings] = {}

    @cached_property
    def facts(self) -> ListFacts:
        """Taken of whole lists; those that hold their judged entries only have none."""
        return facts_of(self._raw)

    def arranged_under(self, convention: ListRules) -> Rankings:
        """As `arrange` gives it, with its errors."""
        # Conventions that differ in what cannot matter to these lists share their arrangement.
        whole = self._raw.sparse_ranks is None
        place = tuple(
            getattr(convention, name) if not whole or matters(self.facts, convention) else None
            for name, matters in PLACE_FIELDS
        )
        if place not in self._by_place:
            self._by_place[place] = self._try(convention)
        found = self._by_place[place]
        if isinstance(found, InputError):
            raise found.with_traceback(None)  # or it would grow with every time
        key = (place, *(getattr(convention, name) for name in CUT_FIELDS))
        if key not in self._by_cut:
            self._by_cut[key] = with_cutoff(found, convention)
        return self._by_cut[key]

    def _try(self, convention: ListRules) -> Rankings | InputError:
        try:
            return _placed(self._raw, convention)
        except InputError as error:
            return error


def _placed(raw: RawLists, convention: ListRules) -> Rankings:
    """All of `arrange` but the cutoff and the ideal ranking."""
    raw, order, given = _in_order(apply_list_rules(raw, convention), convention)
    present, judged, places = raw.present, raw.present & ~np.isnan(raw.grades), raw.sparse_ranks
    grades = np.where(judged, raw.grades, 0.0)
    if places is None:
        n = present.sum(axis=1).astype(float)
        rank = np.where(present, np.arange(1, present.shape[1] + 1), 0).astype(float)
        first, last = tie_groups(rank, raw.scores, present)
        zeros = np.zeros(len(n))
    else:
        n, rank, first, last, zeros = places
    tied = present & (first != last)
    rank, first, last, taken = ranks_by_rule(convention.ties, rank, first, last)
    hit = judged & is_relevant(grades, convention)
    known = judged & ~given
    once = known if convention.duplicates != "credit_each" else first_of_each(raw.docs, known)
    unjudged = n - known.sum(axis=1) - zeros
    strictly = convention.unjudged == "undefined"
    return Rankings(
        rank=rank,
        first=first,
        last=last,
        last_counted=taken,
        grades=grades,
        scores=raw.scores,
        present=present,
        judged=judged,
        relevant=hit,
        hit=counted_hits(hit, raw.scores, convention),
        grade_imputed=given,
        tied=tied,
        source=np.where(present, order, -1),
        query_ids=raw.query_ids,
        unjudged_count=unjudged,
        first_without_grade=first_lacking(judged, present, first, last, unjudged * (places is not None))
        if strictly
        else n + np.inf,
        **dict.fromkeys(("n", "k", "requested_k", "ideal_k", "pool_size", "grades_read_to"), n),  # the cutoff comes afterwards
        **_counts(raw, convention, once, grades, zeros),
    )


def _counts(raw: RawLists, convention: ListRules, judged: Bools, grades: Array, zeros: Array) -> dict[str, Any]:
    """Counts of relevant and other documents, and the pool of all judged ones, each once."""
    # Apart, since an ideal of the retrieved documents takes the first columns.
    shown, missed = _pool(grades, judged, convention), _pool(raw.missed_grades, ~np.isnan(raw.missed_grades), convention)
    (relevant_shown, others_shown), (below_relevant, below_others) = (_both(*pool) for pool in (shown, missed))
    counted = float(convention.auc_range == "all_judged_or_retrieved")
    pool = zip(("pool", "pool_in", "pool_hit"), shown, missed, strict=True)
    return {
        "R": relevant_shown + below_relevant,
        "R_list": relevant_shown,
        "nonrel": others_shown + below_others + zeros,
        "below_relevant": below_relevant * counted,
        "below_nonrelevant": below_others * counted,
        **{name: np.concatenate(parts, axis=1) for name, *parts in pool},
    }


def _pool(grades: Array, present: Bools, convention: ListRules) -> tuple[Array, Bools, Bools]:
    """Judged documents, best first: every ideal order is then nearly there before it is sorted."""
    ordered = np.sort(np.where(present, -grades, np.inf), axis=1)
    known = ordered < np.inf
    pool = np.where(known, -ordered, 0.0)
    return pool, known, known & is_relevant(pool, convention)


def _both(_: Array, known: Bools, hit: Bools) -> tuple[Array, Array]:
    """How many documents of a pool are relevant, and how many are not: two (Q,)."""
    count = hit.sum(axis=1).astype(float)
    return count, known.sum(axis=1) - count


def at_cutoffs(rankings: Rankings, convention: ListRules, cutoffs: Sequence[int]) -> Rankings:
    """Repeat each arranged list once per cutoff, so that a metric at every depth is one call."""
    wide = repeat_lists(rankings, len(cutoffs))
    depth = np.tile(np.asarray(cutoffs, dtype=float), len(rankings.n))
    if convention.short_list == "shrink":
        depth = np.minimum(depth, wide.n)
    return with_ideal(wide, replace(convention, cutoff=1), depth)


def repeat_lists(rankings: Rankings, count: int) -> Rankings:
    """Every list `count` times, one after the other."""
    values = {field.name: getattr(rankings, field.name) for field in fields(rankings)}
    arrays: Any = {name: np.repeat(value, count, axis=0) for name, value in values.items() if isinstance(value, np.ndarray)}
    return replace(rankings, **arrays, query_ids=tuple(each for each in rankings.query_ids for _ in range(count)))


def _in_order(raw: RawLists, convention: ListRules) -> tuple[RawLists, NDArray[np.int64], Bools]:
    """Put the entries in rank order, removed and padding columns last.

    Besides (Q, N): the column that each was in, and whether its grade is the one that is given to those without one.
    """
    typed, places = np.broadcast_to(np.arange(raw.grades.shape[1]), raw.grades.shape), raw.sparse_ranks
    raw, given = fill_unjudged(raw, convention)
    closes_up = convention.unjudged == "skip"
    if places is not None and convention.ties not in TIES_BY_GRADE and not closes_up:
        return raw, typed, given
    falling = np.where(raw.scored[:, None] & ~np.isnan(raw.scores), -raw.scores, 0.0)
    by_score = falling if places is None else places.first
    order = np.lexsort((typed, *_tie_keys(raw, convention.ties), by_score, ~raw.present), axis=-1)
    lists = np.arange(len(order))[:, None]
    # As take_along_axis, which is slow for a single list.
    turned: Any = {name: getattr(raw, name)[lists, order] for name in ("grades", "scores", "docs", "present")}
    if places is not None and not closes_up:
        rank = ranks_by_grade(convention.ties, turned["grades"], places.first, places.last, raw.present)
        return replace(raw, **turned, sparse_ranks=places._replace(rank=rank)), order, given[lists, order]
    return replace(raw, **turned, sparse_ranks=None), order, given[lists, order]


def _tie_keys(raw: RawLists, rule: str) -> tuple[NDArray[Any], ...]:
    """What orders entries of equal score, the least important key first; () for the listed order."""
    keys: tuple[NDArray[Any], ...] = ()
    if rule in TIES_BY_GRADE:
        keys = grade_keys(rule, raw.grades)
    elif rule in TIES_BY_NAME and raw.sparse_ranks is None:  # places are by name already
        keys = (name_key(rule, raw.docs),)
    # Without scores there are no ties, so the tie rule must not reorder anything.
    return tuple(np.where(raw.scored[:, None], key, 0) for key in keys)


def with_cutoff(rankings: Rankings, convention: ListRules) -> Rankings:
    """Set the cutoff and the ideal ranking of arranged lists."""
    return with_ideal(rankings, convention, counted_depth(convention, rankings.n))


def counted_depth(convention: ListRules, n: Array) -> Array:
    """Depth counted in each list (Q,)."""
    if convention.cutoff is None:
        return n
    depth = np.full(n.shape, float(convention.cutoff))
    return np.minimum(depth, n) if convention.short_list == "shrink" else depth


def depth_with_whole_groups(rankings: Rankings, k: Array) -> Array:
    """Depth counted in each list (Q,) where tied entries at the cutoff are all taken."""
    counted = rankings.present & (rankings.rank <= k[:, None])
    return np.asarray(np.maximum(k, np.where(counted, rankings.last_counted, 0.0).max(axis=1, initial=0.0)))


def with_ideal(rankings: Rankings, convention: ListRules, k: Array) -> Rankings:
    """Set the depth counted, and the pool and depth of the ideal ranking that go with it."""
    asked, k = k, depth_with_whole_groups(rankings, k)
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
            message = f"With an ideal ranking of k documents, k can be at most {MOST_ONES:,}; found {int(size.max()):,}."
            raise InputError("too_many_ones", message, found=f"{int(size.max()):,}", limit=f"{MOST_ONES:,}")
        pool_in = np.arange(int(size.max(initial=0))) < size[:, None]
        pool, pool_hit = pool_in.astype(float), pool_in
    cut_free = convention.cutoff is None or convention.ideal_cut == "none"
    depth = size if cut_free else n if convention.ideal_cut == "n" else k
    if convention.ideal_cut == "n":
        depth = n
    read = n if convention.ideal == "retrieved" else k
    pooled = replace(rankings, pool=pool, pool_in=pool_in, pool_hit=pool_hit, pool_size=size)
    return replace(pooled, k=k, requested_k=asked, grades_read_to=read, ideal_k=depth)
