"""The rules of lists, each described once: for lists as typed and for the judged entries of whole runs.

In this order: documents not retrieved, scores, duplicates, negative grades, unjudged entries; then ties and relevance.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, ListRules
from rankviz.core.conventions.option_formulas import in_bits
from rankviz.core.conventions.when_choices_matter import REMOVES_DUPLICATES
from rankviz.core.lists.ranking import RawLists
from rankviz.core.lists.rankings import Array, Bools

Ints = NDArray[np.int64]
CREDITS_DUPLICATES = ("count_all", "credit_each")
GROUPED_TIES = ("average", "group")  # an entry takes more than one rank
OWN_RANKS = ("include", "mean_rank")  # one changes the cutoff, the other the ranks
TIE_ORDERS = tuple(rule for rule in FIELDS["ties"].options or () if rule not in (*GROUPED_TIES, *OWN_RANKS))
TIES_BY_NAME = ("docid_desc", "docid_asc")
TIES_BY_GRADE = ("optimistic", "pessimistic")


def apply_list_rules(raw: RawLists, convention: ListRules) -> RawLists:
    """Decide which entries there are, with which grades and scores, before anything is ranked.

    Raises
    ------
    InputError
        `duplicate_entry` with duplicates='error', `negative_grade` with negative='error'.
    """
    if convention.unretrieved == "invisible":
        raw = replace(raw, missed_grades=np.full_like(raw.missed_grades, np.nan))
    raw = replace(raw, scores=in_bits(raw.scores, convention.score_bits))
    raw = _apply_duplicate_rule(raw, convention.duplicates)
    raw = _apply_negative_rule(raw, convention.negative)
    if convention.unjudged == "skip":
        raw = replace(raw, present=raw.present & ~np.isnan(raw.grades))
    return raw


# ---------------------------------------------------------------------------------------------------------------------------
# Duplicates


def which_counts(rule: str, group: Ints, score: NDArray[np.floating]) -> Bools:
    """(H,): which entry of each group of duplicates counts if the others do not.

    It is the one with the highest score, of equal scores the first; with 'last_wins' the last one, as a dictionary keeps it.
    """
    listed = np.arange(len(group))
    order = np.lexsort((-listed, group) if rule == "last_wins" else (listed, -score, group))
    counts = np.zeros(len(group), dtype=bool)
    counts[order[np.append(True, np.diff(group[order]) != 0)[: len(order)]]] = True
    return counts


def first_of_each(docs: Ints, among: Bools) -> Bools:
    """(Q, N): which of the given entries are the first of their document in the row; equal numbers are one document."""
    row, column = np.nonzero(among)  # by row, then by rank
    _, first = np.unique(row * (docs.max(initial=0) + 1) + docs[among], return_index=True)
    is_first = np.zeros(among.shape, dtype=bool)
    is_first[row[first], column[first]] = True
    return is_first


def missed_once(raw: RawLists) -> Array:
    """Return the grades of the missed documents (Q, M); NaN for duplicates of shown documents and of one another."""
    if not raw.has_duplicates.any():
        return raw.missed_grades
    docs, width = np.concatenate([raw.docs, raw.missed_docs], axis=1), raw.docs.shape[1]
    once = first_of_each(docs, np.concatenate([raw.present, raw.missed_docs >= 0], axis=1))
    return np.where(once[:, width:], raw.missed_grades, np.nan)


def _apply_duplicate_rule(raw: RawLists, rule: str) -> RawLists:
    if not raw.has_duplicates.any():
        return raw
    row, column = np.nonzero(raw.present & raw.has_duplicates[:, None])
    doc = raw.docs[row, column]
    score = np.where(raw.scored[row], raw.scores[row, column], 0.0)
    counts = which_counts(rule, row * (doc.max(initial=0) + 1) + doc, score)
    duplicates = row[~counts], column[~counts]
    raw = replace(raw, missed_grades=missed_once(raw))
    if rule in CREDITS_DUPLICATES or counts.all():
        return raw
    if rule == "error":
        query, name = raw.query_ids[duplicates[0][0]], raw.doc_ids[duplicates[0][0]][duplicates[1][0]]
        message = f'"{name}" appears more than once in the list; remove the duplicates or choose how they count.'
        raise InputError("duplicate_entry", message, doc=name, query=query)
    grades, present = raw.grades.copy(), raw.present.copy()
    grades[duplicates] = np.nan
    present[duplicates] = rule not in REMOVES_DUPLICATES
    return replace(raw, grades=grades, present=present)


# ---------------------------------------------------------------------------------------------------------------------------
# Grades and relevance


def _apply_negative_rule(raw: RawLists, rule: str) -> RawLists:
    is_low, is_missed_low = raw.grades < 0, raw.missed_grades < 0
    if rule == "keep" or not (is_low.any() or is_missed_low.any()):
        return raw
    if rule == "error":
        grade = float(np.concatenate([raw.grades[is_low], raw.missed_grades[is_missed_low]])[0])
        message = f"Grade {grade:g} is below 0, which this convention does not allow; choose how negative grades count."
        raise InputError("negative_grade", message, grade=grade)
    instead = 0.0 if rule == "zero" else np.nan
    grades, missed = np.where(is_low, instead, raw.grades), np.where(is_missed_low, instead, raw.missed_grades)
    present = raw.present & ~is_low if rule == "remove" else raw.present
    return replace(raw, grades=grades, missed_grades=missed, present=present)


def is_relevant(grades: Array, convention: ListRules) -> Bools:
    """Whether grades, of any shape, are relevant by the threshold; NaN is not."""
    over = grades > convention.threshold if convention.strict == "yes" else grades >= convention.threshold
    return np.asarray(over, dtype=bool)


def counted_hits(hit: Bools, scores: Array, convention: ListRules) -> Bools:
    """(Q, N): relevant entries that the score filter lets count as hits; an entry without a score is never filtered."""
    return hit if convention.score_filter == "none" else np.asarray(hit & ~(scores <= 0))


def fill_unjudged(raw: RawLists, convention: ListRules) -> tuple[RawLists, Bools]:
    """Give entries without a grade the convention's, if it has one; also return which entries these are (Q, N)."""
    lacking = raw.present & np.isnan(raw.grades) & (convention.unjudged == "grade")
    return replace(raw, grades=np.where(lacking, convention.unjudged_grade, raw.grades)), lacking


def first_lacking(judged: Bools, present: Bools, first: Array, last: Array, rest: Array) -> Array:
    """(Q,): rank of the first entry without a grade, or the first rank of its tie group; infinite if all have a grade.

    Lists may hold only their judged entries. Then `rest` (Q,), the number of other entries, says whether there are any: they
    are where a group lacks members, or between two groups.
    """
    among_shown = np.where(present & ~judged, first, np.inf).min(axis=1, initial=np.inf)
    column = np.broadcast_to(np.arange(1.0, first.shape[1] + 1), first.shape)
    begin, end = tie_groups(column, first, present)
    in_group = np.where(present & (end - begin < last - first), first, np.inf).min(axis=1, initial=np.inf)
    nothing = np.zeros((len(first), 1))
    before = np.concatenate([nothing, np.where(present, last, 0.0)], axis=1)
    after = np.concatenate([np.where(present, first, 0.0), nothing], axis=1)
    gap = np.where((after == 0) | (before + 1 < after), before + 1, np.inf)
    gap = np.where(np.concatenate([nothing == 0, present], axis=1), gap, np.inf).min(axis=1)
    return np.asarray(np.where(rest > 0, np.minimum(np.minimum(in_group, gap), among_shown), among_shown))


# ---------------------------------------------------------------------------------------------------------------------------
# Ties


def name_key(rule: str, names: Ints) -> Ints:
    """Return the sort key of entries of equal score by name, given the indexes of their ids in byte order."""
    return names if rule == "docid_asc" else -names


def grade_keys(rule: str, grades: Array) -> tuple[Array, Array]:
    """Return the sort keys of entries of equal score by grade, the least important first.

    Unjudged (NaN) is worth grade 0, but of two worth 0 the judged one is the better: it may be relevant.
    """
    judged, worth = (~np.isnan(grades)).astype(float), np.nan_to_num(grades)
    return (-judged, -worth) if rule == "optimistic" else (judged, worth)


def ranks_by_grade(rule: str, grades: Array, first: Array, last: Array, present: Bools) -> Array:
    """Return the ranks (Q, N) of entries in this order; the other members of each group, which have no column, are unjudged.

    An entry that comes before an unjudged one is counted from the front of its group, any other from its end.
    """
    column = np.broadcast_to(np.arange(1.0, grades.shape[1] + 1), grades.shape)
    begin, end = tie_groups(column, first, present)
    from_front = grades >= 0 if rule == "optimistic" else grades < 0
    return np.where(present, np.where(from_front, first + (column - begin), last - (end - column)), 0.0)


def ranks_by_rule(rule: str, rank: Array, first: Array, last: Array) -> tuple[Array, Array, Array, Array]:
    """Return rank, first, last and last_counted of each entry, (Q, N) each, as a tie rule reads them.

    With 'mean_rank' entries have the mean of their ranks, rounded down.
    """
    if rule in GROUPED_TIES:
        return rank, first, last, rank
    if rule == "mean_rank":
        rank = np.floor((first + last) / 2)
    return rank, rank, rank, last if rule == "include" else rank


def tie_groups(rank: Array, scores: Array, present: Bools) -> tuple[Array, Array]:
    """Return the first and last rank of each entry's group of equal scores, (Q, N) each; NaN (not scored) ties with nothing.

    Where no entry is, both are 0, as `rank` is there.
    """
    equal = (scores[:, 1:] == scores[:, :-1]) & present[:, 1:]
    if not equal.any():  # as in most lists: the rest takes most of the time
        return rank, rank
    start = np.ones(rank.shape, dtype=bool)
    start[:, 1:] = ~equal
    end = np.ones(rank.shape, dtype=bool)
    end[:, :-1] = start[:, 1:]
    first = np.maximum.accumulate(np.where(start, rank, 0), axis=1)
    last = np.minimum.accumulate(np.where(end & present, rank, np.inf)[:, ::-1], axis=1)[:, ::-1]
    return np.where(present, first, 0.0), np.where(present, last, 0.0)
