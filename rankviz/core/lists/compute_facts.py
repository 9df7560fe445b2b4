"""Computes the facts of given lists, once for all questions about which choices can matter to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import ListFacts
from rankviz.core.conventions.option_formulas import in_bits
from rankviz.core.lists.apply_list_rules import missed_once
from rankviz.core.lists.ranking import Array, RawLists


def facts_of(raw: RawLists) -> ListFacts:
    """Compute the facts of Q lists.

    Examples
    --------
    >>> from rankviz.core.lists.ranking import Ranking
    >>> facts = facts_of(RawLists.from_rankings([Ranking.from_grades([3, None], missed=[2])]))
    >>> facts.unjudged, facts.missed, facts.missed_above, sorted(facts.grades)
    (True, 1, False, [2.0, 3.0])
    """
    sizes = raw.present.sum(axis=1)
    missed = missed_once(raw)
    is_missed, judged = ~np.isnan(missed), raw.present & ~np.isnan(raw.grades)
    missed_grades, shown_grades = missed[is_missed], raw.grades[judged]
    have_duplicates = _have_duplicates(raw)
    sure_count, best = _sure_entries(raw, have_duplicates)
    best_missed = np.where(is_missed, missed, -np.inf).max(axis=1, initial=-np.inf)
    score_facts = _score_facts(raw) if raw.scored.any() else {}
    return ListFacts(
        lists=len(sizes),
        shortest=int(sizes.min(initial=raw.present.shape[1])),
        longest=int(sizes.max(initial=0)),
        shortest_kept=int(sure_count.min(initial=raw.present.shape[1])),
        most_judged=int((judged.sum(axis=1) + is_missed.sum(axis=1)).max(initial=0)),
        unjudged=bool(len(shown_grades) < sizes.sum()),
        duplicates=bool(have_duplicates.any()),
        negative=bool((shown_grades < 0).any()),
        missed=int(is_missed.sum(axis=1).max(initial=0)),
        missed_low=float(missed_grades.min()) if len(missed_grades) else 0.0,
        missed_high=float(missed_grades.max()) if len(missed_grades) else 0.0,
        missed_above=bool((best_missed > best).any()),
        best_shown=float(best.min(initial=np.inf)),
        best_judged=float(np.maximum(best, best_missed).min(initial=np.inf)),
        grades=frozenset([*shown_grades.tolist(), *missed_grades.tolist()]),
        **score_facts,
    )


def _score_facts(raw: RawLists) -> dict[str, bool]:
    """Return the facts about scores that decide an order, by name."""
    scores = np.sort(np.where(raw.scored[:, None], raw.scores, np.nan), axis=1)
    in_32_bits = in_bits(scores, "32")
    equal, equal_in_32 = scores[:, 1:] == scores[:, :-1], in_32_bits[:, 1:] == in_32_bits[:, :-1]
    return {
        "tied": bool(equal.any()),
        "tied_in_32_bits": bool((equal_in_32 & ~equal).any()),
        "not_positive": bool((scores <= 0).any()),
        "zero_in_32_bits": bool(((in_32_bits <= 0) & (scores > 0)).any()),
    }


def _have_duplicates(raw: RawLists) -> NDArray[np.bool_]:
    """(Q,): whether two shown entries have the same id."""
    if not raw.has_duplicates.any():
        return raw.has_duplicates
    docs = np.sort(np.where(raw.present, raw.docs, -1), axis=1)
    return np.asarray(((docs[:, 1:] == docs[:, :-1]) & (docs[:, 1:] >= 0)).any(axis=1))


def _sure_entries(raw: RawLists, have_duplicates: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Count the entries that every rule keeps, and find the best grade that every rule counts: two (Q,).

    An entry is sure with a grade from 0 on; of duplicates a rule may take any, so the worst of them is sure.
    """
    worst = np.where(raw.present & (raw.grades >= 0), raw.grades, -np.inf)
    for query in np.flatnonzero(have_duplicates):
        size = int(raw.present[query].sum())
        _, first, place = np.unique(raw.docs[query, :size], return_index=True, return_inverse=True)
        np.minimum.at(worst[query], first[place], worst[query, :size].copy())
        others = np.setdiff1d(np.arange(size), first)
        worst[query, others] = -np.inf
    return (worst >= 0).sum(axis=1).astype(float), worst.max(axis=1, initial=-np.inf)
