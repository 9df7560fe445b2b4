"""The profile of scikit-learn."""

from __future__ import annotations

from dataclasses import replace

from rankviz.libraries.call import Call, CallForm, Names, arrays, with_and_without_cutoff
from rankviz.libraries.common_choices import ARRAY, RETRIEVED, SHOWN_ONLY
from rankviz.libraries.profile import Profile

# What a library calls a metric, with a cutoff {k} or without: of grades, or of 1 for what is relevant.
_NAMES: Names = {
    **with_and_without_cutoff(
        {"ndcg": "ndcg_score([grades], [scores]{})", "dcg": "dcg_score([grades], [scores]{})"}, ", k={k}"
    ),
    ("ap", False): "average_precision_score(relevant, scores)",
    ("auc", False): "roc_auc_score(relevant, scores)",
    ("lrap", False): "label_ranking_average_precision_score([relevant], [scores])",
    ("ranking_loss", False): "label_ranking_loss([relevant], [scores])",
    ("coverage_error", False): "coverage_error([relevant], [scores])",
    ("rmse", False): "root_mean_squared_error(grades, scores)",
    ("mae", False): "mean_absolute_error(grades, scores)",
}


def _write(call: Call, name: str) -> str:
    if "_error(grades" in name:  # a rating that nobody gave is no rating of 0
        call = replace(
            call, ranking=replace(call.ranking, items=tuple(each for each in call.ranking.items if each.grade is not None))
        )
    function = name.partition("(")[0]
    return f"from sklearn.metrics import {function}\n\n{arrays(call, name)}print({name})\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "sklearn",
        "scikit-learn",
        "1.9.1",
        "arrays",
        common={**ARRAY, "unjudged": "zero"},
        measures={
            "dcg": {**SHOWN_ONLY, "ties": "average", "negative": "keep"},
            "ndcg": {**SHOWN_ONLY, "ties": "average", "negative": "error"},
            "ap": {"ties": "group", "ap_base": "R_list"},
            "ap@": None,
            **dict.fromkeys(("auc", "lrap", "ranking_loss", "coverage_error"), RETRIEVED),
            "rmse": {},
            "mae": {},
        },
        source="metrics/_ranking.py: _tie_averaged_dcg, average_precision_score, roc_auc_score and the rest",
        program=CallForm(_NAMES, _write, "scikit-learn=={0}", is_proved_with_copies=True, run_on="2026-11-22"),
    ),
)
