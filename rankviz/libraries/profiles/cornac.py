"""The profile of cornac."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, with_and_without_cutoff
from rankviz.libraries.common_choices import COUNTED, CREDITED
from rankviz.libraries.profile import Choices, Note, Profile

_ONES: Choices = {"gain": "binary", **CREDITED}
_NAN: Choices = {"no_relevant": "nan"}
_FILE = "cornac/metrics/ranking.py"
_METRICS = {"ndcg": "NDCG", "precision": "Precision", "recall": "Recall", "f1": "FMeasure", "success": "HitRatio"}
_NAMES: Names = {
    **with_and_without_cutoff({key: f"{name}({{}})" for key, name in _METRICS.items()}, "k={k}"),
    ("rr", False): "MRR()",
    ("ap", False): "MAP()",
    ("auc", False): "AUC()",
}


def _write(call: Call, metric: str) -> str:
    scores = {item.doc_id: float(item.score or 0) for item in call.ranking.items}
    library, arguments = "", "gt_pos=relevant, pd_rank=sorted(scores, key=lambda item: -scores[item])"
    if metric in ("MAP()", "AUC()"):
        library = "import numpy as np\n"
        arguments = "gt_pos=relevant, pd_scores=np.array([*scores.values()]), item_indices=[*scores]"
    return f"""{library}from cornac.metrics import {metric.partition("(")[0]}

relevant = {call.relevant_ids}
scores = {scores}
print(float({metric}.compute({arguments})))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "cornac",
        "cornac",
        "3.0.1",
        "recommendation",
        common={"mean_over": "with_relevant"},
        measures={
            "ndcg": {**_ONES, **_NAN},
            "ap": {"ties": "group", "ap_base": "R_list", "empty": "nan", **COUNTED},
            "ap@": None,
            "rr": COUNTED,
            "rr@": None,
            "precision": {"empty": "nan", **COUNTED},
            "recall": {**CREDITED, **_NAN},
            "f1": COUNTED,
            "success": COUNTED,
            "auc": {"tied_pair": "lost", "auc_range": "retrieved", **COUNTED},
        },
        source=f"{_FILE}; recorded by tools/recorders/cornac.py",
        notes=(
            Note("cornac_map", "name", f"{_FILE}: MAP", ("ap",)),
            Note("cornac_mrr", "trap", f"{_FILE}: MRR", ("rr",)),
            Note("cornac_partly", "slip", "cornac/models/recommender.py: rank; eval_methods/base_method.py: ranking_eval"),
            Note("cornac_unknown", "trap", "cornac/eval_methods/base_method.py: ranking_eval(exclude_unknowns=True)"),
        ),
        program=CallForm(_NAMES, _write, "cornac=={0}", needs="relevant", run_on="2026-11-23"),
    ),
)
