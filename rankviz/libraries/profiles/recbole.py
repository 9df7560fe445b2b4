"""The profile of RecBole."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.profile import Profile

_METRICS = {"ndcg": "NDCG", "ap": "MAP", "rr": "MRR", "recall": "Recall", "precision": "Precision", "success": "Hit"}
_NAMES: Names = {(key, True): f"{name}@{{k}}" for key, name in _METRICS.items()} | {("gauc", False): "GAUC"}


def _write(call: Call, measure: str) -> str:
    if measure == "GAUC":
        return _write_gauc(call)
    name, _, cutoff = measure.partition("@")
    order = {id(item): place for place, item in enumerate(call.ranking.items)}
    hits = [call.relevant[order[id(item)]] for item in call.items_by_score][: int(cutoff)]
    hits += [0] * (int(cutoff) - len(hits))
    return f"""import torch
from recbole.evaluator.collector import DataStruct
from recbole.evaluator.metrics import {name}

hits = {hits}  # of the first {cutoff} by score: 1 for what is relevant
relevant = {len(call.relevant_ids)}  # in all
data = DataStruct()
data.set("rec.topk", torch.tensor([[*hits, relevant]]))
print({name}({{"topk": [{cutoff}], "metric_decimal_place": 12}}).calculate_metric(data))
"""


def _write_gauc(call: Call) -> str:
    scores = call.scores
    ranks = [sum(other > one for other in scores) + (sum(other == one for other in scores) + 1) / 2 for one in scores]
    summed = float(sum(rank for rank, hit in zip(ranks, call.relevant, strict=True) if hit))
    return f"""import torch
from recbole.evaluator.collector import DataStruct
from recbole.evaluator.metrics import GAUC

# The sum of the relevant entries' ranks by score (tied ones in the middle), the entries, the relevant entries.
data = DataStruct()
data.set("rec.meanrank", torch.tensor([[{summed}, {len(scores)}, {sum(call.relevant)}]]))
print(GAUC({{"metric_decimal_place": 12}}).calculate_metric(data))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "recbole",
        "RecBole",
        "1.2.1",
        "recommendation",
        common={"duplicates": "count_all", "mean_over": "all"},
        measures={
            "ndcg@": {"gain": "binary"},
            "ap@": {"ap_base": "min_R_k"},
            "rr@": {},
            "recall@": {"empty": "nan"},
            "precision@": {},
            "success@": {},
            "gauc": {"auc_range": "retrieved", "empty": "skip", "mean_weights": "positives"},
        },
        unstable="unstable_sort",
        source="evaluator/metrics.py; recorded by tools/recorders/recbole.py, 12 decimals instead of the usual four",
        # It still calls types of NumPy that went in 1.24.
        program=CallForm(_NAMES, _write, 'recbole=={0} torch "numpy<1.24"', run_on="2026-11-22"),
    ),
)
