"""The calls of BEIR, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "beir": Proof(
        "beir",
        joined(
            calls("nDCG", "", "NDCG@{k}", TO_10, entry="ndcg@"),
            calls("AP", "", "MAP@{k}", TO_10, entry="ap@"),
            calls("R", "", "Recall@{k}", TO_10, entry="recall@"),
            calls("P", "", "P@{k}", TO_10, entry="precision@"),
            calls("RR", "", "MRR@{k}", TO_10, entry="rr@"),
            calls("Success", "", "Accuracy@{k}", TO_10, entry="success@"),
        ),
        compared=(1464, 168),
    ),
}
