"""Record RecTools' metrics of recommendations: data frames of a user's items with their ranks, and of what was chosen."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
NAMES = ("NDCG", "MAP", "MRR", "Precision", "Recall", "HitRate", "F1Beta")
ASKED = [each for name in NAMES for each in measures(name, KS)]
ASKED += [
    Measure("NDCG", {"k": 3, "divide_by_achievable": True}),
    Measure("MAP", {"k": 3, "divide_by_k": True}),
    Measure("Precision", {"k": 3, "r_precision": True}),
]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of two data frames with a user per query."""
    pandas: Any = import_module("pandas")
    theirs: Any = import_module("rectools.metrics")
    shown = [(user, doc, rank) for user, query in enumerate(queries, 1) for rank, doc in enumerate(query.ranked, 1)]
    chosen = [(user, doc) for user, query in enumerate(queries, 1) for doc, grade in query.judgments.items() if grade >= 1]
    kinds = {"user_id": "int64", "item_id": "object", "rank": "int64"}
    frames = [
        pandas.DataFrame(rows, columns=columns).astype({name: kinds[name] for name in columns})
        for rows, columns in ((shown, ["user_id", "item_id", "rank"]), (chosen, ["user_id", "item_id"]))
    ]
    return float(getattr(theirs, measure.name)(**measure.parameters).calc(*frames))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    record(
        "rectools",
        "metrics.<measure>(k=k).calc(reco, interactions)",
        ASKED,
        compute,
        ("rectools", "pandas", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=["Interactions hold the documents of grade 1 or more."],
    )
