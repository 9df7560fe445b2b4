"""Record CatBoost's ranking metrics."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import Query

DEPTHS = ("", "top=1", "top=3", "top=10")
KINDS = ("", "type=Exp", "denominator=Position", "type=Exp;denominator=Position")


def _named(name: str, *parts: str) -> Measure:
    given = ";".join(filter(None, parts))
    return Measure(f"{name}:{given}" if given else name)


ASKED = [_named(name, depth, kind) for name in ("NDCG", "DCG") for kind in KINDS for depth in DEPTHS[0 if not kind else 2 :]]
ASKED += [_named(name, depth) for name in ("MAP", "MRR", "PrecisionAt", "RecallAt", "ERR") for depth in DEPTHS]
ASKED += [_named("MAP", "top=3", "border=1.5"), _named("QueryAUC"), _named("PFound")]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of labels and scores with a group per query."""
    utils: Any = import_module("catboost.utils")
    labels = [grade for query in queries for grade in query.filled]
    scores = [score for query in queries for score in query.scores]
    groups = [number for number, query in enumerate(queries) for _ in query.ids]
    return float(utils.eval_metric(labels, scores, measure.name, group_id=groups, thread_count=1)[0])


if __name__ == "__main__":
    record(
        "catboost",
        "catboost.utils.eval_metric(grades, scores, measure, group_id)",
        ASKED,
        compute,
        ("catboost", "numpy"),
        notes=["Unjudged entries are given as 0; missed documents cannot be given."],
    )
