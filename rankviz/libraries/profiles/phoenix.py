"""The profile of Arize Phoenix."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, with_and_without_cutoff
from rankviz.libraries.profile import Choices, Note, Profile

_FILE = "metrics/retrieval_metrics.py"
_NOTES = (
    Note("phoenix_missed", "trap", f"{_FILE}: ndcg", ("ndcg",)),
    Note("phoenix_nonzero", "trap", f"{_FILE}: precision, reciprocal_rank, hit", ("precision", "rr", "success")),
    Note("phoenix_nan", "trap", f"{_FILE}: has_nan"),
)
# Any label but 0 is a hit; of one below 0 nothing is promised.
_NONZERO: Choices = {"threshold": 0, "strict": "yes"}
_NAMES: Names = {
    **with_and_without_cutoff({"ndcg": "ndcg({})", "precision": "precision({})"}, "{k}"),
    ("rr", False): "reciprocal_rank()",
    ("success", False): "hit()",
}


def _write(call: Call, computed: str) -> str:
    labels = ["nan" if item.grade is None else repr(item.grade) for item in call.items_by_score]
    head = "from math import nan\n\n" if "nan" in labels else ""
    return f"""{head}from phoenix.metrics.retrieval_metrics import RetrievalMetrics

labels = [{", ".join(labels)}]  # of what was retrieved, in its order
print(float(RetrievalMetrics(labels).{computed}))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "phoenix",
        "Arize Phoenix",
        "20.26.1",
        "language_models",
        common={"duplicates": "count_all", "unretrieved": "invisible", "unjudged": "undefined"},
        measures={
            "ndcg": {"ideal": "retrieved", "short_list": "shrink", "negative": "error"},
            "precision": _NONZERO,
            "rr": _NONZERO,
            "rr@": None,
            "success": _NONZERO,
            "success@": None,
        },
        source=f"{_FILE}; recorded by tools/recorders/phoenix.py",
        notes=_NOTES,
        program=CallForm(_NAMES, _write, "arize-phoenix=={0}", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
