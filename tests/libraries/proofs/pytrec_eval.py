"""The calls of pytrec_eval, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined

PYTREC_EVAL = joined(
    calls("nDCG", "pytrec_eval:nDCG", "pytrec_eval:nDCG@{k}", TO_10, entry="ndcg"),
    calls("AP", "pytrec_eval:AP", "pytrec_eval:AP@{k}", TO_10, entry="ap"),
    calls("P", "", "pytrec_eval:P@{k}", TO_10, entry="precision@"),
    calls("set_P", "pytrec_eval:SetP", entry="precision"),
    calls("R", "", "pytrec_eval:R@{k}", TO_10, entry="recall@"),
    calls("R", "pytrec_eval:SetR", entry="recall"),
    calls("F1", "pytrec_eval:SetF", entry="f1"),
    calls("Success", "", "pytrec_eval:Success@{k}", TO_10, entry="success@"),
    calls("RR", "pytrec_eval:RR", entry="rr"),
    calls("Rprec", "pytrec_eval:Rprec", entry="rprec"),
    calls("Bpref", "pytrec_eval:Bpref", entry="bpref"),
    calls("IPrec", "", "pytrec_eval:IPrec@{k}", ("0", "0.1", "0.3", "0.5", "1"), entry="iprec"),
    # Which provider answers is left to ir_measures; it takes pytrec_eval.
    calls("nDCG", "", "nDCG@{k}", (3,), entry="ndcg"),
    calls("P", "", "P@{k}", (3,), entry="precision@"),
    calls("AP", "AP", entry="ap"),
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
