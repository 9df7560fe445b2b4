"""Record Evidently's metrics of recommendations, from a data frame of what each user was shown, through a Report."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
NAMES = ("NDCG", "MAP", "MRR", "PrecisionTopK", "RecallTopK", "HitRate")
ASKED = [each for name in NAMES for each in measures(name, KS)]
KEPT: dict[tuple[int, ...], Any] = {}


def frame(queries: Sequence[Query], graded: bool) -> Any:
    """A row an entry: the users one after the other, each one's entries by descending score; it is kept."""
    key = (graded, *map(id, queries))
    if key not in KEPT:
        pandas: Any = import_module("pandas")
        theirs: Any = import_module("evidently")
        rows = []
        for user, query in enumerate(queries, 1):
            order = sorted(range(len(query.ids)), key=lambda i: -query.scores[i])
            rows += [(user, query.ids[i], query.scores[i], query.filled[i] if graded else query.filled[i] >= 1) for i in order]
        made = pandas.DataFrame(rows, columns=["user_id", "item_id", "prediction", "target"])
        made = made.astype({"user_id": "int64", "prediction": "float64", "target": "float64"})
        definition = theirs.DataDefinition(ranking=[theirs.Recsys()])
        KEPT[key] = theirs.Dataset.from_pandas(made, data_definition=definition)
    return KEPT[key]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """Row k of the table of a report of one metric, whatever rank stands beside it."""
    theirs: Any = import_module("evidently.metrics")
    k = int(str(measure.parameters["k"]))
    report = import_module("evidently").Report([getattr(theirs, measure.name)(k=k)])
    found = next(iter(report.run(frame(queries, measure.name == "NDCG"), None).metric_results.values()))
    return float(found.value["value"].iloc[k - 1])


if __name__ == "__main__":
    os.environ["DO_NOT_TRACK"] = "1"
    warnings.simplefilter("ignore")
    record(
        "evidently",
        "Report([metrics.<measure>(k=k)]).run(Dataset of user_id, item_id, prediction, target)",
        ASKED,
        compute,
        ("evidently", "pandas", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "The value is that of row k of the result's table. Of NDCG and MRR the table calls that row rank k + 1.",
            "Targets are the grades for NDCG, for the other metrics 1 from grade 1 on and 0 below.",
            "Rows stand in the order of the scores, which MAP reads. Judged documents that were not retrieved have no row; "
            "those without a grade have target 0.",
        ],
    )
