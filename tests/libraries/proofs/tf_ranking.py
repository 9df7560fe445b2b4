"""The calls of TF-Ranking, and which rows are not promised."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import BITS_32, TO_10, LeftOut, Proof, calls, joined, ties

PROOFS: Mapping[str, Proof] = {
    "tf_ranking": Proof(
        "tf_ranking",
        joined(
            *(
                calls(ours, f"{name}Metric", f"{name}Metric(topn={{k}})", TO_10, entry=entry)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "NDCG"),
                    ("DCG", "dcg", "DCG"),
                    ("AP", "ap", "MeanAveragePrecision"),
                    ("RR", "rr", "MRR"),
                    ("P", "precision", "Precision"),
                    ("R", "recall", "Recall"),
                )
            ),
            calls("Success", "", "HitsMetric(topn={k})", (3,), entry="success@"),
            calls("Bpref", "BPrefMetric", entry="bpref"),
        ),
        BITS_32,
        compared=(1558, 258),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("Ties are shuffled.", ("tf_ranking",), (), ties),
    LeftOut(
        "It knows no unjudged entries: they are given as not relevant.",
        ("tf_ranking",),
        ("bpref",),
        lambda row: None in row["grades"],
    ),
)
