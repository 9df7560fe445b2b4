"""Values of metrics on the lists as typed and with each slip in the input; nothing is computed twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import mean, means_with
from rankviz.core.trace import HOLE, Step, Trace, holes_in
from rankviz.evaluation.evaluate import compute, narrow

MOST_ARRANGED = 500_000  # entries of arranged lists that are cached, some 160 bytes each

SUM = re.compile(r"<sum (\w+)>")


class VariantValues:
    """Metrics on some lists and on variants of them, cached.

    Parameters
    ----------
    rankings : sequence of Ranking
        As typed: one; or several, whose mean is the value.
    variants : sequence of Ranking
        Variants of the list, or of one of the lists, which are computed together as rows of one batch.
    list_indices : sequence of int
        Index of the list that each variant replaces.
    as_mean : bool
        Whether the value of a single list, too, is the mean, in which the list may not count.
    """

    def __init__(
        self,
        rankings: Sequence[Ranking],
        variants: Sequence[Ranking] = (),
        list_indices: Sequence[int] = (),
        *,
        as_mean: bool = False,
    ) -> None:
        typed = RawLists.from_rankings(rankings)
        self.cells = typed.grades.size + typed.missed_grades.size
        self._typed = _ArrangementCache(typed)
        self._variants = RawLists.from_rankings(variants)
        self._list_indices = np.array(list_indices, dtype=np.intp)
        self._as_mean = as_mean
        self._is_one_list = len(rankings) == 1 and not as_mean
        self.variant_cells = self._variants.grades.size + (0 if self._is_one_list else len(variants) * len(rankings))
        self._variant_cache = _ArrangementCache(self._variants)
        self._accepted: NDArray[np.intp] | None = None  # the variants that were not refused
        self._known: dict[tuple[object, ...], float] = {}

    def trace(self, metric: Metric, convention: Convention) -> Trace:
        """Compute a metric on the lists as typed."""
        return compute(metric, self._typed.lists(), convention)

    def value(self, metric: Metric, convention: Convention) -> float:
        """Return a metric's value, or the mean over the lists, as `evaluate` does and with its errors."""
        key = (metric.key, narrow(metric, convention), convention.mean_over, convention.mean_weights)
        if key not in self._known:
            self._known[key] = self.value_of_trace(self.trace(metric, convention), convention)
        return self._known[key]

    def value_of_trace(self, trace: Trace, convention: Convention) -> float:
        """Return the value of a trace, or the mean over its lists."""
        several = len(trace.rankings.n) != 1 or self._as_mean
        return float(mean(trace, convention)[-1].value) if several else float(trace.value[0])

    def variant_values(self, metric: Metric, convention: Convention) -> Array:
        """Return a metric's value, or the mean, for each variant in place of its list; NaN where the convention refuses it."""
        if not len(self._variants.grades):
            return np.zeros(0)
        if self._accepted is None:
            try:
                return self._values_or_means(
                    compute(metric, self._variant_cache.lists(), convention), metric, convention, slice(None)
                )
            except InputError:
                values = self._halving_values(metric, convention, np.arange(len(self._variants.grades)))
                self._accepted = np.flatnonzero(np.isfinite(values))
                return values
        values = np.full(len(self._variants.grades), np.nan)
        values[self._accepted] = self._halving_values(metric, convention, self._accepted)
        return values

    def _halving_values(self, metric: Metric, convention: Convention, rows: NDArray[np.intp]) -> Array:
        """Compute some variants; if one is refused, each half separately, until the refused one is alone."""
        if not len(rows):
            return np.zeros(0)
        try:
            return self._values_or_means(
                compute(metric, _take_lists(self._variants, rows), convention), metric, convention, rows
            )
        except InputError:
            if len(rows) == 1:
                return np.full(1, np.nan)
            half = len(rows) // 2
            parts = (self._halving_values(metric, convention, part) for part in (rows[:half], rows[half:]))
            return np.concatenate([*parts])

    def _values_or_means(
        self, variants: Trace, metric: Metric, convention: Convention, rows: NDArray[np.intp] | slice
    ) -> Array:
        """Return the values of variants; of several lists the means, each with one variant among the other lists."""
        if self._is_one_list:
            return variants.value
        return means_with(self.trace(metric, convention), variants, self._list_indices[rows], convention)


class _ArrangementCache:
    """Lists whose arrangements are cached up to a limit."""

    def __init__(self, raw: RawLists) -> None:
        self._raw = raw
        self._most = MOST_ARRANGED // max(raw.grades.size + raw.missed_grades.size, 1)
        self._uses = 0
        self._arranged = ArrangementCache(raw)

    def lists(self) -> ArrangementCache:
        """Return the lists for one computation."""
        self._uses += 1
        if self._uses > self._most:
            self._arranged, self._uses = ArrangementCache(self._raw), 0
        return self._arranged


def _take_lists(raw: RawLists, rows: NDArray[np.intp]) -> RawLists:
    """Return some of the lists."""
    arrays: dict[str, Any] = {field.name: getattr(raw, field.name) for field in fields(raw)}
    selected: dict[str, Any] = {name: each[rows] for name, each in arrays.items() if isinstance(each, np.ndarray)}
    selected |= {"query_ids": tuple(raw.query_ids[i] for i in rows), "doc_ids": tuple(raw.doc_ids[i] for i in rows)}
    return replace(raw, **selected)


def formula_fingerprint(trace: Trace, value: float) -> bytes:
    """Return what a value is computed from: its formula, and the terms and numbers in its holes.

    Two departures with one fingerprint have the same cause on these lists, as the whole list and the cutoff k + 1 may have.
    """
    steps = {step.key: step for step in trace.steps}
    template = trace.steps[-1].template
    parts = [_hole_fingerprint(operator, steps[key], steps) for operator, key in holes_in(template)]
    return b"|".join([HOLE.sub("", template).encode(), *parts, np.round(value, 10).tobytes()])


def _hole_fingerprint(operator: str, step: Step, steps: Mapping[str, Step]) -> bytes:
    """Return the content of a hole; of a sum its terms, with their name and their ranks."""
    if not operator and (sums := SUM.fullmatch(step.template)):
        operator, step = "sum", steps[sums[1]]
    if operator == "max":
        best: Array = np.round(step.value.max(axis=1, initial=0.0), 10)
        return best.tobytes()
    places = np.nonzero(step.value)
    terms = np.array([*places, np.round(step.value[places], 10)], dtype=float)
    return (step.key if operator else "").encode() + terms.tobytes()
