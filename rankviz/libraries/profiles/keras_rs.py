"""The profile of keras-rs."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, with_and_without_cutoff
from rankviz.libraries.common_choices import ARRAY
from rankviz.libraries.profile import Choices, Note, Profile

_NDCG: Choices = {"gain": "exponential", "ideal": "retrieved", "short_list": "shrink"}
_FOLDER = "keras_rs/src/metrics"
_METRICS = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "MeanAveragePrecision",
    "rr": "MeanReciprocalRank",
    "precision": "PrecisionAtK",
    "recall": "RecallAtK",
}
_NAMES: Names = with_and_without_cutoff({key: f"{name}({{}})" for key, name in _METRICS.items()}, "k={k}")


def _write(call: Call, metric: str) -> str:
    graded = metric.startswith(("NDCG", "DCG"))
    # A grade below 0 is padding.
    signed = [hit if grade >= 0 else -1 for hit, grade in zip(call.relevant, call.grades, strict=True)]
    labels = call.grades if graded else signed
    return f"""import os

os.environ["KERAS_BACKEND"] = "torch"
from keras_rs import metrics

scores = {call.scores}
labels = {labels}
metric = metrics.{metric}
metric.update_state([labels], [scores])
print(float(metric.result()))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "keras_rs",
        "keras-rs",
        "0.4.0",
        "learning_to_rank",
        common={**ARRAY, "negative": "remove", "mean_over": "run"},
        measures={
            "ndcg": _NDCG,
            "dcg": {"gain": "exponential"},
            "ap": {"ap_base": "R_list"},
            "rr": {},
            "precision": {"precision_base": "n"},
            "recall": {"recall_base": "R_list"},
        },
        unstable="random_ties",
        source=f"{_FOLDER}/ranking_metric.py, ranking_metrics_utils.py; "
        "recorded by tools/recorders/keras_rs.py, torch, 32 bits",
        notes=(Note("keras_rs_ties", "slip", "keras-team/keras-rs#205; ranking_metrics_utils.py: sort_by_scores"),),
        program=CallForm(_NAMES, _write, "keras-rs=={0} torch", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
