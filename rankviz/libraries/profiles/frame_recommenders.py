"""Profiles of recommenders that take data frames of users and items."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Note, Profile

# An item that is recommended twice is a hit in both places, but it is one that was chosen.
_CREDITED: Choices = {"duplicates": "credit_each"}
# Evidently's entries of one score share the mean of their ranks; what AP makes of them depends on which row comes last.
_SHARED: Choices = {"ties": "mean_rank"}

USER_FRAMES: tuple[Profile, ...] = (
    Profile(
        "spark_mllib",
        "Spark MLlib",
        "4.3.0",
        "recommendation",
        common={"duplicates": "count_all", "mean_over": "all"},
        measures={
            "ndcg@": {"gain": "binary", **_CREDITED},
            "precision@": {},
            "recall@": _CREDITED,
            "ap": _CREDITED,
            "ap@": {"ap_base": "min_R_k", **_CREDITED},
        },
        source="mllib/evaluation/RankingMetrics.scala, called from Python; recorded by tools/recorders/spark_mllib.py",
        notes=(
            Note("spark_grades", "trap", "apache/spark#36843; recommenders-team/recommenders#2089", ("ndcg",)),
            Note("spark_two_maps", "name", "apache/spark#24458; recommenders-team/recommenders#1990", ("ap",)),
        ),
    ),
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
    ),
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
    ),
    Profile(
        "replay",
        "RePlay",
        "0.22.0",
        "recommendation",
        common={"ties": "docid_desc", "mean_over": "with_relevant", "no_relevant": "skip"},
        measures={
            "ndcg@": {"gain": "binary", **_CREDITED},
            "ap@": {"ap_base": "min_R_k", **_CREDITED},
            "rr@": {},
            "precision@": {},
            "recall@": {},
            "success@": {},
        },
        source="metrics/{ndcg,map,mrr,precision,recall,hitrate}.py, given data frames; recorded by tools/recorders/replay.py",
        notes=(Note("replay_frames", "slip", "metrics/base_metric.py of 0.22.0"),),
    ),
)
