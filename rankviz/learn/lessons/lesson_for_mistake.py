"""The lesson that explains a mistake."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Lesson of each metric; mistakes with a lesson of their own are listed below.
BY_METRIC: Mapping[str, str] = MappingProxyType(
    {
        "precision": "precision-recall",
        "recall": "precision-recall",
        "f1": "precision-recall",
        "ap": "ap",
        "rr": "rr",
        "dcg": "discount",
        "ndcg": "discount",
        "auc": "curves",
    }
)
OF_MISTAKES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ideal": (
            *("ideal=retrieved", "ideal_cut=none", "ideal_first_k", "ideal_all_top"),
            *("upside_down", "metric=idcg", "metric=dcg", "metric=ndcg"),
        ),
        "gain": ("gain=exponential", "gain=power", "gain=binary"),
        "ties": ("tied_pair=lost", "tied_pair=won"),
        "curves": ("trapezoid",),
    }
)
_OF_MISTAKE = {mistake: lesson for lesson, mistakes in OF_MISTAKES.items() for mistake in mistakes}


def lesson_for(metric: str, mistake: str) -> str:
    """Return the key of the lesson that explains a mistake with a metric, "" if there is none.

    Examples
    --------
    >>> lesson_for("ndcg", "ideal=retrieved"), lesson_for("ap", "ap_base=hits"), lesson_for("rbp", "p_exchanged")
    ('ideal', 'ap', '')
    """
    return _OF_MISTAKE.get(mistake, BY_METRIC[metric]) if metric in BY_METRIC else ""
