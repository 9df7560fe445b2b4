"""Record ranx' measures, each list by itself: where it divides by 0, its parallel loop leaves what follows at 0."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

NAMES = ("ndcg", "ndcg_burges", "map", "mrr", "precision", "recall", "hit_rate", "f1")
ASKED = [Measure(name + depth) for name in NAMES for depth in ("", "@1", "@3", "@10")]
ASKED += [Measure(name) for name in ("r-precision", "hits@3", "ndcg@3-l2", "map-l2", "precision@3-l2", "rbp.80", "bpref")]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One measure of one list, or its mean."""
    ranx: Any = import_module("ranx")
    if any(grade is not None and grade != int(grade) for query in queries for grade in query.judgments.values()):
        raise ValueError("grades must be whole numbers")
    judged = {f"q{i}": {doc: int(grade) for doc, grade in query.judgments.items()} for i, query in enumerate(queries)}
    runs = {f"q{i}": dict(zip(query.ids, query.scores, strict=True)) for i, query in enumerate(queries)}
    qrels = ranx.Qrels({name: each for name, each in judged.items() if each})
    run = ranx.Run({name: each for name, each in runs.items() if each})
    return float(ranx.evaluate(qrels, run, measure.name, make_comparable=len(queries) > 1))


if __name__ == "__main__":
    record(
        "ranx_profiles",
        "ranx.evaluate(Qrels(judgments), Run(scores), measure); several lists with make_comparable=True",
        ASKED,
        compute,
        ("ranx", "numba", "numpy"),
        (*LISTS, NOT_RETRIEVED, NOT_JUDGED),
        notes=["Grades that are no whole numbers are refused by the recorder.", "Empty dictionaries are left out."],
    )
