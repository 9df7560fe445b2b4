"""Record PyTorch Ignite's NDCG and HitRate.

Needs pytorch-ignite and torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
ASKED = [Measure("NDCG", {"top_k": [k]}) for k in (*KS, 50)]
ASKED += [Measure("NDCG", {"top_k": [3], "ignore_zero_hits": False}), Measure("HitRate")]
ASKED += [Measure("HitRate", {"top_k": [k]}) for k in KS]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric, updated with each list for itself."""
    torch: Any = import_module("torch")
    theirs: Any = import_module("ignite.metrics.rec_sys")
    metric = getattr(theirs, measure.name)(**measure.parameters)
    for query in queries:
        labels = query.filled if measure.name == "NDCG" else [grade >= 1 for grade in query.filled]
        metric.update(tuple(torch.tensor([each], dtype=torch.float32) for each in (query.scores, labels)))
    return float(metric.compute()[0])


if __name__ == "__main__":
    record(
        "ignite",
        "metrics.rec_sys.<measure>(**parameters), update((scores, grades)) for each list, compute()[0]",
        ASKED,
        compute,
        ("pytorch-ignite", "torch"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "HitRate takes no grades: 1 is given from grade 1 on, else 0. Unjudged entries are given as 0; missed documents "
            "cannot be given; scores and values have 32 bits. Values of lists marked as ties are those of one run.",
        ],
    )
