"""The calls of Quepid, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import EXACT, TO_10, LeftOut, Proof, calls, everything, joined

PROOFS: Mapping[str, Proof] = {
    "quepid": Proof(
        "quepid",
        joined(
            calls("nDCG", "", "ndcg@{k}", TO_10),
            calls("DCG", "", "dcg@{k}", TO_10),
            calls("CG", "", "cg@{k}", TO_10),
            calls("P", "", "p@{k}", TO_10),
            calls("AP", "", "ap@{k}", TO_10),
            calls("RR", "", "rr@{k}", TO_10),
            calls("ERR", "", "err@{k}", TO_10),
        ),
        EXACT,  # its scorers were run, which give all digits
        compared=(1716, 0),
    ),
    "quepid_cut": Proof("quepid", joined(calls("nDCG", "", "ndcg_cut@{k}", TO_10)), EXACT, compared=(258, 0)),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "0/0 where nothing relevant is rated, which Quepid shows as 0.",
        ("quepid",),
        ("ap",),
        lambda row: max(everything(row), default=0) <= 0,
    ),
    LeftOut(
        "The scale that ERR@10 comes with goes from 0 to 3: other ratings cannot be given in Quepid.",
        ("quepid",),
        ("err",),
        lambda row: max(everything(row), default=0) > 3 or min(everything(row), default=0) < 0,
    ),
)
