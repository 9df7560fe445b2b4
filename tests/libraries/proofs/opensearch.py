"""The calls of OpenSearch Workbench, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

TWO_DECIMALS = 5e-3 + 1e-12
OPENSEARCH = joined(
    calls("nDCG", "ndcg", "", "NDCG@{k}", TO_10),
    calls("P", "precision", "", "Precision@{k}", TO_10),
    calls("AP", "ap", "", "MAP@{k}", TO_10),
)

PROOFS: Mapping[str, Proof] = {
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
        "0 where the ideal ranking has no gain above 0.",
        (
            "opensearch_3_5",
            "opensearch",
        ),
        ("ndcg",),
        lambda row: max(everything(row), default=0) < 0,
    ),
)
