"""Programs for recommenders that take data frames of users and items, called as when their values were recorded."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names

_SPARK = {"ndcg": "ndcgAt", "precision": "precisionAt", "recall": "recallAt", "ap": "meanAveragePrecisionAt"}
SPARK: Names = MappingProxyType(
    {**{(key, True): f"{name}({{k}})" for key, name in _SPARK.items()}, ("ap", False): "meanAveragePrecision"}
)
_EVIDENTLY = {
    "ndcg": "NDCG",
    "ap": "MAP",
    "rr": "MRR",
    "precision": "PrecisionTopK",
    "recall": "RecallTopK",
    "success": "HitRate",
}
EVIDENTLY: Names = MappingProxyType({(key, True): name for key, name in _EVIDENTLY.items()})
_RECTOOLS = {
    "ndcg": "NDCG",
    "ap": "MAP",
    "rr": "MRR",
    "precision": "Precision",
    "recall": "Recall",
    "success": "HitRate",
    "f1": "F1Beta",
}
RECTOOLS: Names = MappingProxyType({(key, True): f"{name}(k={{k}})" for key, name in _RECTOOLS.items()})
REPLAY: Names = MappingProxyType({(key, True): f"{name}({{k}})" for key, name in _RECTOOLS.items() if key != "f1"})


def _spark(call: Call, computed: str) -> str:
    return f"""from pyspark.mllib.evaluation import RankingMetrics
from pyspark.sql import SparkSession

ranked = {_ranked_ids(call)}
relevant = {call.relevant_ids}
spark = SparkSession.builder.master("local[1]").getOrCreate()
rows = spark.sparkContext.parallelize([(ranked, relevant)])
print(RankingMetrics(rows).{computed})
"""


def _evidently(call: Call, name: str) -> str:
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


def _rectools(call: Call, computed: str) -> str:
    return f"""import pandas as pd
from rectools.metrics import {computed.partition("(")[0]}

ranked = {_ranked_ids(call)}
relevant = {call.relevant_ids}
reco = pd.DataFrame({{"user_id": 1, "item_id": ranked, "rank": range(1, len(ranked) + 1)}})
interactions = pd.DataFrame({{"user_id": 1, "item_id": relevant}})
print({computed}.calc(reco, interactions))
"""


def _replay(call: Call, computed: str) -> str:
    return f"""import polars as pl
from replay.metrics import {computed.partition("(")[0]}

ids = {[item.doc_id for item in call.ranking.items]}
scores = {call.scores}
relevant = {call.relevant_ids}
recommended = pl.DataFrame({{"query_id": [1] * len(ids), "item_id": ids, "rating": scores}})
truth = pl.DataFrame({{"query_id": [1] * len(relevant), "item_id": relevant}})
print({computed}(recommended, truth))
"""


def _ranked_ids(call: Call) -> list[str]:
    return [item.doc_id for item in call.items_by_score]


USER_FRAMES: Mapping[str, CallForm] = MappingProxyType(
    {
        # Of a single row without anything relevant PySpark cannot tell the type.
        "spark_mllib": CallForm(SPARK, _spark, "pyspark=={0}", needs="relevant", is_proved_with_copies=True),
        "evidently": CallForm(EVIDENTLY, _evidently, 'evidently=={0} "pandas<3"', needs="relevant", is_proved_with_copies=True),
        "rectools": CallForm(RECTOOLS, _rectools, "rectools=={0}", needs="relevant", is_proved_with_copies=True),
        "replay": CallForm(REPLAY, _replay, "replay-rec=={0}", needs="relevant", is_proved_with_copies=True),
    }
)
