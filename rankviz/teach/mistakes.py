"""Which of the known mistakes are asked about with which metric, and what each of them gives.

A mistake is a departure of the look-up; only its name stands here. `{k-1}` and `{k+1}` are the neighbours of the cutoff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from rankviz.conventions import Convention
from rankviz.evaluation import compute
from rankviz.metrics import METRICS, Metric
from rankviz.options import Array
from rankviz.ranking import Ranking, RawLists
from rankviz.templates import TemplateError
from rankviz.trace import Trace
from rankviz.why.departures import Departure, choices_of, formula_slips_of, metrics_of, readings_of, without_missed
from rankviz.why.slips import mistaken

FORGOTTEN = "forgotten"

# By metric the core mistakes, which must show on every list that is asked, and the others.
MISTAKES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        "precision": (
            ("cutoff=None", "metric=recall"),
            (
                "over_whole_list",
                "cutoff={k-1}",
                "cutoff={k+1}",
                "grades_added",
                "relevant_to_others",
                "threshold=2.0",
                "complement",
            ),
        ),
        "recall": (
            (FORGOTTEN, "metric=precision", "cutoff=None"),
            ("cutoff={k-1}", "cutoff={k+1}", "over_all_judged", "recall_base=min_R_k", "threshold=2.0", "complement"),
        ),
        "f1": (
            ("mean_of_p_and_r", "without_the_2", "metric=precision", "metric=recall", FORGOTTEN),
            ("root_of_p_times_r", "jaccard", "cutoff=None"),
        ),
        "ap": (
            ("ap_base=hits", "ap_base=all_ranks", "not_divided", "reciprocal_at_hits", "metric=precision", "metric=rr"),
            ("ap_base=k", "ap_base=min_R_k", "cutoff=None", FORGOTTEN, "trapezoid"),
        ),
        "rr": (
            ("rank_from_zero", "rank_itself", "last_hit", "sum_of_reciprocals", "mean_of_reciprocals", "metric=ap"),
            ("one_over_rank_plus_one", "one_over_logarithm"),
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
                "cutoff={k-1}",
                "metric=ndcg",
                "gain=power",
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
            ),
        ),
        "auc": (
            (FORGOTTEN, "complement", "not_divided", "over_all_pairs", "metric=ap"),
            ("neighbours_only", "tied_pair=lost", "tied_pair=won"),
        ),
    }
)


def keys_of(metric: str, convention: Convention) -> dict[str, bool]:
    """Keys of a metric's mistakes as the look-up has them at this cutoff, and whether each is a core one."""
    k = convention.cutoff
    near = {} if k is None else {"{k-1}": str(k - 1), "{k+1}": str(k + 1)}
    found = {}
    for number, keys in enumerate(MISTAKES[metric]):
        for key in keys:
            stem, _, place = key.partition("{")
            found[stem + near.get("{" + place, place) if place else key] = number == 0
    return found


def values(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> dict[str, Array]:
    """What each mistake gives on each of some lists.

    Parameters
    ----------
    metric : Metric
        One of `MISTAKES`.
    lists : sequence of Ranking
        Q of them.
    convention : Convention

    Returns
    -------
    dict of key to float64 (Q,)
        Only of mistakes that can matter to one of the lists at all.
    """
    right = compute(metric, RawLists.of(lists), convention)
    generated = (
        *choices_of(metric, convention, lists),
        *formula_slips_of(metric, lists[:1]),
        *metrics_of(metric),
        *readings_of(metric, convention, 0.5),
    )
    known = {departure.key: departure for departure in generated}
    found = {}
    for key in keys_of(metric.key, convention):
        if key == FORGOTTEN:
            found[key] = compute(metric, RawLists.of([without_missed(each) for each in lists]), convention).value
        elif key in known:
            found[key] = _value(known[key], right, metric, lists, convention)
    return found


def _value(departure: Departure, right: Trace, metric: Metric, lists: Sequence[Ranking], convention: Convention) -> Array:
    """What one departure gives on each list (Q,); NaN where its formula is about steps that are not there."""
    if departure.slip is not None:
        try:
            return mistaken(right, departure.slip, lists, convention).value
        except TemplateError:
            return np.full(len(lists), np.nan)
    if departure.key == "complement":
        return 1 - right.value
    other = METRICS[departure.metric] if departure.metric else metric
    return compute(other, RawLists.of(lists), convention.with_choices(departure.choices)).value
