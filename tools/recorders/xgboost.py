"""Record XGBoost's ranking metrics; scores go in as the base margin of a model without trees."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import Query

DEPTHS = ("", "@1", "@3", "@10", "@50")
ASKED = [Measure(name + depth) for name in ("ndcg", "map", "pre") for depth in DEPTHS]
ASKED += [Measure(name + depth) for name in ("ndcg", "map") for depth in ("-", "@3-")]
ASKED += [Measure("ndcg" + depth, {"ndcg_exp_gain": False}) for depth in (*DEPTHS, "@3-")]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of one matrix with a group per query."""
    numpy: Any = import_module("numpy")
    xgboost: Any = import_module("xgboost")
    scores = [score for query in queries for score in query.scores]
    matrix = xgboost.DMatrix(
        numpy.zeros((len(scores), 1)),
        label=numpy.array([grade for query in queries for grade in query.filled], dtype=float),
        base_margin=numpy.array(scores, dtype=numpy.float32),
        nthread=1,  # several wait for each other longer than they work
    )
    matrix.set_group([len(query.ids) for query in queries])
    given = {"objective": "rank:pairwise", "eval_metric": measure.name, "nthread": 1, "verbosity": 0, **measure.parameters}
    return float(xgboost.Booster(given, [matrix]).eval(matrix).rsplit(":", 1)[1])


if __name__ == "__main__":
    record(
        "xgboost",
        "Booster({'eval_metric': measure, **parameters}).eval(DMatrix(label, base_margin=scores, group))",
        ASKED,
        compute,
        ("xgboost-cpu", "numpy"),
        notes=["Unjudged entries are given as 0; missed documents cannot be given.", "Values are printed with 17 digits."],
    )
