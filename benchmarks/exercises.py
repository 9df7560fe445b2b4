"""How long practice questions take: each one that is drawn, a number that is judged, and 1,000 of them in a file for Moodle.

`make bench` runs it; alone: `python -m benchmarks.exercises --count 1000`.
"""

from __future__ import annotations

import argparse
from statistics import median, quantiles
from time import perf_counter, process_time

from rankviz.core.metrics import METRICS
from rankviz.learn.export.exported_text import ExportedSet
from rankviz.learn.export.json_export import FORMATS
from rankviz.learn.questions import draw, draw_set, judge, look_up_mistake
from rankviz.texts import Texts

LEVELS = (1, 2, 3)
OF_THE_FILE = ("nDCG", "DCG", "AP", "F1", "P")
GOAL = 60


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000, help="questions in the file")
    parser.add_argument("--seeds", type=int, default=10)
    given = parser.parse_args()
    print("Milliseconds a question takes to be drawn, by level: median (95th percentile)")
    for metric in (each for each in METRICS.values() if each.exercise is not None):
        times = {level: [_drawn(metric.name, seed, level) for seed in range(given.seeds)] for level in LEVELS}
        print(f"{metric.name:6}", *(f"{median(each):8.0f} ({quantiles(each, n=20)[-1]:5.0f})" for each in times.values()))
    question = draw("value", "nDCG", 7, 1)
    for what, typed in (("a usual mistake", "0.542"), ("a number that is looked up", "0.492")):
        start = perf_counter()
        kind = look_up_mistake(question, judge(question, typed)).kind
        print(f"{what} is judged ({kind}): {1_000 * (perf_counter() - start):.1f} ms")
    start = process_time()
    text = FORMATS["moodle"](ExportedSet(draw_set(OF_THE_FILE, given.count, seed=1, level=2)), Texts("en"), True)
    took = f"{process_time() - start:.1f} s of processor time (goal for 1,000: {GOAL} s)"
    print(f"{given.count:,} questions in a file for Moodle ({len(text) / 1e6:.1f} MB): {took}")


def _drawn(metric: str, seed: int, level: int) -> float:
    start = perf_counter()
    draw("value", metric, seed, 1, level)
    return 1_000 * (perf_counter() - start)


if __name__ == "__main__":
    main()
