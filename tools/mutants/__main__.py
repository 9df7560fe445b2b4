"""Plant 150 faults into the code, one at a time, and see which of them the tests find: `python -m tools.mutants`.

Called by `make mutants`. Each list in this folder is of one room: its faults, and for each the few quick tests that are asked.
In Python they were drawn by chance (`tools/mutants/draw.py`), in JavaScript by hand through all folders; never by what tests
find. A fault that its tests do not find is shown to the quick tests of the whole room before it is said to survive. At the end
every test that found one is run on the code as it is; where it fails there it is named, and not asked again.

To compare the tests of two commits, run the same lists on a checkout of each, on a machine that does nothing else:

    git worktree add /tmp/before COMMIT
    python -m tools.mutants --tree /tmp/before --json before.json > before.md
    python -m tools.mutants --json after.json > after.md
    python -m tools.mutants --compare before.json after.json

A test that is not there in a checkout is replaced by those of the room. What a JSON file has already is not run again, so that
a run can be stopped and go on; who wants all of it anew removes the file.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from threading import Lock

from tools.mutants.mutant import Mutant, NotApplicableError, read_lists
from tools.mutants.run import UNFOUND, Copy, Result, copy_of, failing_without_faults, judge, result_of
from tools.mutants.tables import comparison, row, table, totals

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says; 1 if a mutation does not apply, or a test fails without one."""
    options = _options(arguments)
    if options.compare:
        print("\n".join(comparison(*(_stored(Path(each)) for each in options.compare))))
        return 0
    run = Run([each for each in read_lists() if _is_chosen(each, options)], options)
    unsound = run.to_its_end()
    print("\n".join(["", *table(run.in_order()), "", *totals(run.in_order())]))
    lost = [each for each in run.in_order() if each.verdict == "not applicable"]
    for each in lost:
        print(f"NOT APPLICABLE, the list must follow the code: {each.by}", file=sys.stderr)
    for name in unsound:
        print(f"FAILS WITHOUT A FAULT, so it was not asked: {name}", file=sys.stderr)
    return 1 if lost or unsound else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Which planted faults do the tests find?")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="mutants of these names")
    parser.add_argument("--room", nargs="+", help="the lists of these rooms, such as core")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout, whose code and tests are taken")
    parser.add_argument("--json", type=Path, help="a file for the results; what it has already is not run again")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--compare", nargs=2, metavar="JSON", help="only print what two such files have in common, and not")
    return parser.parse_args(arguments)


def _is_chosen(mutant: Mutant, options: argparse.Namespace) -> bool:
    return (not options.only or mutant.name in options.only) and (not options.room or mutant.room in options.room)


def _stored(path: Path) -> list[Result]:
    return [Result(**each) for each in json.loads(path.read_text(encoding="utf-8"))]


class Run:
    """A list of mutants that are judged, and their results so far, which are in a file, too.

    Parameters
    ----------
    mutants : list of Mutant
    options : Namespace
        Of the command line.
    """

    def __init__(self, mutants: list[Mutant], options: argparse.Namespace) -> None:
        self._mutants, self._options = mutants, options
        self._unsound: list[str] = []
        self._lock, self._copies = Lock(), queue.SimpleQueue[Copy]()
        path: Path | None = options.json
        stored = _stored(path) if path is not None and path.exists() else []
        same = {(each.name, each.was, each.becomes) for each in mutants}
        self._results = {each.name: each for each in stored if (each.name, each.was, each.becomes) in same}

    def in_order(self) -> list[Result]:
        """The results, in the order of the list."""
        return [self._results[each.name] for each in self._mutants if each.name in self._results]

    def to_its_end(self) -> list[str]:
        """Judge all; return the tests that fail without a fault, whose finds were not counted."""
        with ExitStack() as stack:
            copies = [stack.enter_context(copy_of(self._options.tree)) for _ in range(self._options.workers)]
            for copy in copies:
                self._copies.put(copy)
            while True:
                self._judge([each for each in self._mutants if each.name not in self._results], by_room=False)
                unfound = {each.name for each in self.in_order() if each.verdict == UNFOUND}
                self._judge([each for each in self._mutants if each.name in unfound], by_room=True)
                failing = failing_without_faults([each.by for each in self.in_order() if each.is_killed], copies[0])
                if not failing:
                    return self._unsound
                self._unsound += failing
                self._results = {name: each for name, each in self._results.items() if each.by not in failing}

    def _judge(self, mutants: list[Mutant], *, by_room: bool) -> None:
        with ThreadPoolExecutor(self._options.workers) as pool:
            list(pool.map(lambda each: self._judge_one(each, by_room=by_room), mutants))

    def _judge_one(self, mutant: Mutant, *, by_room: bool) -> None:
        copy, number = self._copies.get(), self._mutants.index(mutant)
        try:
            result = judge(mutant, copy, number, self._unsound, by_room=by_room)
        except (NotApplicableError, FileNotFoundError) as problem:
            result = result_of(mutant, "not applicable", str(problem))
        self._copies.put(copy)
        with self._lock:
            self._results[mutant.name] = result
            print(row(result), flush=True)
            if self._options.json:
                text = json.dumps([asdict(each) for each in self.in_order()], indent=1, ensure_ascii=False)
                self._options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
