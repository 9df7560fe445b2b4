"""Record mlflow's retrieval metrics, which are given a column of retrieved ids and one of relevant ids.

It needs mlflow-skinny, which has the same file as mlflow, and scikit-learn and pandas besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, GROUPS, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query, typed

LONGEST = 100  # its metrics have a k always; this one is beyond all lists
ASKED = [each for name in ("ndcg_at_k", "precision_at_k", "recall_at_k") for each in measures(name, (1, 3, 10, LONGEST))]

# Of its two copies a cutoff of 3 leaves one out.
LATE = typed("the hit again, late", [0, 1, 0, 1, 1], ids=["b", "a", "c", "a", "d"])


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One list's score, or the mean of several as it aggregates them."""
    pandas, library = import_module("pandas"), import_module("mlflow.metrics")
    retrieved = pandas.Series([query.ranked for query in queries])
    relevant = pandas.Series([[doc for doc, grade in query.judgments.items() if grade >= 1] for query in queries])
    found: Any = getattr(library, measure.name)(**measure.parameters).eval_fn(retrieved, relevant)
    return float(found.scores[0] if len(queries) == 1 else found.aggregate_results["mean"])


if __name__ == "__main__":
    record(
        "mlflow",
        "mlflow.metrics.<measure>(**parameters).eval_fn(retrieved ids, relevant ids)",
        ASKED,
        compute,
        ("mlflow-skinny", "scikit-learn", "pandas", "numpy"),
        (*LISTS, *COPIES, LATE, NOT_RETRIEVED, NOT_JUDGED),
        GROUPS,
        notes=["Relevant: grade 1 or more. Ranked by the recorder: descending score, equal scores as typed."],
    )
