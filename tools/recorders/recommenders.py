"""Record recommenders' ranking metrics over data frames."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (None, 1, 3, 10)
NAMES = ("ndcg_at_k", "precision_at_k", "recall_at_k", "map", "map_at_k", "r_precision_at_k")
ASKED = [each for name in NAMES for each in measures(name, KS)]
# True ratings may hold everything that was judged, with its rating, or only what is relevant.
ASKED += [Measure("ndcg_at_k", {"k": k, "score_type": kind, "rows": "judged"}) for k in (3, 10) for kind in ("raw", "exp")]
ASKED += [Measure("ndcg_at_k", {"k": 3, "score_type": "raw", "discfun_type": "log2", "rows": "judged"})]
ASKED += [Measure("ndcg_at_k", {"k": 3, "rows": "judged"}), Measure("precision_at_k", {"k": 3, "rows": "judged"})]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One function of two data frames with a user per query."""
    pandas: Any = import_module("pandas")
    functions: Any = import_module("recommenders.evaluation.python_evaluation")
    given = dict(measure.parameters)
    everything = given.pop("rows", "relevant") == "judged"
    true = [
        (user, doc, float(grade))
        for user, query in enumerate(queries, 1)
        for doc, grade in query.judgments.items()
        if everything or grade >= 1
    ]
    predicted = [
        (user, doc, score) for user, query in enumerate(queries, 1) for doc, score in zip(query.ids, query.scores, strict=True)
    ]
    columns = [("userID", "int64"), ("itemID", "object"), ("rating", "float64")]
    frames = []
    for rows, last in ((true, "rating"), (predicted, "prediction")):
        frame = pandas.DataFrame(rows, columns=["userID", "itemID", last])
        frames.append(frame.astype({last if name == "rating" else name: kind for name, kind in columns}))
    return float(getattr(functions, measure.name)(*frames, **given))


if __name__ == "__main__":
    record(
        "recommenders",
        "python_evaluation.<measure>(rating_true, rating_pred, **parameters)",
        ASKED,
        compute,
        ("recommenders", "pandas", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "Parameter rows='judged' is the recorder's: rating_true holds every judged document with its grade as rating. "
            "Without it rating_true holds those of grade 1 or more.",
        ],
    )
