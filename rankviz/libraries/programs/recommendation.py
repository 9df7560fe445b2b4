"""Programs for recommendation libraries, which take only what is relevant, without grades."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names

_RECOMMENDERS = {"ndcg": "ndcg_at_k", "precision": "precision_at_k", "recall": "recall_at_k", "ap": "map_at_k"}
RECOMMENDERS: Names = MappingProxyType(
    {
        **{(key, True): f"{name}(true, predicted, k={{k}})" for key, name in _RECOMMENDERS.items()},
        **{(key, False): f"{name}(true, predicted)" for key, name in _RECOMMENDERS.items()},
        ("rprec", False): "r_precision_at_k(true, predicted)",
    }
)
_RECBOLE = {"ndcg": "NDCG", "ap": "MAP", "rr": "MRR", "recall": "Recall", "precision": "Precision", "success": "Hit"}
RECBOLE: Names = MappingProxyType({(key, True): f"{name}@{{k}}" for key, name in _RECBOLE.items()} | {("gauc", False): "GAUC"})
ML_METRICS: Names = MappingProxyType({("ap", True): "apk(relevant, ranked, k={k})", ("ap", False): "apk(relevant, ranked)"})


def _recommenders(call: Call, computed: str) -> str:
    scores = {item.doc_id: float(item.score or 0) for item in call.ranking.items}
    return f"""import pandas as pd
from recommenders.evaluation.python_evaluation import {computed.partition("(")[0]}

relevant = {call.relevant_ids}
scores = {scores}
true = pd.DataFrame({{"userID": 1, "itemID": relevant, "rating": 1.0}})
predicted = pd.DataFrame({{"userID": 1, "itemID": list(scores), "prediction": list(scores.values())}})
print({computed})
"""


def _recbole(call: Call, measure: str) -> str:
    if measure == "GAUC":
        return _recbole_gauc(call)
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


def _recbole_gauc(call: Call) -> str:
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


def _ml_metrics(call: Call, computed: str) -> str:
    ranked = [item.doc_id for item in call.items_by_score]
    return f"from ml_metrics import apk\n\nrelevant = {call.relevant_ids}\nranked = {ranked}\nprint({computed})\n"


RECOMMENDATION: Mapping[str, CallForm] = MappingProxyType(
    {
        "recommenders": CallForm(RECOMMENDERS, _recommenders, "recommenders=={0}", needs="relevant"),
        # It still calls types of NumPy that went in 1.24.
        "recbole": CallForm(RECBOLE, _recbole, 'recbole=={0} torch "numpy<1.24"'),
        # Its build asks for what newer setuptools no longer have.
        "ml_metrics": CallForm(
            ML_METRICS, _ml_metrics, '--no-build-isolation ml_metrics=={0} "setuptools<58"', needs="relevant"
        ),
    }
)
