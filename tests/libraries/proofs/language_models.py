"""The calls of libraries that evaluate what is retrieved for a language model: embeddings, retrievers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tests.libraries.proofs.parts import TO_10, Call, LeftOut, Proof, Row, calls, copies, everything, joined, ties


def _llama_index(ks: Sequence[int]) -> Iterator[Call]:
    """It has no k: what it was given was cut."""
    for ours, entry, name in (
        ("nDCG", "ndcg", "NDCG"),
        ("AP", "ap", "AveragePrecision"),
        ("RR", "rr", "MRR"),
        ("P", "precision", "Precision"),
        ("R", "recall", "Recall"),
        ("Success", "success", "HitRate"),
    ):
        yield from calls(ours, entry, name, f"{name}(similarity_top_k={{k}})", TO_10 if ours == "nDCG" else ks)


PROOFS: Mapping[str, Proof] = {
    "sentence_transformers": Proof(
        "sentence_transformers",
        joined(
            *(
                calls(ours, f"{entry}@", "", f"{name}(k={{k}})", (*TO_10, 100))
                for ours, entry, name in (
                    ("nDCG", "ndcg", "ndcg"),
                    ("AP", "ap", "map"),
                    ("RR", "rr", "mrr"),
                    ("P", "precision", "precision"),
                    ("R", "recall", "recall"),
                    ("Success", "success", "accuracy"),
                )
            )
        ),
        compared=(1944, 216),
    ),
    "sentence_transformers_reranking": Proof(
        "sentence_transformers_reranking",
        joined(
            calls("nDCG", "ndcg@", "", "ndcg(at_k={k})", (*TO_10, 100)),
            calls("RR", "rr@", "", "mrr(at_k={k})", (*TO_10, 100)),
            calls("AP", "ap", "map"),
        ),
        compared=(668, 63),
    ),
    "mlflow": Proof(
        "mlflow",
        joined(
            calls("nDCG", "ndcg@", "", "ndcg_at_k(k={k})", (*TO_10, 100)),
            calls("P", "precision@", "", "precision_at_k(k={k})", (*TO_10, 100)),
            calls("R", "recall@", "", "recall_at_k(k={k})", (*TO_10, 100)),
        ),
        compared=(1052, 112),
    ),
    "phoenix": Proof(
        "phoenix",
        joined(
            calls("nDCG", "ndcg", "ndcg", "ndcg(k={k})", TO_10),
            calls("P", "precision", "precision", "precision(k={k})", TO_10),
            calls("RR", "rr", "reciprocal_rank"),
            calls("Success", "success", "hit"),
        ),
        compared=(815, 0),
    ),
    "llama_index_0_12_1": Proof("llama_index_0_12_1", joined(_llama_index((3,))), compared=(1130, 0)),
    "llama_index": Proof("llama_index", joined(_llama_index(TO_10)), compared=(1932, 0)),
}


def hit_again_after_3(row: Row) -> bool:
    """Whether a cutoff of 3 parts a hit from its duplicate."""
    order = sorted(range(len(row["ids"])), key=lambda i: -row["scores"][i])
    hits = [[row["ids"][i] for i in part if (row["grades"][i] or 0) >= 1] for part in (order[:3], order[3:])]
    return bool({*hits[0]} & {*hits[1]})


def nothing_at_all(row: Row) -> bool:
    return not row["ids"] and not any(grade >= 1 for grade in everything(row))


def negative(row: Row) -> bool:
    return any(grade < 0 for grade in everything(row))


def hit_and_unjudged(row: Row) -> bool:
    return None in row["grades"] and any((grade or 0) > 0 for grade in row["grades"])


def lacks_a_grade_after_1(row: Row) -> bool:
    order = sorted(range(len(row["ids"])), key=lambda i: -row["scores"][i])
    return None in [row["grades"][i] for i in order[1:]]


LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut("A label that is missing after the cutoff makes it NaN too.", ("phoenix",), ("precision@",), lacks_a_grade_after_1),
    LeftOut("A hit anywhere makes it 1, also after a missing label.", ("phoenix",), ("success",), hit_and_unjudged),
    LeftOut("A label below 0 is a hit.", ("phoenix",), ("precision", "rr", "success"), negative),
    LeftOut("A missed document's negative grade is refused, which the library never sees.", ("phoenix",), ("ndcg",), negative),
    LeftOut(
        "Only duplicates inside the cutoff are documents of their own in the ideal.", ("mlflow",), ("ndcg@",), hit_again_after_3
    ),
    LeftOut("Nothing relevant counts 1 where nothing was retrieved, else 0.", ("mlflow",), ("ndcg", "recall"), nothing_at_all),
    LeftOut("Ties as an unstable sort, turned around, leaves them.", ("sentence_transformers_reranking",), ("rr",), ties),
    LeftOut(
        "The list is cut first, then every document counts once: fewer than k.",
        ("llama_index_0_12_1", "llama_index"),
        ("precision@",),
        copies,
    ),
)
