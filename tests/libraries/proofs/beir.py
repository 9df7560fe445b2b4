"""The calls of BEIR, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import FIVE_DECIMALS, TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "beir": Proof(
        "beir",
        joined(
            calls("nDCG", "ndcg@", "", "NDCG@{k}", TO_10),
            calls("AP", "ap@", "", "MAP@{k}", TO_10),
            calls("R", "recall@", "", "Recall@{k}", TO_10),
            calls("P", "precision@", "", "P@{k}", TO_10),
            calls("RR", "rr@", "", "MRR@{k}", TO_10),
            calls("Success", "success@", "", "Accuracy@{k}", TO_10),
        ),
        FIVE_DECIMALS,
        compared=(1464, 168),
    ),
}
