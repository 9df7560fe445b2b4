"""Time what a program waits for before its first number, beside `import numpy`, each in a Python of its own.

python -m benchmarks.startup [--rounds 20]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from benchmarks.report import Figure, print_table

FLOOR = ("-c", "import numpy")
# What is started, and the largest ratio: 2.1 is 0.3 s where `import numpy` takes 0.14 s.
STARTS: dict[str, tuple[tuple[str, ...], float | None]] = {
    "import rankviz": (("-c", "import rankviz"), 1.5),
    "rv.evaluate, the first number": (("-c", "import rankviz; rankviz.evaluate('nDCG@6', [3, 2, 1])"), 1.5),
    "rankviz evaluate nDCG@6 3,2,1": (("-m", "rankviz", "evaluate", "nDCG@6", "3,2,1"), 2.1),
    "rankviz lookup nDCG@6 3,2,3,0,1,2 0.949": (("-m", "rankviz", "lookup", "nDCG@6", "3,2,3,0,1,2", "0.949"), None),
}


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    times: dict[str, list[float]] = {name: [] for name in ("import numpy", *STARTS)}
    for _ in range(rounds):
        for name, command in (("import numpy", FLOOR), *((name, command) for name, (command, _) in STARTS.items())):
            times[name].append(_seconds(command) * 1000)
    print("Milliseconds of a whole process; the ratio is to `import numpy`")
    print_table([Figure(name, each, times["import numpy"], STARTS.get(name, ((), None))[1]) for name, each in times.items()])


def _seconds(arguments: tuple[str, ...]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
