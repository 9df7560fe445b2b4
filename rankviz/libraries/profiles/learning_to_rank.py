"""Profiles of learning-to-rank libraries, whose tensors hold what was retrieved."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Note, Profile

# Every entry is given with a grade and a score, and nothing else is.
_TENSOR: Choices = {"duplicates": "count_all", "unretrieved": "invisible"}
_SHOWN_ONLY: Choices = {"gain": "exponential", "ideal": "retrieved", "short_list": "shrink"}
_IGNITE = "ignite/metrics/rec_sys"
_KERAS = "keras_rs/src/metrics"

RANKERS: tuple[Profile, ...] = (
    Profile(
        "ignite",
        "PyTorch Ignite",
        "0.5.5",
        "learning_to_rank",
        common={**_TENSOR, "mean_over": "all", "no_relevant": "skip"},
        measures={"ndcg@": {**_SHOWN_ONLY, "ties": "input_order"}, "success": {"cutoff": 1}},
        unstable="unstable_sort",
        source=f"{_IGNITE}/ndcg.py, hitrate.py; recorded by tools/recorders/ignite.py, 32 bits",
        notes=(
            Note("ignite_gain", "name", "pytorch/ignite#3608; NDCG(gain_function=…)", ("ndcg",)),
            Note("ignite_hits", "trap", f"{_IGNITE}/hitrate.py", ("success",)),
            Note("ignite_left_out", "trap", f"{_IGNITE}/ndcg.py, hitrate.py: ignore_zero_hits"),
        ),
    ),
    Profile(
        "keras_rs",
        "keras-rs",
        "0.4.0",
        "learning_to_rank",
        common={**_TENSOR, "negative": "remove", "mean_over": "run"},
        measures={
            "ndcg": _SHOWN_ONLY,
            "dcg": {"gain": "exponential"},
            "ap": {"ap_base": "R_list"},
            "rr": {},
            "precision": {"precision_base": "n"},
            "recall": {"recall_base": "R_list"},
        },
        unstable="random_ties",
        source=f"{_KERAS}/ranking_metric.py, ranking_metrics_utils.py; recorded by tools/recorders/keras_rs.py, torch, 32 bits",
        notes=(Note("keras_rs_ties", "slip", "keras-team/keras-rs#205; ranking_metrics_utils.py: sort_by_scores"),),
    ),
)
