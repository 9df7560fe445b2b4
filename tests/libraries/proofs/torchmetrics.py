"""The calls of torchmetrics, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, TO_10, LeftOut, Proof, calls, joined, large_scores, ties

PROOFS: Mapping[str, Proof] = {
    "torchmetrics": Proof(
        "torchmetrics",
        joined(
            calls("nDCG", "retrieval_normalized_dcg", "retrieval_normalized_dcg(top_k={k})", TO_10, entry="ndcg"),
            *(
                calls(ours, f"retrieval_{name}(binary=True)", f"retrieval_{name}(top_k={{k}}, binary=True)", TO_10, entry=entry)
                for ours, entry, name in (
                    ("AP", "ap", "average_precision"),
                    ("RR", "rr", "reciprocal_rank"),
                    ("P", "precision", "precision"),
                    ("R", "recall", "recall"),
                    ("Success", "success", "hit_rate"),
                )
            ),
            calls("Rprec", "retrieval_r_precision(binary=True)", entry="rprec"),
            calls("AUC", "retrieval_auroc(binary=True)", entry="auc"),
        ),
        BITS_32,
        compared=(1645, 260),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "Ties as torch.topk leaves them.", ("torchmetrics",), ("ap", "rr", "precision", "recall", "success", "rprec"), ties
    ),
    LeftOut(
        "The sigmoid of scores from 16 on, in 32 bits, makes ties of them.",
        ("torchmetrics",),
        ("auc",),
        large_scores,
    ),
)
