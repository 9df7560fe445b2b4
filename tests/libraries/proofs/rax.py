"""The calls of Rax, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "rax": Proof(
        "rax",
        joined(
            *(
                calls(ours, f"{name}_metric", f"{name}_metric(topn={{k}})", TO_10, entry=entry)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "ndcg"),
                    ("DCG", "dcg", "dcg"),
                    ("AP", "ap", "ap"),
                    ("RR", "rr", "mrr"),
                    ("P", "precision", "precision"),
                    ("R", "recall", "recall"),
                )
            )
        ),
        BITS_32,
        compared=(1968, 240),
    ),
}
