"""The profile of ir_measures."""

from __future__ import annotations

from rankviz.libraries.call import NUMBERS_TOO, Call, CallForm, Names, dictionaries
from rankviz.libraries.common_choices import COUNTED
from rankviz.libraries.profile import Choices, Profile
from rankviz.libraries.profiles.trec_eval import TREC_CHOICES

# A dictionary keeps the last value that it was given for a key.
_DICTIONARY: Choices = {"duplicates": "last_wins"}
# Through ir_measures only these are given to cwl_eval and gdeval.pl.
CWL_CHOICES: Choices = {**COUNTED, "ties": "input_order", "negative": "zero", "score_bits": "64"}
_NAMES: Names = {
    ("ndcg", True): "nDCG@{k}",
    ("ndcg", False): "nDCG",
    ("ap", True): "AP{only}@{k}",
    ("ap", False): "AP{only}",
    ("precision", True): "P{only}@{k}",
    ("precision", False): "SetP{only}",
    ("recall", True): "R{only}@{k}",
    ("recall", False): "SetR{only}",
    ("f1", False): "SetF{only}",
    ("success", True): "Success{only}@{k}",
    ("rr", True): "RR{only}@{k}",
    ("rr", False): "RR{only}",
    ("rprec", False): "Rprec{only}",
    ("bpref", False): "Bpref{only}",
    ("iprec", False): "IPrec{only}@{at}",
    ("err", True): "ERR@{k}",
    ("rbp", False): "RBP(p={p}, rel={rel})",
}


def write_ir_measures(call: Call, measure: str, program: str = "ir_measures") -> str:
    """Write the code that asks ir_measures, or one of the programs that it calls, for a measure."""
    computed = f'{program}.calc_aggregate([ir_measures.parse_measure("{measure}")], qrels, run)'
    return f"import ir_measures\n\n{dictionaries(call)}print({computed})\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "ir_measures",
        "ir_measures",
        "0.4.3",
        "retrieval",
        common={**TREC_CHOICES, **_DICTIONARY},
        measures={
            **{key: {} for key in ("ndcg", "ap", "precision", "recall", "success@", "rprec", "bpref", "iprec")},
            "f1": {},
            "f1@": None,
            "rr": {},
            # RR with a cutoff is that of the MS MARCO program.
            "rr@": {"ties": "docid_asc", "score_bits": "64"},
            "err@": {"err_max": 4, "score_bits": "64", **COUNTED},
            "rbp": CWL_CHOICES,
            "rbp@": None,
        },
        source="providers/pytrec_eval_provider.py, msmarco_provider.py; recorded by tools/recorders/ir_measures_profiles.py",
        program=CallForm(
            _NAMES,
            write_ir_measures,
            "ir-measures=={0}",
            integer_grades_only=True,
            passed_fields=NUMBERS_TOO,
            needs="judged",
            run_on="2026-11-22",
        ),
    ),
)
