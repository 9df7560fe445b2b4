"""The calls of cornac, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, joined, relevant_twice

PROOFS: Mapping[str, Proof] = {
    "cornac": Proof(
        "cornac",
        joined(
            *(
                calls(ours, name, f"{name}(k={{k}})", TO_10)
                for ours, name in (
                    ("nDCG", "NDCG"),
                    ("P", "Precision"),
                    ("R", "Recall"),
                    ("F1", "FMeasure"),
                    ("Success", "HitRatio"),
                )
            ),
            calls("RR", "MRR"),
            calls("AP", "MAP"),
            calls("AUC", "AUC"),
        ),
        compared=(1987, 186),
        besides="MAP and AUC are over a catalogue, so their means are not compared.",
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("A copy of a hit is one more hit, but R stays.", ("cornac",), ("f1",), relevant_twice),
)
