"""The profile of torchmetrics."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays, with_and_without_cutoff
from rankviz.libraries.common_choices import ARRAY, RETRIEVED, SHOWN_ONLY
from rankviz.libraries.profile import Choices, Profile

_POSITIVE: Choices = {"score_filter": "positive"}  # a logit of 0 or less takes the credit from a relevant entry
_BINARY = {
    "ap": "retrieval_average_precision",
    "precision": "retrieval_precision",
    "recall": "retrieval_recall",
    "success": "retrieval_hit_rate",
    "rr": "retrieval_reciprocal_rank",
}
_NAMES: Names = {
    **with_and_without_cutoff({"ndcg": "retrieval_normalized_dcg(scores, grades{})"}, ", top_k={k}"),
    **with_and_without_cutoff({key: f"{name}(scores, relevant{{}})" for key, name in _BINARY.items()}, ", top_k={k}"),
    ("rprec", False): "retrieval_r_precision(scores, relevant)",
    ("auc", False): "retrieval_auroc(scores, relevant)",
}


def _write(call: Call, name: str) -> str:
    head = f"import torch\nfrom torchmetrics.functional.retrieval import {name.partition('(')[0]}\n\n"
    return f"{head}{arrays(call, name, 'torch.tensor({})')}print({name}.item())\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "torchmetrics",
        "torchmetrics",
        "1.9.0",
        "arrays",
        common={**ARRAY, "mean_over": "run"},
        measures={
            "ndcg": {**SHOWN_ONLY, "ties": "average", "negative": "keep"},
            "ap": {"ap_base": "hits", **_POSITIVE},
            "rr": _POSITIVE,
            "precision": _POSITIVE,
            "recall": {"recall_base": "R_list", **_POSITIVE},
            "success": {},
            "rprec": {},
            "auc": {**RETRIEVED, "empty": "0"},
        },
        unstable="unstable_sort",
        source="functional/retrieval/*.py; recorded by tools/recorders/torchmetrics.py, 32 bits",
        program=CallForm(_NAMES, _write, "torchmetrics=={0} torch", run_on="2026-11-22"),
    ),
)
