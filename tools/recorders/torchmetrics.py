"""Record torchmetrics' retrieval functions, and its classes for means."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import Query

KS = (None, 1, 3, 10)
CLASSES = {
    "retrieval_normalized_dcg": "RetrievalNormalizedDCG",
    "retrieval_average_precision": "RetrievalMAP",
    "retrieval_reciprocal_rank": "RetrievalMRR",
    "retrieval_precision": "RetrievalPrecision",
    "retrieval_recall": "RetrievalRecall",
    "retrieval_hit_rate": "RetrievalHitRate",
    "retrieval_fall_out": "RetrievalFallOut",
    "retrieval_r_precision": "RetrievalRPrecision",
}
ASKED = [each for name in list(CLASSES)[:7] for each in measures(name, KS, "top_k")]
ASKED += [Measure("retrieval_precision", {"top_k": k, "adaptive_k": True}) for k in (3, 10)]
ASKED += [Measure("retrieval_r_precision"), Measure("retrieval_auroc")]
# All but the first refuse graded judgments, so these are made binary for them; one is asked without, to see it refuse.
ASKED = [each if "dcg" in each.name else Measure(each.name, {**each.parameters, "binary": True}) for each in ASKED]
ASKED += [Measure("retrieval_average_precision"), Measure("retrieval_hit_rate", {"top_k": 3})]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One function of one list; of several lists the class that averages it, with its own answer to empty ones."""
    torch: Any = import_module("torch")
    given = dict(measure.parameters)
    binary = given.pop("binary", False)
    grades = [grade for query in queries for grade in query.filled]
    if any(grade != int(grade) for grade in grades):
        target = torch.tensor(grades)
    else:
        target = torch.tensor([int(grade >= 1) if binary else int(grade) for grade in grades], dtype=torch.long)
    scores = torch.tensor([score for query in queries for score in query.scores], dtype=torch.float32)
    if len(queries) == 1:
        functions: Any = import_module("torchmetrics.functional.retrieval")
        return float(getattr(functions, measure.name)(scores, target, **given))
    classes: Any = import_module("torchmetrics.retrieval")
    indexes = torch.tensor([number for number, query in enumerate(queries) for _ in query.ids], dtype=torch.long)
    name = CLASSES.get(measure.name, "RetrievalAUROC")
    return float(getattr(classes, name)(**given)(scores, target, indexes=indexes))


if __name__ == "__main__":
    record(
        "torchmetrics",
        "functional.retrieval.<measure>(scores, grades, **parameters); several lists by the class of the same name",
        ASKED,
        compute,
        ("torchmetrics", "torch", "numpy"),
        notes=[
            "Parameter binary=True is the recorder's: the grades are made 1 from 1 on and 0 below before the call.",
            "Unjudged entries are given as 0; missed documents cannot be given; scores and values have 32 bits.",
        ],
    )
