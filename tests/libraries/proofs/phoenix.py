"""The calls of Arize Phoenix, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import TO_10, LeftOut, Proof, Row, calls, everything, joined


def negative(row: Row) -> bool:
    return any(grade < 0 for grade in everything(row))


def hit_and_unjudged(row: Row) -> bool:
    return None in row["grades"] and any((grade or 0) > 0 for grade in row["grades"])


def lacks_a_grade_after_1(row: Row) -> bool:
    order = sorted(range(len(row["ids"])), key=lambda i: -row["scores"][i])
    return None in [row["grades"][i] for i in order[1:]]


PROOFS: Mapping[str, Proof] = {
    "phoenix": Proof(
        "phoenix",
        joined(
            calls("nDCG", "ndcg", "ndcg(k={k})", TO_10),
            calls("P", "precision", "precision(k={k})", TO_10),
            calls("RR", "reciprocal_rank"),
            calls("Success", "hit"),
        ),
        compared=(815, 0),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("A label that is missing after the cutoff makes it NaN too.", ("phoenix",), ("precision@",), lacks_a_grade_after_1),
    LeftOut("A hit anywhere makes it 1, also after a missing label.", ("phoenix",), ("success",), hit_and_unjudged),
    LeftOut("A label below 0 is a hit.", ("phoenix",), ("precision", "rr", "success"), negative),
    LeftOut("A missed document's negative grade is refused, which the library never sees.", ("phoenix",), ("ndcg",), negative),
)
