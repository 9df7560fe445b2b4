"""Do the profiles give what the installed libraries answer now, on lists that no record holds?

A library that is not installed is skipped: `make peers` installs those that are too heavy for every run.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from tests.libraries.proofs import PROOFS
from tests.libraries.test_profiles import compare_rows, described
from tools.recorders.common import answered
from tools.recorders.lists import drawn

SEED, LISTS = 20261121, 60  # another seed than that of the records
# Our profile and what has to be there; which recorder asks it is in PROOFS.
INSTALLED = {
    "ir_measures": "ir_measures",
    "gdeval": "ir_measures",
    "cwl_eval": "cwl",
    "pytrec_eval": "pytrec_eval",
    "lightgbm": "lightgbm",
    "xgboost": "xgboost",
    "catboost": "catboost",
    "ranx": "ranx",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "profile",
    [
        pytest.param(name, marks=pytest.mark.skipif(not find_spec(package), reason=f"{package} is not installed: make peers"))
        for name, package in INSTALLED.items()
    ],
)
def test_a_profile_gives_what_the_library_answers_now(profile: str) -> None:
    proof = PROOFS[profile]
    recorder: Any = import_module(f"tools.recorders.{proof.record}")
    theirs = {call.theirs for call in proof.calls}
    asked = [measure for measure in recorder.ASKED if measure.key in theirs]
    rows = [answered(query, asked, recorder.compute) for query in drawn(SEED, LISTS)]
    promised, differ = 0, []
    for call in proof.calls:
        count, _, wrong = compare_rows(profile, call, rows)
        promised += count
        differ += described(call.ours, wrong)
    assert differ == []
    # No list may be left out so often, or refused, that little is compared.
    assert promised >= len(asked) * LISTS // 2
