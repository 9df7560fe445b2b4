"""Record the InformationRetrievalEvaluator of sentence-transformers, which is given what was retrieved; no model is loaded.

It needs sentence-transformers and torch. The Nano, sparse and multi-vector evaluators hand their results to the same method.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, GROUPS, LISTS, NOT_RETRIEVED, Query

KS = (1, 3, 10, 100)
NAMES = {"ndcg": "ndcg_at_k", "map": "map_at_k", "mrr": "mrr_at_k", "accuracy": "accuracy_at_k"}
BOTH = {"precision": "precision_recall_at_k", "recall": "precision_recall_at_k"}
PLACE = "sentence_transformers.sentence_transformer.evaluation"
ASKED = [each for name in (*NAMES, *BOTH) for each in measures(name, KS)]
# The judgments with their grades in the place of the relevant ids: it takes them, and reads the names only.
ASKED += [Measure("ndcg", {"k": 3, "relevant_docs": "grades"}), Measure("recall", {"k": 3, "relevant_docs": "grades"})]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """The mean over the queries that it keeps; of one query its value."""
    library: Any = import_module(PLACE)
    k, graded = measure.parameters["k"], "relevant_docs" in measure.parameters
    named = {f"q{number}": query for number, query in enumerate(queries)}
    corpus = {doc: doc for query in queries for doc in (*query.ids, *query.judgments)}
    relevant = {
        name: query.judgments if graded else {doc for doc, grade in query.judgments.items() if grade >= 1}
        for name, query in named.items()
    }
    cutoffs = {parameter: [k] for parameter in {**NAMES, **BOTH}.values()}
    evaluator = library.InformationRetrievalEvaluator({name: name for name in named}, corpus, relevant, **cutoffs)
    results = [
        [{"corpus_id": doc, "score": score} for doc, score in zip(named[name].ids, named[name].scores, strict=True)]
        for name in evaluator.queries_ids
    ]
    return float(evaluator.compute_metrics(results)[f"{measure.name}@k"][k])


if __name__ == "__main__":
    record(
        "sentence_transformers",
        "InformationRetrievalEvaluator(queries, corpus, relevant ids, …).compute_metrics(retrieved ids with scores)",
        ASKED,
        compute,
        ("sentence-transformers", "torch", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED),
        GROUPS,
        notes=[
            "Relevant: grade 1 or more. Parameter relevant_docs='grades' is the recorder's: all judgments as a dictionary.",
            "Without any relevant document the evaluator keeps no query and divides by their number.",
        ],
    )
