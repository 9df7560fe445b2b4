"""The profile of TF-Ranking."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays
from rankviz.libraries.common_choices import ARRAY, SHOWN_ONLY
from rankviz.libraries.profile import Profile

_METRICS = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "MeanAveragePrecision",
    "rr": "MRR",
    "precision": "Precision",
    "recall": "Recall",
}
_NAMES: Names = {
    **{(key, True): f"{name}Metric(name='', topn={{k}})" for key, name in _METRICS.items()},
    **{(key, False): f"{name}Metric(name='', topn=None)" for key, name in _METRICS.items()},
    ("success", True): "HitsMetric(name='', topn={k})",
    ("bpref", False): "BPrefMetric(name='', topn=None)",
}


def _write(call: Call, metric: str) -> str:
    labels = "grades" if metric.startswith(("NDCG", "DCG")) else "relevant"
    head = "import tensorflow as tf\nfrom tensorflow_ranking.python import metrics_impl\n\n"
    form = "tf.constant([{}], dtype=tf.float32)"
    lines = arrays(call, f"scores, {labels}", form)
    if labels == "relevant":  # a grade below 0 is padding
        signed = [hit if grade >= 0 else -1 for hit, grade in zip(call.relevant, call.grades, strict=True)]
        lines = f"{arrays(call, 'scores', form)}relevant = {form.format(signed)}\n"
    computed = f"value, weight = metrics_impl.{metric}.compute({labels}, scores)"
    return f"{head}{lines}{computed}\nprint(float(value.numpy()[0, 0]))\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "tf_ranking",
        "TF-Ranking",
        "0.5.5",
        "learning_to_rank",
        common={**ARRAY, "negative": "remove", "mean_over": "all"},
        measures={
            "ndcg": {**SHOWN_ONLY, "gain": "exponential"},
            "dcg": {"gain": "exponential"},
            "ap": {"ap_base": "R_list"},
            "rr": {},
            "precision": {"precision_base": "n"},
            "recall": {"recall_base": "R_list"},
            "success@": {},
            "bpref": {"negative": "unjudged"},
        },
        unstable="random_ties",
        source="metrics_impl.py, utils.sort_by_scores; recorded by tools/recorders/tf_ranking.py, 32 bits",
        program=CallForm(_NAMES, _write, "tensorflow-ranking=={0} tensorflow==2.15.1", run_on="2026-11-22"),
    ),
)
