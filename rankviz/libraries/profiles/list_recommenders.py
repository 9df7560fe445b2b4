"""Profiles of recommenders that take a list and a set of items for each user."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Note, Profile

# Taken where no K is given.
_TEN: Choices = {"cutoff": 10}
# Every place of a recommended item is looked up in the set of the relevant ones, which knows it once.
_CREDITED: Choices = {"duplicates": "credit_each"}
_ONES: Choices = {"gain": "binary", **_CREDITED}
_EVERY: Choices = {"duplicates": "count_all"}
_NAN: Choices = {"no_relevant": "nan"}
_IMPLICIT = "implicit/evaluation.pyx: ranking_metrics_at_k"
_CORNAC = "cornac/metrics/ranking.py"
_LENSKIT = "lenskit/metrics/ranking"

USER_LISTS: tuple[Profile, ...] = (
    Profile(
        "implicit",
        "implicit",
        "0.7.3",
        "recommendation",
        common={"mean_over": "all", "no_relevant": "skip"},
        measures={
            "ndcg": {**_ONES, **_TEN},
            "ap": {"ap_base": "min_R_k", **_CREDITED, **_TEN},
            "precision": {"precision_base": "min_R_k", "mean_weights": "base", **_EVERY, **_TEN},
        },
        source=f"{_IMPLICIT}; recorded by tools/recorders/implicit.py",
        notes=(
            Note("implicit_precision", "name", "benfred/implicit#158, #412, #713", ("precision",)),
            Note("implicit_liked", "trap", "benfred/implicit#171; recommend(filter_already_liked_items=True)"),
            Note("implicit_stored", "trap", _IMPLICIT),
            Note("implicit_beyond", "slip", f"{_IMPLICIT}, AlternatingLeastSquares of 8 items asked for 20"),
        ),
    ),
    Profile(
        "lenskit",
        "LensKit",
        "2025.8.1",
        "recommendation",
        common={"mean_over": "all"},
        measures={
            "ndcg": {**_ONES, "discount": "jk2", **_NAN},
            "dcg": {"gain": "binary", "discount": "jk2", **_EVERY},
            "ap": {"ap_base": "min_R_k", "short_list": "shrink", "empty": "nan", "no_relevant": "error", **_CREDITED},
            "rr": {**_EVERY, **_NAN},
            "precision": {"precision_base": "n", "empty": "nan", **_EVERY},
            "recall": {**_CREDITED, **_NAN},
            "recall@": {"recall_base": "min_R_k", **_CREDITED, **_NAN},
            "success": {**_EVERY, **_NAN},
            "rbp": {**_EVERY, **_NAN},
        },
        source=f"{_LENSKIT}/_dcg.py, _map.py, _pr.py, _rbp.py and the rest; recorded by tools/recorders/lenskit.py",
        notes=(
            Note("lenskit_discount", "name", "lenskit/lkpy#417; LogRankWeight", ("ndcg", "dcg")),
            Note("lenskit_recall", "name", "lenskit/lkpy#244; _pr.py: Recall", ("recall",)),
            Note("lenskit_nothing", "trap", f"{_LENSKIT}/_pr.py, _dcg.py, _map.py"),
            Note("lenskit_mean", "trap", "lenskit/metrics/bulk.py: list_summary; _base.py: ListMetric.summarize"),
        ),
    ),
    Profile(
        "cornac",
        "cornac",
        "3.0.1",
        "recommendation",
        common={"mean_over": "with_relevant"},
        measures={
            "ndcg": {**_ONES, **_NAN},
            "ap": {"ties": "group", "ap_base": "R_list", "empty": "nan", **_EVERY},
            "ap@": None,
            "rr": _EVERY,
            "rr@": None,
            "precision": {"empty": "nan", **_EVERY},
            "recall": {**_CREDITED, **_NAN},
            "f1": _EVERY,
            "success": _EVERY,
            "auc": {"tied_pair": "lost", "auc_range": "retrieved", **_EVERY},
        },
        source=f"{_CORNAC}; recorded by tools/recorders/cornac.py",
        notes=(
            Note("cornac_map", "name", f"{_CORNAC}: MAP", ("ap",)),
            Note("cornac_mrr", "trap", f"{_CORNAC}: MRR", ("rr",)),
            Note("cornac_partly", "slip", "cornac/models/recommender.py: rank; eval_methods/base_method.py: ranking_eval"),
            Note("cornac_unknown", "trap", "cornac/eval_methods/base_method.py: ranking_eval(exclude_unknowns=True)"),
        ),
    ),
)
