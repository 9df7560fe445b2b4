"""The calls of gdeval.pl, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import FIVE_DECIMALS, LeftOut, Proof, calls, everything, joined

PROOFS: Mapping[str, Proof] = {
    "gdeval": Proof(
        "ir_measures_profiles",
        joined(
            calls("nDCG", "ndcg@ gdeval", "", "gdeval:nDCG(dcg='exp-log2')@{k}", (3, 10)),
            calls("ERR", "err@ gdeval", "", "gdeval:ERR@{k}", (3, 10)),
        ),
        FIVE_DECIMALS,
        "ir_measures",
        compared=(332, 40),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A list without judgments is no query of a run's mean: it has no number there.",
        ("gdeval",),
        (),
        lambda row: not everything(row),
        alone=True,
    ),
)
