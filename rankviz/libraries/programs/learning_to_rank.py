"""Programs for learning-to-rank libraries, whose tensors hold what was retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names, arrays

IGNITE: Names = MappingProxyType(
    {
        ("ndcg", True): "NDCG(top_k=[{k}])",
        ("success", True): "HitRate(top_k=[{k}])",
        ("success", False): "HitRate()",
    }
)
_KERAS_RS = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "MeanAveragePrecision",
    "rr": "MeanReciprocalRank",
    "precision": "PrecisionAtK",
    "recall": "RecallAtK",
}
KERAS_RS: Names = MappingProxyType(
    {(key, True): f"{name}(k={{k}})" for key, name in _KERAS_RS.items()}
    | {(key, False): f"{name}()" for key, name in _KERAS_RS.items()}
)


def _ignite(call: Call, metric: str) -> str:
    labels, count = "grades" if metric.startswith("NDCG") else "relevant", len(call.scores)
    if labels == "relevant" and (call.convention.cutoff or 1) > count:
        metric = f"HitRate(top_k=[{count}])  # with more than the list has it stops"
    return f"""import torch
from ignite.metrics.rec_sys import {metric.partition("(")[0]}

{arrays(call, f"scores, {labels}", "torch.tensor([{}], dtype=torch.float32)")}metric = {metric}
metric.update((scores, {labels}))
print(metric.compute()[0])
"""


def _keras_rs(call: Call, metric: str) -> str:
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


RANKERS: Mapping[str, CallForm] = MappingProxyType(
    {
        "ignite": CallForm(IGNITE, _ignite, "pytorch-ignite=={0} torch", needs="relevant", is_proved_with_copies=True),
        "keras_rs": CallForm(KERAS_RS, _keras_rs, "keras-rs=={0} torch", is_proved_with_copies=True),
    }
)
