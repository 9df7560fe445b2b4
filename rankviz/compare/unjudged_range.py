"""What nobody has judged: the values a metric can come to have, and the judgments that decide between two lists."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from rankviz.compare.one_step_lists import Ints, regraded
from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.conventions.when_choices_matter import grades_are_read
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.gains_and_discounts import option_values
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute, narrow, run_metric
from rankviz.evaluation.list_pair import SAME

MOST_ROWS = 4096  # of grades that are tried
MOST_GRADES = 10  # a longer scale is taken with the grades that were given only


class Unjudged(NamedTuple):
    """The documents of one list that nobody judged.

    Parameters
    ----------
    documents : int64 (U,)
        The first column of each, those that are missed after the entries.
    columns, which : int64 (C,)
        All of their columns, copies too, and the document that each belongs to.
    """

    documents: Ints
    columns: Ints
    which: Ints

    @classmethod
    def of(cls, raw: RawLists) -> Unjudged:
        """Find them in one list (Q = 1)."""
        grades = np.concatenate([raw.grades[0], raw.missed_grades[0]])
        docs = np.concatenate([raw.docs[0], raw.missed_docs[0]])
        judged = {*docs[~np.isnan(grades)].tolist()}
        columns = np.array([at for at, doc in enumerate(docs.tolist()) if doc >= 0 and doc not in judged], dtype=np.int64)
        names = list(dict.fromkeys(docs[columns].tolist()))
        which = np.array([names.index(doc) for doc in docs[columns].tolist()], dtype=np.int64)
        documents = np.array([columns[which == number][0] for number in range(len(names))], dtype=np.int64)
        return cls(documents, columns, which)

    def with_grades(self, raw: RawLists, grades: Array) -> RawLists:
        """One list after the other with grades for its unjudged documents (E, U); NaN leaves one unjudged."""
        return regraded(raw, self.columns, grades[:, self.which])


def possible_grades(metric: Metric, raw: RawLists, convention: Convention) -> Array:
    """The grades that a document may get: 0 to the highest that was given, or that the metric's scale has, but 1 at least."""
    given = np.concatenate([raw.grades.ravel(), raw.missed_grades.ravel()])
    given = given[~np.isnan(given)]
    highest = float(given.max(initial=1.0))
    rules = narrow(metric, convention)
    if "err_max" in metric.uses and rules.err_stop == "scaled" and rules.err_max is not None:
        highest = rules.err_max
    if highest > MOST_GRADES:
        return np.unique([0.0, *given[(given >= 0) & (given <= highest)].tolist(), highest])
    return np.unique([*np.arange(0.0, highest + 1).clip(max=highest).tolist(), highest])


def defined(trace: Trace) -> Array:
    """A metric's values; NaN where one is undefined."""
    return np.where(trace.undefined, np.nan, trace.value)


Judged = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class ValueRange:
    """Between which values a metric lies when the unjudged documents get any of the grades that are tried.

    Parameters
    ----------
    low, high : float
        NaN where there is a `reason` for no range.
    lowest, highest : tuple of (str, float)
        Documents with grades that give the two.
    tried : int
        Sets of grades that were computed.
    reason : {'', 'many', 'gain_falls', 'stop_over_1', 'undefined'}
        Why there is no range: too many documents and grades; the gain of some grade is less than that of a lower one, or a
        probability of stopping more than 1, so that nothing is known of the ends; no value is defined.
    """

    low: float
    high: float
    lowest: Judged = ()
    highest: Judged = ()
    tried: int = 0
    reason: str = ""


def ranges(metric: Metric, ranking: Ranking, convention: Convention, most: int = MOST_ROWS) -> ValueRange:
    """Find the least and the largest value that a metric can have when the unjudged documents are judged.

    The largest is among grades that fall down the list, and the smallest among those that rise; where less is better, or a
    custom discount falls, it is the other way round. tests/compare/test_unjudged.py compares that with all sets of grades, for
    every metric and option.

    Parameters
    ----------
    metric : Metric
    ranking : Ranking
        Missed documents without a grade can be judged too.
    convention : Convention
    most : int
        Sets of grades that are tried; where there are more, there is no range.

    Raises
    ------
    InputError
        As `evaluate`.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> found = ranges(METRICS["dcg"], Ranking.from_grades([2, None, None]), Convention(discount="inverse"))
    >>> round(found.low, 3), round(found.high, 3), found.highest, found.tried        # 2 + 2/2 + 2/3
    (2.0, 3.667, (('d2', 2.0), ('d3', 2.0)), 6)
    """
    raw = RawLists.from_rankings([ranking])
    known, levels = Unjudged.of(raw), levels_of(metric, raw, convention)
    nothing = float("nan")
    if reason := _why_unproved(metric, levels, convention):
        return ValueRange(nothing, nothing, reason=reason)
    count = len(known.documents)
    tried = comb(count + len(levels) - 1, count)
    if tried > most:
        return ValueRange(nothing, nothing, reason="many")
    falling = np.array(list(combinations_with_replacement(levels[::-1].tolist(), count))).reshape(tried, count)
    order = _most_telling_first(metric, raw, known, narrow(metric, convention))
    best, worst = np.empty_like(falling), np.empty_like(falling)
    best[:, order], worst[:, order] = falling, falling[:, ::-1]
    rows = (worst, best) if not metric.lower_is_better else (best, worst)
    values = [defined(compute(metric, known.with_grades(raw, each), convention)) for each in rows]
    if all(np.isnan(each).all() for each in values):
        return ValueRange(nothing, nothing, tried=tried, reason="undefined")
    ids = [item.doc_id for item in (*ranking.items, *ranking.missed)]
    names = [ids[column] for column in known.documents.tolist()]
    low, high = _last(values[0], np.nanmin(values[0])), _last(values[1], np.nanmax(values[1]))
    ends = [tuple(zip(names, each[at].tolist(), strict=True)) for each, at in zip(rows, (low, high), strict=True)]
    return ValueRange(float(values[0][low]), float(values[1][high]), ends[0], ends[1], tried)


def _last(values: Array, end: float) -> int:
    """The last row with a value, that is the one with the lowest grades."""
    return int(np.flatnonzero(np.abs(values - end) <= SAME * max(1.0, abs(end)))[-1])


def levels_of(metric: Metric, raw: RawLists, convention: Convention) -> Array:
    """The grades that have to be tried: all there are, or only the lowest and the highest where relevance alone is read."""
    grades, rules = possible_grades(metric, raw, convention), narrow(metric, convention)
    # A gain can read the grades and `no_relevant` the relevance, so that the threshold is read is not enough.
    relevance_only = "threshold" in metric.uses and not grades_are_read(rules, metric.uses)
    return grades[[0, -1]] if relevance_only else grades


def _why_unproved(metric: Metric, levels: Array, convention: Convention) -> str:
    """Why the ends need not be where they are looked for; '' if they are there."""
    rules = narrow(metric, convention)
    if "gain" in metric.uses and rules.gain != "binary":
        gain = option_values(rules.gain_option, rules, levels)
        if (np.diff(gain) < 0).any():
            return "gain_falls"
    if "err_stop" in metric.uses and rules.err_stop == "probability" and levels.max() > 1:
        return "stop_over_1"
    return ""


def _most_telling_first(metric: Metric, raw: RawLists, known: Unjudged, rules: Convention) -> Ints:
    """The unjudged documents, those first whose grades weigh most: down the list, and those that are not retrieved last.

    A custom discount may fall: then a lower rank weighs more.
    """
    rules = rules.with_choices({"unjudged": "zero"})
    lists = arrange(raw, rules)
    places = np.arange(lists.source.shape[1], dtype=float)
    if "discount" in metric.uses and "discount" in (trace := run_metric(metric, lists, rules)):
        divisors = trace.step("discount").value[0]
        places = np.where(divisors > 0, divisors, np.inf)  # after the cutoff nothing is divided
    by_column = {column: place for column, place in zip(lists.source[0].tolist(), places.tolist(), strict=True) if column >= 0}
    order = [(by_column.get(column, np.inf), column not in by_column) for column in known.documents.tolist()]
    return np.array(sorted(range(len(order)), key=order.__getitem__), dtype=np.int64)
