"""The calls of CatBoost, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "catboost": Proof(
        "catboost",
        joined(
            calls("nDCG", "", "NDCG:top={k}", TO_10, entry="ndcg@"),
            calls("DCG", "", "DCG:top={k}", TO_10, entry="dcg@"),
            calls("nDCG", "NDCG", entry="ndcg"),
            calls("DCG", "DCG", entry="dcg"),
            calls("AP", "MAP", "MAP:top={k}", TO_10, entry="ap"),
            calls("RR", "MRR", "MRR:top={k}", TO_10, entry="rr"),
            calls("P", "PrecisionAt", "PrecisionAt:top={k}", TO_10, entry="precision"),
            calls("R", "RecallAt", "RecallAt:top={k}", TO_10, entry="recall"),
            calls("ERR", "ERR", "ERR:top={k}", TO_10, entry="err"),
            calls("AUC", "QueryAUC", entry="auc"),
        ),
        compared=(2340, 286),
    ),
}
