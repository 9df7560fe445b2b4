"""Numbers that a metric cannot give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rankviz.core.conventions import Convention
from rankviz.core.metrics import Metric
from rankviz.evaluation.evaluate import narrow

# Options under which a metric may pass the bounds that it has else: an ideal that is not the best there is, grades that are
# taken for probabilities, negative grades, duplicates that the ideal knows once, grades that only the list knows, ranks that
# several entries have, and whatever a person has typed.
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
    """A bound that a number is beyond: 'high' or 'low', and where it is."""

    side: str
    value: float


def exceeded_bound(metric: Metric, convention: Convention, number: float) -> Bound | None:
    """Tell which bound of the metric a number is beyond; None if it can be, or if nothing certain can be said.

    Examples
    --------
    >>> from rankviz import METRICS
    >>> exceeded_bound(METRICS["ndcg"], Convention(), 1.2)
    Bound(side='high', value=1.0)
    >>> exceeded_bound(METRICS["ndcg"], Convention(ideal_discount="log2"), 1.2) is None
    True
    """
    here = narrow(metric, convention)
    if any(name in metric.uses and getattr(here, name) in options for name, options in UNBOUNDED_OPTIONS.items()):
        return None
    if number > metric.high:
        return Bound("high", metric.high)
    return Bound("low", 0.0) if number < 0 <= metric.low else None
