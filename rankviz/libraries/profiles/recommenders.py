"""The profile of Recommenders."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, with_and_without_cutoff
from rankviz.libraries.common_choices import CREDITED, TEN
from rankviz.libraries.profile import Choices, Profile

_COMMON_USERS: Choices = {"mean_over": "intersection"}
_METRICS = {"ndcg": "ndcg_at_k", "precision": "precision_at_k", "recall": "recall_at_k", "ap": "map_at_k"}
_NAMES: Names = {
    **with_and_without_cutoff({key: f"{name}(true, predicted{{}})" for key, name in _METRICS.items()}, ", k={k}"),
    ("rprec", False): "r_precision_at_k(true, predicted)",
}


def _write(call: Call, computed: str) -> str:
    scores = {item.doc_id: float(item.score or 0) for item in call.ranking.items}
    return f"""import pandas as pd
from recommenders.evaluation.python_evaluation import {computed.partition("(")[0]}

relevant = {call.relevant_ids}
scores = {scores}
true = pd.DataFrame({{"userID": 1, "itemID": relevant, "rating": 1.0}})
predicted = pd.DataFrame({{"userID": 1, "itemID": list(scores), "prediction": list(scores.values())}})
print({computed})
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "recommenders",
        "Recommenders",
        "1.2.1",
        "recommendation",
        common={"duplicates": "count_all"},
        measures={
            "ndcg": {"gain": "binary", **CREDITED, **TEN},
            "precision": {**_COMMON_USERS, **TEN},
            "recall": {**CREDITED, **_COMMON_USERS, **TEN},
            "ap": {"ap_base": "min_R_k", **CREDITED, **_COMMON_USERS, **TEN},
            "rprec": {**CREDITED, **_COMMON_USERS},
        },
        source="evaluation/python_evaluation.py: ndcg_at_k, map_at_k and the rest; recorded by tools/recorders/recommenders.py",
        program=CallForm(_NAMES, _write, "recommenders=={0}", needs="relevant", run_on="2026-11-22"),
    ),
)
