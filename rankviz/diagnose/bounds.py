"""Numbers that a metric cannot give."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import narrow


@dataclass(frozen=True)
class Bound:
    """A bound that a number exceeds: its side, 'high' or 'low', and its value."""

    side: str
    value: float


def exceeded_bound(metric: Metric, convention: Convention, number: float) -> Bound | None:
    """Return the bound of the metric that a number exceeds; None if it is possible, or if nothing certain can be said.

    Examples
    --------
    >>> from rankviz import METRICS
    >>> exceeded_bound(METRICS["ndcg"], Convention(), 1.2)
    Bound(side='high', value=1.0)
    >>> exceeded_bound(METRICS["ndcg"], Convention(ideal_discount="log2"), 1.2) is None
    True
    """
    narrowed = narrow(metric, convention)
    chosen = (FIELDS[name].option(getattr(narrowed, name)) for name in metric.uses)
    if any(option is not None and option.may_exceed for option in chosen):
        return None
    if number > metric.high:
        return Bound("high", metric.high)
    return Bound("low", 0.0) if number < 0 <= metric.low else None
