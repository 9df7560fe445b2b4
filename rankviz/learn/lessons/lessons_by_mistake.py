"""The lesson that treats a mistake: the one whose steps say what is done instead, and why.

A mistake that no lesson speaks of has none, whatever its metric: a lesson about something else would send the reader astray.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Mistakes that are another choice, by the field of the convention; with every metric.
BY_CHOICE: Mapping[str, str] = MappingProxyType(
    {
        "cutoff": "precision-recall",
        "ap_base": "ap",
        "discount": "discount",
        "ideal": "ideal",
        "ideal_cut": "ideal",
        "gain": "gain",
        "tied_pair": "ties",
        "unjudged": "ties",
    }
)
# Other mistakes, by metric and lesson; those under "" are treated by none.
BY_METRIC: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "precision": {
            "precision-recall": ("metric=recall", "over_whole_list", "relevant_to_others", "complement"),
            "": ("grades_added", "threshold=2.0"),
        },
        "recall": {
            "precision-recall": ("forgotten", "metric=precision", "over_all_judged", "complement"),
            "": ("recall_base=min_R_k", "threshold=2.0"),
        },
        "f1": {
            "precision-recall": (
                *("mean_of_p_and_r", "without_the_2", "root_of_p_times_r", "jaccard"),
                *("metric=precision", "metric=recall", "forgotten"),
            ),
        },
        "ap": {
            "ap": ("not_divided", "reciprocal_at_hits", "metric=precision", "forgotten"),
            "rr": ("metric=rr",),
            "": ("trapezoid",),
        },
        "rr": {
            "rr": (
                *("rank_from_zero", "rank_itself", "last_hit", "sum_of_reciprocals", "mean_of_reciprocals"),
                *("one_over_rank_plus_one", "one_over_logarithm", "metric=ap"),
            ),
        },
        "dcg": {
            "discount": ("metric=cg", "multiplied", "first_term_left_out"),
            "ideal": ("metric=idcg", "metric=ndcg"),
            "": ("rank_among_hits",),
        },
        "ndcg": {
            "ideal": ("metric=dcg", "metric=idcg", "upside_down", "ideal_first_k", "ideal_all_top"),
            "": ("mixed_logarithms",),
        },
        "auc": {
            "curves": ("complement", "not_divided", "over_all_pairs", "neighbours_only", "metric=ap"),
            "": ("forgotten",),
        },
    }
)
_OF_MISTAKE = {
    (metric, mistake): lesson
    for metric, lessons in BY_METRIC.items()
    for lesson, mistakes in lessons.items()
    for mistake in mistakes
}


def lesson_for(metric: str, mistake: str) -> str:
    """Return the key of the lesson that treats a mistake with a metric, "" if none does.

    Examples
    --------
    >>> lesson_for("ndcg", "ideal=retrieved"), lesson_for("ap", "not_divided"), lesson_for("ap", "unjudged=skip")
    ('ideal', 'ap', 'ties')
    >>> lesson_for("rbp", "cutoff=None"), lesson_for("rbp", "p_exchanged")
    ('precision-recall', '')
    """
    field, is_choice, _ = mistake.partition("=")
    return (BY_CHOICE.get(field, "") if is_choice else "") or _OF_MISTAKE.get((metric, mistake), "")
