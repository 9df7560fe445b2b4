"""The calls of cwl_eval, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import LeftOut, Proof, calls, everything, joined

PROOFS: Mapping[str, Proof] = {
    "cwl_eval": Proof(
        "ir_measures_profiles",
        joined(
            calls("AP", "ap cwl_eval", "cwl_eval:AP"),
            calls("RR", "rr cwl_eval", "cwl_eval:RR"),
            calls("P", "precision@ cwl_eval", "", "cwl_eval:P@{k}", (3,)),
            calls("RBP(p=0.8)", "rbp cwl_eval", "cwl_eval:RBP(p=0.8,rel=1)"),
        ),
        library="ir_measures",
        compared=(340, 40),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A list without judgments is no query of a run's mean: it has no number there.",
        ("cwl_eval",),
        (),
        lambda row: not everything(row),
        alone=True,
    ),
)
