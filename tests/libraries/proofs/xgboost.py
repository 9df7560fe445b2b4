"""The calls of XGBoost, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_50, LeftOut, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "xgboost": Proof(
        "xgboost",
        joined(
            *(
                calls(ours, *each)
                for ours, entry, name in (("nDCG", "ndcg", "ndcg"), ("AP", "ap", "map"), ("P", "precision", "pre"))
                for each in ((entry, name), (f"{entry}@", "", name + "@{k}", TO_50))
            )
        ),
        compared=(825, 100),
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
