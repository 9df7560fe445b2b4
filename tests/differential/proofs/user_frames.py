"""The calls of recommenders that are given data frames of users and items."""

from __future__ import annotations

from collections.abc import Mapping

from tests.differential.proofs.parts import TO_10, Call, LeftOut, Proof, Row, calls, everything, joined


def _frames(**names: str) -> tuple[Call, ...]:
    """The calls of a library that asks for a cutoff, by our metric."""
    ours = {"ndcg": "nDCG", "ap": "AP", "rr": "RR", "precision": "P", "recall": "R", "success": "Success", "f1": "F1"}
    return joined(*(calls(ours[key], f"{key}@", "", f"{name}(k={{k}})", TO_10) for key, name in names.items()))


PROOFS: Mapping[str, Proof] = {
    "spark_mllib": Proof(
        "spark_mllib",
        (
            *_frames(ndcg="ndcgAt", precision="precisionAt", recall="recallAt", ap="meanAveragePrecisionAt"),
            Call("AP", "meanAveragePrecision", "ap"),
            # Grades beside the labels, as the documentation has them, change nothing.
            Call("nDCG@3", "ndcgAt(k=3, third='grades')", "ndcg@"),
        ),
        compared=(1211, 139),
    ),
    "rectools": Proof(
        "rectools",
        _frames(ndcg="NDCG", ap="MAP", rr="MRR", precision="Precision", recall="Recall", success="HitRate", f1="F1Beta"),
        compared=(1701, 210),
    ),
    "replay": Proof(
        "replay",
        _frames(ndcg="NDCG", ap="MAP", rr="MRR", precision="Precision", recall="Recall", success="HitRate"),
        compared=(1458, 162),
    ),
}


def nothing_relevant(row: Row) -> bool:
    return not any(grade >= 1 for grade in everything(row))


LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "Users without anything relevant are left out, so one alone has no number.", ("rectools",), (), nothing_relevant, True
    ),
)
