"""Record llama-index' retrieval metrics, which are given the ids that were expected and those that were retrieved.

It needs llama-index-core alone; no model, index or retriever is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query, typed

NAMES = ("NDCG", "AveragePrecision", "MRR", "Precision", "Recall", "HitRate")
# A cutoff of 3 leaves its second copy out.
LATE = typed("the hit again, late", [0, 1, 0, 1, 1], ids=["b", "a", "c", "a", "d"])
MODES = [
    Measure("NDCG", {"mode": "exponential"}),
    Measure("MRR", {"use_granular_mrr": True}),
    Measure("HitRate", {"use_granular_hit_rate": True}),
]
ASKED = [each for name in NAMES for each in measures(name, (None, 1, 3, 10), "similarity_top_k")] + MODES
CALL = "evaluation.retrieval.metrics.<measure>(**parameters).compute(expected_ids, retrieved_ids).score"
NOTES = (
    "Expected: grade 1 or more. Ranked by the recorder: descending score, equal scores as typed.",
    "Parameter similarity_top_k is the retriever's, not the metric's: the recorder hands over no more than so many ids.",
    "It averages nothing itself, so there are no groups of lists.",
)


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of one list, cut as a retriever cuts it."""
    library: Any = import_module("llama_index.core.evaluation.retrieval.metrics")
    (query,) = queries
    given: dict[str, Any] = dict(measure.parameters)
    retrieved = query.ranked[: given.pop("similarity_top_k", None)]
    expected = [doc for doc, grade in query.judgments.items() if grade >= 1]
    metric = getattr(library, measure.name)(**given)
    return float(metric.compute(expected_ids=expected, retrieved_ids=retrieved).score)


def run(name: str, asked: Sequence[Measure]) -> None:
    """Record one version."""
    lists = (*LISTS, *COPIES, LATE, NOT_RETRIEVED, NOT_JUDGED)
    record(name, CALL, asked, compute, ("llama-index-core",), lists, groups=None, notes=NOTES)


if __name__ == "__main__":
    run("llama_index", ASKED)
