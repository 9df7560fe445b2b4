"""Prefetched values: what the value becomes by each next key press, so that the browser shows it at once.

Every edit that one key makes is one more list in a single call of the metric under study. The same code computes and prints
the value of the response, so the response, when it comes, shows the same.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import RawLists
from rankviz.display.value_text import printed_value
from rankviz.evaluation.evaluate import compute
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

HIGHEST = 4  # grade that has a key
GRADES = (*map(float, range(HIGHEST + 1)), np.nan)  # the keys 0 to 4 and u
MOST_ROWS, NEAR = 30, 6  # of a longer list, only the rows near the last edit
Ints = NDArray[np.int64]


def values_after_edits(analysis: Analysis, texts: Texts, around: int = 0) -> dict[str, list[str]]:
    """Compute the value after every edit that one key makes.

    Parameters
    ----------
    analysis : Analysis
    texts : Texts
    around : int
        Row (from 0) near which the next edit is expected; read for long lists only.

    Returns
    -------
    dict
        By the name of an edit, `[value, title, detail]` as `head_data` has them. Row 2 (from 0, as shown) graded 1 is "2=1", or
        "2=?" for unjudged; rows 2 and 3 exchanged is "2<". Edits without a value, and those not prefetched, are left out.
    """
    order, count = np.array(analysis.order, dtype=np.int64), len(analysis.ranking.items)
    if not count or len(order) < count:  # refused, or an entry without a rank is shown last and stands elsewhere
        return {}
    first = max(min(around - NEAR, count - 2 * NEAR), 0) if count > MOST_ROWS else 0
    rows = np.arange(first, min(first + 2 * NEAR, count) if count > MOST_ROWS else count)
    names, lists = _edited(analysis.raw, order, rows)
    try:
        trace = compute(analysis.metric, lists, analysis.state.convention)
    except InputError:
        return {}
    with_value = np.flatnonzero(~trace.undefined & np.isfinite(trace.value)).tolist()
    return {names[q]: list(printed_value(trace, q, analysis, texts)) for q in with_value}


@lru_cache(maxsize=256)
def _names(first: int, count: int) -> tuple[str, ...]:
    """Return the names of the edits of some rows: those that grade, then those that exchange."""
    rows = range(first, first + count)
    graded = (f"{row}={'?' if np.isnan(grade) else int(grade)}" for row in rows for grade in GRADES)
    return (*graded, *(f"{row}<" for row in rows[:-1]))


def _edited(raw: RawLists, shown_order: Ints, rows: Ints) -> tuple[tuple[str, ...], RawLists]:
    """Return the names of the edits of some rows, and the edited lists; the list may be shown in another order than typed."""
    names = _names(int(rows[0]), len(rows))
    order = np.tile(shown_order, (len(names), 1))
    graded = len(rows) * len(GRADES)
    swaps = np.arange(graded, len(names))
    order[swaps, rows[:-1]], order[swaps, rows[1:]] = shown_order[rows[1:]], shown_order[rows[:-1]]
    grades, scores = raw.grades[0][order], raw.scores[0][order]
    grades[np.arange(graded), np.repeat(rows, len(GRADES))] = np.tile(GRADES, len(rows))
    if raw.scored[0]:
        scores[swaps] = raw.scores[0][shown_order]  # where scores decide the order, they stay, and documents move past them

    repeated = ("present", "missed_grades", "missed_docs", "scored", "has_duplicates")
    same: dict[str, Any] = {name: np.repeat(getattr(raw, name), len(names), axis=0) for name in repeated}
    lists = replace(
        raw,
        grades=grades,
        scores=scores,
        docs=raw.docs[0][order],
        **same,
        query_ids=raw.query_ids * len(names),
        doc_ids=raw.doc_ids * len(names),
    )
    return names, lists
