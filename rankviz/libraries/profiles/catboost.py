"""The profile of CatBoost."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays, with_and_without_cutoff
from rankviz.libraries.common_choices import ARRAY, RETRIEVED, SHOWN_ONLY
from rankviz.libraries.profile import Choices, Profile

_BORDER: Choices = {"threshold": 0.5, "strict": "yes"}
_METRICS = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "MAP",
    "rr": "MRR",
    "precision": "PrecisionAt",
    "recall": "RecallAt",
    "err": "ERR",
}
_NAMES: Names = {
    **with_and_without_cutoff({key: f"{name}{{}}" for key, name in _METRICS.items()}, ":top={k}"),
    ("auc", False): "QueryAUC",
}


def _write(call: Call, name: str) -> str:
    labels = "relevant" if name == "QueryAUC" else "grades"
    computed = f'eval_metric({labels}, scores, "{name}", group_id=[0] * len(scores))[0]'
    return f"from catboost.utils import eval_metric\n\n{arrays(call, f'scores, {labels}')}print({computed})\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "catboost",
        "CatBoost",
        "1.2.10",
        "learning_to_rank",
        common={**ARRAY, "ties": "pessimistic", "mean_over": "run"},
        measures={
            "ndcg": {**SHOWN_ONLY, "empty": "1", "negative": "keep"},
            "dcg": {"negative": "keep"},
            "ap": {**_BORDER, "ap_base": "min_R_list_k"},
            "rr": _BORDER,
            "precision": {**_BORDER, "precision_base": "n"},
            "recall": {**_BORDER, "recall_base": "R_list", "empty": "1"},
            "err": {"err_stop": "probability", "negative": "keep"},
            "auc": {**RETRIEVED, "empty": "0"},
        },
        source="libs/metrics/dcg.cpp, doc_comparator.h, precision_recall_at_k.cpp; recorded by tools/recorders/catboost.py",
        program=CallForm(_NAMES, _write, "catboost=={0}", run_on="2026-11-22"),
    ),
)
