"""Numbers that a metric cannot give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rankviz.core.conventions import Convention
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import narrow

# Options under which a metric may exceed its usual bounds: an ideal that is not the best possible one, grades taken for
# probabilities, negative grades, duplicates that the ideal counts once, grades that only the list has, ranks that several
# entries share, and custom tables and formulas.
UNBOUNDED_OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ideal": ("k_ones",),
        "ideal_discount": ("log2", "ln", "log10", "none"),
        "gain": ("table", "formula"),
        "discount": ("table", "formula"),
        "err_stop": ("probability",),
        "negative": ("keep",),
        "duplicates": ("credit_each",),
        "unjudged": ("grade",),
        "ties": ("mean_rank",),
    }
)


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
    if any(name in metric.uses and getattr(narrowed, name) in options for name, options in UNBOUNDED_OPTIONS.items()):
        return None
    if number > metric.high:
        return Bound("high", metric.high)
    return Bound("low", 0.0) if number < 0 <= metric.low else None
