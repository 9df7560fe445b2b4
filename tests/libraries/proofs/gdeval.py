"""The calls of gdeval.pl, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import LeftOut, Proof, calls, everything, joined

PROOFS: Mapping[str, Proof] = {
    "gdeval": Proof(
        "ir_measures_profiles",
        joined(
            calls("nDCG", "", "gdeval:nDCG(dcg='exp-log2')@{k}", (3, 10), entry="ndcg@ gdeval"),
            calls("ERR", "", "gdeval:ERR@{k}", (3, 10), entry="err@ gdeval"),
        ),
        library="ir_measures",
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
