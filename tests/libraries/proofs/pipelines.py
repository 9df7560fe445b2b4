"""The calls of what evaluates whole pipelines of retrieval and answers."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, copies, everything, joined

_HAYSTACK = joined(
    calls("nDCG", "ndcg", "DocumentNDCGEvaluator", "DocumentNDCGEvaluator(top_k={k})", TO_10),
    calls("AP", "ap", "DocumentMAPEvaluator", "DocumentMAPEvaluator(top_k={k})", TO_10),
    calls("RR", "rr", "DocumentMRREvaluator", "DocumentMRREvaluator(top_k={k})", TO_10),
    *(
        calls(
            ours,
            entry,
            f"DocumentRecallEvaluator(mode='{mode}')",
            f"DocumentRecallEvaluator(top_k={{k}}, mode='{mode}')",
            (3,),
        )
        for ours, entry, mode in (("R", "recall", "multi_hit"), ("Success", "success", "single_hit"))
    ),
)
PROOFS: Mapping[str, Proof] = {
    # To AP's divisor 1e-10 is added, which is less than what is told apart here: 0.9999999999 passes for 1.
    "ragas": Proof(
        "ragas",
        joined(
            *(
                calls(ours, entry, name, f"{name}(top_k={{k}})", (3,))
                for ours, entry, name in (
                    ("AP", "ap", "LLMContextPrecisionWithReference"),
                    ("P", "precision", "IDBasedContextPrecision"),
                    ("R", "recall", "IDBasedContextRecall"),
                )
            ),
            calls("AP", "ap", "collections.ContextPrecisionWithReference"),
            calls("AP", "ap", "NonLLMContextPrecisionWithReference"),
            calls("R", "recall", "NonLLMContextRecall"),
        ),
        compared=(772, 73),
    ),
    "deepeval": Proof(
        "deepeval",
        joined(calls("AP", "ap", "ContextualPrecisionMetric", "ContextualPrecisionMetric(top_k={k})", TO_10)),
        compared=(348, 0),
    ),
    "haystack_2": Proof("haystack_2", _HAYSTACK, compared=(1388, 160)),
    "haystack_3": Proof("haystack_3", _HAYSTACK, compared=(1388, 160)),
    "trulens": Proof(
        "trulens",
        joined(
            *(
                calls(ours, entry, name, f"{name}(k={{k}})", TO_10)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "ndcg_at_k"),
                    ("P", "precision", "precision_at_k"),
                    ("R", "recall", "recall_at_k"),
                    ("Success", "success", "ir_hit_rate"),
                )
            ),
            calls("RR", "rr", "mrr"),
        ),
        compared=(1479, 0),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "The list is cut first, then every document counts once: fewer than k.",
        ("ragas",),
        ("precision@",),
        copies,
    ),
    LeftOut(
        "Where the ideal ranking has no gain above 0 the value is 0, also where it has one below.",
        ("haystack_2", "haystack_3"),
        ("ndcg",),
        lambda row: max(everything(row), default=0) < 0,
    ),
)
