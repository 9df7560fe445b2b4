"""The usual mistakes with each metric, as students make them in classrooms and on paper.

A mistake has the key of its departure; `cutoff=k-1` and `cutoff=k+1` are the neighbours of the cutoff. The lists of practice
questions are chosen so that these mistakes can be told apart: another row gives other lists, hence another version of the
questions (`VERSION` in `learn/questions/generate.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.departures import Departure

FORGOTTEN = "forgotten"
UNJUDGED = "unjudged=skip"  # matters only on lists with unjudged entries
CORE, USUAL, OTHER = range(3)

# By metric: the core mistakes, which must give another value on every list of a practice question, and the other ones.
USUAL_MISTAKES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        "precision": (
            ("cutoff=None", "metric=recall"),
            (
                "over_whole_list",
                "cutoff=k-1",
                "cutoff=k+1",
                "grades_added",
                "relevant_to_others",
                "threshold=2.0",
                "complement",
                UNJUDGED,
            ),
        ),
        "recall": (
            (FORGOTTEN, "metric=precision", "cutoff=None"),
            ("cutoff=k-1", "cutoff=k+1", "over_all_judged", "recall_base=min_R_k", "threshold=2.0", "complement", UNJUDGED),
        ),
        "f1": (
            ("mean_of_p_and_r", "without_the_2", "metric=precision", "metric=recall", FORGOTTEN),
            ("root_of_p_times_r", "jaccard", "cutoff=None", UNJUDGED),
        ),
        "ap": (
            ("ap_base=hits", "ap_base=all_ranks", "not_divided", "reciprocal_at_hits", "metric=precision", "metric=rr"),
            ("ap_base=k", "ap_base=min_R_k", "cutoff=None", FORGOTTEN, "trapezoid", UNJUDGED),
        ),
        "rr": (
            ("rank_from_zero", "rank_itself", "last_hit", "sum_of_reciprocals", "mean_of_reciprocals", "metric=ap"),
            ("one_over_rank_plus_one", "one_over_logarithm", UNJUDGED),
        ),
        "dcg": (
            (
                "metric=cg",
                "gain=exponential",
                "discount=jk2",
                "discount=off_by_one",
                "discount=inverse",
                "gain=binary",
                "multiplied",
                "metric=idcg",
            ),
            (
                "discount=ln",
                "discount=log10",
                "discount=plus_outside",
                "first_term_left_out",
                "rank_among_hits",
                "cutoff=None",
                "cutoff=k-1",
                "metric=ndcg",
                "gain=power",
                UNJUDGED,
            ),
        ),
        "ndcg": (
            (
                "ideal=retrieved",
                "ideal_cut=none",
                "gain=exponential",
                "discount=jk2",
                "gain=binary",
                "metric=dcg",
                "upside_down",
            ),
            (
                "discount=off_by_one",
                "discount=inverse",
                "mixed_logarithms",
                "metric=idcg",
                "discount=none",
                "ideal_first_k",
                "ideal_all_top",
                "cutoff=None",
                "gain=power",
                UNJUDGED,
            ),
        ),
        "auc": (
            (FORGOTTEN, "complement", "not_divided", "over_all_pairs", "metric=ap"),
            ("neighbours_only", "tied_pair=lost", "tied_pair=won", UNJUDGED),
        ),
        "err": (
            ("without_rank", "without_stopping", "stop_linear", "reach_from_previous", "err_by_logarithm", "metric=rr"),
            (
                "stop_over_largest_gain",
                "stop_power",
                "stop_half",
                "reach_with_own",
                "metric=ndcg",
                "cutoff=None",
                "cutoff=k-1",
                UNJUDGED,
            ),
        ),
        "rbp": (
            ("p_exchanged", "weights_from_p", "without_one_minus_p", "over_weights_shown"),
            (
                "over_best_list",
                "p_in_front",
                "residual_added",
                "residual_itself",
                "metric=precision",
                "cutoff=None",
                "cutoff=k-1",
                UNJUDGED,
            ),
        ),
        "lrap": (
            (FORGOTTEN, "metric=ap", "not_divided", "reciprocal_at_hits", "metric=rr"),
            ("over_all_labels", "metric=ranking_loss", "metric=coverage_error", UNJUDGED),
        ),
        "bpref": (
            ("not_divided", "not_subtracted_from_1", "over_found"),
            ("share_of_N", "share_of_R_and_N", "metric=ap", "unjudged_above"),
        ),
    }
)


def mistake_name(departure: Departure) -> str:
    """Return the name of a departure in the table above."""
    value, current = departure.details.get("value"), departure.details.get("present")
    if departure.kind == "cutoff" and value is not None and current is not None:
        return f"cutoff=k{value - current:+d}"
    return departure.key


def usualness(metric: str, departure: Departure) -> int:
    """Return how usual a mistake is with a metric: `CORE`, `USUAL` or `OTHER`."""
    return usual_place(metric, departure)[0]


def usual_place(metric: str, departure: Departure) -> tuple[int, int]:
    """Return how usual a mistake is with a metric, and its index among those of the table that are as usual."""
    name = mistake_name(departure)
    groups = USUAL_MISTAKES.get(metric, ())
    return next(((number, names.index(name)) for number, names in enumerate(groups) if name in names), (OTHER, 0))
