"""Evaluates the same lists under many conventions, and finds the choices that change a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isnan

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import mean
from rankviz.core.trace import Unit
from rankviz.evaluation.evaluate import fields_that_matter, narrow, run_metric
from rankviz.evaluation.list_pair import SAME

OF_MEANS = ("mean_over", "mean_weights")


@dataclass(frozen=True)
class MetricOutcome:
    """The result of a metric under a convention.

    Parameters
    ----------
    value : float
        For one list its value, for several the mean; NaN if there is none.
    is_undefined : bool
        Whether the value was 0/0; `value` is then what the convention puts for it.
    refusal : InputError or None
        Why the convention refuses the lists.
    unit : str
        What the value is, as in `Step`.
    """

    value: float
    is_undefined: bool = False
    refusal: InputError | None = None
    unit: Unit = "value"

    def is_same(self, other: MetricOutcome) -> bool:
        """Whether two outcomes are the same number, or both have none."""
        if self.refusal or other.refusal:
            return bool(self.refusal) == bool(other.refusal)
        if isnan(self.value) or isnan(other.value):
            return isnan(self.value) and isnan(other.value)
        return abs(self.value - other.value) <= SAME * max(1.0, abs(self.value))


@lru_cache(maxsize=8192)
def with_choices(convention: Convention, choices: tuple[tuple[str, object], ...]) -> Convention:
    """Replace fields; cached, since every edit of a list asks for the same ones again, and validating takes time."""
    return convention.with_choices(dict(choices))


class EvaluationCache:
    """Evaluates the same lists again and again; each arrangement and each value is computed once."""

    def __init__(self, rankings: Sequence[Ranking]) -> None:
        self.rankings = rankings
        raw = RawLists.from_rankings(rankings)
        self._lists = ArrangementCache(raw)
        self._facts = facts_of(raw)
        self._has_several = len(rankings) != 1
        self._outcomes: dict[tuple[object, ...], MetricOutcome] = {}

    def outcome(self, metric: Metric, convention: Convention) -> MetricOutcome:
        """Compute a metric under a convention; the outcome says if and why the convention refuses the lists."""
        narrowed = narrow(metric, convention)
        key = (metric.key, narrowed, convention.mean_over, convention.mean_weights)
        if key not in self._outcomes:
            self._outcomes[key] = self._compute(metric, narrowed, convention)
        return self._outcomes[key]

    def _compute(self, metric: Metric, narrowed: Convention, convention: Convention) -> MetricOutcome:
        try:
            trace = run_metric(metric, self._lists.arranged_under(narrowed), narrowed)
        except InputError as error:
            return MetricOutcome(float("nan"), refusal=error)
        if not self._has_several:
            return MetricOutcome(float(trace.value[0]), bool(trace.undefined[0]), unit=trace.unit)
        value = float(mean(trace, convention)[-1].value)
        return MetricOutcome(value, isnan(value), unit=trace.unit)

    def _without_irrelevant(self, present: Convention, other: Convention, metric: Metric) -> Convention:
        """Return the other convention, with every field that cannot matter under it on these lists as in the present one."""
        here, matter = narrow(metric, present), fields_that_matter(metric, self._facts, other)
        return with_choices(other, tuple((name, getattr(here, name)) for name in metric.uses if name not in matter))

    def moving_choices(self, metric: Metric, present: Convention, other: Convention) -> dict[str, object]:
        """Return the choices of the other convention that change the value: alone, or as the only one taken back.

        Fields that cannot matter under the other convention are left out: a gain without a base has no other base.
        """
        other = self._without_irrelevant(present, other, metric)
        names = (*metric.uses, *(OF_MEANS if self._has_several else ()))
        here, there = narrow(metric, present), narrow(metric, other)
        pairs = {
            name: (getattr(present if name in OF_MEANS else here, name), getattr(other if name in OF_MEANS else there, name))
            for name in names
        }
        differing = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
        if len(differing) > 1:
            value_here, value_there = self.outcome(metric, present), self.outcome(metric, other)
            moving = {
                name: pair
                for name, pair in differing.items()
                if not self.outcome(metric, with_choices(present, ((name, pair[1]),))).is_same(value_here)
                or not self.outcome(metric, with_choices(other, ((name, pair[0]),))).is_same(value_there)
            }
            differing = moving or differing
        return {name: value for name, (_, value) in differing.items()}
