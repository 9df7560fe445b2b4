"""Recommenders that are given a list and a set of items for each user: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Choices, Note, Profile

# Taken where no K is given.
_TEN: Choices = {"cutoff": 10}
# Every place of a recommended item is looked up in the set of the relevant ones, which knows it once.
_CREDITED: Choices = {"duplicates": "credit_each"}
_ONES: Choices = {"gain": "binary", **_CREDITED}
_IMPLICIT = "implicit/evaluation.pyx: ranking_metrics_at_k"
_LENSKIT = "lenskit/metrics/ranking"

USER_LISTS: tuple[Profile, ...] = (
    Profile(
        "implicit",
        "implicit",
        "0.7.3",
        "recommendation",
        common={"mean_over": "with_relevant"},
        measures={
            "ndcg": {**_ONES, **_TEN},
            "ap": {"ap_base": "min_R_k", **_CREDITED, **_TEN},
        },
        source=f"{_IMPLICIT}; recorded by tools/recorders/implicit.py",
        notes=(
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
            "ndcg": {**_ONES, "discount": "jk2", "empty": "nan"},
            "dcg": {"gain": "binary", "discount": "jk2", "duplicates": "count_all"},
            "ap": {"ap_base": "min_R_k", "short_list": "shrink", "empty": "nan", **_CREDITED},
            "rr": {"duplicates": "count_all", "empty": "nan"},
            "precision": {"precision_base": "n", "duplicates": "count_all", "empty": "nan"},
            "recall": {"empty": "nan", **_CREDITED},
            "recall@": {"recall_base": "min_R_k", "empty": "nan", **_CREDITED},
        },
        source=f"{_LENSKIT}/_dcg.py, _map.py, _pr.py, _recip.py; recorded by tools/recorders/lenskit.py",
        notes=(
            Note("lenskit_discount", "name", "lenskit/lkpy#417; LogRankWeight", ("ndcg", "dcg")),
            Note("lenskit_recall", "name", "lenskit/lkpy#244; _pr.py: Recall", ("recall",)),
            Note("lenskit_nothing", "trap", f"{_LENSKIT}/_pr.py, _dcg.py, _map.py"),
            Note("lenskit_mean", "trap", "lenskit/metrics/bulk.py: list_summary; _base.py: ListMetric.summarize"),
        ),
    ),
)
