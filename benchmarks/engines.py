"""Evaluate one large run in this process, in DuckDB and, where PySpark is installed, in Spark: time and memory of each.

python -m benchmarks.engines [--rows 2000000] [--rounds 3]
.venv-spark/bin/python -m benchmarks.engines, for Spark
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import Figure, print_table

MEASURES = ("nDCG@10", "AP", "RR")
DEPTH, JUDGED = 1000, 50  # documents of a query in the run, and in the judgments
WAYS = {"in this process": "", "DuckDB, 2 buckets": "duckdb", "DuckDB, 8 buckets": "duckdb", "PySpark, 2 cores": "pyspark"}
PAUSE = 0.02  # s between two looks at the memory


def main() -> None:
    """Run each way in a process of its own, or one of them in this one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.way:
        spark = session() if given.way.startswith("PySpark") else None
        start = time.perf_counter()
        means = evaluated(given.way, given.folder, spark)
        print((time.perf_counter() - start) * 1000, *means.values())
        return
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), given.rows)
        measured(Path(folder), given.rows, given.rounds)


def write(folder: Path, rows: int) -> None:
    """A run and judgments as Parquet; a third of the judged documents is retrieved."""
    import pyarrow
    from pyarrow import parquet

    draw = np.random.default_rng(3)
    queries = max(rows // DEPTH, 1)
    first = draw.integers(0, 1 << 40, queries)
    for name, number, depth, step in (("run", "score", DEPTH, 1), ("qrels", "grade", JUDGED, 3 * DEPTH // JUDGED)):
        query = np.repeat(np.arange(queries), depth)
        document = np.repeat(first, depth) + np.tile(np.arange(depth) * step, queries)
        values = (
            np.sort(draw.random((queries, depth)), axis=1)[:, ::-1].ravel()
            if name == "run"
            else draw.integers(0, 4, len(query))
        )
        columns = {"query": [f"query-{each}" for each in query], "document": [f"document-{each}" for each in document]}
        table = pyarrow.table(columns | {number: np.asarray(values, dtype=float)})
        parquet.write_table(table, folder / f"{name}.parquet")


def evaluated(way: str, folder: Path, spark: Any) -> dict[str, float]:
    """Means by one of the ways."""
    run, qrels = folder / "run.parquet", folder / "qrels.parquet"
    if way.startswith("DuckDB"):
        from rankviz.engines.duckdb import evaluate_run_duckdb

        return evaluate_run_duckdb(run, qrels, MEASURES, buckets=int(way.split()[1])).means
    if spark is not None:
        from rankviz.engines.spark import collect_result, evaluate_run_spark

        return collect_result(evaluate_run_spark(spark.read.parquet(str(run)), spark.read.parquet(str(qrels)), MEASURES)).means
    from pyarrow import parquet

    from rankviz.engines.checked_tables import table_from
    from rankviz.runs.evaluate.run_evaluation import query_values

    found, judged = (
        table_from(parquet.read_table(path).rename_columns(["query", "document", "number"]), number, path.name)
        for path, number in ((run, "score"), (qrels, "grade"))
    )
    return query_values(found, judged, MEASURES).means


def session() -> Any:
    """A session of Spark that looks up no name of a host, with its workers started."""
    from rankviz.engines.spark import use_java

    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(Path.cwd())}
    use_java()
    from pyspark.sql import SparkSession

    builder: Any = SparkSession.builder.master("local[2]")
    for name, value in (("driver.host", "127.0.0.1"), ("driver.bindAddress", "127.0.0.1"), ("ui.enabled", "false")):
        builder = builder.config(f"spark.{name}", value)
    spark = builder.config("spark.sql.shuffle.partitions", "8").getOrCreate()
    spark.range(10).repartition(2).mapInPandas(lambda batches: batches, "id long").collect()
    return spark


def measured(folder: Path, rows: int, rounds: int) -> None:
    """Print time and memory of each way that can be gone here, and whether all give the same means."""
    times: dict[str, list[float]] = {}
    peaks: dict[str, list[float]] = {}
    means = set()
    for way, package in WAYS.items():
        if package and find_spec(package) is None:
            continue
        for _ in range(rounds):
            milliseconds, peak, found = process(way, folder)
            times.setdefault(way, []).append(milliseconds)
            peaks.setdefault(way, []).append(peak)
            means.add(found)
    floor = next(iter(WAYS))
    for title, values in ((f"{rows} rows: milliseconds", times), (f"{rows} rows: peak memory in MB, all processes", peaks)):
        print(title)
        print_table(Figure(way, values[way], None if way == floor else values[floor]) for way in values)
        print()
    print("Means:", *sorted(means), "" if len(means) == 1 else "(they differ)")


def process(way: str, folder: Path) -> tuple[float, float, tuple[float, ...]]:
    """Milliseconds without the start of Python or of Spark, peak memory in MB, and the means."""
    command = [sys.executable, "-m", "benchmarks.engines", "--way", way, "--folder", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        peak = [0.0]
        watcher = threading.Thread(target=watch, args=(child, peak))
        watcher.start()
        out, _ = child.communicate()
        watcher.join()
    if child.returncode:
        raise SystemExit(f"{way} ended with {child.returncode}")
    milliseconds, *means = map(float, out.splitlines()[-1].split())
    return milliseconds, peak[0], tuple(round(mean, 12) for mean in means)


def watch(child: subprocess.Popen[str], peak: list[float]) -> None:
    """Keep the largest sum of the memory of a process and those that it started (Linux)."""
    while child.poll() is None:
        peak[0] = max(peak[0], memory(child.pid) / 1e6)
        time.sleep(PAUSE)


def memory(pid: int) -> int:
    """Bytes of a process and all below it; pages that several of them share count for each in part."""
    try:
        proportional = next(
            line for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() if line.startswith("Pss:")
        )
        children = [
            int(each) for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()
        ]
    except (OSError, StopIteration):
        return 0  # it has just ended
    return int(proportional.split()[1]) * 1024 + sum(map(memory, children))


if __name__ == "__main__":
    main()
