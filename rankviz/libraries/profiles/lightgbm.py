"""The profile of LightGBM."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays
from rankviz.libraries.common_choices import ARRAY, BOOSTED_NDCG
from rankviz.libraries.profile import Profile

_NAMES: Names = {("ndcg", True): '"ndcg", "eval_at": [{k}]', ("ap", True): '"map", "eval_at": [{k}]'}


def _write(call: Call, name: str) -> str:
    return f"""import lightgbm
import numpy as np

{arrays(call, "scores, grades")}given = {{"verbose": -1, "min_data_in_leaf": 1, "feature_pre_filter": False}}
rows = np.arange(len(scores), dtype=float)[:, None]
data = lightgbm.Dataset(rows, label=grades, group=[len(scores)], init_score=scores, params=given)
booster = lightgbm.Booster({{"objective": "none", "metric": {name}, **given}}, data)
print(booster.eval_train()[0][2])
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "lightgbm",
        "LightGBM",
        "4.7.0",
        "learning_to_rank",
        common={**ARRAY, "mean_over": "all"},
        measures={
            # Without eval_at it gives five numbers, at 1 to 5.
            "ndcg@": BOOSTED_NDCG,
            "ap@": {"ap_base": "min_R_list_k", "threshold": 0.5, "strict": "yes", "empty": "1"},
        },
        source="dcg_calculator.cpp, rank_metric.hpp, map_metric.hpp; recorded by tools/recorders/lightgbm.py",
        program=CallForm(
            _NAMES,
            _write,
            "lightgbm=={0}",
            integer_grades_only=True,
            highest_grade=31,
            is_proved_with_copies=True,
            run_on="2026-11-22",
        ),
    ),
)
