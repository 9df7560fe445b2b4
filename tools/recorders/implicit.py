"""Record implicit's ranking metrics, with a model that recommends the list as it stands.

Needs implicit (whose wheel brings SciPy), nothing else: no model is fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

NAMES = ("precision_at_k", "mean_average_precision_at_k", "ndcg_at_k")
ASKED = [each for name in NAMES for each in measures(name, (None, 1, 3, 50), "K")]
NOBODY = -1  # as models write that they have no more to recommend


class Listed:
    """What the library asks a fitted model for."""

    def __init__(self, items: Sequence[Sequence[int]]) -> None:
        self._items = items

    def recommend(self, users: Any, _train: object, N: int) -> tuple[Any, None]:
        """The first N of each list, filled up where it is shorter."""
        numpy: Any = import_module("numpy")
        rows = [[*self._items[user][:N], *[NOBODY] * (N - len(self._items[user]))] for user in users]
        return numpy.array(rows, dtype="int32"), None


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One function of all users at once; a user without relevant items is not asked for."""
    evaluation: Any = import_module("implicit.evaluation")
    sparse: Any = import_module("scipy.sparse")
    number = {doc: i for i, doc in enumerate(sorted({doc for query in queries for doc in (*query.ids, *query.judgments)}))}
    relevant = [[doc for doc, grade in query.judgments.items() if grade >= 1] for query in queries]
    rows = [user for user, docs in enumerate(relevant) for _ in docs]
    columns = [number[doc] for docs in relevant for doc in docs]
    # One item more than anybody knows: its AUC, computed along, divides by the items that a user has not chosen.
    test = sparse.csr_matrix(([1.0] * len(rows), (rows, columns)), shape=(len(queries), len(number) + 1))
    model = Listed([[number[doc] for doc in query.ranked] for query in queries])
    function = getattr(evaluation, measure.name)
    return float(function(model, sparse.csr_matrix(test.shape), test, show_progress=False, **measure.parameters))


if __name__ == "__main__":
    record(
        "implicit",
        "evaluation.<measure>(model, train, test, show_progress=False, **parameters)",
        ASKED,
        compute,
        ("implicit", "scipy", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "The model is the recorder's: it recommends the ranked list and fills it with -1. The test matrix holds a 1 for "
            "each item of grade 1 or more, and a column for an item that nobody has chosen; the training matrix is empty. "
            "Ranked: descending score, equal scores as typed.",
        ],
    )
