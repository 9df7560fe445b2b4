"""The profile of LensKit."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, relevant_and_ranked, with_and_without_cutoff
from rankviz.libraries.common_choices import COUNTED, CREDITED
from rankviz.libraries.profile import Choices, Note, Profile

_ONES: Choices = {"gain": "binary", **CREDITED}
_NAN: Choices = {"no_relevant": "nan"}
_FOLDER = "lenskit/metrics/ranking"
_METRICS = {
    "ndcg": "NDCG",
    "dcg": "DCG",
    "ap": "AveragePrecision",
    "rr": "RecipRank",
    "precision": "Precision",
    "recall": "Recall",
    "success": "Hit",
}
_NAMES: Names = {
    **with_and_without_cutoff({key: f"{name}({{}})" for key, name in _METRICS.items()}, "n={k}"),
    ("rbp", True): "RBP(n={k}, patience={p})",
    ("rbp", False): "RBP(patience={p})",
}


def _write(call: Call, metric: str) -> str:
    return f"""from lenskit.data import ItemList
from lenskit.metrics.ranking import {metric.partition("(")[0]}

{relevant_and_ranked(call)}shown = ItemList(item_ids=ranked, ordered=True)
print(float({metric}.measure_list(shown, ItemList(item_ids=relevant))))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "lenskit",
        "LensKit",
        "2025.8.1",
        "recommendation",
        common={"mean_over": "all"},
        measures={
            "ndcg": {**_ONES, "discount": "jk2", **_NAN},
            "dcg": {"gain": "binary", "discount": "jk2", **COUNTED},
            "ap": {"ap_base": "min_R_k", "short_list": "shrink", "empty": "nan", "no_relevant": "error", **CREDITED},
            "rr": {**COUNTED, **_NAN},
            "precision": {"precision_base": "n", "empty": "nan", **COUNTED},
            "recall": {**CREDITED, **_NAN},
            "recall@": {"recall_base": "min_R_k", **CREDITED, **_NAN},
            "success": {**COUNTED, **_NAN},
            "rbp": {**COUNTED, **_NAN},
        },
        source=f"{_FOLDER}/_dcg.py, _map.py, _pr.py, _rbp.py and the rest; recorded by tools/recorders/lenskit.py",
        notes=(
            Note("lenskit_discount", "name", "lenskit/lkpy#417; LogRankWeight", ("ndcg", "dcg")),
            Note("lenskit_recall", "name", "lenskit/lkpy#244; _pr.py: Recall", ("recall",)),
            Note("lenskit_nothing", "trap", f"{_FOLDER}/_pr.py, _dcg.py, _map.py"),
            Note("lenskit_mean", "trap", "lenskit/metrics/bulk.py: list_summary; _base.py: ListMetric.summarize"),
        ),
        program=CallForm(
            _NAMES,
            _write,
            "lenskit=={0}",
            passed_fields=("threshold", "strict", "rbp_p"),
            needs="relevant",
            is_proved_with_copies=True,
            run_on="2026-11-23",
        ),
    ),
)
