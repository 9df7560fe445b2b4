"""Program text for what learns to rank or recommends: each library is called as it was when its answers were recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rankviz.lists.typed import Ranking

Names = Mapping[tuple[str, bool], str]

# What a library calls a metric, with a cutoff {k} or without.
LIGHTGBM: Names = MappingProxyType({("ndcg", True): '"ndcg", "eval_at": [{k}]', ("ap", True): '"map", "eval_at": [{k}]'})
XGBOOST: Names = MappingProxyType({("ndcg", True): "ndcg@{k}"})
CATBOOST: Names = MappingProxyType(
    {
        ("ndcg", True): "NDCG:top={k}",
        ("ndcg", False): "NDCG",
        ("dcg", True): "DCG:top={k}",
        ("dcg", False): "DCG",
        ("ap", True): "MAP:top={k}",
        ("ap", False): "MAP",
        ("rr", True): "MRR:top={k}",
        ("rr", False): "MRR",
        ("precision", True): "PrecisionAt:top={k}",
        ("recall", True): "RecallAt:top={k}",
    }
)
RAX: Names = MappingProxyType(
    {
        ("ndcg", True): "ndcg_metric(scores, grades, topn={k})",
        ("ndcg", False): "ndcg_metric(scores, grades)",
        ("dcg", True): "dcg_metric(scores, grades, topn={k})",
        ("dcg", False): "dcg_metric(scores, grades)",
        ("ap", True): "ap_metric(scores, grades, topn={k})",
        ("ap", False): "ap_metric(scores, grades)",
        ("rr", True): "mrr_metric(scores, grades, topn={k})",
        ("rr", False): "mrr_metric(scores, grades)",
        ("precision", True): "precision_metric(scores, grades, topn={k})",
        ("recall", True): "recall_metric(scores, grades, topn={k})",
    }
)
TF_RANKING: Names = MappingProxyType(
    {
        ("ndcg", True): "NDCGMetric(name='', topn={k})",
        ("ndcg", False): "NDCGMetric(name='', topn=None)",
        ("dcg", True): "DCGMetric(name='', topn={k})",
        ("dcg", False): "DCGMetric(name='', topn=None)",
        ("ap", True): "MeanAveragePrecisionMetric(name='', topn={k})",
        ("ap", False): "MeanAveragePrecisionMetric(name='', topn=None)",
        ("rr", True): "MRRMetric(name='', topn={k})",
        ("rr", False): "MRRMetric(name='', topn=None)",
        ("precision", True): "PrecisionMetric(name='', topn={k})",
        ("recall", True): "RecallMetric(name='', topn={k})",
    }
)
ML_METRICS: Names = MappingProxyType({("ap", True): "apk(relevant, ranked, k={k})"})
BEIR: Names = MappingProxyType(
    {("ndcg", True): "NDCG@{k}", ("ap", True): "MAP@{k}", ("recall", True): "Recall@{k}", ("precision", True): "P@{k}"}
)


def _rows(ranking: Ranking) -> str:
    scores, grades = [item.score for item in ranking.items], [float(item.grade or 0) for item in ranking.items]
    return f"scores = {scores}\ngrades = {grades}\n"


def _lightgbm(ranking: Ranking, name: str) -> str:
    return f"""import lightgbm
import numpy as np

{_rows(ranking)}given = {{"verbose": -1, "min_data_in_leaf": 1, "feature_pre_filter": False}}
rows = np.arange(len(scores), dtype=float)[:, None]
data = lightgbm.Dataset(rows, label=grades, group=[len(scores)], init_score=scores, params=given)
booster = lightgbm.Booster({{"objective": "none", "metric": {name}, **given}}, data)
print(booster.eval_train()[0][2])
"""


def _xgboost(ranking: Ranking, name: str) -> str:
    return f"""import numpy as np
import xgboost

{_rows(ranking)}base = np.array(scores, dtype=np.float32)
matrix = xgboost.DMatrix(np.zeros((len(scores), 1)), label=grades, base_margin=base)
matrix.set_group([len(scores)])
booster = xgboost.Booster({{"objective": "rank:pairwise", "eval_metric": "{name}", "verbosity": 0}}, [matrix])
print(booster.eval(matrix).rsplit(":", 1)[1])
"""


def _catboost(ranking: Ranking, name: str) -> str:
    call = f'eval_metric(grades, scores, "{name}", group_id=[0] * len(scores))[0]'
    return f"from catboost.utils import eval_metric\n\n{_rows(ranking)}print({call})\n"


def _rax(ranking: Ranking, call: str) -> str:
    arrays = "scores, grades = jnp.array(scores), jnp.array(grades)"
    return f"import jax.numpy as jnp\nimport rax\n\n{_rows(ranking)}{arrays}\nprint(float(rax.{call}))\n"


def _tf_ranking(ranking: Ranking, metric: str) -> str:
    head = "import tensorflow as tf\nfrom tensorflow_ranking.python import metrics_impl\n\n"
    call = f"metrics_impl.{metric}.compute(tf.constant([grades]), tf.constant([scores]))"
    return f"{head}{_rows(ranking)}value, weight = {call}\nprint(float(value.numpy()[0, 0]))\n"


def _ml_metrics(ranking: Ranking, call: str) -> str:
    relevant = [item.doc_id for item in (*ranking.items, *ranking.missed) if (item.grade or 0) >= 1]
    ranked = [item.doc_id for item in sorted(ranking.items, key=lambda item: -(item.score or 0))]
    return f"from ml_metrics import apk\n\nrelevant = {relevant}\nranked = {ranked}\nprint({call})\n"


# By the key of the profile: what it calls a metric, and the program that has it computed.
MODELS: Mapping[str, tuple[Names, Callable[[Ranking, str], str]]] = MappingProxyType(
    {
        "lightgbm": (LIGHTGBM, _lightgbm),
        "xgboost": (XGBOOST, _xgboost),
        "catboost": (CATBOOST, _catboost),
        "tf_ranking": (TF_RANKING, _tf_ranking),
        "rax": (RAX, _rax),
        "ml_metrics": (ML_METRICS, _ml_metrics),
    }
)
