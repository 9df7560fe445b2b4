"""How fast whole run files are evaluated, beside other libraries on the same files: part of `make bench`.

Every contestant runs in a process of its own, in turns; counted is the time from the file to the numbers, without imports, and
the memory above what the imports took.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

SEED = 20261121
MEASURES = ["P@10", "R@100", "AP", "RR", "nDCG@10", "nDCG@1000"]
LOG_MEASURES = ["AUC", "nDCG@10", "AP", "RR"]
TREC = {"P.10", "recall.100", "map", "recip_rank", "ndcg_cut.10", "ndcg_cut.1000"}
NAMES = {
    "ours": "rankviz",
    "pytrec_eval": "pytrec_eval",
    "ir_measures": "ir_measures",
    "ranx": "ranx",
    "pandas": "pandas groupby-rank",
}
MEGABYTE = 1024  # ru_maxrss is in kilobytes


# ---------------------------------------------------------------------------------------------------------------------------
# The files


def write_run(folder: Path, name: str, queries: int, depth: int, judged: int, grades: int) -> None:
    """Write `name.run` and `name.qrels`: scores fall, some are tied, and some judged documents were not retrieved."""
    draw = np.random.default_rng(SEED)
    with (folder / f"{name}.run").open("w") as run, (folder / f"{name}.qrels").open("w") as qrels:
        for query in range(1, queries + 1):
            documents = draw.choice(8_000_000, depth, replace=False)
            scores = np.sort(draw.random(depth))[::-1] * 20
            run.writelines(f"{query} Q0 D{documents[i]} {i + 1} {scores[i]:.5f} t\n" for i in range(depth))
            count = max(1, draw.poisson(judged)) if judged > 1 else 1 + int(draw.random() < 0.1)
            for document in draw.choice(documents[: max(depth // 3, 10)], count, replace=False):
                missed = draw.random() < 0.2
                qrels.write(
                    f"{query} 0 {'M' if missed else 'D'}{document} {draw.integers(0 if judged > 1 else 1, grades + 1)}\n"
                )


def write_log(folder: Path, rows: int) -> None:
    """Write `c.csv`: impressions of users, twenty each on average, user by user."""
    import pyarrow
    from pyarrow import csv

    draw = np.random.default_rng(SEED)
    users = np.sort(draw.integers(0, max(rows // 20, 1), rows)).astype(np.int32)
    table = pyarrow.table(
        {
            "user": users,
            "score": draw.random(rows).astype(np.float32).round(5),
            "label": (draw.random(rows) < 0.1).astype(np.int8),
        }
    )
    csv.write_csv(table, folder / "c.csv")


# ---------------------------------------------------------------------------------------------------------------------------
# The contestants: each gives what it computed, after its imports


def ours(path: str) -> Callable[[], object]:
    """rankviz, under the convention of trec_eval."""
    from rankviz import evaluate_run
    from rankviz.runs.impressions import evaluate_impressions

    for name in ("pyarrow.csv", "pyarrow.compute", "pyarrow.json", "pyarrow.parquet", "numpy.ma"):
        import_module(name)
    if path.endswith(".csv"):
        return lambda: evaluate_impressions(path, LOG_MEASURES).means
    return lambda: evaluate_run(path + ".run", path + ".qrels", MEASURES, profile="trec_eval").means


def pytrec_eval(path: str) -> Callable[[], object]:
    """trec_eval's own code, called from Python."""
    library: Any = import_module("pytrec_eval")
    pandas: Any = import_module("pandas")

    def log() -> object:
        frame = pandas.read_csv(path)
        frame["row"] = [f"d{i}" for i in range(len(frame))]
        judged, run = {}, {}
        for user, rows in frame.groupby(frame["user"].astype(str)):
            judged[user] = dict(zip(rows["row"], rows["label"].tolist(), strict=True))
            run[user] = dict(zip(rows["row"], rows["score"].tolist(), strict=True))
        return library.RelevanceEvaluator(judged, {"map", "recip_rank", "ndcg_cut.10"}).evaluate(run)  # it has no AUC

    def text() -> object:
        with Path(path + ".qrels").open() as file:
            judged = library.parse_qrel(file)
        with Path(path + ".run").open() as file:
            run = library.parse_run(file)
        return library.RelevanceEvaluator(judged, TREC).evaluate(run)

    return log if path.endswith(".csv") else text


def ir_measures(path: str) -> Callable[[], object]:
    """ir_measures, with the provider it chooses."""
    library: Any = import_module("ir_measures")
    asked = [library.parse_measure(name) for name in MEASURES]

    def act() -> object:
        judged, run = library.read_trec_qrels(path + ".qrels"), library.read_trec_run(path + ".run")
        return list(library.iter_calc(asked, judged, run))

    return act


def ranx(path: str) -> Callable[[], object]:
    """ranx; its compiled functions are warm, which takes it half a minute once."""
    library: Any = import_module("ranx")
    names = ["precision@10", "recall@100", "map", "mrr", "ndcg@10", "ndcg@1000"]
    library.evaluate(library.Qrels({"q": {"d": 1}}), library.Run({"q": {"d": 1.0}}), names)

    def act() -> object:
        judged = library.Qrels.from_file(path + ".qrels", kind="trec")
        return library.evaluate(judged, library.Run.from_file(path + ".run", kind="trec"), names, make_comparable=True)

    return act


def pandas(path: str) -> Callable[[], object]:
    """Ranks inside groups, and sums over the clicked rows."""
    library: Any = import_module("pandas")

    def act() -> dict[str, float]:
        frame = library.read_csv(path)
        scores = frame.groupby("user")["score"]
        frame["rank"] = scores.rank(ascending=False, method="first")
        frame["low"] = scores.rank(method="average")  # from the lowest score on: AUC counts what stands below
        shown = frame.groupby("user").size()
        hits = frame[frame["label"] > 0].sort_values(["user", "rank"])
        by_user = hits.groupby("user")
        count = by_user.size()
        others = shown[count.index] - count
        area = (by_user["low"].sum() - count * (count + 1) / 2) / (count * others)
        top = hits[hits["rank"] <= 10]
        gain = (1 / np.log2(top["rank"] + 1)).groupby(top["user"]).sum().reindex(count.index, fill_value=0.0)
        ideal = np.cumsum(1 / np.log2(np.arange(2, 12)))[np.minimum(count, 10) - 1]
        precision = ((by_user.cumcount() + 1) / hits["rank"]).groupby(hits["user"]).mean()
        users = len(shown)
        return {
            "AUC": float(area[others > 0].mean()),
            "nDCG@10": float((gain / ideal).sum() / users),
            "AP": float(precision.sum() / users),
            "RR": float((1 / by_user["rank"].min()).sum() / users),
        }

    return act


def floor(path: str) -> Callable[[], object]:
    """Read the log and sort it once."""
    from rankviz.runs.read.table_files import read_impressions

    def act() -> object:
        log = read_impressions(path)
        key = np.repeat(np.arange(len(log.users)) << 32, np.diff(log.starts))
        return np.sort(key + (log.score * 1e6).astype(np.int64))

    return act


CONTESTANTS = {
    "ours": ours,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
    "pandas": pandas,
    "floor": floor,
}


def peak() -> float:
    """Largest memory of this process so far, in megabytes."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE
    # Where there is one: the other figure begins with what the process had that started this one.
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / MEGABYTE


def one(name: str, path: str) -> None:
    """Run a contestant and print what it took as JSON."""
    act = CONTESTANTS[name](path)
    before, start = peak(), time.perf_counter()
    act()
    print(json.dumps({"seconds": time.perf_counter() - start, "megabytes": peak() - before}))


def measure(path: Path, names: list[str], rounds: int) -> dict[str, tuple[float, float]]:
    """Median seconds and megabytes of each contestant, in turns."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            command = [sys.executable, "-m", "benchmarks.runs", "--one", name, str(path)]
            found[name].append(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    return {name: (median(r["seconds"] for r in rows), median(r["megabytes"] for r in rows)) for name, rows in found.items()}


def show(title: str, rows: int, found: dict[str, tuple[float, float]], goals: dict[str, float]) -> None:
    """Print a set: times, how many times as fast ours is, memory."""
    print(f"\n{title}, {rows:,} rows")
    print(f"{'':24s}{'seconds':>9s}{'ours is':>10s}{'goal':>8s}{'MB':>8s}{'bytes a row':>13s}")
    for name, (seconds, megabytes) in found.items():
        ratio = seconds / found["ours"][0]
        goal = goals.get(name)
        verdict = "" if goal is None else f"{goal:g} ×" + (" met" if ratio >= goal else " MISSED")
        times = "" if name == "ours" else f"{ratio:.1f} ×"
        label = NAMES.get(name, "floor: read and sort")
        print(f"{label:24s}{seconds:9.2f}{times:>10s}{verdict:>13s}{megabytes:8.0f}{megabytes * 2**20 / rows:11.0f}")


def more_metrics(path: Path) -> float:
    """Median milliseconds for one more metric of a run that is loaded."""
    from rankviz.runs.evaluate.prepared_run import prepare
    from rankviz.runs.evaluate.run_evaluation import evaluate_measures

    prepared = prepare(f"{path}.run", f"{path}.qrels", duplicates="error", score_bits="32")
    evaluate_measures(prepared, ["nDCG@10"], profile="trec_eval")
    times = []
    for k in range(5, 25):
        start = time.perf_counter()
        evaluate_measures(prepared, [f"nDCG@{k}"], profile="trec_eval")
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def main() -> None:
    """Make the files, let everyone read them, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="of all sets: 1 is 1, 7 and 20 million rows")
    options = parser.parse_args()
    if options.one:
        return one(*options.one)
    peers = [name for name in ("pytrec_eval", "ir_measures", "ranx") if find_spec(name)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        queries = max(round(1000 * options.scale), 1)
        write_run(folder, "a", queries, 1000, 80, 3)
        found = measure(folder / "a", ["ours", *peers], options.rounds)
        show(f"(a) {queries:,} × 1,000, 80 graded judgments", queries * 1000, found, {"pytrec_eval": 5})
        queries = max(round(6980 * options.scale), 1)
        write_run(folder, "b", queries, 1000, 1, 1)
        found = measure(folder / "b", ["ours", "pytrec_eval"], options.rounds)
        show(f"(b) {queries:,} × 1,000, about one relevant", queries * 1000, found, {"pytrec_eval": 7})
        print(f"one more metric once loaded: {more_metrics(folder / 'b'):.1f} ms (goal 10)")
        rows = max(round(20_000_000 * options.scale), 1000)
        write_log(folder, rows)
        found = measure(folder / "c.csv", ["ours", "pandas", "floor"], options.rounds)
        show("(c) impressions", rows, found, {"pandas": 3, "floor": 0.5})
        write_log(folder, rows // 10)  # its dictionaries of all rows take some 20 GB
        found = measure(folder / "c.csv", ["ours", "pytrec_eval"], options.rounds)
        show("(c) a tenth of it", rows // 10, found, {"pytrec_eval": 10})
    return None


if __name__ == "__main__":
    main()
