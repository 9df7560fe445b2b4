"""The calls of keras-rs, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, TO_10, LeftOut, Proof, calls, joined, ties

PROOFS: Mapping[str, Proof] = {
    "keras_rs": Proof(
        "keras_rs",
        joined(
            *(
                calls(ours, entry, name, f"{name}(k={{k}})", TO_10)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "NDCG"),
                    ("DCG", "dcg", "DCG"),
                    ("AP", "ap", "MeanAveragePrecision"),
                    ("RR", "rr", "MeanReciprocalRank"),
                    ("P", "precision", "PrecisionAtK"),
                    ("R", "recall", "RecallAtK"),
                )
            )
        ),
        BITS_32,
        compared=(1536, 240),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (LeftOut("Ties are shuffled.", ("keras_rs",), (), ties),)
