"""The calls of haystack, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

_HAYSTACK = joined(
    calls("nDCG", "DocumentNDCGEvaluator", "DocumentNDCGEvaluator(top_k={k})", TO_10),
    calls("AP", "DocumentMAPEvaluator", "DocumentMAPEvaluator(top_k={k})", TO_10),
    calls("RR", "DocumentMRREvaluator", "DocumentMRREvaluator(top_k={k})", TO_10),
    *(
        calls(ours, f"DocumentRecallEvaluator(mode='{mode}')", f"DocumentRecallEvaluator(top_k={{k}}, mode='{mode}')", (3,))
        for ours, mode in (("R", "multi_hit"), ("Success", "single_hit"))
    ),
)

PROOFS: Mapping[str, Proof] = {
    "haystack_2": Proof("haystack_2", _HAYSTACK, compared=(1388, 160)),
    "haystack_3": Proof("haystack_3", _HAYSTACK, compared=(1388, 160)),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "Where the ideal ranking has no gain above 0 the value is 0, also where it has one below.",
        (
            "haystack_2",
            "haystack_3",
        ),
        ("ndcg",),
        lambda row: max(everything(row), default=0) < 0,
    ),
)
