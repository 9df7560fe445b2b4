"""Record what TruLens computes of retrieved chunks by a ground truth.

It needs trulens-feedback alone; its provider is the dummy one, which asks no language model.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (None, 1, 3, 10)
ASKED = [each for name in ("ndcg_at_k", "precision_at_k", "recall_at_k", "ir_hit_rate") for each in measures(name, KS)]
ASKED += [Measure("mrr")]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One method of one list."""
    agreement: Any = import_module("trulens.feedback.groundtruth").GroundTruthAgreement
    provider: Any = import_module("trulens.feedback.dummy.provider").DummyProvider
    (query,) = queries
    golden = [
        {"text": doc, "expect_score": grade}
        for doc, grade in query.judgments.items()
        if measure.name == "ndcg_at_k" or grade >= 1
    ]
    truth = [{"query": "q", "expected_response": "", "expected_chunks": golden}]
    asked = getattr(agreement(truth, provider=provider()), measure.name)
    if measure.name == "ir_hit_rate":
        return float(asked("q", query.ranked, **measure.parameters))
    return float(asked("q", list(query.ids), relevance_scores=list(query.scores), **measure.parameters))


if __name__ == "__main__":
    record(
        "trulens",
        "feedback.groundtruth.GroundTruthAgreement(ground_truth, provider).<measure>(query, chunks, scores, **parameters)",
        ASKED,
        compute,
        ("trulens-feedback", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        groups=None,
        notes=[
            "The expected chunks of nDCG are all judged documents with their grades as scores, those of the others the "
            "documents of grade 1 or more. ir_hit_rate takes no scores: for it the recorder ranks, equal scores as typed.",
        ],
    )
