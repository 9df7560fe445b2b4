"""The effect of each document on the difference of two lists: effects that add up to the difference exactly.

Where the denominators differ, the change of N · 1/D is split as the Bennet indicators split a change of value into a change of
quantities and one of prices (Bennet 1920, JRSS 83, 455-462, as presented by Diewert 2005, Am. J. Economics and Sociology 64(1),
311-360): each factor's change is weighted with the mean of the other factor. That treats both lists alike, and gives no effect
to a document that keeps its term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.compare.linear_form import LinearForm, linear_form
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.templates import arguments_of, run_template
from rankviz.core.trace import HOLE, Trace, holes_in
from rankviz.evaluation.list_pair import ListPair, Winner, winner

FROM_ABOVE = ("upto", "before", "prod_before")
FloatPair = tuple[float, float]


class DocumentEffect(NamedTuple):
    """One document of a pool, in the first list and in the second one.

    Parameters
    ----------
    doc_id : str
    grade : float or None
    ranks : (int or None, int or None)
        None where the document is not retrieved, or the convention gives it no rank.
    terms : (float, float)
        What the document adds to each numerator; the terms of duplicates are added up.
    effect : float
        The document's part of the difference.
    own, others : float or None
        The part of the effect that comes from the document's own move, and the part that comes from the documents above it;
        None where the metric's terms are not such a product.
    """

    doc_id: str
    grade: float | None
    ranks: tuple[int | None, int | None]
    terms: FloatPair
    effect: float
    own: float | None = None
    others: float | None = None


@dataclass(frozen=True)
class Effects:
    """The difference of two lists' values, split into effects.

    The effects by document, `rest` and `base` add up to `difference`; so do the effects by place, `rest` and `base`. Where a
    value is undefined there are no effects, and `difference` is NaN.

    Parameters
    ----------
    metric : str
        Key.
    values : (float, float)
        For an undefined value the one that the convention reports instead.
    undefined : (bool, bool)
    winner : {'first', 'second', 'even', ''}
        '' where there is nothing to compare.
    axis : {'list', 'level', 'ideal', ''}
        What the terms belong to: entries of the list, recall levels, ranks of the ideal ranking; '' if there are no terms.
    by_document : tuple of DocumentEffect
        The whole pool in its order; () unless `axis` is 'list'.
    by_place : tuple of float
        By rank, recall level or rank of the ideal ranking, from the first on.
    rest : float
        The part that belongs to no term: counts of documents, and documents that are not retrieved.
    base : float
        The part that comes from different denominators.
    numerators, denominators : (float, float)
    """

    metric: str
    values: FloatPair
    undefined: tuple[bool, bool]
    winner: Winner | str
    axis: str = ""
    by_document: tuple[DocumentEffect, ...] = ()
    by_place: tuple[float, ...] = ()
    rest: float = 0.0
    base: float = 0.0
    numerators: FloatPair = (0.0, 0.0)
    denominators: FloatPair = (1.0, 1.0)

    @property
    def difference(self) -> float:
        """The second value less the first one."""
        return float("nan") if any(self.undefined) else self.values[1] - self.values[0]


def effects(trace: Trace, pair: ListPair, rows: tuple[int, int] = (0, 1)) -> Effects:
    """Split the difference of two lists' values into effects.

    Parameters
    ----------
    trace : Trace
        Of one metric on both lists, as rows of one batch.
    pair : ListPair
    rows : (int, int)
        The rows of the first and of the second list in the trace.

    Returns
    -------
    Effects
        Without effects where a value is undefined.

    Examples
    --------
    >>> from rankviz.core.conventions import Convention
    >>> from rankviz.evaluation.evaluate import compute
    >>> from rankviz.core.lists.ranking import RawLists
    >>> from rankviz.evaluation.list_pair import pair_with_order
    >>> two = pair_with_order(Ranking.from_grades([2, 0, 1]), ["d1", "d3", "d2"])
    >>> trace = compute(METRICS["dcg"], RawLists.from_rankings(two.lists), Convention(discount="inverse"))
    >>> [(each.doc_id, round(each.effect, 3)) for each in effects(trace, two).by_document]
    [('d1', 0.0), ('d2', 0.0), ('d3', 0.167)]
    """
    first, second = rows
    values = float(trace.value[first]), float(trace.value[second])
    undefined = bool(trace.undefined[first]), bool(trace.undefined[second])
    if any(undefined):
        return Effects(trace.metric, values, undefined, "")
    form = linear_form(trace)
    scale, base = _scale_and_base(form, rows, values)
    return Effects(
        metric=trace.metric,
        values=values,
        undefined=undefined,
        winner=winner(METRICS[trace.metric], *values),
        axis=form.axis,
        by_document=tuple(_by_document(trace, form, pair, rows, scale)) if form.axis == "list" else (),
        by_place=_by_place(trace, form, rows, scale),
        rest=float(form.rest[second] - form.rest[first]) * scale,
        base=base,
        numerators=(float(form.numerator[first]), float(form.numerator[second])),
        denominators=(float(form.denominator[first]), float(form.denominator[second])),
    )


def _scale_and_base(form: LinearForm, rows: tuple[int, int], values: FloatPair) -> FloatPair:
    """Return the factor of a change of the numerator, and the part of the difference from different denominators."""
    halves = form.numerator[list(rows)] / 2  # halved first: the sum of both may overflow
    inverses = 1 / form.denominator[list(rows)]
    scale, base = float(inverses.mean()), float(halves.sum() * (inverses[1] - inverses[0]))
    if not form.is_root:
        return scale, base
    sum_of_roots = values[0] + values[1]  # √b − √a is (b − a) over the sum of the roots
    return (scale / sum_of_roots, base / sum_of_roots) if sum_of_roots else (0.0, 0.0)


def _by_place(trace: Trace, form: LinearForm, rows: tuple[int, int], scale: float) -> tuple[float, ...]:
    sums = []
    for row in rows:
        rank = trace.rankings.rank[row] if form.axis == "list" else np.arange(1.0, form.terms.shape[1] + 1)
        has_rank = rank > 0
        sums.append(np.bincount(rank[has_rank].astype(int) - 1, form.terms[row][has_rank]))
    sums_by_place = zip_longest(*(each.tolist() for each in sums), fillvalue=0.0)
    return tuple((second - first) * scale for first, second in sums_by_place)


def _by_document(
    trace: Trace, form: LinearForm, pair: ListPair, rows: tuple[int, int], scale: float
) -> Iterator[DocumentEffect]:
    columns_by_id = [columns_of(trace, row, ranking) for row, ranking in zip(rows, pair.lists, strict=True)]
    product = _product(trace, form)
    ranks, terms = ([array[row].tolist() for row in rows] for array in (trace.rankings.rank, form.terms))
    for item in pair.pool:
        columns = [each.get(item.doc_id, []) for each in columns_by_id]  # of this document in either list
        first_rank, second_rank = (int(ranks[side][each[0]]) if each else None for side, each in enumerate(columns))
        before, after = (sum((terms[side][column] for column in each), 0.0) for side, each in enumerate(columns))
        own, others = (None, None) if product is None else (part * scale for part in product.changes(form, rows, columns))
        effect = (after - before) * scale
        yield DocumentEffect(item.doc_id, item.grade, (first_rank, second_rank), (before, after), effect, own, others)


def columns_of(trace: Trace, row: int, ranking: Ranking) -> dict[str, list[int]]:
    """Return by document id the columns of its entries that have a rank, best first."""
    columns: dict[str, list[int]] = {}
    for column, source in enumerate(trace.rankings.source[row].tolist()):
        if source >= 0:
            columns.setdefault(ranking.items[source].doc_id, []).append(column)
    return columns


class _Product(NamedTuple):
    """Terms that are a product of two factors, as of AP and ERR.

    Parameters
    ----------
    weight : float64 (Q, N)
        Depends on the entry's own place only.
    earned : float64 (Q, N)
        Depends on the entries above it, too.
    counts : bool (Q, N)
        Whether an entry has such a term.
    """

    weight: Array
    earned: Array
    counts: NDArray[np.bool_]

    def changes(self, form: LinearForm, rows: tuple[int, int], columns: Sequence[list[int]]) -> FloatPair:
        """Return how the numerator changes by a document's own moves, and by the documents above it.

        With weight w and earnings u the change of w·u is (w' − w) times the mean of u and u', and (u' − u) times the mean of
        w and w'. For a document that counts in one list only, the u of that list is taken for both: the whole change is its
        own. Duplicates are matched in their order.
        """
        counted = [[column for column in each if self.counts[row][column]] for row, each in zip(rows, columns, strict=True)]
        own = others = 0.0
        for first, second in zip_longest(*counted):
            before = self._weight_and_earnings(form, rows[0], first)
            after = self._weight_and_earnings(form, rows[1], second)
            if first is None:
                before = 0.0, after[1]
            if second is None:
                after = 0.0, before[1]
            own += (after[0] - before[0]) * (before[1] + after[1]) / 2
            others += (after[1] - before[1]) * (before[0] + after[0]) / 2
        return own, others

    def _weight_and_earnings(self, form: LinearForm, row: int, column: int | None) -> FloatPair:
        """Weight and earnings of an entry, scaled to the numerator; zeros if there is no entry."""
        if column is None:
            return 0.0, 0.0
        return float(self.weight[row][column]), float(form.factor[row] * self.earned[row][column])


def _product(trace: Trace, form: LinearForm) -> _Product | None:
    r"""Read terms whose formula is `\frac{…}{<place>}` and whose numerator reads entries above; None for other formulas."""
    step = form.step
    while step is not None and (hole := HOLE.fullmatch(step.template)) and not hole[1]:
        step = trace.step(hole[2])
    parts = arguments_of(step.template, r"\frac") if step is not None and form.kind == "sum" else ()
    if not parts or form.step is None or not HOLE.fullmatch(parts[1]) or not _reads_above(trace, parts[0]):
        return None
    values = {each.key: each.value for each in trace.steps}
    counts = trace.rankings.present if form.step.where is None else form.step.where
    place = run_template(parts[1], values, trace.rankings)
    weight = np.divide(1.0, place, out=np.zeros_like(place), where=counts)
    earned = np.where(counts, run_template(parts[0], values, trace.rankings), 0.0)
    return _Product(weight, earned, counts)


def _reads_above(trace: Trace, template: str) -> bool:
    """Whether the formula of an entry reads the entries above it."""
    return any(kind in FROM_ABOVE or _reads_above(trace, trace.step(key).template) for kind, key in holes_in(template))
