"""The calls of cornac, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, joined, relevant_twice

PROOFS: Mapping[str, Proof] = {
    "cornac": Proof(
        "cornac",
        joined(
            *(
                calls(ours, entry, name, f"{name}(k={{k}})", TO_10)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "NDCG"),
                    ("P", "precision", "Precision"),
                    ("R", "recall", "Recall"),
                    ("F1", "f1", "FMeasure"),
                    ("Success", "success", "HitRatio"),
                )
            ),
            calls("RR", "rr", "MRR"),
            calls("AP", "ap", "MAP"),
            calls("AUC", "auc", "AUC"),
        ),
        compared=(1987, 186),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("A copy of a hit is one more hit, but R stays.", ("cornac",), ("f1",), relevant_twice),
)
