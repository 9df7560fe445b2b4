"""Record Haystack's evaluators of retrieved documents.

It needs haystack-ai alone; no pipeline is made. `haystack_2` asks the same of an older version.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (None, 1, 3, 10)
ASKED = [each for name in ("NDCG", "MAP", "MRR") for each in measures(f"Document{name}Evaluator", KS, "top_k")]
ASKED += [
    each for mode in ("multi_hit", "single_hit") for each in measures("DocumentRecallEvaluator", (None, 3), "top_k", mode=mode)
]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """An evaluator of one list, or of several, which it averages."""
    library: Any = import_module("haystack")
    evaluators: Any = import_module("haystack.components.evaluators")
    given = dict(measure.parameters)
    top_k: Any = given.pop("top_k", None)
    graded = measure.name == "DocumentNDCGEvaluator"
    truth = [
        [
            library.Document(content=doc, score=float(grade) if graded else None)
            for doc, grade in query.judgments.items()
            if graded or grade >= 1
        ]
        for query in queries
    ]
    retrieved = [[library.Document(content=doc) for doc in query.ranked[:top_k]] for query in queries]
    found = getattr(evaluators, measure.name)(**given).run(ground_truth_documents=truth, retrieved_documents=retrieved)
    return float(found["score"])


def run(name: str) -> None:
    """Record one version."""
    os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
    record(
        name,
        "components.evaluators.<measure>(**parameters).run(ground_truth_documents, retrieved_documents)['score']",
        ASKED,
        compute,
        ("haystack-ai",),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "The ground truth of nDCG holds all judged documents with their grades as scores, that of the others those of "
            "grade 1 or more. Ranked by the recorder: descending score, equal scores as typed.",
            "Parameter top_k is the retriever's, not the evaluator's: the recorder hands over no more than so many documents.",
        ],
    )


if __name__ == "__main__":
    run("haystack_3")
