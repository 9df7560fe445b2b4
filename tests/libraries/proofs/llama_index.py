"""The calls of llama-index, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tests.libraries.proofs.parts import TO_10, Call, LeftOut, Proof, calls, copies, joined


def _llama_index(ks: Sequence[int]) -> Iterator[Call]:
    """It has no k: what it was given was cut."""
    for ours, name in (
        ("nDCG", "NDCG"),
        ("AP", "AveragePrecision"),
        ("RR", "MRR"),
        ("P", "Precision"),
        ("R", "Recall"),
        ("Success", "HitRate"),
    ):
        yield from calls(ours, name, f"{name}(similarity_top_k={{k}})", TO_10 if ours == "nDCG" else ks)


PROOFS: Mapping[str, Proof] = {
    "llama_index_0_12_1": Proof("llama_index_0_12_1", joined(_llama_index((3,))), compared=(1130, 0)),
    "llama_index": Proof("llama_index", joined(_llama_index(TO_10)), compared=(1932, 0)),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "The list is cut first, then every document counts once: fewer than k.",
        (
            "llama_index_0_12_1",
            "llama_index",
        ),
        ("precision@",),
        copies,
    ),
)
