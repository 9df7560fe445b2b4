"""The calls of libraries that learn to rank, in which tensors hold what was shown."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, TO_10, TO_50, LeftOut, Proof, calls, everything, joined, ties

PROOFS: Mapping[str, Proof] = {
    "ignite": Proof(
        "ignite",
        joined(
            calls("nDCG", "ndcg@", "", "NDCG(top_k=[{k}])", TO_50),
            calls("Success", "success", "HitRate", "HitRate(top_k=[{k}])", TO_10),
        ),
        BITS_32,
        compared=(482, 57),
    ),
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
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "Grades below the threshold gain nothing there.",
        ("ignite",),
        ("ndcg",),
        lambda row: any(0 < grade < 1 for grade in everything(row)),
    ),
    LeftOut("Ties as torch.topk leaves them.", ("ignite",), ("success",), ties),
    LeftOut("Ties are shuffled.", ("keras_rs",), (), ties),
)
