"""The calls of trectools, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, calls, everything, joined, ties

PROOFS: Mapping[str, Proof] = {
    "trectools": Proof(
        "trectools",
        joined(
            calls("nDCG", "get_ndcg", "get_ndcg(depth={k})", TO_10),
            calls("AP", "get_map", "get_map(depth={k})", TO_10),
            calls("P", "get_precision", "get_precision(depth={k})", TO_10),
            calls("R", "get_recall", "get_recall(depth={k})", TO_10),
            calls("RR", "get_reciprocal_rank", "get_reciprocal_rank(depth={k})", TO_10),
            calls("Rprec", "get_rprec"),
            calls("Bpref", "get_bpref"),
            calls("RBP(p=0.8)", "get_rbp"),
            calls("RBP(p=0.95)", "get_rbp(p=0.95)"),
        ),
        compared=(1922, 226),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("Of a run without a topic the mean is 0/0.", ("trectools",), (), lambda row: not row["ids"], alone=True),
    LeftOut(
        "0 where nothing is judged not relevant: 0/0 is left out of its sum.",
        ("trectools",),
        ("bpref",),
        lambda row: min(everything(row), default=0) > 0,
    ),
    LeftOut(
        "NaN where no list has a hit.",
        ("trectools",),
        ("rbp",),
        lambda row: not any(grade and grade > 0 for grade in row["grades"]),
        alone=True,
        means=lambda rows: not any(grade and grade > 0 for row in rows for grade in row["grades"]),
    ),
    LeftOut("Tied entries share the mean of their weights.", ("trectools",), ("rbp",), ties),
    LeftOut("With pandas 3 the topics of a run are mixed up.", ("trectools",), ("rprec",), means=lambda _rows: True),
)
