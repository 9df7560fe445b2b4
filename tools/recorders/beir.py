"""Record BEIR's measures; they are always means, rounded to five decimals."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
ASKED = [Measure(f"{name}@{k}") for name in ("NDCG", "MAP", "Recall", "P", "MRR", "R_cap", "Accuracy", "Hole") for k in KS]
CUSTOM = {"MRR": "mrr", "R_cap": "recall_cap", "Accuracy": "accuracy", "Hole": "hole"}


def library() -> Any:
    """The evaluation module; the search classes beside it, which need a model library, are left out."""
    package = import_module("beir")
    parent = ModuleType("beir.retrieval")
    parent.__path__ = [f"{package.__path__[0]}/retrieval"]
    search, base = ModuleType("beir.retrieval.search"), ModuleType("beir.retrieval.search.base")
    base.BaseSearch = object  # type: ignore[attr-defined]
    for each in (parent, search, base):
        sys.modules.setdefault(each.__name__, each)
    return import_module("beir.retrieval.evaluation").EvaluateRetrieval


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One measure at one depth."""
    if any(grade != int(grade) for query in queries for grade in query.judgments.values()):
        raise ValueError("grades must be whole numbers")
    judged = {
        f"q{i}": {doc: int(grade) for doc, grade in each.judgments.items()} for i, each in enumerate(queries) if each.judgments
    }
    runs = {f"q{i}": dict(zip(each.ids, each.scores, strict=True)) for i, each in enumerate(queries) if each.ids}
    name, _, depth = measure.name.partition("@")
    theirs = library()
    if name in CUSTOM:
        return float(theirs.evaluate_custom(judged, runs, [int(depth)], CUSTOM[name])[measure.name])
    found = theirs.evaluate(judged, runs, [int(depth)])
    return float({key: value for each in found for key, value in each.items()}[measure.name])


if __name__ == "__main__":
    record(
        "beir",
        "EvaluateRetrieval.evaluate(judgments, scores, [k]) and evaluate_custom(…)",
        ASKED,
        compute,
        ("beir", "pytrec-eval-terrier", "numpy"),
        (*LISTS, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "Grades that are no whole numbers are refused by the recorder. Empty dictionaries are left out.",
            "The module is imported without the library's search classes.",
        ],
    )
