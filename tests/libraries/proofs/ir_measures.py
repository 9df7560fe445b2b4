"""The calls of ir_measures, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined
from tests.libraries.proofs.pytrec_eval import PYTREC_EVAL

PROOFS: Mapping[str, Proof] = {
    "ir_measures": Proof(
        "ir_measures_profiles",
        PYTREC_EVAL
        + joined(
            calls("RR", "rr@", "", "msmarco:RR@{k}", TO_10),
            calls("RR", "rr@", "", "RR@{k}", (3,)),
            calls("RBP(p=0.8)", "rbp cwl_eval", "cwl_eval:RBP(p=0.8,rel=1)"),
        ),
        library="ir_measures",
        compared=(3059, 360),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A list without judgments is no query of a run's mean: it has no number there.",
        ("ir_measures",),
        (),
        lambda row: not everything(row),
        alone=True,
    ),
)
