"""Record TF-Ranking's metrics; equal scores are shuffled, so lists with ties have no one value."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import Query

KS = (None, 1, 3, 10)
NAMES = ("NDCGMetric", "DCGMetric", "MeanAveragePrecisionMetric", "MRRMetric", "PrecisionMetric", "RecallMetric")
ASKED = [each for name in NAMES for each in measures(name, KS, "topn")]
ASKED += [Measure("HitsMetric", {"topn": 3}), Measure("BPrefMetric"), Measure("BPrefMetric", {"use_trec_version": False})]
PADDING = -1.0


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """Mean of the per-list values by the per-list weights, as the Keras metric forms it."""
    tensorflow: Any = import_module("tensorflow")
    theirs: Any = import_module("tensorflow_ranking.python.metrics_impl")
    width = max(len(query.ids) for query in queries)
    fill = [width - len(query.ids) for query in queries]
    labels = [list(map(float, query.filled)) + [PADDING] * extra for query, extra in zip(queries, fill, strict=True)]
    scores = [list(query.scores) + [0.0] * extra for query, extra in zip(queries, fill, strict=True)]
    metric = getattr(theirs, measure.name)(name="", **{"topn": None, **measure.parameters})
    rows = tensorflow.constant(labels, dtype=tensorflow.float32), tensorflow.constant(scores, dtype=tensorflow.float32)
    value, weight = metric.compute(*rows)
    if len(queries) == 1:
        return float(value.numpy()[0, 0])
    keras = tensorflow.keras.metrics.Mean()
    keras.update_state(value, sample_weight=weight)
    return float(keras.result().numpy())


if __name__ == "__main__":
    import_module("tensorflow").random.set_seed(1)
    record(
        "tf_ranking",
        "metrics_impl.<measure>(topn=None, **parameters).compute(grades, scores): value of the list; several lists as rows "
        "padded with grade -1, their mean by the weights",
        ASKED,
        compute,
        ("tensorflow-ranking", "tensorflow", "numpy"),
        notes=[
            "Unjudged entries are given as 0; missed documents cannot be given; scores and values have 32 bits.",
            "Values of lists marked as ties are those of one shuffle.",
        ],
    )
