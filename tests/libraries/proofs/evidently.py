"""The calls of Evidently, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.libraries.proofs.parts import LeftOut, Proof, Row, calls_with_k, hit_ranks, ties


def a_shorter_one_ends_in_a_hit(rows: Sequence[Row]) -> bool:
    longest = max(len(row["ids"]) for row in rows)
    return any(len(row["ids"]) in hit_ranks(row) for row in rows if len(row["ids"]) < longest)


PROOFS: Mapping[str, Proof] = {
    "evidently": Proof(
        "evidently",
        calls_with_k(ndcg="NDCG", ap="MAP", rr="MRR", precision="PrecisionTopK", recall="RecallTopK", success="HitRate"),
        compared=(986, 96),
        besides="FBetaTopK is taken of the means.",
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "After the end of a shorter list its last entry is counted again.",
        ("evidently",),
        ("ap",),
        means=a_shorter_one_ends_in_a_hit,
    ),
    LeftOut("Of tied entries, which share a rank, only the last row is seen.", ("evidently",), ("ap",), ties),
)
