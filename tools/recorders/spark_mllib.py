"""Record Spark MLlib's RankingMetrics, as PySpark calls it: a row of a user's recommendations and labels each.

Needs a Java 17 of the machine; Spark listens on this machine's own address only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
ASKED = [each for name in ("precisionAt", "recallAt", "ndcgAt", "meanAveragePrecisionAt") for each in measures(name, KS)]
ASKED += [Measure("meanAveragePrecision"), Measure("ndcgAt", {"k": 3, "third": "grades"})]
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.default.parallelism": "1",
}
KEPT: dict[tuple[Any, ...], Any] = {}


@cache
def session() -> Any:
    """Spark in this process, with one worker."""
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    builder = import_module("pyspark.sql").SparkSession.builder.master("local[1]")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    found = builder.getOrCreate()
    found.sparkContext.setLogLevel("ERROR")
    return found


def ranking_metrics(queries: Sequence[Query], third: bool) -> Any:
    """Spark's object over several lists; it is kept, since every measure asks for it.

    Its constructor guesses the types of the columns, for which a single list without anything relevant gives it nothing. So it
    is made as the constructor makes it, with the types named; where a third column is to be seen, by the constructor itself.
    """
    key = (third, *map(id, queries))
    if key not in KEPT:
        theirs: Any = import_module("pyspark.mllib.evaluation").RankingMetrics
        common: Any = import_module("pyspark.mllib.common")
        relevant = [{doc: float(grade) for doc, grade in query.judgments.items() if grade >= 1} for query in queries]
        rows = [(query.ranked, list(each), list(each.values())) for query, each in zip(queries, relevant, strict=True)]
        if third:
            KEPT[key] = theirs(session().sparkContext.parallelize(rows, 1))
        else:
            columns = "ranked array<string>, relevant array<string>"
            frame = session().createDataFrame([row[:2] for row in rows], columns)
            KEPT[key] = object.__new__(theirs)
            common.JavaModelWrapper.__init__(KEPT[key], common.callMLlibFunc("newRankingMetrics", frame._jdf))
    return KEPT[key]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One method, or property, of RankingMetrics."""
    given = dict(measure.parameters)
    theirs = getattr(ranking_metrics(queries, "third" in given), measure.name)
    return float(theirs(given["k"]) if "k" in given else theirs)


if __name__ == "__main__":
    record(
        "spark_mllib",
        "RankingMetrics(sc.parallelize([(ids in their order, relevant ids), …])).<measure>(k)",
        ASKED,
        compute,
        ("pyspark",),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "Parameter third='grades' is the recorder's: every row has a third list, with the grade of each relevant id, "
            "which is what PySpark's documentation calls the relevance values. These are made by RankingMetrics(rdd), which "
            "cannot tell the types of a single row of which a list is empty. The others are made with the types named.",
        ],
    )
