"""The calls of recommenders that are given data frames of users and items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.libraries.proofs.parts import TO_10, Call, LeftOut, Proof, Row, calls, hit_ranks, joined, ties


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
    "evidently": Proof(
        "evidently",
        _frames(ndcg="NDCG", ap="MAP", rr="MRR", precision="PrecisionTopK", recall="RecallTopK", success="HitRate"),
        compared=(986, 96),
    ),
    "rectools": Proof(
        "rectools",
        _frames(ndcg="NDCG", ap="MAP", rr="MRR", precision="Precision", recall="Recall", success="HitRate", f1="F1Beta"),
        compared=(1827, 210),
    ),
    "replay": Proof(
        "replay",
        _frames(ndcg="NDCG", ap="MAP", rr="MRR", precision="Precision", recall="Recall", success="HitRate"),
        compared=(1458, 162),
    ),
}


def a_shorter_one_ends_in_a_hit(rows: Sequence[Row]) -> bool:
    longest = max(len(row["ids"]) for row in rows)
    return any(len(row["ids"]) in hit_ranks(row) for row in rows if len(row["ids"]) < longest)


LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "After the end of a shorter list its last entry is counted again.",
        ("evidently",),
        ("ap",),
        means=a_shorter_one_ends_in_a_hit,
    ),
    LeftOut("Of tied entries, which share a rank, only the last row is seen.", ("evidently",), ("ap",), ties),
)
