"""What holds for all tests."""

import gc
import os
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from tests.helpers.long import LONG, rounds

# A worker has a core, and so have the threads of its libraries: several would only wait for each other, and be busy with that.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# A worker holds millions of objects for as long as it lives, and would look through them all again and again.
gc.set_threshold(100_000, 30, 100)

ORDER = os.environ.get("RANKVIZ_ORDER")  # a seed: files, and the tests of each, come in an order drawn by it
MOST_NAMED = 5  # tests of which it is said that they have become slow
FAST = 2.0  # s that all cases of a test may take in `make check`; ten or so of the most telling ones take longer

# No deadline for a single example: other programs share the machine, and a slow moment is not a bug. The examples are the same
# in every run: whoever runs the tests sees what everybody sees. `make fuzz` draws them at random, and many more.
settings.register_profile("fixed", settings.default, deadline=None, derandomize=True, database=None)
settings.register_profile("random", settings.default, deadline=None, derandomize=False, max_examples=rounds(100))
settings.load_profile("random" if LONG else "fixed")


@pytest.fixture(scope="session", autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the rooms of the servers that are started out of the home of whoever runs the tests."""
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        os.environ[name] = str(tmp_path_factory.mktemp("state"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take long first: workers take one file after the other, and the short ones at the end make them even.

    Those of the browser come first, then those with the most slow tests, then those with the most tests.
    """
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)

    def weight(path: Path) -> tuple[int, int, int]:
        marked = [sum(item.get_closest_marker(name) is not None for item in files[path]) for name in ("browser", "slow")]
        return (*marked, len(files[path]))

    order = sorted(files, key=weight, reverse=True)
    if ORDER:
        draw = np.random.default_rng(int(ORDER))
        draw.shuffle(order)
        for path in order:
            draw.shuffle(files[path])
    items[:] = [item for path in order for item in files[path]]


@pytest.hookimpl(trylast=True)  # after the slowest tests
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell how long each worker was at work; and among the fast tests, which ones are no longer fast."""
    workers: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for report in chain.from_iterable(terminalreporter.stats.values()):
        duration = getattr(report, "duration", 0.0)
        if worker := getattr(report, "worker_id", ""):
            workers[worker] += duration
        if getattr(report, "when", "") == "call" and "slow" not in report.keywords:
            tests[report.nodeid.partition("[")[0]] += duration
    if workers:
        each = " + ".join(f"{name} {workers[name]:.0f} s" for name in sorted(workers))
        terminalreporter.write_line(f"The workers took {workers.total():.0f} s for the tests: {each}.")
    # Beside other work, more than one process a processor and these workers, times say nothing.
    is_busy = hasattr(os, "getloadavg") and os.getloadavg()[0] > max(os.cpu_count() or 1, len(workers) + 1)
    if "not slow" in config.option.markexpr and not is_busy:
        for name, seconds in tests.most_common(MOST_NAMED):
            if seconds > FAST:
                terminalreporter.write_line(f"All cases of {name} take {seconds:.1f} s. Is it to be marked slow?")
