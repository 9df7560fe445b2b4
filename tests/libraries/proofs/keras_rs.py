"""The calls of keras-rs, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, TO_10, LeftOut, Proof, calls, joined, ties

PROOFS: Mapping[str, Proof] = {
    "keras_rs": Proof(
        "keras_rs",
        joined(
            *(
                calls(ours, name, f"{name}(k={{k}})", TO_10)
                for ours, name in (
                    ("nDCG", "NDCG"),
                    ("DCG", "DCG"),
                    ("AP", "MeanAveragePrecision"),
                    ("RR", "MeanReciprocalRank"),
                    ("P", "PrecisionAtK"),
                    ("R", "RecallAtK"),
                )
            )
        ),
        BITS_32,
        compared=(1536, 240),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (LeftOut("Ties are shuffled.", ("keras_rs",), (), ties),)
