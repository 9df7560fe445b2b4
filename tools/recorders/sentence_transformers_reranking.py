"""Record the CrossEncoderRerankingEvaluator of sentence-transformers; in the place of the model stands the list of scores.

It needs sentence-transformers, torch and scikit-learn. RerankingEvaluator computes so too, but its MRR sorts in another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import COPIES, GROUPS, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

ASKED = [Measure(name, {"at_k": k}) for name in ("ndcg", "mrr") for k in (1, 3, 10, 100)]
ASKED += [Measure("map")]
# As it is by default: all positives are put into the list, here with a score below all others.
ASKED += [
    Measure("ndcg", {"at_k": 10, "always_rerank_positives": True}),
    Measure("mrr", {"at_k": 10, "always_rerank_positives": True}),
    Measure("map", {"always_rerank_positives": True}),
]


class Model:
    """What the evaluator asks of a model: a score for each pair of query and document, here the one of the list."""

    def __init__(self, queries: Sequence[Query]) -> None:
        self.queries = {f"q{number}": query for number, query in enumerate(queries)}
        self.model_card_data = SimpleNamespace(set_evaluation_metrics=lambda *_: None)

    def predict(self, pairs: Sequence[tuple[str, str]], **_: object) -> Any:
        """Scores in the order of the pairs; of a document that is in its list twice, one after the other."""
        left = {name: list(zip(query.ids, query.scores, strict=True)) for name, query in self.queries.items()}
        scores = []
        for name, doc in pairs:
            at = next((i for i, (each, _score) in enumerate(left[name]) if each == doc), None)
            scores.append(min(self.queries[name].scores) - 1 if at is None else left[name].pop(at)[1])
        numpy: Any = import_module("numpy")
        return numpy.array(scores, dtype=numpy.float32)


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """The mean over all queries, or the value of one."""
    library: Any = import_module("sentence_transformers.cross_encoder.evaluation")
    given = {"always_rerank_positives": False, **measure.parameters}
    model = Model(queries)
    samples = [
        {
            "query": name,
            "positive": [doc for doc, grade in query.judgments.items() if grade >= 1],
            "documents": list(query.ids),
        }
        for name, query in model.queries.items()
    ]
    found = library.CrossEncoderRerankingEvaluator(samples, **given)(model)
    return float(found[measure.name if measure.name == "map" else f"{measure.name}@{given['at_k']}"])


if __name__ == "__main__":
    record(
        "sentence_transformers_reranking",
        "CrossEncoderRerankingEvaluator(query, relevant ids, retrieved ids, **parameters)(model that gives the scores)",
        ASKED,
        compute,
        ("sentence-transformers", "torch", "scikit-learn", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        GROUPS,
        notes=[
            "Relevant: grade 1 or more. Retrieved ids are handed over as typed, with always_rerank_positives=False.",
            "Scores have 32 bits, as a model's have; those of the lists are exact in them.",
        ],
    )
