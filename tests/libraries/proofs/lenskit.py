"""The calls of LensKit, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

PROOFS: Mapping[str, Proof] = {
    "lenskit": Proof(
        "lenskit",
        joined(
            *(
                calls(ours, name, f"{name}(n={{k}})", TO_10)
                for ours, name in (
                    ("nDCG", "NDCG"),
                    ("AP", "AveragePrecision"),
                    ("RR", "RecipRank"),
                    ("P", "Precision"),
                    ("R", "Recall"),
                    ("Success", "Hit"),
                )
            ),
            calls("DCG", "DCG", "DCG(n={k})", (3,)),
            calls("RBP", "RBP(patience=0.8)", "RBP(n={k}, patience=0.8)", (3,)),
        ),
        compared=(2412, 84),
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
