"""The profile of BEIR."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, dictionaries
from rankviz.libraries.profile import Profile
from rankviz.libraries.profiles.trec_eval import TREC_CHOICES

_NAMES: Names = {
    ("ndcg", True): "NDCG@{k}",
    ("ap", True): "MAP@{k}",
    ("recall", True): "Recall@{k}",
    ("precision", True): "P@{k}",
    ("rr", True): "MRR@{k}",
    ("success", True): "Accuracy@{k}",
}
_OWN = {"MRR": "mrr", "Accuracy": "accuracy"}  # measures that _NAMES computes by itself


def _write(call: Call, measure: str) -> str:
    name, _, cutoff = measure.partition("@")
    head = f"from beir.retrieval.evaluation import EvaluateRetrieval\n\n{dictionaries(call)}"
    if name in _OWN:
        computed = f'EvaluateRetrieval.evaluate_custom(qrels, run, [{cutoff}], "{_OWN[name]}")'
        return f"{head}print({computed})\n"
    value = f'next(each["{measure}"] for each in found if "{measure}" in each)'
    return f"{head}found = EvaluateRetrieval.evaluate(qrels, run, [{cutoff}])\nprint({value})\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "beir",
        "BEIR",
        "2.2.0",
        "retrieval",
        measures={
            **{key: {**TREC_CHOICES, "mean_over": "intersection"} for key in ("ndcg@", "ap@", "recall@", "precision@")},
            # Of its own making, not pytrec_eval's: ties in the order of the dictionary, divided by the judged queries.
            "rr@": {},
            "success@": {},
        },
        source="retrieval/evaluation.py, custom_metrics.py; recorded by tools/recorders/beir.py, five decimals",
        decimals=5,
        program=CallForm(
            _NAMES, _write, "beir=={0}", integer_grades_only=True, passed_fields=(), needs="judged", run_on="2026-11-22"
        ),
    ),
)
