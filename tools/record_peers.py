"""Record what libraries give that are too heavy to be installed with the tests: ranx and ir_measures.

Run it with a Python that has them (`pip install ranx ir-measures cwl-eval`; gdeval is inside ir-measures and needs perl):

    python tools/record_peers.py ranx
    python tools/record_peers.py ir_measures

Writes `tests/libraries/recorded/<library>.json`, which `tests/libraries/test_recorded.py` reads.
"""

from __future__ import annotations

import json
import math
import pkgutil
import platform
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

OUT = Path(__file__).resolve().parent.parent / "tests" / "libraries" / "recorded"
SEED = 20261127
LISTS = 90
# gdeval knows no grade above 4. A grade of None is an unjudged entry.
GRADES: tuple[tuple[int | None, ...], ...] = (
    (0, 1),
    (0, 0, 0, 0, 1),
    (0, 1, 2, 3, 4),
    (0, 0, 0, 2, 4),
    (0, 1, 2, None),
    (0, 0, None),
    (0, 1, 3, -1, -2, None),
)
# Exact in 32 bits, and with two digits after the point, so that no program on the way rounds them.
TIED = (0.5, 0.0, -0.25, 2.0, 1024.0)
# Capital letters come before small ones, and d10 before d2, in the order of bytes.
IDS = ("d2", "d10", "D2", "z", "a", *(f"n{i}" for i in range(20)))
RANX = ("rbp.50", "rbp.80", "rbp.95", "bpref", "bpref-l2")
# By the program that ir_measures hands the work to. ir_measures without a program's name would choose one by itself.
IR_MEASURES = {
    "gdeval": ("ERR@1", "ERR@3", "ERR@10", "ERR@50", "nDCG(dcg='exp-log2')@3", "nDCG(dcg='exp-log2')@10"),
    "cwl_eval": ("RBP(p=0.5,rel=1)", "RBP(p=0.8,rel=1)", "RBP(p=0.95,rel=1)", "RBP(p=0.8,rel=2)"),
    "pytrec_eval": ("Bpref", "Bpref(rel=2)"),
}
List = tuple[dict[str, int], dict[str, float]]
Values = dict[str, float | None]


def lists(*, ties: bool) -> Iterator[List]:
    """Draw judgments and a run per query; with `ties` every second run is full of them.

    Every list has at least one judgment: without any a query does not exist for these libraries.
    """
    draw = Random(SEED)  # noqa: S311 - the same lists in every run
    for count in range(LISTS):
        shown, hidden = draw.randint(1, 14), draw.randint(0, 5)
        ids = draw.sample(IDS, shown + hidden)
        grades = draw.choices(GRADES[count % len(GRADES)], k=shown + hidden)
        qrels = {doc: grade for doc, grade in zip(ids, grades, strict=True) if grade is not None} or {ids[0]: 0}
        scores = (
            draw.choices(TIED, k=shown) if ties and count % 2 else [each / 4 for each in draw.sample(range(-50, 50), shown)]
        )
        yield qrels, dict(zip(ids, scores, strict=False))


def by_ranx(given: list[List]) -> list[Values]:
    """Each list by itself: where ranx divides by 0, its parallel loop stops and leaves what follows at 0."""
    ranx: Any = import_module("ranx")

    def values(qrels: dict[str, int], run: dict[str, float]) -> Values:
        theirs = ranx.Qrels({"1": qrels}), ranx.Run({"1": run})
        return {name: plain(ranx.evaluate(*theirs, name, return_mean=False)[0]) for name in RANX}

    return [values(*each) for each in given]


def by_ir_measures(given: list[List]) -> list[Values]:
    """All lists in one call per program, under the names 1, 2, 3, …: gdeval reads nothing but numbers."""
    library: Any = import_module("ir_measures")
    judgments = {str(count): qrels for count, (qrels, _) in enumerate(given, 1)}
    runs = {str(count): run for count, (_, run) in enumerate(given, 1)}
    found: dict[str, Values] = {query: {} for query in judgments}
    for program, names in IR_MEASURES.items():
        measures = {library.parse_measure(name): name for name in names}
        for each in getattr(library, program).iter_calc(list(measures), judgments, runs):
            found[each.query_id][f"{program}:{measures[each.measure]}"] = plain(each.value)
    return list(found.values())


def gdeval_version() -> str:
    """Read the number that gdeval prints for -version."""
    source = (pkgutil.get_data("ir_measures", "bin/gdeval.pl") or b"").decode()
    found = re.search(r'\$version = "version (.+?)"', source)
    return found[1] if found else ""


def plain(value: float) -> float | None:
    """Turn a value into what JSON can hold; null is not a number."""
    return None if math.isnan(value) else float(value)


# Library: the call that is made, the packages that matter, what computes, and whether its order of ties is defined.
LIBRARIES: dict[str, tuple[str, tuple[str, ...], Callable[[list[List]], list[Values]], bool]] = {
    # ranx sorts with an algorithm that leaves open how equal scores end up.
    "ranx": (
        "ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), measure, return_mean=False), each list by itself",
        ("ranx", "numba", "numpy"),
        by_ranx,
        False,
    ),
    "ir_measures": (
        "ir_measures.<program>.iter_calc([measure, …], qrels, run), all lists at once",
        ("ir-measures", "cwl-eval", "pytrec-eval-terrier", "numpy"),
        by_ir_measures,
        True,
    ),
}


def main(name: str) -> None:
    """Compute and write the record of one library."""
    call, packages, compute, ties = LIBRARIES[name]
    given = list(lists(ties=ties))
    head: dict[str, object] = {
        "library": name,
        "version": version(packages[0]),
        "command": f"python tools/record_peers.py {name}",
        "call": call,
        "python": platform.python_version(),
        "packages": {each: version(each) for each in packages},
        "seed": SEED,
    }
    if name == "ir_measures":
        head["gdeval"] = gdeval_version()
    rows = [{"qrels": qrels, "run": run, "values": values} for (qrels, run), values in zip(given, compute(given), strict=True)]
    # One list on a line, so that a difference between two records can be read.
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    OUT.mkdir(exist_ok=True)
    (OUT / f"{name}.json").write_text(json.dumps(head, indent=1)[:-2] + f',\n "lists": [\n{lines}\n]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
