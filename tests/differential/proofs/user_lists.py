"""The calls of recommenders that are given a list and a set of items for each user."""

from __future__ import annotations

from collections.abc import Mapping

from tests.differential.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

PROOFS: Mapping[str, Proof] = {
    "implicit": Proof(
        "implicit",
        joined(
            *(
                calls(ours, entry, f"{name}_at_k", f"{name}_at_k(K={{k}})", (1, 3, 50))
                for ours, entry, name in (("nDCG", "ndcg", "ndcg"), ("AP", "ap", "mean_average_precision"))
            )
        ),
        compared=(648, 72),
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
                )
            ),
            calls("DCG", "dcg", "DCG", "DCG(n={k})", (3,)),
        ),
        compared=(1890, 66),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A list without a value of its own is a 0 in the mean.",
        ("lenskit",),
        (),
        means=lambda rows: any(max(everything(row), default=0) < 1 or not row["ids"] for row in rows),
    ),
)
