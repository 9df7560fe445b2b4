"""What the test lets run in Spark's environment: the same data in Spark and in this process; what differs is printed as JSON.

python -m tests.engines.spark_job
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from rankviz import InputError
from rankviz.engines.spark import collect_result, evaluate_run_spark, use_java
from rankviz.runs.evaluate.run_evaluation import QueryValues
from tests.engines.data import CHOICES, Data, Row, differences, farthest, long, measures, strange

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PARTITIONS = (1, 5)


def session() -> SparkSession:
    # No name of a host is looked up, and no address but this machine's is used.
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    use_java()
    from pyspark.sql import SparkSession

    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.adaptive.enabled": "false",  # it would put all of so few rows into one partition
    }
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def frame(spark: SparkSession, rows: list[Row], number: str) -> DataFrame:
    return spark.createDataFrame(rows, f"query string, document string, {number} double")


def evaluated(spark: SparkSession, data: Data, choices: dict[str, str], partitions: int) -> QueryValues:
    spark.conf.set("spark.sql.shuffle.partitions", str(partitions))
    frames = frame(spark, data.run, "score"), frame(spark, data.qrels, "grade")
    return collect_result(evaluate_run_spark(*frames, measures(choices), **choices))


def refused(spark: SparkSession, run: DataFrame, qrels: DataFrame, measure: str) -> str:
    """Key of the error that comes before anything is computed."""
    try:
        evaluate_run_spark(run, qrels, [measure])
    except InputError as error:
        return error.key
    return ""


def broken(spark: SparkSession, data: Data) -> str:
    """What is said when a score is missing, once the frame is computed."""
    from pyspark.errors import PySparkException

    run = frame(spark, [*data.run, ("q1", "last", None)], "score")  # type: ignore[list-item]
    try:
        evaluate_run_spark(run, frame(spark, data.qrels, "grade"), ["AP"]).collect()
    except PySparkException as error:
        return str(error)
    return ""


def main() -> None:
    spark = session()
    found: dict[str, Any] = {"java": os.environ.get("JAVA_HOME"), "version": spark.version}
    small, large = strange(), long()
    found["differences"], found["far"] = [], []
    for choices in CHOICES:
        for partitions in PARTITIONS:
            wrong = differences(evaluated(spark, small, choices, partitions), small.expected(**choices))
            found["differences"] += [f"small, {choices}, {partitions}: {each}" for each in wrong]
        expected = large.expected(**choices)
        wrong = differences(evaluated(spark, large, choices, 1), expected)
        found["differences"] += [f"large, {choices}: {each}" for each in wrong]
        found["far"] += [farthest(evaluated(spark, large, choices, max(PARTITIONS)), expected)]
    run, qrels = frame(spark, small.run, "score"), frame(spark, small.qrels, "grade")
    found["refused"] = [
        refused(spark, run, qrels, "nDGC"),
        refused(spark, qrels, run, "AP"),
        refused(spark, run.withColumn("query", run.score), qrels, "AP"),
    ]
    nothing = evaluate_run_spark(run.limit(0), qrels.limit(0), ["AP"])
    found["empty"] = list(collect_result(nothing).queries)
    found["columns"] = evaluate_run_spark(run, qrels, ["AP"]).columns
    found["broken"] = broken(spark, small)
    spark.stop()
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    main()
