"""The calls of Elasticsearch, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import Proof, calls, joined

RATED_2 = "relevant_rating_threshold=2)"

PROOFS: Mapping[str, Proof] = {
    # Not run: the literal values of its own tests.
    "elasticsearch": Proof(
        "elasticsearch",
        joined(
            calls("nDCG", "dcg(k=10, normalize=true)", "dcg(k={k}, normalize=true)", (10,)),
            calls("DCG", "dcg(k=10)", "dcg(k={k})", (3, 10)),
            calls("P", "precision(k=10)", "precision(k={k})", (3, 5, 10)),
            calls("P(rel=2)", "", "precision(k={k}, " + RATED_2, (5,)),
            calls("R", "recall(k=10)", "recall(k={k})", (5, 10)),
            calls("R(rel=2)", "", "recall(k={k}, " + RATED_2, (5,)),
            calls("RR", "mean_reciprocal_rank(k=10)", "mean_reciprocal_rank(k={k})", (3, 10)),
            calls("RR(rel=2)", "", "mean_reciprocal_rank(k={k}, " + RATED_2, (10,)),
            calls("ERR(max=3)", "", "expected_reciprocal_rank(k={k}, maximum_relevance=3)", (3, 4)),
        ),
        compared=(65, 8),
        besides="It was not run: these are the literal values of its own tests.",
    ),
}
