"""The profile of implicit."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, relevant_and_ranked
from rankviz.libraries.common_choices import COUNTED, CREDITED, TEN
from rankviz.libraries.profile import Choices, Note, Profile

_ONES: Choices = {"gain": "binary", **CREDITED}
_FILE = "implicit/evaluation.pyx: ranking_metrics_at_k"
_METRICS = {"ndcg": "ndcg_at_k", "ap": "mean_average_precision_at_k", "precision": "precision_at_k"}
_NAMES: Names = {(key, True): f"{name}(K={{k}})" for key, name in _METRICS.items()} | {
    (key, False): f"{name}(K=10)" for key, name in _METRICS.items()
}


def _write(call: Call, measure: str) -> str:
    name, _, cutoff = measure.partition("(")
    return f"""import numpy as np
from implicit.evaluation import {name}
from scipy.sparse import csr_matrix

{relevant_and_ranked(call)}items = [*dict.fromkeys(ranked + relevant), "another"]


class Listed:
    def recommend(self, users, train, N):
        shown = [items.index(item) for item in ranked[:N]]
        return np.array([shown + [-1] * (N - len(shown))], dtype="int32"), None


columns = [items.index(item) for item in relevant]
test = csr_matrix(([1] * len(relevant), ([0] * len(relevant), columns)), shape=(1, len(items)))
print({name}(Listed(), csr_matrix(test.shape), test, show_progress=False, {cutoff})
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "implicit",
        "implicit",
        "0.7.3",
        "recommendation",
        common={"mean_over": "all", "no_relevant": "skip"},
        measures={
            "ndcg": {**_ONES, **TEN},
            "ap": {"ap_base": "min_R_k", **CREDITED, **TEN},
            "precision": {"precision_base": "min_R_k", "mean_weights": "base", **COUNTED, **TEN},
        },
        source=f"{_FILE}; recorded by tools/recorders/implicit.py",
        notes=(
            Note("implicit_precision", "name", "benfred/implicit#158, #412, #713", ("precision",)),
            Note("implicit_liked", "trap", "benfred/implicit#171; recommend(filter_already_liked_items=True)"),
            Note("implicit_stored", "trap", _FILE),
            Note("implicit_beyond", "slip", f"{_FILE}, AlternatingLeastSquares of 8 items asked for 20"),
        ),
        program=CallForm(_NAMES, _write, "implicit=={0}", needs="relevant", run_on="2026-11-23"),
    ),
)
