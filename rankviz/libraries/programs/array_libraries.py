"""Programs for libraries that take arrays of grades and scores, called as when their values were recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names, arrays


def _with_and_without_cutoff(names: Mapping[str, str], cut: str) -> dict[tuple[str, bool], str]:
    """Return a library's names of metrics that it has with a cutoff, written where {} is, and without."""
    written = {(key, True): name.replace("{}", cut) for key, name in names.items()}
    return written | {(key, False): name.replace("{}", "") for key, name in names.items()}


# What a library calls a metric, with a cutoff {k} or without: of grades, or of 1 for what is relevant.
SKLEARN: Names = MappingProxyType(
    {
        **_with_and_without_cutoff(
            {"ndcg": "ndcg_score([grades], [scores]{})", "dcg": "dcg_score([grades], [scores]{})"}, ", k={k}"
        ),
        ("ap", False): "average_precision_score(relevant, scores)",
        ("auc", False): "roc_auc_score(relevant, scores)",
        ("lrap", False): "label_ranking_average_precision_score([relevant], [scores])",
        ("ranking_loss", False): "label_ranking_loss([relevant], [scores])",
        ("coverage_error", False): "coverage_error([relevant], [scores])",
        ("rmse", False): "root_mean_squared_error(grades, scores)",
        ("mae", False): "mean_absolute_error(grades, scores)",
    }
)
_BINARY = {
    "ap": "retrieval_average_precision",
    "precision": "retrieval_precision",
    "recall": "retrieval_recall",
    "success": "retrieval_hit_rate",
    "rr": "retrieval_reciprocal_rank",
}
TORCHMETRICS: Names = MappingProxyType(
    {
        **_with_and_without_cutoff({"ndcg": "retrieval_normalized_dcg(scores, grades{})"}, ", top_k={k}"),
        **_with_and_without_cutoff({key: f"{name}(scores, relevant{{}})" for key, name in _BINARY.items()}, ", top_k={k}"),
        ("rprec", False): "retrieval_r_precision(scores, relevant)",
        ("auc", False): "retrieval_auroc(scores, relevant)",
    }
)
LIGHTGBM: Names = MappingProxyType({("ndcg", True): '"ndcg", "eval_at": [{k}]', ("ap", True): '"map", "eval_at": [{k}]'})
XGBOOST: Names = MappingProxyType(_with_and_without_cutoff({"ndcg": "ndcg{}", "ap": "map{}", "precision": "pre{}"}, "@{k}"))
_CATBOOST = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "MAP",
    "rr": "MRR",
    "precision": "PrecisionAt",
    "recall": "RecallAt",
    "err": "ERR",
}
CATBOOST: Names = MappingProxyType(
    {
        **_with_and_without_cutoff({key: f"{name}{{}}" for key, name in _CATBOOST.items()}, ":top={k}"),
        ("auc", False): "QueryAUC",
    }
)
_GRADED, _BY_RELEVANCE = ("ndcg", "dcg"), ("ap", "rr", "precision", "recall")
_RAX = {"rr": "mrr"}
RAX: Names = MappingProxyType(
    {
        **_with_and_without_cutoff({key: f"{key}_metric(scores, grades{{}})" for key in _GRADED}, ", topn={k}"),
        **_with_and_without_cutoff(
            {key: f"{_RAX.get(key, key)}_metric(scores, relevant{{}})" for key in _BY_RELEVANCE}, ", topn={k}"
        ),
    }
)
_TF = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "MeanAveragePrecision",
    "rr": "MRR",
    "precision": "Precision",
    "recall": "Recall",
}
TF_RANKING: Names = MappingProxyType(
    {
        **{(key, True): f"{name}Metric(name='', topn={{k}})" for key, name in _TF.items()},
        **{(key, False): f"{name}Metric(name='', topn=None)" for key, name in _TF.items()},
        ("success", True): "HitsMetric(name='', topn={k})",
        ("bpref", False): "BPrefMetric(name='', topn=None)",
    }
)


def _sklearn(call: Call, name: str) -> str:
    if "_error(grades" in name:  # a rating that nobody gave is no rating of 0
        call = replace(
            call, ranking=replace(call.ranking, items=tuple(each for each in call.ranking.items if each.grade is not None))
        )
    function = name.partition("(")[0]
    return f"from sklearn.metrics import {function}\n\n{arrays(call, name)}print({name})\n"


def _torchmetrics(call: Call, name: str) -> str:
    head = f"import torch\nfrom torchmetrics.functional.retrieval import {name.partition('(')[0]}\n\n"
    return f"{head}{arrays(call, name, 'torch.tensor({})')}print({name}.item())\n"


def _lightgbm(call: Call, name: str) -> str:
    return f"""import lightgbm
import numpy as np

{arrays(call, "scores, grades")}given = {{"verbose": -1, "min_data_in_leaf": 1, "feature_pre_filter": False}}
rows = np.arange(len(scores), dtype=float)[:, None]
data = lightgbm.Dataset(rows, label=grades, group=[len(scores)], init_score=scores, params=given)
booster = lightgbm.Booster({{"objective": "none", "metric": {name}, **given}}, data)
print(booster.eval_train()[0][2])
"""


def _xgboost(call: Call, name: str) -> str:
    labels = "grades" if name.startswith("ndcg") else "relevant"
    return f"""import numpy as np
import xgboost

{arrays(call, f"scores, {labels}")}base = np.array(scores, dtype=np.float32)
matrix = xgboost.DMatrix(np.zeros((len(scores), 1)), label={labels}, base_margin=base)
matrix.set_group([len(scores)])
booster = xgboost.Booster({{"objective": "rank:pairwise", "eval_metric": "{name}", "verbosity": 0}}, [matrix])
print(booster.eval(matrix).rsplit(":", 1)[1])
"""


def _catboost(call: Call, name: str) -> str:
    labels = "relevant" if name == "QueryAUC" else "grades"
    computed = f'eval_metric({labels}, scores, "{name}", group_id=[0] * len(scores))[0]'
    return f"from catboost.utils import eval_metric\n\n{arrays(call, f'scores, {labels}')}print({computed})\n"


def _rax(call: Call, name: str) -> str:
    form = "jnp.array({}, dtype=float)"
    return f"import jax.numpy as jnp\nimport rax\n\n{arrays(call, name, form)}print(float(rax.{name}))\n"


def _tf_ranking(call: Call, metric: str) -> str:
    labels = "grades" if metric.startswith(("NDCG", "DCG")) else "relevant"
    head = "import tensorflow as tf\nfrom tensorflow_ranking.python import metrics_impl\n\n"
    form = "tf.constant([{}], dtype=tf.float32)"
    lines = arrays(call, f"scores, {labels}", form)
    if labels == "relevant":  # a grade below 0 is padding
        signed = [hit if grade >= 0 else -1 for hit, grade in zip(call.relevant, call.grades, strict=True)]
        lines = f"{arrays(call, 'scores', form)}relevant = {form.format(signed)}\n"
    computed = f"value, weight = metrics_impl.{metric}.compute({labels}, scores)"
    return f"{head}{lines}{computed}\nprint(float(value.numpy()[0, 0]))\n"


ARRAYS: Mapping[str, CallForm] = MappingProxyType(
    {
        "sklearn": CallForm(SKLEARN, _sklearn, "scikit-learn=={0}", is_proved_with_copies=True),
        "torchmetrics": CallForm(TORCHMETRICS, _torchmetrics, "torchmetrics=={0} torch"),
        "lightgbm": CallForm(
            LIGHTGBM, _lightgbm, "lightgbm=={0}", integer_grades_only=True, highest_grade=31, is_proved_with_copies=True
        ),
        "xgboost": CallForm(
            XGBOOST, _xgboost, "xgboost=={0}", integer_grades_only=True, highest_grade=31, is_proved_with_copies=True
        ),
        "catboost": CallForm(CATBOOST, _catboost, "catboost=={0}"),
        "tf_ranking": CallForm(TF_RANKING, _tf_ranking, "tensorflow-ranking=={0} tensorflow==2.15.1"),
        "rax": CallForm(RAX, _rax, "rax=={0}"),
    }
)
