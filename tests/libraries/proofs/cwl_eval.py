"""The calls of cwl_eval, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import LeftOut, Proof, calls, everything, joined

PROOFS: Mapping[str, Proof] = {
    "cwl_eval": Proof(
        "ir_measures_profiles",
        joined(
            calls("AP", "cwl_eval:AP", entry="ap cwl_eval"),
            calls("RR", "cwl_eval:RR", entry="rr cwl_eval"),
            calls("P", "", "cwl_eval:P@{k}", (3,), entry="precision@ cwl_eval"),
            calls("RBP(p=0.8)", "cwl_eval:RBP(p=0.8,rel=1)", entry="rbp cwl_eval"),
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
