"""Record Rax' metrics."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import Query

KS = (None, 1, 3, 10)
NAMES = ("ndcg_metric", "dcg_metric", "ap_metric", "mrr_metric", "precision_metric", "recall_metric")
ASKED = [each for name in NAMES for each in measures(name, KS, "topn")] + [Measure("opa_metric")]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One function of padded rows; where= says what is padding."""
    rax: Any = import_module("rax")
    jnp: Any = import_module("jax.numpy")
    function = getattr(rax, measure.name)
    if len(queries) == 1:
        query = queries[0]
        return float(function(jnp.array(query.scores), jnp.array(query.filled, dtype=float), **measure.parameters))
    width = max(len(query.ids) for query in queries)
    fill = [width - len(query.ids) for query in queries]
    scores = [list(query.scores) + [0.0] * extra for query, extra in zip(queries, fill, strict=True)]
    labels = [query.filled + [0.0] * extra for query, extra in zip(queries, fill, strict=True)]
    where = [[True] * (width - extra) + [False] * extra for extra in fill]
    rows = jnp.array(scores), jnp.array(labels, dtype=float)
    return float(function(*rows, where=jnp.array(where), **measure.parameters))


if __name__ == "__main__":
    record(
        "rax",
        "rax.<measure>(scores, grades, **parameters); several lists as padded rows with where=",
        ASKED,
        compute,
        ("rax", "jax", "numpy"),
        notes=["Unjudged entries are given as 0; missed documents cannot be given; scores and values have 32 bits."],
    )
