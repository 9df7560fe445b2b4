"""What each document does to the difference of two lists: effects that add up to it exactly.

With different denominators N · 1/D is taken apart as the Bennet indicators take a change of value apart into that of quantities
and that of prices (Bennet 1920, JRSS 83, 455-462, as presented by Diewert 2005, Am. J. Economics and Sociology 64(1), 311-360):
each factor's change is weighted with the mean of the other one. It treats both lists alike, and gives a document that keeps its
term no effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.compare.linear_form import LinearForm, linear_form
from rankviz.core.conventions.options import Array
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
        None where it is not retrieved, or the convention gives it no rank.
    terms : (float, float)
        What it adds to the numerators; copies add up.
    effect : float
        Its part of the difference.
    own, others : float or None
        The part that comes from its own move, and the one from those above it; None where the metric's terms are not such
        a product.
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
    """How the second list's value comes out of the first one's.

    The effects by document, `rest` and `base` add up to `difference`; so do those by place with the same two. Where a value is
    undefined there are none, and `difference` is NaN.

    Parameters
    ----------
    metric : str
        Key.
    values : (float, float)
        Where undefined, what the convention puts for it.
    undefined : (bool, bool)
    winner : {'first', 'second', 'even', ''}
        '' where there is nothing to compare.
    axis : {'list', 'level', 'ideal', ''}
        What is added up: entries of the list, recall levels, places of the ideal ranking, or nothing at all.
    by_document : tuple of DocumentEffect
        The whole pool in its order; () unless entries of the list are added up.
    by_place : tuple of float
        By rank, recall level or place of the ideal, from the first on.
    rest : float
        From what is no term: counts of documents, and those that are not retrieved.
    base : float
        From another denominator.
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
    """Say what each document does to the difference of two lists.

    Parameters
    ----------
    trace : Trace
        Of one metric on both lists, as rows of one batch.
    pair : ListPair
    rows : (int, int)
        Of the first and of the second list in the trace.

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
    one, two = rows
    values = float(trace.value[one]), float(trace.value[two])
    undefined = bool(trace.undefined[one]), bool(trace.undefined[two])
    if any(undefined):
        return Effects(trace.metric, values, undefined, "")
    found = linear_form(trace)
    scale, base = _weights(found, rows, values)
    return Effects(
        metric=trace.metric,
        values=values,
        undefined=undefined,
        winner=winner(METRICS[trace.metric], *values),
        axis=found.axis,
        by_document=tuple(_by_document(trace, found, pair, rows, scale)) if found.axis == "list" else (),
        by_place=_by_place(trace, found, rows, scale),
        rest=float(found.rest[two] - found.rest[one]) * scale,
        base=base,
        numerators=(float(found.numerator[one]), float(found.numerator[two])),
        denominators=(float(found.denominator[one]), float(found.denominator[two])),
    )


def _weights(found: LinearForm, rows: tuple[int, int], values: FloatPair) -> FloatPair:
    """By what a change of the numerator is multiplied, and what another denominator does."""
    halves, below = found.numerator[list(rows)] / 2, 1 / found.denominator[list(rows)]  # two sums may be too large for one
    scale, base = float(below.mean()), float(halves.sum() * (below[1] - below[0]))
    if not found.is_root:
        return scale, base
    both = values[0] + values[1]  # √b − √a is (b − a) over the sum of the roots
    return (scale / both, base / both) if both else (0.0, 0.0)


def _by_place(trace: Trace, found: LinearForm, rows: tuple[int, int], scale: float) -> tuple[float, ...]:
    sums = []
    for row in rows:
        rank = trace.rankings.rank[row] if found.axis == "list" else np.arange(1.0, found.terms.shape[1] + 1)
        there = rank > 0
        sums.append(np.bincount(rank[there].astype(int) - 1, found.terms[row][there]))
    both = zip_longest(*(each.tolist() for each in sums), fillvalue=0.0)
    return tuple((second - first) * scale for first, second in both)


def _by_document(
    trace: Trace, found: LinearForm, pair: ListPair, rows: tuple[int, int], scale: float
) -> Iterator[DocumentEffect]:
    columns = [columns_of(trace, row, ranking) for row, ranking in zip(rows, pair.lists, strict=True)]
    split = _product(trace, found)
    ranks, terms = ([array[row].tolist() for row in rows] for array in (trace.rankings.rank, found.terms))
    for item in pair.pool:
        here = [each.get(item.doc_id, []) for each in columns]
        first_rank, second_rank = (int(ranks[side][at[0]]) if at else None for side, at in enumerate(here))
        before, after = (sum((terms[side][column] for column in at), 0.0) for side, at in enumerate(here))
        own, others = (None, None) if split is None else (part * scale for part in split.changes(found, rows, here))
        effect = (after - before) * scale
        yield DocumentEffect(item.doc_id, item.grade, (first_rank, second_rank), (before, after), effect, own, others)


def columns_of(trace: Trace, row: int, ranking: Ranking) -> dict[str, list[int]]:
    """The columns of each document's entries that have a rank, best first."""
    found: dict[str, list[int]] = {}
    for column, source in enumerate(trace.rankings.source[row].tolist()):
        if source >= 0:
            found.setdefault(ranking.items[source].doc_id, []).append(column)
    return found


class _Product(NamedTuple):
    """Terms that are a weight of the entry's own place times what hangs on the entries above it; (Q, N) all three."""

    weight: Array
    earned: Array
    counts: NDArray[np.bool_]

    def changes(self, found: LinearForm, rows: tuple[int, int], columns: Sequence[list[int]]) -> FloatPair:
        """What a document's own moves do to the numerator, and what those above it do; copies are taken in their order.

        With weight w and earnings u the change of w·u is (w' − w) times the mean of u and u', and (u' − u) times the mean of
        w and w'. A document that counts in one list only has the u of that one in both: all is its own doing.
        """
        places = [[at for at in here if self.counts[row][at]] for row, here in zip(rows, columns, strict=True)]
        own = others = 0.0
        for first, second in zip_longest(*places):
            before, after = self._weight_and_earnings(found, rows[0], first), self._weight_and_earnings(found, rows[1], second)
            if first is None:
                before = 0.0, after[1]
            if second is None:
                after = 0.0, before[1]
            own += (after[0] - before[0]) * (before[1] + after[1]) / 2
            others += (after[1] - before[1]) * (before[0] + after[0]) / 2
        return own, others

    def _weight_and_earnings(self, found: LinearForm, row: int, column: int | None) -> FloatPair:
        """Weight and earnings of an entry."""
        if column is None:
            return 0.0, 0.0
        return float(self.weight[row][column]), float(found.factor[row] * self.earned[row][column])


def _product(trace: Trace, found: LinearForm) -> _Product | None:
    r"""Terms whose formula is `\frac{…}{<place>}` with something from the entries above in the numerator; else None."""
    step = found.step
    while step is not None and (alone := HOLE.fullmatch(step.template)) and not alone[1]:
        step = trace.step(alone[2])
    parts = arguments_of(step.template, r"\frac") if step is not None and found.kind == "sum" else ()
    if not parts or found.step is None or not HOLE.fullmatch(parts[1]) or not _reads_above(trace, parts[0]):
        return None
    known = {each.key: each.value for each in trace.steps}
    counts = trace.rankings.present if found.step.where is None else found.step.where
    place = run_template(parts[1], known, trace.rankings)
    weight = np.divide(1.0, place, out=np.zeros_like(place), where=counts)
    earned = np.where(counts, run_template(parts[0], known, trace.rankings), 0.0)
    return _Product(weight, earned, counts)


def _reads_above(trace: Trace, template: str) -> bool:
    """Whether a formula of one entry reads those above it."""
    return any(kind in FROM_ABOVE or _reads_above(trace, trace.step(key).template) for kind, key in holes_in(template))
