"""The calls of XGBoost, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_50, LeftOut, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "xgboost": Proof(
        "xgboost",
        joined(
            *(
                (*calls(ours, name, entry=entry), *calls(ours, "", f"{name}@{{k}}", TO_50, entry=f"{entry}@"))
                for ours, entry, name in (("nDCG", "ndcg", "ndcg"), ("AP", "ap", "map"), ("P", "precision", "pre"))
            )
        ),
        compared=(825, 100),
        besides="Which grades it refuses besides negative ones is not known here.",
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A missed document's negative grade is refused, which the library never sees.",
        ("xgboost",),
        ("ndcg",),
        lambda row: any(grade < 0 for grade in row.get("missed", {}).values()),
    ),
)
