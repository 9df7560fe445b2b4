"""The profile of ranx."""

from __future__ import annotations

from rankviz.libraries.call import NUMBERS_TOO, Call, CallForm, Names, dictionaries
from rankviz.libraries.profile import Profile

_NAMES: Names = {
    ("ndcg", True): "ndcg@{k}",
    ("ndcg", False): "ndcg",
    ("ap", True): "map@{k}{suffix}",
    ("ap", False): "map{suffix}",
    ("precision", True): "precision@{k}{suffix}",
    ("precision", False): "precision{suffix}",
    ("recall", True): "recall@{k}{suffix}",
    ("recall", False): "recall{suffix}",
    ("f1", True): "f1@{k}{suffix}",
    ("f1", False): "f1{suffix}",
    ("success", True): "hit_rate@{k}{suffix}",
    ("success", False): "hit_rate{suffix}",
    ("tp", True): "hits@{k}{suffix}",
    ("rr", True): "mrr@{k}{suffix}",
    ("rr", False): "mrr{suffix}",
    ("rprec", False): "r-precision{suffix}",
    ("bpref", False): "bpref{suffix}",
    ("rbp", False): "rbp.{digits}",
}


def _write(call: Call, measure: str) -> str:
    computed = f'evaluate(Qrels(qrels), Run(run), "{measure}")'
    return f"from ranx import Qrels, Run, evaluate\n\n{dictionaries(call)}print({computed})\n"


PROFILES: tuple[Profile, ...] = (
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
        program=CallForm(
            _NAMES,
            _write,
            "ranx=={0}",
            integer_grades_only=True,
            passed_fields=NUMBERS_TOO,
            needs="judged",
            run_on="2026-11-22",
        ),
    ),
)
