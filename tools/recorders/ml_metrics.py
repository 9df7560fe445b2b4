"""Record ml_metrics' average precision, which knows relevant documents and a ranked list of ids."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

ASKED = measures("apk", (None, 1, 3, 5, 10, 50), "k")


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """The function of one list, or mapk of several."""
    library: Any = import_module("ml_metrics")
    relevant = [[doc for doc, grade in query.judgments.items() if grade >= 1] for query in queries]
    if len(queries) == 1:
        return float(library.apk(relevant[0], queries[0].ranked, **measure.parameters))
    return float(library.mapk(relevant, [query.ranked for query in queries], **measure.parameters))


if __name__ == "__main__":
    record(
        "ml_metrics",
        "apk(relevant ids, ranked ids, **parameters); several lists by mapk",
        ASKED,
        compute,
        ("ml_metrics", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=["Relevant: grade 1 or more. Ranked by the recorder: descending score, equal scores as typed."],
    )
