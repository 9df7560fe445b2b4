"""Record keras-rs' ranking metrics with torch below them; equal scores are shuffled, so lists with ties have no one value.

Needs keras-rs, keras and torch.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, Query

NAMES = ("NDCG", "DCG", "MeanAveragePrecision", "MeanReciprocalRank", "PrecisionAtK", "RecallAtK")
ASKED = [each for name in NAMES for each in measures(name, (None, 1, 3, 10), "k")]
PADDING = -1.0


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of one batch, in which shorter lists are padded."""
    theirs: Any = import_module("keras_rs.metrics")
    width = max(len(query.ids) for query in queries)
    fill = [width - len(query.ids) for query in queries]
    labels = [query.filled + [PADDING] * extra for query, extra in zip(queries, fill, strict=True)]
    scores = [[*query.scores, *[0.0] * extra] for query, extra in zip(queries, fill, strict=True)]
    metric = getattr(theirs, measure.name)(**{"seed": 1, **measure.parameters})
    metric.update_state(labels, scores)
    return float(metric.result())


if __name__ == "__main__":
    os.environ["KERAS_BACKEND"] = "torch"
    record(
        "keras_rs",
        "metrics.<measure>(seed=1, **parameters), update_state(grades, scores), result(); several lists as rows padded with "
        "grade -1",
        ASKED,
        compute,
        ("keras-rs", "keras", "torch"),
        (*LISTS, *COPIES, NOT_JUDGED),
        notes=[
            "Unjudged entries are given as 0; missed documents cannot be given; scores and values have 32 bits.",
            "Values of lists marked as ties are those of one shuffle.",
        ],
    )
