"""The calls of sentence-transformers, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, joined, ties

PROOFS: Mapping[str, Proof] = {
    "sentence_transformers": Proof(
        "sentence_transformers",
        joined(
            *(
                calls(ours, "", f"{name}(k={{k}})", (*TO_10, 100))
                for ours, name in (
                    ("nDCG", "ndcg"),
                    ("AP", "map"),
                    ("RR", "mrr"),
                    ("P", "precision"),
                    ("R", "recall"),
                    ("Success", "accuracy"),
                )
            )
        ),
        compared=(1944, 216),
    ),
    "sentence_transformers_reranking": Proof(
        "sentence_transformers_reranking",
        joined(
            calls("nDCG", "", "ndcg(at_k={k})", (*TO_10, 100)),
            calls("RR", "", "mrr(at_k={k})", (*TO_10, 100)),
            calls("AP", "map"),
        ),
        compared=(668, 63),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("Ties as an unstable sort, turned around, leaves them.", ("sentence_transformers_reranking",), ("rr",), ties),
)
