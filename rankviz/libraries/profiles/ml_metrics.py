"""The profile of ml_metrics."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.common_choices import TEN
from rankviz.libraries.profile import Profile

_NAMES: Names = {("ap", True): "apk(relevant, ranked, k={k})", ("ap", False): "apk(relevant, ranked)"}


def _write(call: Call, computed: str) -> str:
    return f"from ml_metrics import apk\n\nrelevant = {call.relevant_ids}\nranked = {call.ranked_ids}\nprint({computed})\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "ml_metrics",
        "ml_metrics",
        "0.1.4",
        "recommendation",
        common={"mean_over": "all"},
        measures={"ap": {"ap_base": "min_R_k", "empty": "1", **TEN}},
        source="average_precision.py: apk, mapk; recorded by tools/recorders/ml_metrics.py",
        # Its build asks for what newer setuptools no longer have.
        program=CallForm(
            _NAMES, _write, '--no-build-isolation ml_metrics=={0} "setuptools<58"', needs="relevant", run_on="2026-11-22"
        ),
    ),
)
