"""The calls of recommenders that are given a list and a set of items for each user."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined, relevant_twice

PROOFS: Mapping[str, Proof] = {
    "implicit": Proof(
        "implicit",
        joined(
            *(
                calls(ours, entry, f"{name}_at_k", f"{name}_at_k(K={{k}})", (1, 3, 50))
                for ours, entry, name in (
                    ("nDCG", "ndcg", "ndcg"),
                    ("AP", "ap", "mean_average_precision"),
                    ("P", "precision", "precision"),
                )
            )
        ),
        compared=(968, 108),
    ),
    "lenskit": Proof(
        "lenskit",
        joined(
            *(
                calls(ours, entry, name, f"{name}(n={{k}})", TO_10)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "NDCG"),
                    ("AP", "ap", "AveragePrecision"),
                    ("RR", "rr", "RecipRank"),
                    ("P", "precision", "Precision"),
                    ("R", "recall", "Recall"),
                    ("Success", "success", "Hit"),
                )
            ),
            calls("DCG", "dcg", "DCG", "DCG(n={k})", (3,)),
            calls("RBP", "rbp", "RBP(patience=0.8)", "RBP(n={k}, patience=0.8)", (3,)),
        ),
        compared=(2412, 84),
    ),
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
    LeftOut("A copy of a hit is one more hit, but R stays.", ("implicit",), ("precision",), relevant_twice),
    LeftOut("A copy of a hit is one more hit, but R stays.", ("cornac",), ("f1",), relevant_twice),
    LeftOut(
        "A list without a value of its own is a 0 in the mean.",
        ("lenskit",),
        (),
        means=lambda rows: any(max(everything(row), default=0) < 1 or not row["ids"] for row in rows),
    ),
)
