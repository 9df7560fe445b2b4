"""Profiles of recommendation libraries: relevant is what a person chose, without grades."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Profile

# Taken where no k is given.
_TEN: Choices = {"cutoff": 10}
# Of an item that is recommended twice both places are hits, but it is one that was chosen.
_CREDITED: Choices = {"duplicates": "credit_each"}
_COMMON_USERS: Choices = {"mean_over": "intersection"}

RECOMMENDATION = (
    Profile(
        "recommenders",
        "Recommenders",
        "1.2.1",
        "recommendation",
        common={"duplicates": "count_all"},
        measures={
            "ndcg": {"gain": "binary", **_CREDITED, **_TEN},
            "precision": {**_COMMON_USERS, **_TEN},
            "recall": {**_CREDITED, **_COMMON_USERS, **_TEN},
            "ap": {"ap_base": "min_R_k", **_CREDITED, **_COMMON_USERS, **_TEN},
            "rprec": {**_CREDITED, **_COMMON_USERS},
        },
        source="evaluation/python_evaluation.py: ndcg_at_k, map_at_k and the rest; recorded by tools/recorders/recommenders.py",
    ),
    Profile(
        "recbole",
        "RecBole",
        "1.2.1",
        "recommendation",
        common={"duplicates": "count_all", "mean_over": "all"},
        measures={
            "ndcg@": {"gain": "binary"},
            "ap@": {"ap_base": "min_R_k"},
            "rr@": {},
            "recall@": {"empty": "nan"},
            "precision@": {},
            "success@": {},
            "gauc": {"auc_range": "retrieved", "empty": "skip", "mean_weights": "positives"},
        },
        unstable="unstable_sort",
        source="evaluator/metrics.py; recorded by tools/recorders/recbole.py, 12 decimals instead of the usual four",
    ),
    Profile(
        "ml_metrics",
        "ml_metrics",
        "0.1.4",
        "recommendation",
        common={"mean_over": "all"},
        measures={"ap": {"ap_base": "min_R_k", "empty": "1", **_TEN}},
        source="average_precision.py: apk, mapk; recorded by tools/recorders/ml_metrics.py",
    ),
)
