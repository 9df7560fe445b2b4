"""The range of values that a metric can have once the unjudged documents are judged."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from rankviz.compare.one_step_lists import Ints, regrade
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.conventions.when_choices_matter import grades_are_read
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.gain_and_discount_steps import option_values
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute, narrow, run_metric
from rankviz.evaluation.list_pair import SAME

MAX_ROWS = 4096  # sets of grades that are tried
MAX_GRADES = 10  # of a scale; on a higher one only the grades that occur are tried, with 0 and the highest


class UnjudgedDocuments(NamedTuple):
    """The unjudged documents of one list.

    Parameters
    ----------
    documents : int64 (U,)
        The first column of each document; missed documents are numbered after the entries.
    columns : int64 (C,)
        All of their columns, those of duplicates too.
    document_of_column : int64 (C,)
        The index in `documents` of the document in each of `columns`.
    """

    documents: Ints
    columns: Ints
    document_of_column: Ints

    @classmethod
    def from_lists(cls, raw: RawLists) -> UnjudgedDocuments:
        """Find the unjudged documents of one list (Q = 1)."""
        grades = np.concatenate([raw.grades[0], raw.missed_grades[0]])
        docs = np.concatenate([raw.docs[0], raw.missed_docs[0]])
        judged = {*docs[~np.isnan(grades)].tolist()}
        columns = np.array([i for i, doc in enumerate(docs.tolist()) if doc >= 0 and doc not in judged], dtype=np.int64)
        unjudged = list(dict.fromkeys(docs[columns].tolist()))
        document_of_column = np.array([unjudged.index(doc) for doc in docs[columns].tolist()], dtype=np.int64)
        documents = np.array([columns[document_of_column == i][0] for i in range(len(unjudged))], dtype=np.int64)
        return cls(documents, columns, document_of_column)

    def with_grades(self, raw: RawLists, grades: Array) -> RawLists:
        """Build a list for each row of grades (E, U) of its unjudged documents; NaN leaves a document unjudged."""
        return regrade(raw, self.columns, grades[:, self.document_of_column])


def possible_grades(metric: Metric, raw: RawLists, convention: Convention) -> Array:
    """Return the grades that a document may get: 0 to the highest that occurs or that the metric's scale has, at least 1."""
    grades = np.concatenate([raw.grades.ravel(), raw.missed_grades.ravel()])
    grades = grades[~np.isnan(grades)]
    highest = float(grades.max(initial=1.0))
    rules = narrow(metric, convention)
    if "err_max" in metric.uses and rules.err_stop == "scaled" and rules.err_max is not None:
        highest = rules.err_max
    if highest > MAX_GRADES:
        return np.unique([0.0, *grades[(grades >= 0) & (grades <= highest)].tolist(), highest])
    return np.unique([*np.arange(0.0, highest + 1).clip(max=highest).tolist(), highest])


def defined_values(trace: Trace) -> Array:
    """Return the values of a trace (Q,), NaN where undefined."""
    return np.where(trace.undefined, np.nan, trace.value)


Judgments = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class ValueRange:
    """The least and the largest value of a metric over the grades that the unjudged documents may get.

    Parameters
    ----------
    low, high : float
        NaN if there is a `reason` why there is no range.
    lowest, highest : tuple of (str, float)
        Ids with grades that give `low` and `high`.
    tried : int
        Sets of grades that were computed.
    reason : {'', 'many', 'gain_falls', 'stop_over_1', 'undefined'}
        Why there is no range: too many sets of grades; a grade has less gain than a lower one; a probability of stopping is
        more than 1 (in both cases the ends may be elsewhere than they are searched); no value is defined.
    """

    low: float
    high: float
    lowest: Judgments = ()
    highest: Judgments = ()
    tried: int = 0
    reason: str = ""


def value_range(metric: Metric, ranking: Ranking, convention: Convention, limit: int = MAX_ROWS) -> ValueRange:
    """Find the least and the largest value that a metric can have once the unjudged documents are judged.

    The largest value is searched among grades that fall down the list, the least among grades that rise; if lower values are
    better, or a custom discount falls, the other way round. tests/compare/test_unjudged.py compares that with all sets of
    grades, for every metric and option.

    Parameters
    ----------
    metric : Metric
    ranking : Ranking
        Missed documents without a grade can be judged too.
    convention : Convention
    limit : int
        How many sets of grades are tried; if there are more, there is no range.

    Raises
    ------
    InputError
        As `evaluate`.

    Examples
    --------
    >>> from rankviz.core.metrics import METRICS
    >>> ends = value_range(METRICS["dcg"], Ranking.from_grades([2, None, None]), Convention(discount="inverse"))
    >>> round(ends.low, 3), round(ends.high, 3), ends.highest, ends.tried        # 2 + 2/2 + 2/3
    (2.0, 3.667, (('d2', 2.0), ('d3', 2.0)), 6)
    """
    raw = RawLists.from_rankings([ranking])
    unjudged, levels = UnjudgedDocuments.from_lists(raw), grades_to_try(metric, raw, convention)
    nan = float("nan")
    if reason := _unproved_reason(metric, levels, convention):
        return ValueRange(nan, nan, reason=reason)
    count = len(unjudged.documents)
    tried = comb(count + len(levels) - 1, count)
    if tried > limit:
        return ValueRange(nan, nan, reason="many")
    falling = np.array(list(combinations_with_replacement(levels[::-1].tolist(), count))).reshape(tried, count)
    order = _heaviest_first(metric, raw, unjudged, narrow(metric, convention))
    best, worst = np.empty_like(falling), np.empty_like(falling)
    best[:, order], worst[:, order] = falling, falling[:, ::-1]
    rows = (worst, best) if not metric.lower_is_better else (best, worst)
    values = [defined_values(compute(metric, unjudged.with_grades(raw, each), convention)) for each in rows]
    if all(np.isnan(each).all() for each in values):
        return ValueRange(nan, nan, tried=tried, reason="undefined")
    ids = [item.doc_id for item in (*ranking.items, *ranking.missed)]
    names = [ids[column] for column in unjudged.documents.tolist()]
    low, high = _last_row_with(values[0], np.nanmin(values[0])), _last_row_with(values[1], np.nanmax(values[1]))
    ends = [tuple(zip(names, each[row].tolist(), strict=True)) for each, row in zip(rows, (low, high), strict=True)]
    return ValueRange(float(values[0][low]), float(values[1][high]), ends[0], ends[1], tried)


def _last_row_with(values: Array, end: float) -> int:
    """Index of the last row whose value is the end of the range: of such rows the one with the lowest grades."""
    return int(np.flatnonzero(np.abs(values - end) <= SAME * max(1.0, abs(end)))[-1])


def grades_to_try(metric: Metric, raw: RawLists, convention: Convention) -> Array:
    """Return the grades that must be tried: all possible ones, or the lowest and the highest if only relevance counts."""
    grades, rules = possible_grades(metric, raw, convention), narrow(metric, convention)
    # A gain can read the grades and `no_relevant` the relevance, so that the threshold is read is not enough.
    only_relevance = "threshold" in metric.uses and not grades_are_read(rules, metric.uses)
    return grades[[0, -1]] if only_relevance else grades


def _unproved_reason(metric: Metric, levels: Array, convention: Convention) -> str:
    """Return why the range need not end where its ends are searched; '' if it does."""
    rules = narrow(metric, convention)
    if "gain" in metric.uses and rules.gain != "binary":
        gain = option_values(rules.gain_option, rules, levels)
        if (np.diff(gain) < 0).any():
            return "gain_falls"
    if "err_stop" in metric.uses and rules.err_stop == "probability" and levels.max() > 1:
        return "stop_over_1"
    return ""


def _heaviest_first(metric: Metric, raw: RawLists, unjudged: UnjudgedDocuments, rules: Convention) -> Ints:
    """Return the indices of the unjudged documents, those first whose grades weigh most; documents without a rank come last.

    The weight falls down the list, but a custom discount may fall: then a lower rank weighs more.
    """
    if len(unjudged.documents) < 2:
        return np.arange(len(unjudged.documents))
    rules = rules.with_choices({"unjudged": "zero"})
    lists = arrange(raw, rules)
    divisors = np.arange(lists.source.shape[1], dtype=float)  # for metrics without a discount only their order counts
    if "discount" in metric.uses and "discount" in (trace := run_metric(metric, lists, rules)):
        discounts = trace.step("discount").value[0]
        divisors = np.where(discounts > 0, discounts, np.inf)  # below the cutoff nothing is divided
    by_column = {column: each for column, each in zip(lists.source[0].tolist(), divisors.tolist(), strict=True) if column >= 0}
    sort_keys = [(by_column.get(column, np.inf), column not in by_column) for column in unjudged.documents.tolist()]
    return np.array(sorted(range(len(sort_keys)), key=sort_keys.__getitem__), dtype=np.int64)
