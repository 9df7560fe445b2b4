"""Record LensKit's ranking metrics.

Needs lenskit, which brings torch; no model is trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

NAMES = ("NDCG", "AveragePrecision", "Precision", "Recall", "RecipRank", "Hit")
ASKED = [each for name in NAMES for each in measures(name, (None, 1, 3, 10), "n")]
ASKED += [Measure("DCG"), Measure("DCG", {"n": 3}), *measures("RBP", (None, 3), "n", patience=0.8)]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """The metric of one list; of several the mean in the summary of a run."""
    data: Any = import_module("lenskit.data")
    theirs: Any = import_module("lenskit.metrics")
    metric = getattr(import_module("lenskit.metrics.ranking"), measure.name)(**measure.parameters)
    relevant = [[doc for doc, grade in query.judgments.items() if grade >= 1] for query in queries]
    outputs = [data.ItemList(item_ids=query.ranked, ordered=True) for query in queries]
    tests = [data.ItemList(item_ids=docs) for docs in relevant]
    if len(queries) == 1:
        return float(metric.measure_list(outputs[0], tests[0]))
    collections = [data.ItemListCollection(["user_id"]) for _ in range(2)]
    for collection, lists in zip(collections, (outputs, tests), strict=True):
        for user, each in enumerate(lists):
            collection.add(each, user_id=user)
    analysis = theirs.RunAnalysis(metric)
    return float(analysis.measure(*collections).list_summary()["mean"].iloc[0])


if __name__ == "__main__":
    import_module("warnings").simplefilter("ignore")
    record(
        "lenskit",
        "metrics.ranking.<measure>(**parameters).measure_list(ranked, relevant); several lists by RunAnalysis.measure() and "
        "its list_summary()",
        ASKED,
        compute,
        ("lenskit", "numpy", "pandas", "torch"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=["Relevant: grade 1 or more. Ranked by the recorder: descending score, equal scores as typed."],
    )
