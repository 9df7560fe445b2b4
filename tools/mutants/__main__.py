"""Plant 150 faults into the code, one at a time, and see which of them the tests find: `python -m tools.mutants`.

Called by `make mutants`. Each list in this folder is of one room: its faults, and for each the few quick tests that are asked.
In Python they were drawn by chance (`tools/mutants/draw.py`), in JavaScript by hand through all folders; never by what tests
find. A fault that its tests do not find is shown to the quick tests of the whole room before it is said to survive. At the end
every test that found one is run on the code as it is, where it must pass.

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

from tools.mutants.mutant import Mutant, NotApplicableError, apply, read_lists
from tools.mutants.run import Copy, Result, copy_of, failing_without_faults, judge, result_of
from tools.mutants.tables import comparison, row, table, totals

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says; 1 if a mutation does not apply, or a test fails without one."""
    options = _options(arguments)
    if options.compare:
        print("\n".join(comparison(*(_stored(Path(each)) for each in options.compare))))
        return 0
    chosen = [each for each in read_lists() if _is_chosen(each, options)]
    known = _known(chosen, options.json)
    results = known + _run([each for each in chosen if each.name not in {one.name for one in known}], known, options)
    order = [each.name for each in chosen]
    results.sort(key=lambda each: order.index(each.name))
    print("\n".join(["", *table(results), "", *totals(results)]))
    lost = [each for each in results if each.verdict == "not applicable"]
    with copy_of(options.tree) as copy:
        unsound = failing_without_faults([each.by for each in results if each.is_killed], copy)
    for each in lost:
        print(f"NOT APPLICABLE, the list must follow the code: {each.by}", file=sys.stderr)
    for name in unsound:
        print(f"FAILS WITHOUT A FAULT, so it found none: {name}", file=sys.stderr)
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


def _known(chosen: Sequence[Mutant], path: Path | None) -> list[Result]:
    """Results of an earlier run, of mutants that are the same still."""
    same = {(each.name, each.was, each.becomes) for each in chosen}
    stored = _stored(path) if path is not None and path.exists() else []
    return [each for each in stored if (each.name, each.was, each.becomes) in same]


def _run(mutants: Sequence[Mutant], known: Sequence[Result], options: argparse.Namespace) -> list[Result]:
    results: list[Result] = []
    lock, copies = Lock(), queue.SimpleQueue[Copy]()

    def one(numbered: tuple[int, Mutant]) -> None:
        copy = copies.get()
        result = _judged(numbered[1], copy, numbered[0], options.tree)
        copies.put(copy)
        with lock:
            results.append(result)
            print(row(result), flush=True)
            if options.json:
                text = json.dumps([asdict(each) for each in (*known, *results)], indent=1, ensure_ascii=False)
                options.json.write_text(text + "\n", encoding="utf-8")

    with ExitStack() as stack:
        for _ in range(min(options.workers, len(mutants))):
            copies.put(stack.enter_context(copy_of(options.tree)))
        with ThreadPoolExecutor(options.workers) as pool:
            list(pool.map(one, enumerate(mutants)))
    return results


def _judged(mutant: Mutant, copy: Copy, number: int, tree: Path) -> Result:
    try:
        apply(mutant, (tree / mutant.file).read_text(encoding="utf-8"))
        return judge(mutant, copy, number)
    except (NotApplicableError, FileNotFoundError) as problem:
        return result_of(mutant, "not applicable", str(problem))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
