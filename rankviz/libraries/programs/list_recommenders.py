"""Programs for recommenders that take a list and a set of items for each user."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names

_IMPLICIT = {"ndcg": "ndcg_at_k", "ap": "mean_average_precision_at_k", "precision": "precision_at_k"}
IMPLICIT: Names = MappingProxyType(
    {(key, True): f"{name}(K={{k}})" for key, name in _IMPLICIT.items()}
    | {(key, False): f"{name}(K=10)" for key, name in _IMPLICIT.items()}
)
_LENSKIT = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "AveragePrecision",
    "rr": "RecipRank",
    "precision": "Precision",
    "recall": "Recall",
    "success": "Hit",
}
LENSKIT: Names = MappingProxyType(
    {(key, True): f"{name}(n={{k}})" for key, name in _LENSKIT.items()}
    | {(key, False): f"{name}()" for key, name in _LENSKIT.items()}
    | {("rbp", True): "RBP(n={k}, patience={p})", ("rbp", False): "RBP(patience={p})"}
)
_CORNAC = {"ndcg": "NDCG", "precision": "Precision", "recall": "Recall", "f1": "FMeasure", "success": "HitRatio"}
CORNAC: Names = MappingProxyType(
    {(key, True): f"{name}(k={{k}})" for key, name in _CORNAC.items()}
    | {(key, False): f"{name}()" for key, name in _CORNAC.items()}
    | {("rr", False): "MRR()", ("ap", False): "MAP()", ("auc", False): "AUC()"}
)


def _lists(call: Call) -> str:
    """Write lines for the relevant and the recommended items."""
    ranked = [item.doc_id for item in call.items_by_score]
    return f"relevant = {call.relevant_ids}\nranked = {ranked}\n"


def _implicit(call: Call, measure: str) -> str:
    name, _, cutoff = measure.partition("(")
    return f"""import numpy as np
from implicit.evaluation import {name}
from scipy.sparse import csr_matrix

{_lists(call)}items = [*dict.fromkeys(ranked + relevant), "another"]


class Listed:
    def recommend(self, users, train, N):
        shown = [items.index(item) for item in ranked[:N]]
        return np.array([shown + [-1] * (N - len(shown))], dtype="int32"), None


columns = [items.index(item) for item in relevant]
test = csr_matrix(([1] * len(relevant), ([0] * len(relevant), columns)), shape=(1, len(items)))
print({name}(Listed(), csr_matrix(test.shape), test, show_progress=False, {cutoff})
"""


def _lenskit(call: Call, metric: str) -> str:
    return f"""from lenskit.data import ItemList
from lenskit.metrics.ranking import {metric.partition("(")[0]}

{_lists(call)}shown = ItemList(item_ids=ranked, ordered=True)
print(float({metric}.measure_list(shown, ItemList(item_ids=relevant))))
"""


def _cornac(call: Call, metric: str) -> str:
    scores = {item.doc_id: float(item.score or 0) for item in call.ranking.items}
    library, arguments = "", "gt_pos=relevant, pd_rank=sorted(scores, key=lambda item: -scores[item])"
    if metric in ("MAP()", "AUC()"):
        library = "import numpy as np\n"
        arguments = "gt_pos=relevant, pd_scores=np.array([*scores.values()]), item_indices=[*scores]"
    return f"""{library}from cornac.metrics import {metric.partition("(")[0]}

relevant = {call.relevant_ids}
scores = {scores}
print(float({metric}.compute({arguments})))
"""


USER_LISTS: Mapping[str, CallForm] = MappingProxyType(
    {
        "implicit": CallForm(IMPLICIT, _implicit, "implicit=={0}", needs="relevant"),
        "lenskit": CallForm(
            LENSKIT,
            _lenskit,
            "lenskit=={0}",
            passed_fields=("threshold", "strict", "rbp_p"),
            needs="relevant",
            is_proved_with_copies=True,
        ),
        "cornac": CallForm(CORNAC, _cornac, "cornac=={0}", needs="relevant"),
    }
)
