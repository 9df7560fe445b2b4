"""The calls of Spark MLlib, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import Call, Proof, calls_with_k

PROOFS: Mapping[str, Proof] = {
    "spark_mllib": Proof(
        "spark_mllib",
        (
            *calls_with_k(ndcg="ndcgAt", precision="precisionAt", recall="recallAt", ap="meanAveragePrecisionAt"),
            Call("AP", "meanAveragePrecision"),
            # Grades beside the labels, as the documentation has them, change nothing.
            Call("nDCG@3", "ndcgAt(k=3, third='grades')"),
        ),
        compared=(1211, 139),
    ),
}
