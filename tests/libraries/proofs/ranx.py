"""The calls of ranx, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined, ties

PROOFS: Mapping[str, Proof] = {
    "ranx": Proof(
        "ranx_profiles",
        joined(
            calls("nDCG", "ndcg", "ndcg", "ndcg@{k}", TO_10),
            calls("AP", "ap", "map", "map@{k}", TO_10),
            calls("RR", "rr", "mrr", "mrr@{k}", TO_10),
            calls("P", "precision", "precision", "precision@{k}", TO_10),
            calls("R", "recall", "recall", "recall@{k}", TO_10),
            calls("Success", "success", "hit_rate", "hit_rate@{k}", TO_10),
            calls("F1", "f1", "f1", "f1@{k}", TO_10),
            calls("Rprec", "rprec", "r-precision"),
            calls("TP", "tp@", "", "hits@{k}", (3,)),
            calls("RBP(p=0.8)", "rbp", "rbp.80"),
            calls("Bpref", "bpref", "bpref"),
        ),
        compared=(2552, 318),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("Beyond 15 entries the sort is not stable.", ("ranx",), (), lambda row: ties(row) and len(row["ids"]) > 15),
    LeftOut(
        "NaN where everything judged is relevant.",
        ("ranx",),
        ("bpref",),
        lambda row: min(everything(row), default=0) >= 1,
    ),
)
