"""What the programs of information retrieval compute: trec_eval, and those that call it or follow it."""

from __future__ import annotations

from rankviz.profiles.profile import Choices, Profile

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
)
