"""The profile of cwl_eval."""

from __future__ import annotations

from rankviz.libraries.call import NUMBERS_TOO, Call, CallForm, Names
from rankviz.libraries.profile import Profile
from rankviz.libraries.profiles.ir_measures import CWL_CHOICES, write_ir_measures

_NAMES: Names = {
    ("precision", True): "P{only}@{k}",
    ("ap", False): "AP{only}",
    ("rr", False): "RR{only}",
    ("rbp", False): "RBP(p={p}, rel={rel})",
}


def _write(call: Call, measure: str) -> str:
    return write_ir_measures(call, measure, "ir_measures.cwl_eval")


PROFILES: tuple[Profile, ...] = (
    Profile(
        "cwl_eval",
        "cwl_eval",
        "1.0.12 (ir_measures 0.4.3)",
        "retrieval",
        common=CWL_CHOICES,
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
        program=CallForm(
            _NAMES,
            _write,
            "cwl-eval=={0} ir-measures=={1}",
            integer_grades_only=True,
            passed_fields=NUMBERS_TOO,
            needs="judged",
            run_on="2026-11-22",
        ),
    ),
)
