"""Record trectools' measures, read from a run and from judgments in files, as most people give them.

Needs trectools (environments/trectools.txt).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (None, 1, 3, 10)
NAMES = ("ndcg", "map", "precision", "recall", "reciprocal_rank")
ASKED = [each for name in NAMES for each in measures(f"get_{name}", KS, "depth")]
ASKED += [Measure("get_rprec"), Measure("get_bpref"), Measure("get_rbp"), Measure("get_rbp", {"p": 0.95})]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One measure over all topics of the run; RBP comes with its residual."""
    value = getattr(_evaluation(queries), measure.name)(**measure.parameters)
    return float(value[0] if isinstance(value, tuple) else value)


def _evaluation(queries: Sequence[Query]) -> Any:
    theirs: Any = import_module("trectools")
    with TemporaryDirectory() as folder:
        run, qrels = Path(folder, "run.txt"), Path(folder, "qrels.txt")
        run.write_text("".join(map("".join, map(_run, range(len(queries)), queries))), encoding="utf-8")
        qrels.write_text("".join(map("".join, map(_judged, range(len(queries)), queries))), encoding="utf-8")
        return theirs.TrecEval(theirs.TrecRun(str(run)), theirs.TrecQrel(str(qrels)))


def _run(number: int, query: Query) -> list[str]:
    rows = enumerate(zip(query.ids, query.scores, strict=True), 1)
    return [f"q{number} Q0 {doc} {rank} {score} tag\n" for rank, (doc, score) in rows]


def _judged(number: int, query: Query) -> list[str]:
    return [f"q{number} 0 {doc} {grade}\n" for doc, grade in query.judgments.items()]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    record(
        "trectools",
        "TrecEval(TrecRun(file), TrecQrel(file)).<measure>(depth=1000 unless it is given): mean over the topics of the run",
        ASKED,
        compute,
        ("trectools", "pandas", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=["With pandas 3 get_rprec mixes the topics of a run up: of single lists its values are right, of means not."],
    )
