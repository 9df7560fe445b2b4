"""Record Arize Phoenix' retrieval metrics, which are given the labels of what was retrieved, in its order.

Phoenix itself brings a server; this one file of it needs numpy and pandas alone. So its package is installed without what it
depends on, and the file is loaded by its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from math import nan
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

FILE = "phoenix/metrics/retrieval_metrics.py"
ASKED = [each for name in ("ndcg", "precision") for each in measures(name, (None, 1, 3, 10))]
ASKED += [Measure("reciprocal_rank"), Measure("hit")]


@cache
def library() -> Any:
    """The file, without the package around it."""
    spec = spec_from_file_location("retrieval_metrics", str(distribution("arize-phoenix").locate_file(FILE)))
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of one list of labels."""
    (query,) = queries
    order = sorted(range(len(query.ids)), key=lambda i: -query.scores[i])
    labels = [nan if (grade := query.grades[i]) is None else grade for i in order]
    return float(getattr(library().RetrievalMetrics(labels), measure.name)(**measure.parameters))


if __name__ == "__main__":
    record(
        "phoenix",
        "metrics.retrieval_metrics.RetrievalMetrics(grades).<measure>(**parameters)",
        ASKED,
        compute,
        ("arize-phoenix", "numpy", "pandas"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        groups=None,
        notes=[
            "Grades by descending score, equal scores as typed; NaN where a retrieved document has none.",
            "Missed documents cannot be given. Its server averages over queries; the file does not, so there are no groups.",
        ],
    )
