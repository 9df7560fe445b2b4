"""The profile of Rax."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays, with_and_without_cutoff
from rankviz.libraries.common_choices import ARRAY, SHOWN_ONLY
from rankviz.libraries.profile import Profile

_GRADED, _BY_RELEVANCE = ("ndcg", "dcg"), ("ap", "rr", "precision", "recall")
_OTHER_NAMES = {"rr": "mrr"}
_NAMES: Names = {
    **with_and_without_cutoff({key: f"{key}_metric(scores, grades{{}})" for key in _GRADED}, ", topn={k}"),
    **with_and_without_cutoff(
        {key: f"{_OTHER_NAMES.get(key, key)}_metric(scores, relevant{{}})" for key in _BY_RELEVANCE}, ", topn={k}"
    ),
}


def _write(call: Call, name: str) -> str:
    form = "jnp.array({}, dtype=float)"
    return f"import jax.numpy as jnp\nimport rax\n\n{arrays(call, name, form)}print(float(rax.{name}))\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "rax",
        "Rax",
        "0.4.0",
        "learning_to_rank",
        common={**ARRAY, "mean_over": "run"},
        measures={
            "ndcg": {**SHOWN_ONLY, "gain": "exponential", "negative": "keep"},
            "dcg": {"gain": "exponential", "negative": "keep"},
            "ap": {"ap_base": "R_list"},
            "rr": {},
            "precision": {"precision_base": "n"},
            "recall": {"recall_base": "R_list"},
        },
        source="_src/metrics.py, without a key for random ties; recorded by tools/recorders/rax.py, 32 bits",
        program=CallForm(_NAMES, _write, "rax=={0}", run_on="2026-11-22"),
    ),
)
