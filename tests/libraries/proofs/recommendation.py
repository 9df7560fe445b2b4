"""The calls of libraries that recommend."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import (
    ALL,
    BITS_32,
    TO_10,
    LeftOut,
    Proof,
    calls,
    hit_ranks,
    joined,
    no_hit_in_first_r,
    relevant_twice,
    ties,
)

PROOFS: Mapping[str, Proof] = {
    "recommenders": Proof(
        "recommenders",
        joined(
            calls("nDCG", "ndcg@", "ndcg_at_k", "ndcg_at_k(k={k})", TO_10),
            calls("P", "precision@", "precision_at_k", "precision_at_k(k={k})", TO_10),
            calls("R", "recall@", "recall_at_k", "recall_at_k(k={k})", TO_10),
            calls("AP", "ap@", "map_at_k", "map_at_k(k={k})", TO_10),
            calls("Rprec", "rprec", "r_precision_at_k"),
            calls("Rprec", "rprec", "r_precision_at_k(k=10)"),
        ),
        compared=(1538, 146),
    ),
    "recbole": Proof(
        "recbole",
        joined(
            *(
                calls(ours, entry, "", name + "@{k}", (1, 3, 5, 10))
                for ours, entry, name in (
                    ("nDCG", "ndcg@", "ndcg"),
                    ("AP", "ap@", "map"),
                    ("RR", "rr@", "mrr"),
                    ("R", "recall@", "recall"),
                    ("P", "precision@", "precision"),
                    ("Success", "success@", "hit"),
                )
            ),
            calls("GAUC", "gauc", "gauc"),
        ),
        BITS_32,
        compared=(1522, 247),
    ),
    "ml_metrics": Proof(
        "ml_metrics",
        joined(calls("AP", "ap@", "apk", "apk(k={k})", ALL)),
        compared=(522, 60),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("Ties as torch.topk leaves them.", ("recbole",), ("ndcg", "ap", "rr", "recall", "precision", "success"), ties),
    LeftOut(
        "The ranks of copies of a hit are numbered anew once they are joined with the judgments.",
        ("recommenders",),
        ("ndcg",),
        relevant_twice,
    ),
    LeftOut(
        "The list is cut at 10 before R is read; without a hit in the first R there is no number.",
        ("recommenders",),
        ("rprec",),
        no_hit_in_first_r,
    ),
    LeftOut(
        "The mean is 0 where nobody has a hit, also without any user.",
        ("recommenders",),
        (),
        means=lambda rows: not any(hit_ranks(row) for row in rows),
    ),
    LeftOut(
        "Users without a hit in the first R are left out of the mean.",
        ("recommenders",),
        ("rprec",),
        means=lambda rows: any(not hit_ranks(row) for row in rows),
    ),
)
