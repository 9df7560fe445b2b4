"""From the judged entries of whole runs to arranged lists: the same rules as `arrange`, on explicit places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.lists.arrange import TIE_RULES_WITH_GROUPS, credited, first_of_each, relevant
from rankviz.lists.arranged import Array, Bools, Hits, Rankings

# The fields of a convention that `arrange_hits` reads, but for the tie rule, by which the hits are already placed.
READS = ("ties", "negative", "unjudged", "unretrieved", "score_filter", "duplicates", "threshold", "strict", "auc_range")


def arrange_hits(hits: Hits, convention: Convention) -> Rankings:
    """Give every list its judged entries and its counts, as the convention says; `cut` sets what depends on the cutoff.

    Parameters
    ----------
    hits : Hits
        With places under the convention's tie rule, sorted by query and place.
    convention : Convention
        Reads the fields in `READS`; negative='remove' needs the entries that are not here.

    Returns
    -------
    Rankings
        With the judged entries only; `n` counts all.

    Raises
    ------
    InputError
        `negative_grade` with negative='error'.
    """
    if convention.unretrieved == "invisible":
        hits = replace(hits, missed_query=hits.missed_query[:0], missed_grade=hits.missed_grade[:0])
    hits = _settle_negative(hits, convention.negative)
    if convention.unjudged == "skip":
        hits = _closed_up(hits)
    if convention.ties not in TIE_RULES_WITH_GROUPS:
        hits = replace(hits, first=hits.rank, last=hits.rank)
    row, column, width = _cells(hits.query, len(hits.n))

    def padded(values: NDArray[np.generic], fill: float = 0.0) -> Array:
        wide = np.full((len(hits.n), width), fill)
        wide[row, column] = values
        return wide

    present = np.arange(width) < np.bincount(hits.query, minlength=len(hits.n))[:, None]
    grades, rank, scores = padded(hits.grade), padded(hits.rank), padded(hits.score, np.nan)
    first, last = (rank, rank) if hits.first is hits.rank else (padded(hits.first), padded(hits.last))
    hit = present & relevant(grades, convention)
    once = present if convention.duplicates != "credit_each" else first_of_each(padded(hits.judgment).astype(np.int64), present)
    return Rankings(
        rank=rank,
        first=first,
        last=last,
        grades=grades,
        scores=scores,
        present=present,
        judged=present,
        relevant=hit,
        hit=credited(hit, scores, convention),
        tied=present & (first != last),
        source=np.where(present, rank.astype(np.int64) - 1, -1),
        n=hits.n,
        k=hits.n,
        ideal_k=hits.n,
        pool_size=hits.n,
        unjudged_count=hits.n - present.sum(axis=1) - hits.zeros,
        query_ids=hits.query_ids,
        **_counts(hits, convention, once, hit & once, grades),
    )


def _counts(hits: Hits, convention: Convention, present: Bools, hit: Bools, grades: Array) -> dict[str, Any]:
    """Counts of relevant and other documents, and the pool of all judged ones."""
    count = len(hits.n)
    order = np.argsort(hits.missed_query, kind="stable")
    row, column, width = _cells(hits.missed_query[order], count)
    missed, is_missed = np.zeros((count, width)), np.zeros((count, width), dtype=bool)
    missed[row, column], is_missed[row, column] = hits.missed_grade[order], True
    missed_hit = is_missed & relevant(missed, convention)
    below = missed_hit.sum(axis=1).astype(float), (is_missed & ~missed_hit).sum(axis=1).astype(float)
    shown = present.sum(axis=1).astype(float)
    relevant_shown = hit.sum(axis=1).astype(float)
    counted = float(convention.auc_range == "all_judged_or_retrieved")
    # Apart, since an ideal of the retrieved documents takes the first columns.
    shown_pool, missed_pool = _pool(grades, present, convention), _pool(missed, is_missed, convention)
    return {
        "R": relevant_shown + below[0],
        "R_list": relevant_shown,
        "nonrel": shown - relevant_shown + below[1] + hits.zeros,
        "below_relevant": below[0] * counted,
        "below_nonrelevant": below[1] * counted,
        **{name: np.concatenate([shown_pool[name], missed_pool[name]], axis=1) for name in shown_pool},
    }


def _pool(grades: Array, present: Bools, convention: Convention) -> dict[str, Any]:
    """Judged documents, best first: every ideal order is then nearly there before it is sorted."""
    ordered = np.sort(np.where(present, -grades, np.inf), axis=1)
    pool_in = ordered < np.inf
    pool = np.where(pool_in, -ordered, 0.0)
    return {"pool": pool, "pool_in": pool_in, "pool_hit": pool_in & relevant(pool, convention)}


def _cells(query: NDArray[np.int64], count: int) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Row and column of entries that stand by query, and how many columns that takes."""
    sizes = np.bincount(query, minlength=count)
    starts = np.cumsum(sizes) - sizes
    return query, np.arange(len(query)) - np.repeat(starts, sizes), int(sizes.max(initial=0))


def _settle_negative(hits: Hits, rule: str) -> Hits:
    low, missed_low = hits.grade < 0, hits.missed_grade < 0
    if rule == "keep" or not (low.any() or missed_low.any()):
        return hits
    if rule == "error":
        grade = float(np.concatenate([hits.grade[low], hits.missed_grade[missed_low]])[0])
        message = f"Grade {grade:g} is below 0, which this convention refuses; choose how negative grades count."
        raise InputError("negative_grade", message, grade=f"{grade:g}")
    if rule == "zero":
        return replace(hits, grade=np.maximum(hits.grade, 0.0), missed_grade=np.maximum(hits.missed_grade, 0.0))
    return replace(_kept(hits, ~low), missed_query=hits.missed_query[~missed_low], missed_grade=hits.missed_grade[~missed_low])


def _kept(hits: Hits, keep: Bools) -> Hits:
    names = ("query", "grade", "score", "rank", "first", "last", "judgment")
    return replace(hits, **{name: getattr(hits, name)[keep] for name in names})


def _closed_up(hits: Hits) -> Hits:
    """Leave the unjudged entries out: the places of the judged ones close up."""
    _, column, _ = _cells(hits.query, len(hits.n))
    same = (hits.query[1:] == hits.query[:-1]) & (hits.score[1:] == hits.score[:-1])
    starts, ends = np.append(True, ~same)[: len(column)], np.append(~same, True)[: len(column)]
    rank: Array = np.asarray(column + 1.0)
    group = np.cumsum(starts) - 1
    counts = np.bincount(hits.query, minlength=len(hits.n)).astype(float)
    return replace(hits, rank=rank, first=rank[starts][group], last=rank[ends][group], n=counts)
