"""The profile of haystack."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, cut_before
from rankviz.libraries.common_choices import VERDICTS
from rankviz.libraries.profile import Choices, Note, Profile

_NDCG: Choices = {"ideal_cut": "none", "negative": "keep"}
_REST: dict[str, Choices | None] = {"rr": {}, "recall": {}, "success": {}}
_NOTES = (
    Note("haystack_single_hit", "name", "components/evaluators/document_recall.py: RecallMode", ("recall", "success")),
    Note("haystack_score_0", "trap", "components/evaluators/document_map.py: run", ("ap", "rr", "recall", "success")),
    Note("haystack_binary", "trap", "components/evaluators/document_ndcg.py: calculate_dcg", ("ndcg",)),
    Note("haystack_whole", "trap", "components/evaluators/document_ndcg.py: calculate_idcg", ("ndcg",)),
)
_NAMES = cut_before(
    {
        "ndcg": "DocumentNDCGEvaluator()",
        "ap": "DocumentMAPEvaluator()",
        "rr": "DocumentMRREvaluator()",
        "recall": 'DocumentRecallEvaluator(mode="multi_hit")',
        "success": 'DocumentRecallEvaluator(mode="single_hit")',
    }
)


def _write(call: Call, measure: str) -> str:
    evaluator, cut, to = measure.partition("[")
    if call.metric == "ndcg":
        truth = f"grades = {call.judgments}\ntruth = [Document(content=doc, score=grade) for doc, grade in grades.items()]"
    else:
        truth = f"relevant = {call.relevant_ids}\ntruth = [Document(content=doc) for doc in relevant]"
    return f"""from haystack import Document
from haystack.components.evaluators import {evaluator.partition("(")[0]}

{truth}
ranked = {call.ranked_ids}
retrieved = [Document(content=doc) for doc in ranked{cut}{to}]
found = {evaluator}.run(ground_truth_documents=[truth], retrieved_documents=[retrieved])
print(float(found["score"]))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "haystack_2",
        "haystack",
        "2.31.0",
        "language_models",
        common={"mean_over": "all"},
        measures={
            "ndcg": {**_NDCG, "duplicates": "credit_each"},
            "ap": VERDICTS,
            **_REST,
        },
        source="components/evaluators/document_map.py, document_ndcg.py; recorded by tools/recorders/haystack_2.py",
        until="3.0.0",
        notes=(
            Note("haystack_ap_over_hits", "slip", "deepset-ai/haystack#12255", ("ap",)),
            Note("haystack_copies", "slip", "deepset-ai/haystack#11959", ("ndcg", "ap")),
            Note("haystack_older", "slip", "deepset-ai/haystack#11636, #7841", ("ndcg", "ap", "rr")),
            *_NOTES,
        ),
        program=CallForm(_NAMES, _write, "haystack-ai=={0}", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
    Profile(
        "haystack_3",
        "haystack",
        "3.4.0",
        "language_models",
        common={"mean_over": "all"},
        measures={"ndcg": _NDCG, "ap": {}, **_REST},
        source="components/evaluators/document_map.py, document_ndcg.py; recorded by tools/recorders/haystack_3.py",
        since="3.1.0",
        notes=(Note("haystack_upgrade", "trap", "deepset-ai/haystack#12255", ("ap",)), *_NOTES),
        program=CallForm(_NAMES, _write, "haystack-ai=={0}", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
