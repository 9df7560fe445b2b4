"""The calls of what evaluates runs with judgments."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs.parts import FIVE_DECIMALS, TO_10, LeftOut, Proof, calls, everything, joined, ties

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
    "trectools": Proof(
        "trectools",
        joined(
            calls("nDCG", "ndcg", "get_ndcg", "get_ndcg(depth={k})", TO_10),
            calls("AP", "ap", "get_map", "get_map(depth={k})", TO_10),
            calls("P", "precision", "get_precision", "get_precision(depth={k})", TO_10),
            calls("R", "recall", "get_recall", "get_recall(depth={k})", TO_10),
            calls("RR", "rr", "get_reciprocal_rank", "get_reciprocal_rank(depth={k})", TO_10),
            calls("Rprec", "rprec", "get_rprec"),
            calls("Bpref", "bpref", "get_bpref"),
            calls("RBP(p=0.8)", "rbp", "get_rbp"),
            calls("RBP(p=0.95)", "rbp", "get_rbp(p=0.95)"),
        ),
        compared=(1922, 226),
    ),
}
LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "A list without judgments is no query of a run's mean: it has no number there.",
        ("pytrec_eval", "ir_measures", "gdeval", "cwl_eval"),
        (),
        lambda row: not everything(row),
        alone=True,
    ),
    LeftOut("Beyond 15 entries the sort is not stable.", ("ranx",), (), lambda row: ties(row) and len(row["ids"]) > 15),
    LeftOut(
        "NaN where everything judged is relevant.",
        ("ranx",),
        ("bpref",),
        lambda row: min(everything(row), default=0) >= 1,
    ),
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
