"""The profile of RecTools."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.profile import Note, Profile

_METRICS = {
    "ndcg": "NDCG",
    "ap": "MAP",
    "rr": "MRR",
    "precision": "Precision",
    "recall": "Recall",
    "success": "HitRate",
    "f1": "F1Beta",
}
_NAMES: Names = {(key, True): f"{name}(k={{k}})" for key, name in _METRICS.items()}


def _write(call: Call, computed: str) -> str:
    return f"""import pandas as pd
from rectools.metrics import {computed.partition("(")[0]}

ranked = {call.ranked_ids}
relevant = {call.relevant_ids}
reco = pd.DataFrame({{"user_id": 1, "item_id": ranked, "rank": range(1, len(ranked) + 1)}})
interactions = pd.DataFrame({{"user_id": 1, "item_id": relevant}})
print({computed}.calc(reco, interactions))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "rectools",
        "RecTools",
        "0.19.0",
        "recommendation",
        # Recommendations are joined with what was chosen, so a copy of a hit is one more that was chosen.
        common={"duplicates": "count_all", "mean_over": "with_relevant", "no_relevant": "skip"},
        measures={
            "ndcg@": {"gain": "binary", "ideal": "k_ones"},
            "ap@": {},
            "rr@": {},
            "precision@": {},
            "recall@": {},
            "success@": {},
            "f1@": {},
        },
        source="metrics/ranking.py, metrics/classification.py; recorded by tools/recorders/rectools.py",
        notes=(
            Note("rectools_ndcg", "name", "MTSWebServices/RecTools#266; metrics/ranking.py of 0.19.0", ("ndcg",)),
            Note("rectools_map", "trap", "metrics/ranking.py of 0.19.0", ("ap",)),
            Note("rectools_r_precision", "name", "metrics/classification.py of 0.19.0", ("precision",)),
        ),
        program=CallForm(_NAMES, _write, "rectools=={0}", needs="relevant", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
