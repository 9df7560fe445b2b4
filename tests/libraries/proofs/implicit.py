"""The calls of implicit, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import LeftOut, Proof, calls, joined, relevant_twice

PROOFS: Mapping[str, Proof] = {
    "implicit": Proof(
        "implicit",
        joined(
            *(
                calls(ours, f"{name}_at_k", f"{name}_at_k(K={{k}})", (1, 3, 50))
                for ours, name in (
                    ("nDCG", "ndcg"),
                    ("AP", "mean_average_precision"),
                    ("P", "precision"),
                )
            )
        ),
        compared=(968, 108),
        besides="Its AUC inside k is no metric here.",
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("A copy of a hit is one more hit, but R stays.", ("implicit",), ("precision",), relevant_twice),
)
