"""The calls of the evaluators of search engines."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

TWO_DECIMALS = 5e-3 + 1e-12
OPENSEARCH = joined(
    calls("nDCG", "ndcg", "", "NDCG@{k}", TO_10),
    calls("P", "precision", "", "Precision@{k}", TO_10),
    calls("AP", "ap", "", "MAP@{k}", TO_10),
)


RATED_2 = "relevant_rating_threshold=2)"
PROOFS: Mapping[str, Proof] = {
    # Not run: the literal values of its own tests.
    "elasticsearch": Proof(
        "elasticsearch",
        joined(
            calls("nDCG", "ndcg", "dcg(k=10, normalize=true)", "dcg(k={k}, normalize=true)", (10,)),
            calls("DCG", "dcg", "dcg(k=10)", "dcg(k={k})", (3, 10)),
            calls("P", "precision", "precision(k=10)", "precision(k={k})", (3, 5, 10)),
            calls("P(rel=2)", "precision", "", "precision(k={k}, " + RATED_2, (5,)),
            calls("R", "recall", "recall(k=10)", "recall(k={k})", (5, 10)),
            calls("R(rel=2)", "recall", "", "recall(k={k}, " + RATED_2, (5,)),
            calls("RR", "rr", "mean_reciprocal_rank(k=10)", "mean_reciprocal_rank(k={k})", (3, 10)),
            calls("RR(rel=2)", "rr", "", "mean_reciprocal_rank(k={k}, " + RATED_2, (10,)),
            calls("ERR(max=3)", "err", "", "expected_reciprocal_rank(k={k}, maximum_relevance=3)", (3, 4)),
        ),
        compared=(65, 8),
    ),
    "quepid": Proof(
        "quepid",
        joined(
            calls("nDCG", "ndcg", "", "ndcg@{k}", TO_10),
            calls("DCG", "dcg", "", "dcg@{k}", TO_10),
            calls("CG", "cg", "", "cg@{k}", TO_10),
            calls("P", "precision", "", "p@{k}", TO_10),
            calls("AP", "ap", "", "ap@{k}", TO_10),
            calls("RR", "rr", "", "rr@{k}", TO_10),
            calls("ERR", "err", "", "err@{k}", TO_10),
        ),
        compared=(1716, 0),
    ),
    "quepid_cut": Proof("quepid", joined(calls("nDCG", "ndcg", "", "ndcg_cut@{k}", TO_10)), compared=(258, 0)),
    "opensearch_3_5": Proof("opensearch_3_5", OPENSEARCH, TWO_DECIMALS, compared=(780, 0)),
    "opensearch": Proof(
        "opensearch",
        OPENSEARCH
        + joined(
            calls("DCG", "dcg", "", "DCG@{k}", TO_10),
            calls("R", "recall", "", "Recall@{k}", TO_10),
            calls("RR", "rr", "", "MRR@{k}", TO_10),
        ),
        TWO_DECIMALS,
        compared=(1563, 0),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "0/0 where nothing relevant is rated, which Quepid shows as 0.",
        ("quepid",),
        ("ap",),
        lambda row: max(everything(row), default=0) <= 0,
    ),
    LeftOut(
        "The scale that ERR@10 comes with goes from 0 to 3: other ratings cannot be given in Quepid.",
        ("quepid",),
        ("err",),
        lambda row: max(everything(row), default=0) > 3 or min(everything(row), default=0) < 0,
    ),
    LeftOut(
        "0 where the ideal ranking has no gain above 0.",
        ("opensearch_3_5", "opensearch"),
        ("ndcg",),
        lambda row: max(everything(row), default=0) < 0,
    ),
)
