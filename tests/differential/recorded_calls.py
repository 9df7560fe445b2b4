"""Which recorded call belongs to which measure of a profile, and which rows a profile cannot promise, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Row = Mapping[str, Any]
EXACT, BITS_32, FIVE_DECIMALS = 1e-9, 1e-6, 5e-6 + 1e-12


class Call(NamedTuple):
    """Our measure, their call, and the entry of PROFILES.json that tells of it, if it tells of the library at all."""

    ours: str
    theirs: str
    entry: str


@dataclass(frozen=True)
class Proof:
    """Where a profile's answers are recorded, and how exactly they have to be met.

    `compared` is of how many rows that is promised, of single lists and of means; `library` its name in PROFILES.json.
    """

    record: str
    calls: tuple[Call, ...]
    tolerance: float = EXACT
    library: str = ""
    compared: tuple[int, int] = (0, 0)


def calls(ours: str, entry: str, whole: str, at: str = "", ks: Sequence[object] = ()) -> Iterator[Call]:
    """One measure's call for the whole list, if there is one, and its calls at several cutoffs."""
    if whole:
        yield Call(ours, whole, entry)
    yield from (Call(f"{ours}@{k}", at.format(k=k), entry) for k in ks)


def joined(*parts: Iterator[Call]) -> tuple[Call, ...]:
    return tuple(call for part in parts for call in part)


TO_10, TO_50, ALL = (1, 3, 10), (1, 3, 10, 50), (1, 3, 5, 10, 50)
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
    "ir_measures": Proof(
        "ir_measures_profiles",
        PYTREC_EVAL
        + joined(
            calls("RR", "rr@", "", "msmarco:RR@{k}", TO_10),
            calls("RR", "rr@", "", "RR@{k}", (3,)),
            calls("RBP(p=0.8)", "rbp cwl_eval", "cwl_eval:RBP(p=0.8,rel=1)"),
        ),
        library="ir_measures",
        compared=(3059, 360),
    ),
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
    "cwl_eval": Proof(
        "ir_measures_profiles",
        joined(
            calls("AP", "ap cwl_eval", "cwl_eval:AP"),
            calls("RR", "rr cwl_eval", "cwl_eval:RR"),
            calls("P", "precision@ cwl_eval", "", "cwl_eval:P@{k}", (3,)),
            calls("RBP(p=0.8)", "rbp cwl_eval", "cwl_eval:RBP(p=0.8,rel=1)"),
        ),
        library="ir_measures",
        compared=(340, 40),
    ),
    "ranx": Proof(
        "ranx_profiles",
        joined(
            calls("nDCG", "ndcg", "ndcg", "ndcg@{k}", TO_10),
            calls("AP", "ap", "map", "map@{k}", TO_10),
            calls("RR", "rr", "mrr", "mrr@{k}", TO_10),
            calls("P", "precision", "precision", "precision@{k}", TO_10),
            calls("R", "recall", "recall", "recall@{k}", TO_10),
            calls("Success", "success", "hit_rate", "hit_rate@{k}", TO_10),
            calls("F1", "f1", "f1", "f1@{k}", TO_10),
            calls("Rprec", "rprec", "r-precision"),
            calls("TP", "tp@", "", "hits@{k}", (3,)),
            calls("RBP(p=0.8)", "rbp", "rbp.80"),
            calls("Bpref", "bpref", "bpref"),
        ),
        compared=(2552, 318),
    ),
    "beir": Proof(
        "beir",
        joined(
            calls("nDCG", "ndcg@", "", "NDCG@{k}", TO_10),
            calls("AP", "ap@", "", "MAP@{k}", TO_10),
            calls("R", "recall@", "", "Recall@{k}", TO_10),
            calls("P", "precision@", "", "P@{k}", TO_10),
            calls("RR", "rr@", "", "MRR@{k}", TO_10),
            calls("Success", "success@", "", "Accuracy@{k}", TO_10),
        ),
        FIVE_DECIMALS,
        compared=(1464, 168),
    ),
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
    "recommenders": Proof(
        "recommenders",
        joined(
            calls("nDCG", "ndcg@", "ndcg_at_k", "ndcg_at_k(k={k})", TO_10),
            calls("P", "precision@", "precision_at_k", "precision_at_k(k={k})", TO_10),
            calls("R", "recall@", "recall_at_k", "recall_at_k(k={k})", TO_10),
            calls("AP", "ap@", "map_at_k", "map_at_k(k={k})", TO_10),
            calls("Rprec", "rprec", "r_precision_at_k"),
            calls("Rprec", "rprec", "r_precision_at_k(k=10)"),
        ),
        compared=(1538, 146),
    ),
    "recbole": Proof(
        "recbole",
        joined(
            *(
                calls(ours, entry, "", name + "@{k}", (1, 3, 5, 10))
                for ours, entry, name in (
                    ("nDCG", "ndcg@", "ndcg"),
                    ("AP", "ap@", "map"),
                    ("RR", "rr@", "mrr"),
                    ("R", "recall@", "recall"),
                    ("P", "precision@", "precision"),
                    ("Success", "success@", "hit"),
                )
            ),
            calls("GAUC", "gauc", "gauc"),
        ),
        BITS_32,
        compared=(1522, 247),
    ),
    "ml_metrics": Proof(
        "ml_metrics",
        joined(calls("AP", "ap@", "apk", "apk(k={k})", ALL)),
        compared=(522, 60),
    ),
}


# ---------------------------------------------------------------------------------------------------------------------------
# What cannot be promised


class LeftOut(NamedTuple):
    """Rows of some profiles' measures (by key; none: all of them) that no choice can give, and why.

    A mean over several lists is left out if one of them is, unless the reason holds for lists `alone`; in `means` the reason
    holds for the lists of a mean together.
    """

    why: str
    profiles: tuple[str, ...]
    metrics: tuple[str, ...]
    holds: Callable[[Row], bool] = lambda _row: False
    alone: bool = False
    means: Callable[[Sequence[Row]], bool] = lambda _rows: False


def everything(row: Row) -> list[float]:
    """All grades of a row; unjudged entries have none."""
    return [each for each in (*row["grades"], *row.get("missed", {}).values()) if each is not None]


def ties(row: Row) -> bool:
    return "ties" in row


def relevant_twice(row: Row) -> bool:
    relevant = [doc for doc, grade in zip(row["ids"], row["grades"], strict=True) if grade is not None and grade >= 1]
    return len(set(relevant)) < len(relevant)


def large_scores(row: Row) -> bool:
    return any(not 0 <= score <= 1 for score in row["scores"]) and max(row["scores"]) >= 16


def hit_ranks(row: Row) -> list[int]:
    order = sorted(range(len(row["ids"])), key=lambda i: -row["scores"][i])
    return [rank for rank, i in enumerate(order, 1) if (row["grades"][i] or 0) >= 1]


def no_hit_in_first_r(row: Row) -> bool:
    """R is beyond the cutoff of 10, or something is hit, but nothing in the first R."""
    total, hits = sum(grade >= 1 for grade in everything(row)), hit_ranks(row)
    return total > 10 or (bool(hits) and hits[0] > min(total, 10))


LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A list without judgments is no query of a run's mean: it has no number there.",
        ("pytrec_eval", "ir_measures", "gdeval", "cwl_eval"),
        (),
        lambda row: not everything(row),
        alone=True,
    ),
    LeftOut(
        "Ties as torch.topk leaves them.", ("torchmetrics",), ("ap", "rr", "precision", "recall", "success", "rprec"), ties
    ),
    LeftOut("Ties as torch.topk leaves them.", ("recbole",), ("ndcg", "ap", "rr", "recall", "precision", "success"), ties),
    LeftOut("Ties are shuffled.", ("tf_ranking",), (), ties),
    LeftOut("Beyond 15 entries the sort is not stable.", ("ranx",), (), lambda row: ties(row) and len(row["ids"]) > 15),
    LeftOut(
        "NaN where everything judged is relevant.",
        ("ranx",),
        ("bpref",),
        lambda row: min(everything(row), default=0) >= 1,
    ),
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
    LeftOut(
        "The ranks of copies of a hit are numbered anew once they are joined with the judgments.",
        ("recommenders",),
        ("ndcg",),
        relevant_twice,
    ),
    LeftOut(
        "The list is cut at 10 before R is read; without a hit in the first R there is no number.",
        ("recommenders",),
        ("rprec",),
        no_hit_in_first_r,
    ),
    LeftOut(
        "The mean is 0 where nobody has a hit, also without any user.",
        ("recommenders",),
        (),
        means=lambda rows: not any(hit_ranks(row) for row in rows),
    ),
    LeftOut(
        "Users without a hit in the first R are left out of the mean.",
        ("recommenders",),
        ("rprec",),
        means=lambda rows: any(not hit_ranks(row) for row in rows),
    ),
)
