"""The calls of mlflow, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, Row, calls, everything, joined


def hit_again_after_3(row: Row) -> bool:
    """Whether a cutoff of 3 parts a hit from its duplicate."""
    order = sorted(range(len(row["ids"])), key=lambda i: -row["scores"][i])
    hits = [[row["ids"][i] for i in part if (row["grades"][i] or 0) >= 1] for part in (order[:3], order[3:])]
    return bool({*hits[0]} & {*hits[1]})


def nothing_at_all(row: Row) -> bool:
    return not row["ids"] and not any(grade >= 1 for grade in everything(row))


PROOFS: Mapping[str, Proof] = {
    "mlflow": Proof(
        "mlflow",
        joined(
            calls("nDCG", "", "ndcg_at_k(k={k})", (*TO_10, 100)),
            calls("P", "", "precision_at_k(k={k})", (*TO_10, 100)),
            calls("R", "", "recall_at_k(k={k})", (*TO_10, 100)),
        ),
        compared=(1052, 112),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "Only duplicates inside the cutoff are documents of their own in the ideal.", ("mlflow",), ("ndcg@",), hit_again_after_3
    ),
    LeftOut("Nothing relevant counts 1 where nothing was retrieved, else 0.", ("mlflow",), ("ndcg", "recall"), nothing_at_all),
)
