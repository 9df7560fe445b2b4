"""Record RePlay's metrics of recommendations, from data frames of Polars."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
NAMES = ("NDCG", "MAP", "MRR", "Precision", "Recall", "HitRate")
ASKED = [each for name in NAMES for each in measures(name, KS)]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of two data frames with a user per query."""
    polars: Any = import_module("polars")
    theirs: Any = import_module("replay.metrics")
    shown = [
        (user, doc, score) for user, query in enumerate(queries, 1) for doc, score in zip(query.ids, query.scores, strict=True)
    ]
    chosen = [(user, doc) for user, query in enumerate(queries, 1) for doc, grade in query.judgments.items() if grade >= 1]
    kinds = {"query_id": polars.Int64, "item_id": polars.String, "rating": polars.Float64}
    recommended = polars.DataFrame(shown, schema=kinds, orient="row")
    truth = polars.DataFrame(chosen, schema={name: kinds[name] for name in ("query_id", "item_id")}, orient="row")
    found = getattr(theirs, measure.name)(measure.parameters["k"])(recommended, truth)
    return float(next(iter(found.values())))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    record(
        "replay",
        "metrics.<measure>(k)(recommendations, ground_truth)",
        ASKED,
        compute,
        ("replay-rec", "polars", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=["Ground truth holds the documents of grade 1 or more."],
    )
