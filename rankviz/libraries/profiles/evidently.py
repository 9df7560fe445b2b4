"""The profile of Evidently."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.profile import Choices, Note, Profile

# Evidently's entries of one score share the mean of their ranks; what AP makes of them depends on which row comes last.
_SHARED: Choices = {"ties": "mean_rank"}
_METRICS = {
    "ndcg": "NDCG",
    "ap": "MAP",
    "rr": "MRR",
    "precision": "PrecisionTopK",
    "recall": "RecallTopK",
    "success": "HitRate",
}
_NAMES: Names = {(key, True): name for key, name in _METRICS.items()}


def _write(call: Call, name: str) -> str:
    cutoff, entries = call.convention.cutoff or 1, len(call.ranking.items)
    depth, beyond = min(cutoff, entries), f"  # k={cutoff} is beyond the list, which is refused" if cutoff > entries else ""
    return f"""import pandas as pd
from evidently import DataDefinition, Dataset, Recsys, Report
from evidently.metrics import {name}

k = {depth}{beyond}
ids = {[item.doc_id for item in call.ranking.items]}
scores = {call.scores}
targets = {call.grades if name == "NDCG" else call.relevant}
rows = pd.DataFrame({{"user_id": 1, "item_id": ids, "prediction": scores, "target": targets}})
rows = rows.sort_values("prediction", ascending=False, kind="stable")  # MAP reads the order of the rows
data = Dataset.from_pandas(rows, data_definition=DataDefinition(ranking=[Recsys()]))
result = Report([{name}(k=k)]).run(data, None)
table = next(iter(result.metric_results.values())).value
print(float(table["value"].iloc[k - 1]))  # row k, whatever rank stands beside it
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "evidently",
        "Evidently",
        "0.7.23",
        "recommendation",
        # A row is what a user was shown; nothing else is known.
        common={"unretrieved": "invisible", "duplicates": "count_all", "mean_over": "with_relevant", "no_relevant": "skip"},
        measures={
            "ndcg@": {"ideal": "retrieved", "short_list": "shrink", "negative": "keep", **_SHARED},
            "ap@": {"ap_base": "R_list"},
            "rr@": _SHARED,
            "precision@": {"precision_base": "n", **_SHARED},
            "recall@": {"recall_base": "R_list", **_SHARED},
            "success@": _SHARED,
        },
        unstable="shared_ranks",
        source="legacy/metrics/recsys, legacy/calculations/recommender_systems.py; recorded by tools/recorders/evidently.py",
        notes=(
            Note("evidently_labels", "slip", "metrics/recsys.py of 0.7.23, LegacyTopKCalculation", ("ndcg", "rr"), shift=-1),
            Note("evidently_row_order", "slip", "legacy/metrics/recsys/precision_recall_k.py of 0.7.23", ("ap",)),
            Note("evidently_short_list", "slip", "legacy/metrics/recsys/precision_recall_k.py of 0.7.23", ("ap",)),
            Note("evidently_shown", "name", "legacy/calculations/recommender_systems.py of 0.7.23", ("ndcg", "ap", "recall")),
            Note("evidently_no_feedback", "trap", "metrics/recsys.py, legacy/calculations/recommender_systems.py of 0.7.23"),
            Note("evidently_deep", "slip", "legacy/metrics/recsys/base_top_k.py of 0.7.23"),
        ),
        program=CallForm(
            _NAMES, _write, 'evidently=={0} "pandas<3"', needs="relevant", is_proved_with_copies=True, run_on="2026-11-23"
        ),
    ),
)
