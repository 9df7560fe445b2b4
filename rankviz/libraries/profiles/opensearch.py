"""The profile of OpenSearch Workbench."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from rankviz.libraries.common_choices import CREDITED
from rankviz.libraries.profile import Choices, Note, Profile

_EXPONENTIAL: Choices = {"gain": "exponential", "negative": "keep"}
_CENTS = Note("opensearch_rounds", "trap", "metrics/calculator/Evaluation.java roundToTwoDecimals")
_ABOVE_1 = Note("opensearch_above_1", "slip", "opensearch-project/search-relevance#191", ("ndcg",))


def _half_of_the_highest(grades: Sequence[float]) -> float:
    """Return half of the highest grade, or the 90th percentile of the grades if higher (JudgmentThresholdCalculator.java).

    If no grade is above 0, nothing is relevant.
    """
    if max(grades, default=0.0) <= 0:
        return 1.0
    return max(max(grades) / 2, sorted(grades)[ceil(len(grades) * 0.9) - 1])


PROFILES: tuple[Profile, ...] = (
    Profile(
        "opensearch_3_5",
        "OpenSearch Workbench",
        "commit d8be5d1",
        "engines",
        common={"threshold": 0.0, "strict": "yes", **CREDITED},
        measures={
            "ndcg@": _EXPONENTIAL,
            "precision@": {"precision_base": "n", "duplicates": "count_all"},
            "ap@": {},
        },
        source="search-relevance: metrics/calculator/Evaluation.java; recorded by tools/recorders/opensearch.py, two decimals",
        since="3.1.0",
        until="3.5.0",
        notes=(_ABOVE_1, _CENTS),
        decimals=2,
    ),
    Profile(
        "opensearch",
        "OpenSearch Workbench",
        "commit 0b75cf8",
        "engines",
        common=CREDITED,
        measures={
            "ndcg@": _EXPONENTIAL,
            "dcg@": {**_EXPONENTIAL, "duplicates": "count_all"},
            "precision@": {"precision_base": "n", "duplicates": "count_all"},
            "recall@": {},
            "ap@": {},
            "rr@": {"duplicates": "count_all"},
        },
        source="search-relevance: metrics/calculator/Evaluation.java; recorded by tools/recorders/opensearch.py, two decimals",
        since="3.6.0",
        notes=(
            Note(
                "opensearch_threshold",
                "trap",
                "opensearch-project/search-relevance#30, PR #394; JudgmentThresholdCalculator.java",
                ("precision", "recall", "ap", "rr"),
            ),
            Note("opensearch_mrr", "name", "metrics/EvaluationMetrics.java calculateEvaluationMetrics", ("rr",)),
            _ABOVE_1,
            _CENTS,
        ),
        threshold=_half_of_the_highest,
        decimals=2,
    ),
)
