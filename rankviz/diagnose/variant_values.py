"""What a metric gives on the lists of a question: as typed, and with each slip in the input; nothing is computed twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import mean, means_with
from rankviz.core.trace import HOLE, Step, Trace, holes_in
from rankviz.evaluation.evaluate import compute, narrow

MOST_ARRANGED = 500_000  # entries of arranged lists that are kept: some 160 bytes each

SUM = re.compile(r"<sum (\w+)>")


class VariantValues:
    """The lists of a question, which are measured again and again.

    Parameters
    ----------
    rankings : sequence of Ranking
        As typed: one, or several, of whose mean is spoken.
    changed : sequence of Ranking
        Variants of the list, or of one of the lists, which are measured together as rows of one array.
    places : sequence of int
        Which of several lists each variant stands for.
    averaged : bool
        Whether of one list, too, the mean is meant, in which it may not count.
    """

    def __init__(
        self,
        rankings: Sequence[Ranking],
        changed: Sequence[Ranking] = (),
        places: Sequence[int] = (),
        *,
        averaged: bool = False,
    ) -> None:
        given = RawLists.from_rankings(rankings)
        self.cells = given.grades.size + given.missed_grades.size
        self._typed = _ArrangementCache(given)
        self._variants = RawLists.from_rankings(changed)
        self._list_indices = np.array(places, dtype=np.intp)
        self._as_mean = averaged
        self._is_one_list = len(rankings) == 1 and not averaged
        self.variant_cells = self._variants.grades.size + (0 if self._is_one_list else len(changed) * len(rankings))
        self._variant_cache = _ArrangementCache(self._variants)
        self._accepted: NDArray[np.intp] | None = None  # the rows that were not refused
        self._known: dict[tuple[object, ...], float] = {}

    def trace(self, metric: Metric, convention: Convention) -> Trace:
        """Compute a metric on the lists as typed."""
        return compute(metric, self._typed.lists(), convention)

    def value(self, metric: Metric, convention: Convention) -> float:
        """Give a metric's value, or the mean over the lists; as `evaluate`, with its errors."""
        key = (metric.key, narrow(metric, convention), convention.mean_over, convention.mean_weights)
        if key not in self._known:
            self._known[key] = self.value_of_trace(self.trace(metric, convention), convention)
        return self._known[key]

    def value_of_trace(self, trace: Trace, convention: Convention) -> float:
        """Value of a trace, or the mean over its lists."""
        several = len(trace.rankings.n) != 1 or self._as_mean
        return float(mean(trace, convention)[-1].value) if several else float(trace.value[0])

    def variant_values(self, metric: Metric, convention: Convention) -> Array:
        """Give a metric's value, or the mean, with each variant in its list's place; NaN where the convention refuses it."""
        if not len(self._variants.grades):
            return np.zeros(0)
        if self._accepted is None:
            try:
                return self._values_or_means(
                    compute(metric, self._variant_cache.lists(), convention), metric, convention, slice(None)
                )
            except InputError:
                found = self._halving_values(metric, convention, np.arange(len(self._variants.grades)))
                self._accepted = np.flatnonzero(np.isfinite(found))
                return found
        found = np.full(len(self._variants.grades), np.nan)
        found[self._accepted] = self._halving_values(metric, convention, self._accepted)
        return found

    def _halving_values(self, metric: Metric, convention: Convention, rows: NDArray[np.intp]) -> Array:
        """Compute some variants; if one is refused, each half for itself, until it stands alone."""
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

    def _values_or_means(self, changed: Trace, metric: Metric, convention: Convention, rows: NDArray[np.intp] | slice) -> Array:
        """Values of variants; of several lists the means, each with one variant among the other lists."""
        if self._is_one_list:
            return changed.value
        return means_with(self.trace(metric, convention), changed, self._list_indices[rows], convention)


class _ArrangementCache:
    """Lists whose arrangements are kept, but not too many of them."""

    def __init__(self, raw: RawLists) -> None:
        self._raw = raw
        self._most = MOST_ARRANGED // max(raw.grades.size + raw.missed_grades.size, 1)
        self._uses = 0
        self._arranged = ArrangementCache(raw)

    def lists(self) -> ArrangementCache:
        """Give the lists for one computation."""
        self._uses += 1
        if self._uses > self._most:
            self._arranged, self._uses = ArrangementCache(self._raw), 0
        return self._arranged


def _take_lists(raw: RawLists, rows: NDArray[np.intp]) -> RawLists:
    """Take some of the lists."""
    arrays: dict[str, Any] = {field.name: getattr(raw, field.name) for field in fields(raw)}
    kept: dict[str, Any] = {name: each[rows] for name, each in arrays.items() if isinstance(each, np.ndarray)}
    kept |= {"query_ids": tuple(raw.query_ids[i] for i in rows), "doc_ids": tuple(raw.doc_ids[i] for i in rows)}
    return replace(raw, **kept)


def formula_fingerprint(trace: Trace, value: float) -> bytes:
    """Tell what a value is made of: its formula, and the terms and numbers that it is filled with.

    Two values of which these are the same are one cause on these lists, whatever it is called: the whole list, or cut at k + 1.
    """
    steps = {step.key: step for step in trace.steps}
    template = trace.steps[-1].template
    parts = [_hole_fingerprint(operator, steps[key], steps) for operator, key in holes_in(template)]
    return b"|".join([HOLE.sub("", template).encode(), *parts, np.round(value, 10).tobytes()])


def _hole_fingerprint(operator: str, step: Step, steps: Mapping[str, Step]) -> bytes:
    """What stands in a hole: of a sum its terms, with their name and their places."""
    if not operator and (sums := SUM.fullmatch(step.template)):
        operator, step = "sum", steps[sums[1]]
    if operator == "max":
        best: Array = np.round(step.value.max(axis=1, initial=0.0), 10)
        return best.tobytes()
    places = np.nonzero(step.value)
    terms = np.array([*places, np.round(step.value[places], 10)], dtype=float)
    return (step.key if operator else "").encode() + terms.tobytes()
