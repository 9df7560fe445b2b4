"""Record cornac's ranking metrics, and the means of its evaluation of users.

Needs cornac, whose wheel brings compiled models; none is fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

NAMES = ("NDCG", "Precision", "Recall", "FMeasure", "HitRatio")
ASKED = [each for name in NAMES for each in measures(name, (None, 1, 3, 10), "k")]
ASKED += [Measure("MRR"), Measure("MAP"), Measure("AUC")]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """The metric of one list; of several the mean that the evaluation of a model gives."""
    metric = getattr(import_module("cornac.metrics"), measure.name)(**measure.parameters)
    if len(queries) == 1:
        return float(metric.compute(**_given(queries[0])))
    return _mean(metric, queries)


def _given(query: Query) -> dict[str, Any]:
    """What the evaluation hands to a metric: items as numbers, those that are shown and those that are relevant."""
    numpy: Any = import_module("numpy")
    number = _numbers([query])
    relevant = [doc for doc, grade in query.judgments.items() if grade >= 1]
    return {
        "gt_pos": numpy.array([number[doc] for doc in relevant], dtype=int),
        "pd_rank": numpy.array([number[doc] for doc in query.ranked], dtype=int),
        "pd_scores": numpy.array(query.scores, dtype=float),
        "item_indices": numpy.array([number[doc] for doc in query.ids], dtype=int),
    }


def _mean(metric: Any, queries: Sequence[Query]) -> float:
    """ranking_eval() with a model that ranks each user's items as the lists stand."""
    numpy: Any = import_module("numpy")
    sparse: Any = import_module("scipy.sparse")
    if metric.name in ("MAP", "AUC"):
        raise NotImplementedError("they read the scores of all items of a catalogue")
    number = _numbers(queries)
    relevant = [
        (user, number[doc]) for user, query in enumerate(queries) for doc, grade in query.judgments.items() if grade >= 1
    ]
    shape = len(queries), len(number)
    rows, columns = ([pair[place] for pair in relevant] for place in (0, 1))
    test = sparse.csr_matrix(([1.0] * len(rows), (rows, columns)), shape=shape)
    ranks = [numpy.array([number[doc] for doc in query.ranked], dtype=int) for query in queries]
    model = SimpleNamespace(rank=lambda user_idx, item_indices, k: (ranks[user_idx], numpy.zeros(len(item_indices))))
    users = numpy.arange(len(queries))
    known = SimpleNamespace(csr_matrix=sparse.csr_matrix(shape), num_items=shape[1])
    asked = SimpleNamespace(csr_matrix=test, num_items=shape[1], uir_tuple=(users,))
    evaluate = import_module("cornac.eval_methods.base_method").ranking_eval
    return float(evaluate(model, [metric], known, asked)[0][0])


def _numbers(queries: Sequence[Query]) -> dict[str, int]:
    return {doc: i for i, doc in enumerate(sorted({doc for query in queries for doc in (*query.ids, *query.judgments)}))}


if __name__ == "__main__":
    import_module("warnings").simplefilter("ignore")
    record(
        "cornac",
        "metrics.<measure>(**parameters).compute(gt_pos, pd_rank, pd_scores, item_indices); several lists by "
        "eval_methods.base_method.ranking_eval",
        ASKED,
        compute,
        ("cornac", "scipy", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "Relevant: grade 1 or more. Ranked by the recorder: descending score, equal scores as typed. The model of "
            "ranking_eval is the recorder's, and ranks what each list shows.",
        ],
    )
