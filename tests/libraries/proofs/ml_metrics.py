"""The calls of ml_metrics, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import ALL, Proof, calls, joined

PROOFS: Mapping[str, Proof] = {
    "ml_metrics": Proof(
        "ml_metrics",
        joined(calls("AP", "apk", "apk(k={k})", ALL, entry="ap@")),
        compared=(522, 60),
    ),
}
