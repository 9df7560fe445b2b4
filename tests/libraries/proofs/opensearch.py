"""The calls of OpenSearch Workbench, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

OPENSEARCH = joined(
    calls("nDCG", "", "NDCG@{k}", TO_10),
    calls("P", "", "Precision@{k}", TO_10),
    calls("AP", "", "MAP@{k}", TO_10),
)

PROOFS: Mapping[str, Proof] = {
    "opensearch_3_5": Proof("opensearch_3_5", OPENSEARCH, compared=(780, 0)),
    "opensearch": Proof(
        "opensearch",
        OPENSEARCH
        + joined(
            calls("DCG", "", "DCG@{k}", TO_10),
            calls("R", "", "Recall@{k}", TO_10),
            calls("RR", "", "MRR@{k}", TO_10),
        ),
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
