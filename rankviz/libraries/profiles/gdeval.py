"""The profile of gdeval.pl."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, run_files
from rankviz.libraries.common_choices import COUNTED, CREDITED
from rankviz.libraries.profile import Choices, Profile
from rankviz.libraries.profiles.trec_eval import TREC_CHOICES

_CHOICES: Choices = {**TREC_CHOICES, **COUNTED, "score_bits": "64"}
_NAMES: Names = {("ndcg", True): "{k}", ("err", True): "{k}"}


def _write(call: Call, cutoff: str) -> str:
    where = "import ir_measures, os; print(os.path.dirname(ir_measures.__file__))"
    return f"{run_files(call)}perl \"$(python -c '{where}')/bin/gdeval.pl\" qrels.txt run.txt {cutoff}\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "gdeval",
        "gdeval.pl",
        "(ir_measures 0.4.3)",
        "retrieval",
        common=_CHOICES,
        measures={"ndcg@": {"gain": "exponential", **CREDITED}, "err@": {"err_max": 4}},
        source="bin/gdeval.pl: dcg, runOrder; recorded by tools/recorders/ir_measures_profiles.py, five decimals",
        decimals=5,
        program=CallForm(
            _NAMES,
            _write,
            "ir-measures=={0}",
            integer_grades_only=True,
            highest_grade=4,
            passed_fields=(),
            needs="relevant",
            is_shell=True,
            is_proved_with_copies=True,
            run_on="2026-11-22",
        ),
    ),
)
