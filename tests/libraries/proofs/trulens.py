"""The calls of TruLens, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "trulens": Proof(
        "trulens",
        joined(
            *(
                calls(ours, name, f"{name}(k={{k}})", TO_10)
                for ours, name in (
                    ("nDCG", "ndcg_at_k"),
                    ("P", "precision_at_k"),
                    ("R", "recall_at_k"),
                    ("Success", "ir_hit_rate"),
                )
            ),
            calls("RR", "mrr"),
        ),
        compared=(1479, 0),
    ),
}
