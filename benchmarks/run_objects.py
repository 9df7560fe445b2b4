"""Runs that are in memory, and the check that ids meet: part of `make bench`.

Two small dictionaries beside pytrec_eval; a frame of a million rows beside the same rows from Parquet; the check as a share of
an evaluation. Everything runs in a process of its own, in turns; counted is what follows the imports.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.report import Figure, print_table
from benchmarks.runs import write_run

MEASURES = ["nDCG@10", "AP", "RR"]
TREC = {"ndcg_cut.10", "map", "recip_rank"}
CALLS = 200  # of what takes a millisecond
DICTIONARIES = 2.0  # milliseconds
FRAME, CHECK = 1.5, 0.05  # ratios
CHECKED, WHOLE = "ids checked", "evaluation"


def small() -> tuple[dict[str, dict[str, float]], dict[str, dict[str, int]]]:
    """Return a run and judgments of 10 queries × 20 documents."""
    documents = [f"d{i}" for i in range(20)]
    run = {f"q{i}": {name: float((7 * i + 3 * j) % 20) for j, name in enumerate(documents)} for i in range(10)}
    return run, {query: {name: j % 4 for j, name in enumerate(documents[i : i + 8])} for i, query in enumerate(run)}


def time_calls(act: Callable[[], object]) -> dict[str, float]:
    """Milliseconds of processor of the first call, and of the median one of those that follow."""
    times = []
    for _ in range(CALLS + 1):
        start = time.process_time()
        act()
        times.append(1000 * (time.process_time() - start))
    return {"first": times[0], "median": sorted(times[1:])[CALLS // 2]}


def dictionaries(_: Path) -> dict[str, float]:
    """Evaluate two small dictionaries with rankviz, which must not load pyarrow."""
    import rankviz

    run, qrels = small()
    found = time_calls(lambda: rankviz.evaluate_run(run, qrels, MEASURES, profile="trec_eval").means)
    return {**found, "pyarrow": float("pyarrow" in sys.modules)}


def dictionaries_trec(_: Path) -> dict[str, float]:
    """Evaluate them with pytrec_eval, its judgments read anew as ours are."""
    library: Any = import_module("pytrec_eval")
    run, qrels = small()
    return time_calls(lambda: library.RelevanceEvaluator(qrels, TREC).evaluate(run))


def _evaluated(folder: Path, run: Any) -> dict[str, float]:
    from rankviz import evaluate_run

    for name in ("pyarrow.csv", "pyarrow.compute", "pyarrow.parquet"):
        import_module(name)
    start = time.perf_counter()
    evaluate_run(run, str(folder / "a.qrels"), MEASURES, profile="trec_eval")
    return {"median": 1000 * (time.perf_counter() - start)}


def frame(folder: Path) -> dict[str, float]:
    """Evaluate a frame of pandas."""
    return _evaluated(folder, import_module("pandas").read_parquet(folder / "a.parquet"))


def parquet(folder: Path) -> dict[str, float]:
    """Evaluate the same rows from Parquet."""
    return _evaluated(folder, str(folder / "a.parquet"))


def check(folder: Path) -> dict[str, float]:
    """Milliseconds of an evaluation from files, and of checking in it that ids meet, where one query is not judged."""
    from rankviz.runs.evaluate import prepared_run

    tell, times = vars(prepared_run)["tell_unmet"], []

    def timed(*arguments: object) -> None:
        start = time.perf_counter()
        tell(*arguments)
        times.append(1000 * (time.perf_counter() - start))

    vars(prepared_run)["tell_unmet"] = timed
    found = _evaluated(folder, str(folder / "a.run"))
    return {WHOLE: found["median"], CHECKED: sum(times)}


PARTS: dict[str, Callable[[Path], dict[str, float]]] = {
    each.__name__: each for each in (dictionaries, dictionaries_trec, frame, parquet, check)
}


def write(folder: Path, queries: int) -> None:
    """Write a run as text and as Parquet; the last query loses its judgments."""
    from pyarrow import csv
    from pyarrow import parquet as pq

    write_run(folder, "a", queries, 1000, 80, 3)
    judged = (folder / "a.qrels").read_text().splitlines(keepends=True)
    (folder / "a.qrels").write_text("".join(each for each in judged if not each.startswith(f"{queries} ")))
    names = csv.ReadOptions(column_names=["query", "q0", "document", "rank", "score", "tag"])
    text = {"query": "string", "document": "string"}
    table = csv.read_csv(
        folder / "a.run",
        read_options=names,
        parse_options=csv.ParseOptions(delimiter=" "),
        convert_options=csv.ConvertOptions(column_types=text, include_columns=["query", "document", "score"]),
    )
    pq.write_table(table, folder / "a.parquet")


def main() -> None:
    """Measure in turns and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=2, metavar=("PART", "FOLDER"), help="one part in this process")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="1 is a million rows")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(PARTS[options.one[0]](Path(options.one[1]))))
        return
    needed = {"dictionaries_trec": "pytrec_eval", "frame": "pandas"}
    names = [each for each in PARTS if each not in needed or find_spec(needed[each])]
    found: dict[str, list[dict[str, float]]] = {name: [] for name in PARTS}
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), max(round(1000 * options.scale), 2))
        for _ in range(options.rounds):
            for name in names:
                command = [sys.executable, "-m", "benchmarks.run_objects", "--one", name, folder]
                found[name].append(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))

    def values(part: str, key: str = "median") -> list[float]:
        return [each[key] for each in found[part]]

    print_table(
        [
            Figure("two small dictionaries, beside pytrec_eval", values("dictionaries"), values("dictionaries_trec")),
            Figure(
                "their first call, with what it imports", values("dictionaries", "first"), values("dictionaries_trec", "first")
            ),
            Figure("a frame of a million rows, beside Parquet", values("frame"), values("parquet"), FRAME),
            Figure("checking that ids meet, beside the evaluation", values("check", CHECKED), values("check", WHOLE), CHECK),
        ]
    )
    middle = sorted(values("dictionaries"))[options.rounds // 2]
    is_loaded = any(values("dictionaries", "pyarrow"))
    print(f"dictionaries: {middle:.2f} ms, at most {DICTIONARIES:g}; pyarrow is {'' if is_loaded else 'not '}loaded")


if __name__ == "__main__":
    main()
