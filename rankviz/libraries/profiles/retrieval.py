"""Profiles of evaluators of information retrieval: trec_eval, and those that call it or follow it."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Note, Profile

# Up to version 9 trec_eval keeps scores as 32-bit numbers.
_TREC: Choices = {"ties": "docid_desc", "negative": "unjudged", "score_bits": "32"}
# A dictionary keeps the last value that it was given for a key.
_DICTIONARY: Choices = {"duplicates": "last_wins"}
# These are given every row of a run, and each is credited; the judgments know a document once.
_DUPLICATES: Choices = {"duplicates": "count_all"}
_CREDITED: Choices = {"duplicates": "credit_each"}
# Through ir_measures only these are given to cwl_eval and gdeval.pl.
_CWL: Choices = {**_DUPLICATES, "ties": "input_order", "negative": "zero", "score_bits": "64"}
_GDEVAL: Choices = {**_TREC, **_DUPLICATES, "score_bits": "64"}

_TREC_MEASURES: dict[str, Choices | None] = {
    **{key: {} for key in ("precision", "recall", "success@", "ap", "ndcg", "rprec", "bpref", "iprec", "iprec11")},
    # set_F and recip_rank read the whole list.
    "f1": {},
    "f1@": None,
    "rr": {},
    "rr@": None,
}

_BY_ID: Choices = {"ties": "docid_desc"}
# trectools never reads more than 1,000 entries of a topic unless it is told to.
_THOUSAND: Choices = {"cutoff": 1000}

RETRIEVAL = (
    Profile(
        "trec_eval",
        "trec_eval",
        "9.0.8 (pytrec-eval-terrier 0.5.11)",
        "retrieval",
        common={**_TREC, "duplicates": "error", "mean_over": "intersection"},
        measures=_TREC_MEASURES,
        source="form_res_rels.c, m_map.c, m_ndcg.c, m_ndcg_cut.c, m_P.c, m_recall.c, m_Rprec.c",
    ),
    Profile(
        "pytrec_eval",
        "pytrec_eval",
        "pytrec-eval-terrier 0.5.11",
        "retrieval",
        common={**_TREC, **_DICTIONARY, "mean_over": "intersection"},
        measures=_TREC_MEASURES,
        source="pytrec_eval_ext.cpp and trec_eval 9.0.8 in it; recorded by tools/recorders/ir_measures_profiles.py",
    ),
    Profile(
        "ir_measures",
        "ir_measures",
        "0.4.3",
        "retrieval",
        common={**_TREC, **_DICTIONARY},
        measures={
            **{key: {} for key in ("ndcg", "ap", "precision", "recall", "success@", "rprec", "bpref", "iprec")},
            "f1": {},
            "f1@": None,
            "rr": {},
            # RR with a cutoff is that of the MS MARCO program.
            "rr@": {"ties": "docid_asc", "score_bits": "64"},
            "err@": {"err_max": 4, "score_bits": "64", **_DUPLICATES},
            "rbp": _CWL,
            "rbp@": None,
        },
        source="providers/pytrec_eval_provider.py, msmarco_provider.py; recorded by tools/recorders/ir_measures_profiles.py",
    ),
    Profile(
        "gdeval",
        "gdeval.pl",
        "(ir_measures 0.4.3)",
        "retrieval",
        common=_GDEVAL,
        measures={"ndcg@": {"gain": "exponential", **_CREDITED}, "err@": {"err_max": 4}},
        source="bin/gdeval.pl: dcg, runOrder; recorded by tools/recorders/ir_measures_profiles.py, five decimals",
    ),
    Profile(
        "cwl_eval",
        "cwl_eval",
        "1.0.12 (ir_measures 0.4.3)",
        "retrieval",
        common=_CWL,
        measures={
            # Documents that were not retrieved are unknown to it.
            "ap": {"ap_base": "hits"},
            "ap@": None,
            "rr": {},
            "rr@": None,
            "precision@": {},
            "rbp": {},
            "rbp@": None,
        },
        source="providers/cwl_provider.py; recorded by tools/recorders/ir_measures_profiles.py",
    ),
    Profile(
        "ranx",
        "ranx",
        "0.3.21",
        "retrieval",
        measures={
            **{key: {} for key in ("ndcg", "ap", "rr", "precision", "recall", "success", "f1", "rprec", "bpref")},
            "tp@": {},
            "rbp": {"rbp_gain": "graded"},
            "rbp@": None,
        },
        unstable="unstable_sort",
        stable_up_to=15,
        source="metrics/ndcg.py, data_structures/common.py sort_dict_by_value; recorded by tools/recorders/ranx_profiles.py",
    ),
    Profile(
        "beir",
        "BEIR",
        "2.2.0",
        "retrieval",
        measures={
            **{key: {**_TREC, "mean_over": "intersection"} for key in ("ndcg@", "ap@", "recall@", "precision@")},
            # Of its own making, not pytrec_eval's: ties in the order of the dictionary, divided by the judged queries.
            "rr@": {},
            "success@": {},
        },
        source="retrieval/evaluation.py, custom_metrics.py; recorded by tools/recorders/beir.py, five decimals",
    ),
    Profile(
        "trectools",
        "trectools",
        "0.0.50",
        "retrieval",
        common={"negative": "unjudged", "threshold": 0.0, "strict": "yes", "duplicates": "error", "mean_over": "run"},
        measures={
            **{key: {**_BY_ID, **_THOUSAND} for key in ("ap", "precision", "recall", "rr")},
            **dict.fromkeys(("rprec", "bpref"), _BY_ID),
            # Of these two the order is that in which TrecRun sorts a file; RBP averages over ties.
            "ndcg": {"ties": "docid_asc", **_THOUSAND},
            "rbp": {},
            "rbp@": None,
        },
        unstable="averaged_ties",
        source="trec_eval.py, trec_run.py: read_run, trec_qrel.py: read_qrel; recorded by tools/recorders/trectools.py",
        notes=(
            Note(
                "trectools_order", "trap", "trectools/trec_eval.py: get_ndcg, get_rbp; trec_run.py: read_run", ("ndcg", "rbp")
            ),
            Note("trectools_gain", "trap", "trectools/trec_eval.py: get_ndcg", ("ndcg",)),
            Note("trectools_thousand", "trap", "trectools/trec_eval.py: get_precision", ("precision",)),
            Note("trectools_queries", "trap", "joaopalotti/trectools#24"),
            Note("trectools_rprec", "slip", "trectools/trec_eval.py: get_rprec, run with pandas 2.3.3 and 3.1.1", ("rprec",)),
            Note("trectools_rbp", "slip", "trectools/trec_eval.py: get_rbp", ("rbp",)),
            Note("trectools_nan", "trap", "trectools/trec_eval.py: get_rbp", ("rbp",)),
            Note("trectools_bpref", "slip", "trectools/trec_eval.py: get_bpref", ("bpref",)),
        ),
    ),
)
