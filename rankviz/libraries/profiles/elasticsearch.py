"""The profile of Elasticsearch."""

from __future__ import annotations

from rankviz.libraries.common_choices import TEN
from rankviz.libraries.profile import Note, Profile

PROFILES: tuple[Profile, ...] = (
    Profile(
        "elasticsearch",
        "Elasticsearch",
        "7–9",
        "engines",
        common={"mean_over": "all"},
        measures={
            "ndcg": {"gain": "exponential", "short_list": "shrink", **TEN},
            "dcg": {"gain": "exponential", **TEN},
            "precision": {"precision_base": "n", **TEN},
            "recall": TEN,
            "rr": TEN,
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
)
