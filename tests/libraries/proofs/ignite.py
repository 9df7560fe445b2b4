"""The calls of PyTorch Ignite, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, TO_10, TO_50, LeftOut, Proof, calls, everything, joined, ties

PROOFS: Mapping[str, Proof] = {
    "ignite": Proof(
        "ignite",
        joined(
            calls("nDCG", "", "NDCG(top_k=[{k}])", TO_50),
            calls("Success", "HitRate", "HitRate(top_k=[{k}])", TO_10),
        ),
        BITS_32,
        compared=(482, 57),
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
)
