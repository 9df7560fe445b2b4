"""Profiles of evaluators of whole retrieval pipelines: what they compute from the retrieved documents.

None has a k, apart from TruLens: with a cutoff, the list is cut before it is handed over, as a retriever cuts it.
"""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Note, Profile

# What ragas and DeepEval call context precision: of what is relevant they know only what was retrieved, and how often.
_VERDICTS: Choices = {"ap_base": "hits", "duplicates": "count_all"}
_TRULENS: Choices = {"no_relevant": "nan", "empty": "nan"}
# Of entries that tie at the cutoff all are read.
_TRULENS_SETS: Choices = {**_TRULENS, "ties": "include"}
_HAYSTACK_NDCG: Choices = {"ideal_cut": "none", "negative": "keep"}
_HAYSTACK_REST: dict[str, Choices | None] = {"rr": {}, "recall": {}, "success": {}}
_HAYSTACK_NOTES = (
    Note("haystack_single_hit", "name", "components/evaluators/document_recall.py: RecallMode", ("recall", "success")),
    Note("haystack_score_0", "trap", "components/evaluators/document_map.py: run", ("ap", "rr", "recall", "success")),
    Note("haystack_binary", "trap", "components/evaluators/document_ndcg.py: calculate_dcg", ("ndcg",)),
    Note("haystack_whole", "trap", "components/evaluators/document_ndcg.py: calculate_idcg", ("ndcg",)),
)

PIPELINES: tuple[Profile, ...] = (
    Profile(
        "ragas",
        "ragas",
        "0.4.3",
        "language_models",
        common={"mean_over": "all"},
        measures={
            "ap": _VERDICTS,
            "precision": {"precision_base": "n", "duplicates": "dedupe_first", "empty": "skip"},
            "recall": {"empty": "skip"},
        },
        source="metrics/_context_precision.py, _context_recall.py; recorded by tools/recorders/ragas.py",
        notes=(
            Note("ragas_context_precision", "name", "vibrantlabsai/ragas#2013", ("ap",)),
            Note("ragas_never_1", "slip", "vibrantlabsai/ragas#2909", ("ap",)),
            Note("ragas_by_id", "trap", "metrics/_context_precision.py: IDBasedContextPrecision", ("precision",)),
            Note(
                "ragas_strings", "trap", "metrics/_context_precision.py: NonLLMContextPrecisionWithReference", ("ap", "recall")
            ),
            Note("ragas_left_out", "trap", "dataset_schema.py: EvaluationResult", ()),
        ),
    ),
    Profile(
        "deepeval",
        "DeepEval",
        "4.3.1",
        "language_models",
        measures={"ap": _VERDICTS},
        source="metrics/contextual_precision/contextual_precision.py; recorded by tools/recorders/deepeval.py",
        notes=(
            Note("deepeval_contextual_precision", "name", "contextual_precision.py: _calculate_score", ("ap",)),
            Note("deepeval_strict_mode", "trap", "contextual_precision.py: _calculate_score", ("ap",)),
            Note("deepeval_sources", "trap", "confident-ai/deepeval#2669", ("ap",)),
        ),
    ),
    Profile(
        "haystack_2",
        "haystack",
        "2.31.0",
        "language_models",
        common={"mean_over": "all"},
        measures={
            "ndcg": {**_HAYSTACK_NDCG, "duplicates": "credit_each"},
            "ap": _VERDICTS,
            **_HAYSTACK_REST,
        },
        source="components/evaluators/document_map.py, document_ndcg.py; recorded by tools/recorders/haystack_2.py",
        until="3.0.0",
        notes=(
            Note("haystack_ap_over_hits", "slip", "deepset-ai/haystack#12255", ("ap",)),
            Note("haystack_copies", "slip", "deepset-ai/haystack#11959", ("ndcg", "ap")),
            Note("haystack_older", "slip", "deepset-ai/haystack#11636, #7841", ("ndcg", "ap", "rr")),
            *_HAYSTACK_NOTES,
        ),
    ),
    Profile(
        "haystack_3",
        "haystack",
        "3.4.0",
        "language_models",
        common={"mean_over": "all"},
        measures={"ndcg": _HAYSTACK_NDCG, "ap": {}, **_HAYSTACK_REST},
        source="components/evaluators/document_map.py, document_ndcg.py; recorded by tools/recorders/haystack_3.py",
        since="3.1.0",
        notes=(Note("haystack_upgrade", "trap", "deepset-ai/haystack#12255", ("ap",)), *_HAYSTACK_NOTES),
    ),
    Profile(
        "trulens",
        "TruLens",
        "2.16.0",
        "language_models",
        measures={
            "ndcg": {**_TRULENS, "ideal_cut": "n", "negative": "keep"},
            "ndcg@": {**_TRULENS, "negative": "keep"},
            "precision": {**_TRULENS_SETS, "precision_base": "n", "duplicates": "count_all"},
            "recall": _TRULENS_SETS,
            "rr": _TRULENS,
            "rr@": None,
            "success": _TRULENS,
        },
        source="feedback/groundtruth.py: GroundTruthAgreement; recorded by tools/recorders/trulens.py",
        since="2.14.0",
        notes=(
            Note("trulens_nan", "trap", "feedback/groundtruth.py: GroundTruthAgreement"),
            Note(
                "trulens_ties",
                "trap",
                "feedback/groundtruth.py: precision_at_k, recall_at_k",
                ("precision", "recall", "success"),
            ),
            Note("trulens_score_0", "trap", "feedback/groundtruth.py: recall_at_k", ("precision", "recall", "rr", "success")),
            Note("trulens_copies", "slip", "truera/trulens#2746", ("ndcg", "recall")),
        ),
    ),
)
