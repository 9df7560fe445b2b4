"""From the judged entries of whole runs to arranged lists: the same rules as `arrange`, on explicit places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.arrange import TIE_RULES_WITH_GROUPS, cutoffs, relevant, with_ideal
from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.rankings import Array, Bools, Hits, Rankings


def arrange_hits(hits: Hits, convention: Convention) -> Rankings:
    """Give every list its judged entries and its counts, as the convention says.

    Parameters
    ----------
    hits : Hits
        With places under the convention's tie rule.
    convention : Convention
        Reads the list fields; negative='remove' and rules that drop copies need the entries that are not here.

    Returns
    -------
    Rankings
        With the judged entries only; `n` counts all.

    Raises
    ------
    InputError
        `negative_grade` with negative='error'.
    """
    hits = _settle_negative(hits, convention.negative)
    if convention.unjudged == "skip":
        hits = _closed_up(hits)
    if convention.ties not in TIE_RULES_WITH_GROUPS:
        hits = replace(hits, first=hits.rank, last=hits.rank)
    order = np.lexsort((hits.rank, hits.query))
    count = len(hits.n)
    row, column, width = _cells(hits.query[order], count)

    def padded(values: NDArray[np.generic], fill: float = 0.0) -> Array:
        wide = np.full((count, width), fill)
        wide[row, column] = values[order]
        return wide

    present = padded(np.ones(len(order))) > 0
    grades, rank = padded(hits.grade), padded(hits.rank)
    hit = present & relevant(grades, convention)
    arranged = Rankings(
        rank=rank,
        first=padded(hits.first),
        last=padded(hits.last),
        grades=grades,
        scores=padded(hits.score, np.nan),
        present=present,
        judged=present,
        hit=hit,
        tied=present & (padded(hits.first) != padded(hits.last)),
        source=np.where(present, rank.astype(np.int64) - 1, -1),
        n=hits.n,
        k=hits.n,
        ideal_k=hits.n,
        pool_size=hits.n,
        query_ids=hits.query_ids,
        **_counts(hits, convention, present, hit, grades),
    )
    return with_ideal(arranged, convention, cutoffs(convention, hits.n))


def _counts(hits: Hits, convention: Convention, present: Bools, hit: Bools, grades: Array) -> dict[str, Any]:
    """Counts of relevant and other documents, and the pool of all judged ones."""
    count = len(hits.n)
    order = np.argsort(hits.missed_query, kind="stable")
    row, column, width = _cells(hits.missed_query[order], count)
    missed, is_missed = np.zeros((count, width)), np.zeros((count, width), dtype=bool)
    missed[row, column], is_missed[row, column] = hits.missed_grade[order], True
    missed_hit = is_missed & relevant(missed, convention)
    below = missed_hit.sum(axis=1).astype(float), (is_missed & ~missed_hit).sum(axis=1).astype(float)
    counted = float(convention.auc_range == "all_judged_or_retrieved")
    return {
        "R": hit.sum(axis=1) + below[0],
        "R_list": hit.sum(axis=1).astype(float),
        "nonrel": (present & ~hit).sum(axis=1) + below[1],
        "below_relevant": below[0] * counted,
        "below_nonrelevant": below[1] * counted,
        "unjudged_count": hits.n - present.sum(axis=1),
        "pool": np.concatenate([grades, missed], axis=1),
        "pool_in": np.concatenate([present, is_missed], axis=1),
        "pool_hit": np.concatenate([hit, missed_hit], axis=1),
    }


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
    names = ("query", "grade", "score", "rank", "first", "last")
    return replace(hits, **{name: getattr(hits, name)[keep] for name in names})


def _closed_up(hits: Hits) -> Hits:
    """Leave the unjudged entries out: the places of the judged ones close up."""
    order = np.lexsort((hits.rank, hits.query))
    kept = _kept(hits, order)  # type: ignore[arg-type]
    _, column, _ = _cells(kept.query, len(hits.n))
    same = (kept.query[1:] == kept.query[:-1]) & (kept.score[1:] == kept.score[:-1])
    starts, ends = np.append(True, ~same)[: len(column)], np.append(~same, True)[: len(column)]
    rank: Array = np.asarray(column + 1.0)
    group = np.cumsum(starts) - 1
    counts = np.bincount(kept.query, minlength=len(hits.n)).astype(float)
    return replace(kept, rank=rank, first=rank[starts][group], last=rank[ends][group], n=counts)
