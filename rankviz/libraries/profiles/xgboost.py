"""The profile of XGBoost."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays, with_and_without_cutoff
from rankviz.libraries.common_choices import ARRAY, BOOSTED_NDCG
from rankviz.libraries.profile import Choices, Profile

_AP: Choices = {"ap_base": "min_R_list_k", "empty": "1"}
_PRECISION: Choices = {"precision_base": "n"}
_TOP_32: Choices = {"cutoff": 32}  # nobody asks for it, but XGBoost cuts there
_NAMES: Names = with_and_without_cutoff({"ndcg": "ndcg{}", "ap": "map{}", "precision": "pre{}"}, "@{k}")


def _write(call: Call, name: str) -> str:
    labels = "grades" if name.startswith("ndcg") else "relevant"
    return f"""import numpy as np
import xgboost

{arrays(call, f"scores, {labels}")}base = np.array(scores, dtype=np.float32)
matrix = xgboost.DMatrix(np.zeros((len(scores), 1)), label={labels}, base_margin=base)
matrix.set_group([len(scores)])
booster = xgboost.Booster({{"objective": "rank:pairwise", "eval_metric": "{name}", "verbosity": 0}}, [matrix])
print(booster.eval(matrix).rsplit(":", 1)[1])
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "xgboost",
        "XGBoost",
        "3.2.0",
        "learning_to_rank",
        common={**ARRAY, "mean_over": "all"},
        measures={
            "ndcg": {**BOOSTED_NDCG, **_TOP_32},
            "ap": {**_AP, **_TOP_32},
            "precision": {**_PRECISION, **_TOP_32},
        },
        source="metric/rank_metric.cc, common/ranking_utils.h; recorded by tools/recorders/xgboost.py",
        program=CallForm(
            _NAMES,
            _write,
            "xgboost=={0}",
            integer_grades_only=True,
            highest_grade=31,
            is_proved_with_copies=True,
            run_on="2026-11-22",
        ),
    ),
)
