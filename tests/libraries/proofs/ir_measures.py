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
            calls("RR", "", "msmarco:RR@{k}", TO_10, entry="rr@"),
            calls("RR", "", "RR@{k}", (3,), entry="rr@"),
            calls("RBP(p=0.8)", "cwl_eval:RBP(p=0.8,rel=1)", entry="rbp cwl_eval"),
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
