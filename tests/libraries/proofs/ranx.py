"""The calls of ranx, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined, ties

PROOFS: Mapping[str, Proof] = {
    "ranx": Proof(
        "ranx_profiles",
        joined(
            calls("nDCG", "ndcg", "ndcg@{k}", TO_10, entry="ndcg"),
            calls("AP", "map", "map@{k}", TO_10, entry="ap"),
            calls("RR", "mrr", "mrr@{k}", TO_10, entry="rr"),
            calls("P", "precision", "precision@{k}", TO_10, entry="precision"),
            calls("R", "recall", "recall@{k}", TO_10, entry="recall"),
            calls("Success", "hit_rate", "hit_rate@{k}", TO_10, entry="success"),
            calls("F1", "f1", "f1@{k}", TO_10, entry="f1"),
            calls("Rprec", "r-precision", entry="rprec"),
            calls("TP", "", "hits@{k}", (3,), entry="tp@"),
            calls("RBP(p=0.8)", "rbp.80", entry="rbp"),
            calls("Bpref", "bpref", entry="bpref"),
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
