"""The calls of sentence-transformers, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, joined, ties

PROOFS: Mapping[str, Proof] = {
    "sentence_transformers": Proof(
        "sentence_transformers",
        joined(
            *(
                calls(ours, f"{entry}@", "", f"{name}(k={{k}})", (*TO_10, 100))
                for ours, entry, name in (
                    ("nDCG", "ndcg", "ndcg"),
                    ("AP", "ap", "map"),
                    ("RR", "rr", "mrr"),
                    ("P", "precision", "precision"),
                    ("R", "recall", "recall"),
                    ("Success", "success", "accuracy"),
                )
            )
        ),
        compared=(1944, 216),
    ),
    "sentence_transformers_reranking": Proof(
        "sentence_transformers_reranking",
        joined(
            calls("nDCG", "ndcg@", "", "ndcg(at_k={k})", (*TO_10, 100)),
            calls("RR", "rr@", "", "mrr(at_k={k})", (*TO_10, 100)),
            calls("AP", "ap", "map"),
        ),
        compared=(668, 63),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("Ties as an unstable sort, turned around, leaves them.", ("sentence_transformers_reranking",), ("rr",), ties),
)
