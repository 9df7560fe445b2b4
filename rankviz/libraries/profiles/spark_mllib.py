"""The profile of Spark MLlib."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.common_choices import CREDITED
from rankviz.libraries.profile import Note, Profile

_METRICS = {"ndcg": "ndcgAt", "precision": "precisionAt", "recall": "recallAt", "ap": "meanAveragePrecisionAt"}
_NAMES: Names = {**{(key, True): f"{name}({{k}})" for key, name in _METRICS.items()}, ("ap", False): "meanAveragePrecision"}


def _write(call: Call, computed: str) -> str:
    return f"""from pyspark.mllib.evaluation import RankingMetrics
from pyspark.sql import SparkSession

ranked = {call.ranked_ids}
relevant = {call.relevant_ids}
spark = SparkSession.builder.master("local[1]").getOrCreate()
rows = spark.sparkContext.parallelize([(ranked, relevant)])
print(RankingMetrics(rows).{computed})
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "spark_mllib",
        "Spark MLlib",
        "4.3.0",
        "recommendation",
        common={"duplicates": "count_all", "mean_over": "all"},
        measures={
            "ndcg@": {"gain": "binary", **CREDITED},
            "precision@": {},
            "recall@": CREDITED,
            "ap": CREDITED,
            "ap@": {"ap_base": "min_R_k", **CREDITED},
        },
        source="mllib/evaluation/RankingMetrics.scala, called from Python; recorded by tools/recorders/spark_mllib.py",
        notes=(
            Note("spark_grades", "trap", "apache/spark#36843; recommenders-team/recommenders#2089", ("ndcg",)),
            Note("spark_two_maps", "name", "apache/spark#24458; recommenders-team/recommenders#1990", ("ap",)),
        ),
        # Of a single row without anything relevant PySpark cannot tell the type.
        program=CallForm(_NAMES, _write, "pyspark=={0}", needs="relevant", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
