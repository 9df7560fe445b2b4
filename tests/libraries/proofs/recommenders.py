"""The calls of Recommenders, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, hit_ranks, joined, no_hit_in_first_r, relevant_twice

PROOFS: Mapping[str, Proof] = {
    "recommenders": Proof(
        "recommenders",
        joined(
            calls("nDCG", "ndcg_at_k", "ndcg_at_k(k={k})", TO_10, entry="ndcg@"),
            calls("P", "precision_at_k", "precision_at_k(k={k})", TO_10, entry="precision@"),
            calls("R", "recall_at_k", "recall_at_k(k={k})", TO_10, entry="recall@"),
            calls("AP", "map_at_k", "map_at_k(k={k})", TO_10, entry="ap@"),
            calls("Rprec", "r_precision_at_k", entry="rprec"),
            calls("Rprec", "r_precision_at_k(k=10)", entry="rprec"),
        ),
        compared=(1538, 146),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
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
