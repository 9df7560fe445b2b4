"""The calls of RecBole, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, LeftOut, Proof, calls, joined, ties

PROOFS: Mapping[str, Proof] = {
    "recbole": Proof(
        "recbole",
        joined(
            *(
                calls(ours, "", name + "@{k}", (1, 3, 5, 10), entry=entry)
                for ours, entry, name in (
                    ("nDCG", "ndcg@", "ndcg"),
                    ("AP", "ap@", "map"),
                    ("RR", "rr@", "mrr"),
                    ("R", "recall@", "recall"),
                    ("P", "precision@", "precision"),
                    ("Success", "success@", "hit"),
                )
            ),
            calls("GAUC", "gauc", entry="gauc"),
        ),
        BITS_32,
        compared=(1522, 247),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("Ties as torch.topk leaves them.", ("recbole",), ("ndcg", "ap", "rr", "recall", "precision", "success"), ties),
)
