"""The calls of TruLens, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "trulens": Proof(
        "trulens",
        joined(
            *(
                calls(ours, entry, name, f"{name}(k={{k}})", TO_10)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "ndcg_at_k"),
                    ("P", "precision", "precision_at_k"),
                    ("R", "recall", "recall_at_k"),
                    ("Success", "success", "ir_hit_rate"),
                )
            ),
            calls("RR", "rr", "mrr"),
        ),
        compared=(1479, 0),
    ),
}
