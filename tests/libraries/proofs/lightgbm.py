"""The calls of LightGBM, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import ALL, LeftOut, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "lightgbm": Proof(
        "lightgbm",
        joined(
            calls("nDCG", "", "ndcg(eval_at={k})", ALL, entry="ndcg@"),
            calls("AP", "", "map(eval_at={k})", ALL, entry="ap@"),
        ),
        compared=(790, 100),
        besides="Which grades it refuses besides negative ones is not known here.",
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A missed document's negative grade is refused, which the library never sees.",
        ("lightgbm",),
        ("ndcg",),
        lambda row: any(grade < 0 for grade in row.get("missed", {}).values()),
    ),
)
