"""Profiles of libraries that take arrays of grades and scores, for which missed documents do not exist."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Profile

_SHOWN_ONLY: Choices = {"ideal": "retrieved", "short_list": "shrink"}
# Every entry is given with a grade and a score, and nothing else is.
_ARRAY: Choices = {"duplicates": "count_all", "unretrieved": "invisible"}
_RETRIEVED: Choices = {"auc_range": "retrieved"}
# LightGBM and XGBoost; a list without anything relevant counts 1 there.
_BOOSTED_NDCG: Choices = {**_SHOWN_ONLY, "gain": "exponential", "empty": "1", "negative": "error"}
_XGBOOST_AP: Choices = {"ap_base": "min_R_list_k", "empty": "1"}
_XGBOOST_PRE: Choices = {"precision_base": "n"}
_CATBOOST_BORDER: Choices = {"threshold": 0.5, "strict": "yes"}
_POSITIVE: Choices = {"score_filter": "positive"}  # a logit of 0 or less takes the credit from a relevant entry
_TOP_32: Choices = {"cutoff": 32}  # nobody asks for it, but XGBoost cuts there

ARRAYS = (
    Profile(
        "sklearn",
        "scikit-learn",
        "1.9.1",
        "arrays",
        common={**_ARRAY, "unjudged": "zero"},
        measures={
            "dcg": {**_SHOWN_ONLY, "ties": "average", "negative": "keep"},
            "ndcg": {**_SHOWN_ONLY, "ties": "average", "negative": "error"},
            "ap": {"ties": "group", "ap_base": "R_list"},
            "ap@": None,
            **dict.fromkeys(("auc", "lrap", "ranking_loss", "coverage_error"), _RETRIEVED),
            "rmse": {},
            "mae": {},
        },
        source="metrics/_ranking.py: _tie_averaged_dcg, average_precision_score, roc_auc_score and the rest",
    ),
    Profile(
        "torchmetrics",
        "torchmetrics",
        "1.9.0",
        "arrays",
        common={**_ARRAY, "mean_over": "run"},
        measures={
            "ndcg": {**_SHOWN_ONLY, "ties": "average", "negative": "keep"},
            "ap": {"ap_base": "hits", **_POSITIVE},
            "rr": _POSITIVE,
            "precision": _POSITIVE,
            "recall": {"recall_base": "R_list", **_POSITIVE},
            "success": {},
            "rprec": {},
            "auc": {**_RETRIEVED, "empty": "0"},
        },
        unstable="unstable_sort",
        source="functional/retrieval/*.py; recorded by tools/recorders/torchmetrics.py, 32 bits",
    ),
    Profile(
        "lightgbm",
        "LightGBM",
        "4.7.0",
        "learning_to_rank",
        common={**_ARRAY, "mean_over": "all"},
        measures={
            # Without eval_at it gives five numbers, at 1 to 5.
            "ndcg@": _BOOSTED_NDCG,
            "ap@": {"ap_base": "min_R_list_k", "threshold": 0.5, "strict": "yes", "empty": "1"},
        },
        source="dcg_calculator.cpp, rank_metric.hpp, map_metric.hpp; recorded by tools/recorders/lightgbm.py",
    ),
    Profile(
        "xgboost",
        "XGBoost",
        "3.2.0",
        "learning_to_rank",
        common={**_ARRAY, "mean_over": "all"},
        measures={
            "ndcg": {**_BOOSTED_NDCG, **_TOP_32},
            "ap": {**_XGBOOST_AP, **_TOP_32},
            "precision": {**_XGBOOST_PRE, **_TOP_32},
        },
        source="metric/rank_metric.cc, common/ranking_utils.h; recorded by tools/recorders/xgboost.py",
    ),
    Profile(
        "catboost",
        "CatBoost",
        "1.2.10",
        "learning_to_rank",
        common={**_ARRAY, "ties": "pessimistic", "mean_over": "run"},
        measures={
            "ndcg": {**_SHOWN_ONLY, "empty": "1", "negative": "keep"},
            "dcg": {"negative": "keep"},
            "ap": {**_CATBOOST_BORDER, "ap_base": "min_R_list_k"},
            "rr": _CATBOOST_BORDER,
            "precision": {**_CATBOOST_BORDER, "precision_base": "n"},
            "recall": {**_CATBOOST_BORDER, "recall_base": "R_list", "empty": "1"},
            "err": {"err_stop": "probability", "negative": "keep"},
            "auc": {**_RETRIEVED, "empty": "0"},
        },
        source="libs/metrics/dcg.cpp, doc_comparator.h, precision_recall_at_k.cpp; recorded by tools/recorders/catboost.py",
    ),
    Profile(
        "tf_ranking",
        "TF-Ranking",
        "0.5.5",
        "learning_to_rank",
        common={**_ARRAY, "negative": "remove", "mean_over": "all"},
        measures={
            "ndcg": {**_SHOWN_ONLY, "gain": "exponential"},
            "dcg": {"gain": "exponential"},
            "ap": {"ap_base": "R_list"},
            "rr": {},
            "precision": {"precision_base": "n"},
            "recall": {"recall_base": "R_list"},
            "success@": {},
            "bpref": {"negative": "unjudged"},
        },
        unstable="random_ties",
        source="metrics_impl.py, utils.sort_by_scores; recorded by tools/recorders/tf_ranking.py, 32 bits",
    ),
    Profile(
        "rax",
        "Rax",
        "0.4.0",
        "learning_to_rank",
        common={**_ARRAY, "mean_over": "run"},
        measures={
            "ndcg": {**_SHOWN_ONLY, "gain": "exponential", "negative": "keep"},
            "dcg": {"gain": "exponential", "negative": "keep"},
            "ap": {"ap_base": "R_list"},
            "rr": {},
            "precision": {"precision_base": "n"},
            "recall": {"recall_base": "R_list"},
        },
        source="_src/metrics.py, without a key for random ties; recorded by tools/recorders/rax.py, 32 bits",
    ),
)
