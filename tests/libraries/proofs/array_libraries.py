"""The calls of libraries that are given arrays."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import ALL, BITS_32, TO_10, TO_50, LeftOut, Proof, calls, joined, large_scores, ties

PROOFS: Mapping[str, Proof] = {
    "torchmetrics": Proof(
        "torchmetrics",
        joined(
            calls("nDCG", "ndcg", "retrieval_normalized_dcg", "retrieval_normalized_dcg(top_k={k})", TO_10),
            *(
                calls(ours, entry, f"retrieval_{name}(binary=True)", f"retrieval_{name}(top_k={{k}}, binary=True)", TO_10)
                for ours, entry, name in (
                    ("AP", "ap", "average_precision"),
                    ("RR", "rr", "reciprocal_rank"),
                    ("P", "precision", "precision"),
                    ("R", "recall", "recall"),
                    ("Success", "success", "hit_rate"),
                )
            ),
            calls("Rprec", "rprec", "retrieval_r_precision(binary=True)"),
            calls("AUC", "auc", "retrieval_auroc(binary=True)"),
        ),
        BITS_32,
        compared=(1645, 260),
    ),
    "lightgbm": Proof(
        "lightgbm",
        joined(
            calls("nDCG", "ndcg@", "", "ndcg(eval_at={k})", ALL),
            calls("AP", "ap@", "", "map(eval_at={k})", ALL),
        ),
        compared=(790, 100),
    ),
    "xgboost": Proof(
        "xgboost",
        joined(
            *(
                calls(ours, *each)
                for ours, entry, name in (("nDCG", "ndcg", "ndcg"), ("AP", "ap", "map"), ("P", "precision", "pre"))
                for each in ((entry, name), (f"{entry}@", "", name + "@{k}", TO_50))
            )
        ),
        compared=(825, 100),
    ),
    "catboost": Proof(
        "catboost",
        joined(
            calls("nDCG", "ndcg@", "", "NDCG:top={k}", TO_10),
            calls("DCG", "dcg@", "", "DCG:top={k}", TO_10),
            calls("nDCG", "ndcg", "NDCG"),
            calls("DCG", "dcg", "DCG"),
            calls("AP", "ap", "MAP", "MAP:top={k}", TO_10),
            calls("RR", "rr", "MRR", "MRR:top={k}", TO_10),
            calls("P", "precision", "PrecisionAt", "PrecisionAt:top={k}", TO_10),
            calls("R", "recall", "RecallAt", "RecallAt:top={k}", TO_10),
            calls("ERR", "err", "ERR", "ERR:top={k}", TO_10),
            calls("AUC", "auc", "QueryAUC"),
        ),
        compared=(2340, 286),
    ),
    "tf_ranking": Proof(
        "tf_ranking",
        joined(
            *(
                calls(ours, entry, f"{name}Metric", f"{name}Metric(topn={{k}})", TO_10)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "NDCG"),
                    ("DCG", "dcg", "DCG"),
                    ("AP", "ap", "MeanAveragePrecision"),
                    ("RR", "rr", "MRR"),
                    ("P", "precision", "Precision"),
                    ("R", "recall", "Recall"),
                )
            ),
            calls("Success", "success@", "", "HitsMetric(topn={k})", (3,)),
            calls("Bpref", "bpref", "BPrefMetric"),
        ),
        BITS_32,
        compared=(1558, 258),
    ),
    "rax": Proof(
        "rax",
        joined(
            *(
                calls(ours, entry, f"{name}_metric", f"{name}_metric(topn={{k}})", TO_10)
                for ours, entry, name in (
                    ("nDCG", "ndcg", "ndcg"),
                    ("DCG", "dcg", "dcg"),
                    ("AP", "ap", "ap"),
                    ("RR", "rr", "mrr"),
                    ("P", "precision", "precision"),
                    ("R", "recall", "recall"),
                )
            )
        ),
        BITS_32,
        compared=(1968, 240),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "Ties as torch.topk leaves them.", ("torchmetrics",), ("ap", "rr", "precision", "recall", "success", "rprec"), ties
    ),
    LeftOut("Ties are shuffled.", ("tf_ranking",), (), ties),
    LeftOut(
        "The sigmoid of scores from 16 on, in 32 bits, makes ties of them.",
        ("torchmetrics",),
        ("auc",),
        large_scores,
    ),
    LeftOut(
        "A missed document's negative grade is refused, which the library never sees.",
        ("lightgbm", "xgboost"),
        ("ndcg",),
        lambda row: any(grade < 0 for grade in row.get("missed", {}).values()),
    ),
    LeftOut(
        "It knows no unjudged entries: they are given as not relevant.",
        ("tf_ranking",),
        ("bpref",),
        lambda row: None in row["grades"],
    ),
)
