"""Which entries of a typed list there are, with which grades and scores, before anything is ranked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rankviz.conventions import Convention
from rankviz.conventions.options import in_bits
from rankviz.errors import InputError
from rankviz.lists.typed import RawLists


def settle_entries(raw: RawLists, convention: Convention) -> RawLists:
    """Settle what was missed, the precision of scores, copies, negative grades and unjudged entries, in this order.

    Raises
    ------
    InputError
        `duplicate_entry` with duplicates='error', `negative_grade` with negative='error'.
    """
    if convention.unretrieved == "invisible":
        raw = replace(raw, missed_grades=np.full_like(raw.missed_grades, np.nan))
    raw = replace(raw, scores=in_bits(raw.scores, convention.score_bits))
    raw = _settle_copies(raw, convention.duplicates)
    raw = _settle_negative(raw, convention.negative)
    if convention.unjudged == "skip":
        raw = replace(raw, present=raw.present & ~np.isnan(raw.grades))
    return raw


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
            elif doc in seen and rule not in ("count_all", "credit_each"):
                present[q, i], grades[q, i] = False, np.nan
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
