"""The calls of RecTools, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import Proof, calls_with_k

PROOFS: Mapping[str, Proof] = {
    "rectools": Proof(
        "rectools",
        calls_with_k(ndcg="NDCG", ap="MAP", rr="MRR", precision="Precision", recall="Recall", success="HitRate", f1="F1Beta"),
        compared=(1827, 210),
    ),
}
