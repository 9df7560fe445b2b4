"""How long the look-up of a run's mean takes once the run is read: part of `make bench`.

The number is one that nothing gives, so that all is tried, two causes in one place included. Each set has a process of its own,
in which the floor is taken, too: the same measures of the same files, from reading to the means. Seconds are those of the
processor.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median

from benchmarks.runs import MEGABYTE, write_run
from rankviz.core.typed_number import read_typed
from rankviz.runs.evaluate.orders import RunReadings
from rankviz.runs.evaluate.run_evaluation import query_values, resolve_measure
from rankviz.runs.lookup.search import find_answers
from rankviz.runs.lookup.search_space import RunSpace

SETS = {"dense": (1000, 1000, 80, 3, 3.0), "sparse": (6980, 1000, 1, 1, 10.0)}  # and the seconds that it may take
MEASURES = ["nDCG@10", "AP", "RR"]
NUMBER = "0.98765432"
FLOORS = 3  # rounds


def measure(folder: Path, name: str, measures: list[str]) -> None:
    """Print the seconds of the floor, of what is tried alone, with pairs, and of a second number; and megabytes."""
    paths = str(folder / f"{name}.run"), str(folder / f"{name}.qrels")
    floors = []
    for _ in range(FLOORS):
        start = time.process_time()
        query_values(*paths, measures, profile="trec_eval")
        floors.append(time.process_time() - start)
    times = [time.process_time()]
    readings = RunReadings.from_sources(*paths)
    times.append(time.process_time())
    space = RunSpace(readings, {each: resolve_measure(each, "trec_eval", {}) for each in measures})
    times.append(time.process_time())
    find_answers(space, dict.fromkeys(measures, read_typed(NUMBER)))
    times.append(time.process_time())
    find_answers(space, dict.fromkeys(measures, read_typed("0.12345678")))
    times.append(time.process_time())
    reading, alone, pairs, second = (later - earlier for earlier, later in pairwise(times))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE
    print(
        f"{name}, {len(measures)} measures: floor {median(floors):.2f} s, read {reading:.2f} s; look-up {alone + pairs:.2f} s "
        f"(alone {alone:.2f}), {(alone + pairs) / median(floors):.1f} × the floor, at most {SETS[name][-1]:.0f} s; "
        f"another number {1000 * second:.0f} ms; {memory:,.0f} MB",
        flush=True,
    )


def main() -> None:
    """Measure both sets, with one measure and with three."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", nargs=3, metavar=("FOLDER", "SET", "MEASURES"), help="one set in this process")
    options = parser.parse_args()
    if options.only:
        folder, name, count = options.only
        measure(Path(folder), name, MEASURES[: int(count)])
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, (queries, depth, judged, grades, _) in SETS.items():
            write_run(Path(folder), name, max(int(queries * options.scale), 2), depth, judged, grades)
            for count in ("1", "3"):
                command = [sys.executable, "-m", "benchmarks.run_lookup", "--only", folder, name, count]
                subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
