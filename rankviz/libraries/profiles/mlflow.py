"""The profile of mlflow."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.profile import Note, Profile

_FILE = "metrics/metric_definitions.py"
_NOTES = (
    Note("mlflow_shrink", "slip", "mlflow/mlflow#24541", ("ndcg",)),
    Note("mlflow_three", "trap", "models/evaluation: model_type=retriever"),
    Note("mlflow_copies", "trap", f"{_FILE}: _expand_duplicate_retrieved_docs", ("ndcg", "precision")),
    Note("mlflow_nothing", "trap", f"{_FILE}: ndcg_at_k, recall_at_k", ("ndcg", "recall")),
)
_NAMES: Names = {(key, True): f"{key}_at_k({{k}})" for key in ("ndcg", "precision", "recall")}


def _write(call: Call, computed: str) -> str:
    return f"""import pandas as pd
from mlflow.metrics import {computed.partition("(")[0]}

relevant = {call.relevant_ids}
retrieved = {call.ranked_ids}
found = {computed}.eval_fn(pd.Series([retrieved]), pd.Series([relevant]))
print(float(found.scores[0]))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "mlflow",
        "mlflow",
        "3.17.2",
        "language_models",
        common={"mean_over": "all"},
        measures={
            "ndcg@": {"gain": "binary", "short_list": "shrink", "duplicates": "count_all"},
            "precision@": {"precision_base": "n", "duplicates": "count_all"},
            "recall@": {},
        },
        source=f"{_FILE}: ndcg_at_k, precision_at_k, recall_at_k; recorded by tools/recorders/mlflow.py",
        notes=_NOTES,
        program=CallForm(
            _NAMES, _write, "mlflow-skinny=={0} scikit-learn pandas", is_proved_with_copies=True, run_on="2026-11-23"
        ),
    ),
)
