"""The profile of RePlay."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.common_choices import CREDITED
from rankviz.libraries.profile import Note, Profile

_METRICS = {
    "ndcg": "NDCG",
    "ap": "MAP",
    "rr": "MRR",
    "precision": "Precision",
    "recall": "Recall",
    "success": "HitRate",
}
_NAMES: Names = {(key, True): f"{name}({{k}})" for key, name in _METRICS.items()}


def _write(call: Call, computed: str) -> str:
    return f"""import polars as pl
from replay.metrics import {computed.partition("(")[0]}

ids = {[item.doc_id for item in call.ranking.items]}
scores = {call.scores}
relevant = {call.relevant_ids}
recommended = pl.DataFrame({{"query_id": [1] * len(ids), "item_id": ids, "rating": scores}})
truth = pl.DataFrame({{"query_id": [1] * len(relevant), "item_id": relevant}})
print({computed}(recommended, truth))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "replay",
        "RePlay",
        "0.22.0",
        "recommendation",
        common={"ties": "docid_desc", "mean_over": "with_relevant", "no_relevant": "skip"},
        measures={
            "ndcg@": {"gain": "binary", **CREDITED},
            "ap@": {"ap_base": "min_R_k", **CREDITED},
            "rr@": {},
            "precision@": {},
            "recall@": {},
            "success@": {},
        },
        source="metrics/{ndcg,map,mrr,precision,recall,hitrate}.py, given data frames; recorded by tools/recorders/replay.py",
        notes=(Note("replay_frames", "slip", "metrics/base_metric.py of 0.22.0"),),
        program=CallForm(_NAMES, _write, "replay-rec=={0}", needs="relevant", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
