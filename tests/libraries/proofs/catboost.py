"""The calls of CatBoost, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "catboost": Proof(
        "catboost",
        joined(
            calls("nDCG", "ndcg@", "", "NDCG:top={k}", TO_10),
            calls("DCG", "dcg@", "", "DCG:top={k}", TO_10),
            calls("nDCG", "ndcg", "NDCG"),
            calls("DCG", "dcg", "DCG"),
            calls("AP", "ap", "MAP", "MAP:top={k}", TO_10),
            calls("RR", "rr", "MRR", "MRR:top={k}", TO_10),
            calls("P", "precision", "PrecisionAt", "PrecisionAt:top={k}", TO_10),
            calls("R", "recall", "RecallAt", "RecallAt:top={k}", TO_10),
            calls("ERR", "err", "ERR", "ERR:top={k}", TO_10),
            calls("AUC", "auc", "QueryAUC"),
        ),
        compared=(2340, 286),
    ),
}
