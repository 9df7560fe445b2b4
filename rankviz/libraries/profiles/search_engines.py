"""Profiles of the evaluators of search engines."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from rankviz.libraries.profiles.profile import Choices, Note, Profile

# Quepid has its scorers at 10; another number is written into a copy of their code.
_QUEPID: Choices = {"threshold": 0.0, "strict": "yes", "duplicates": "count_all", "mean_over": "all"}
_EXPONENTIAL: Choices = {"gain": "exponential", "negative": "keep"}
# The ratings know a document once, however often it is shown.
_ONCE: Choices = {"duplicates": "credit_each"}
_TEN: Choices = {"cutoff": 10}
_CENTS = Note("opensearch_rounds", "trap", "metrics/calculator/Evaluation.java roundToTwoDecimals")
_ABOVE_1 = Note("opensearch_above_1", "slip", "opensearch-project/search-relevance#191", ("ndcg",))
_ROUNDED = Note("quepid_rounds", "trap", "scoreDisplay.js; lib/javascript_scorer.rb smart_round")


def _half_of_the_highest(grades: Sequence[float]) -> float:
    """Return half of the highest grade, or the 90th percentile of the grades if higher (JudgmentThresholdCalculator.java).

    If no grade is above 0, nothing is relevant.
    """
    if max(grades, default=0.0) <= 0:
        return 1.0
    return max(max(grades) / 2, sorted(grades)[ceil(len(grades) * 0.9) - 1])


ENGINES: tuple[Profile, ...] = (
    Profile(
        "elasticsearch",
        "Elasticsearch",
        "7–9",
        "engines",
        common={"mean_over": "all"},
        measures={
            "ndcg": {"gain": "exponential", "short_list": "shrink", **_TEN},
            "dcg": {"gain": "exponential", **_TEN},
            "precision": {"precision_base": "n", **_TEN},
            "recall": _TEN,
            "rr": _TEN,
            "err@": {},
        },
        source="modules/rank-eval: DiscountedCumulativeGain.java and others; not run, the values are those of its own tests",
        notes=(
            Note("elasticsearch_ideal", "slip", "elastic/elasticsearch PR #154362", ("ndcg",)),
            Note("elasticsearch_normalize", "trap", "DiscountedCumulativeGain.java fromXContent", ("ndcg", "dcg")),
            Note("elasticsearch_unlabeled", "trap", "PrecisionAtK.java", ("precision",)),
            Note("elasticsearch_no_map", "trap", "elastic/elasticsearch#20440, #51676", ("precision",)),
            Note(
                "elasticsearch_unknown",
                "trap",
                "DiscountedCumulativeGain.java, ExpectedReciprocalRank.java",
                ("ndcg", "dcg", "err"),
            ),
            Note("elasticsearch_err", "trap", "ExpectedReciprocalRank.java fromXContent", ("err",)),
            Note("elasticsearch_fork", "trap", "opensearch-project/OpenSearch: modules/rank-eval"),
        ),
    ),
    Profile(
        "quepid",
        "Quepid",
        "8.6.0",
        "engines",
        common=_QUEPID,
        measures={
            "ndcg@": {**_EXPONENTIAL, **_ONCE, "ideal_cut": "none"},
            "dcg@": _EXPONENTIAL,
            "cg@": {"negative": "keep"},
            "precision@": {"precision_base": "n"},
            "ap@": _ONCE,
            "rr@": {},
            "err@": {"err_max": 3},
        },
        source="db/scorers/*@10.js, lib/scorer_logic.js; recorded by tools/recorders/quepid.py",
        since="8.1.0",
        notes=(
            Note("quepid_ideal", "name", "o19s/quepid#836, PR #1242; db/scorers/ndcg@10.js", ("ndcg",)),
            Note("quepid_nan", "trap", "db/scorers/ap@10.js; queriesSvc.js scoreOthers; fetch_service.rb", ("ap",)),
            Note("quepid_max", "slip", "db/scorers/err@10.js, lib/scorer_logic.js", ("err",)),
            _ROUNDED,
        ),
        decimals=2,
    ),
    Profile(
        "quepid_cut",
        "Quepid (NDCG_CUT)",
        "8.6.0",
        "engines",
        common=_QUEPID,
        measures={"ndcg@": {**_EXPONENTIAL, **_ONCE}},
        source="db/scorers/ndcg_cut@10.js, lib/scorer_logic.js; recorded by tools/recorders/quepid.py",
        since="8.2.0",
        notes=(
            Note("quepid_server", "slip", "app/services/fetch_service.rb score_snapshot; db/scorers/ndcg_cut@10.js"),
            _ROUNDED,
        ),
        decimals=2,
    ),
    Profile(
        "opensearch_3_5",
        "OpenSearch Workbench",
        "commit d8be5d1",
        "engines",
        common={"threshold": 0.0, "strict": "yes", **_ONCE},
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
        common=_ONCE,
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
