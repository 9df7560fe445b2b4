"""The calls of pytrec_eval, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

PYTREC_EVAL = joined(
    calls("nDCG", "ndcg", "pytrec_eval:nDCG", "pytrec_eval:nDCG@{k}", TO_10),
    calls("AP", "ap", "pytrec_eval:AP", "pytrec_eval:AP@{k}", TO_10),
    calls("P", "precision@", "", "pytrec_eval:P@{k}", TO_10),
    calls("P", "precision", "pytrec_eval:SetP"),
    calls("R", "recall@", "", "pytrec_eval:R@{k}", TO_10),
    calls("R", "recall", "pytrec_eval:SetR"),
    calls("F1", "f1", "pytrec_eval:SetF"),
    calls("Success", "success@", "", "pytrec_eval:Success@{k}", TO_10),
    calls("RR", "rr", "pytrec_eval:RR"),
    calls("Rprec", "rprec", "pytrec_eval:Rprec"),
    calls("Bpref", "bpref", "pytrec_eval:Bpref"),
    calls("IPrec", "iprec", "", "pytrec_eval:IPrec@{k}", ("0", "0.1", "0.3", "0.5", "1")),
    # Which provider answers is left to ir_measures; it takes pytrec_eval.
    calls("nDCG", "ndcg", "", "nDCG@{k}", (3,)),
    calls("P", "precision@", "", "P@{k}", (3,)),
    calls("AP", "ap", "AP"),
)

PROOFS: Mapping[str, Proof] = {
    "pytrec_eval": Proof(
        "ir_measures_profiles",
        PYTREC_EVAL,
        library="ir_measures",
        compared=(2634, 0),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A list without judgments is no query of a run's mean: it has no number there.",
        ("pytrec_eval",),
        (),
        lambda row: not everything(row),
        alone=True,
    ),
)
