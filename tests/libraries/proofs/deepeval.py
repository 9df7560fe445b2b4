"""The calls of DeepEval, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "deepeval": Proof(
        "deepeval",
        joined(calls("AP", "ContextualPrecisionMetric", "ContextualPrecisionMetric(top_k={k})", TO_10)),
        compared=(348, 0),
    ),
}
