"""The calls of ragas, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import LeftOut, Proof, calls, copies, joined

PROOFS: Mapping[str, Proof] = {
    # To AP's divisor 1e-10 is added, which is less than what is told apart here: 0.9999999999 passes for 1.
    "ragas": Proof(
        "ragas",
        joined(
            *(
                calls(ours, name, f"{name}(top_k={{k}})", (3,))
                for ours, name in (
                    ("AP", "LLMContextPrecisionWithReference"),
                    ("P", "IDBasedContextPrecision"),
                    ("R", "IDBasedContextRecall"),
                )
            ),
            calls("AP", "collections.ContextPrecisionWithReference"),
            calls("AP", "NonLLMContextPrecisionWithReference"),
            calls("R", "NonLLMContextRecall"),
        ),
        compared=(772, 73),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "The list is cut first, then every document counts once: fewer than k.",
        ("ragas",),
        ("precision@",),
        copies,
    ),
)
