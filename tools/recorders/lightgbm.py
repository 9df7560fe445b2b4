"""Record LightGBM's ranking metrics; scores go in as initial scores of a model without trees."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import Query

KS = (1, 3, 5, 10, 50)
ASKED = [*measures("ndcg", KS, "eval_at"), *measures("map", KS, "eval_at")]
ASKED += measures("ndcg", (3, 50), "eval_at", label_gain=tuple(range(32)))


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of one data set with a group per query."""
    numpy: Any = import_module("numpy")
    lightgbm: Any = import_module("lightgbm")
    scores = [score for query in queries for score in query.scores]
    given: dict[str, Any] = {"verbose": -1, "min_data_in_leaf": 1, "feature_pre_filter": False, "num_threads": 1}
    data = lightgbm.Dataset(
        numpy.arange(len(scores), dtype=float)[:, None],
        label=numpy.array([grade for query in queries for grade in query.filled], dtype=float),
        group=[len(query.ids) for query in queries],
        init_score=numpy.array(scores),
        params=given,
    )
    settings = {key: list(value) if isinstance(value, tuple) else value for key, value in measure.parameters.items()}
    booster = lightgbm.Booster({"objective": "none", "metric": measure.name, **settings, **given}, data)
    return float(booster.eval_train()[0][2])


if __name__ == "__main__":
    record(
        "lightgbm",
        "Booster({'metric': measure, **parameters}, Dataset(label, group, init_score=scores)).eval_train()",
        ASKED,
        compute,
        ("lightgbm", "numpy"),
        notes=["Unjudged entries are given as 0; missed documents cannot be given."],
    )
