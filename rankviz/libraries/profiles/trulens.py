"""The profile of TruLens."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, with_and_without_cutoff
from rankviz.libraries.profile import Choices, Note, Profile

_CHOICES: Choices = {"no_relevant": "nan", "empty": "nan"}
# Of entries that tie at the cutoff all are read.
_SETS: Choices = {**_CHOICES, "ties": "include"}
_METRICS = {"ndcg": "ndcg_at_k", "precision": "precision_at_k", "recall": "recall_at_k"}
_NAMES: Names = {
    **with_and_without_cutoff({key: f'{name}("q", ranked, scores{{}})' for key, name in _METRICS.items()}, ", k={k}"),
    **with_and_without_cutoff({"success": 'ir_hit_rate("q", ranked{})'}, ", k={k}"),
    ("rr", False): 'mrr("q", ranked, scores)',
}


def _write(call: Call, computed: str) -> str:
    expected = call.judgments if call.metric == "ndcg" else dict.fromkeys(call.relevant_ids, 1)
    scores = f"scores = {[float(item.score or 0) for item in call.items_by_score]}\n" if "scores" in computed else ""
    return f"""from trulens.feedback.dummy.provider import DummyProvider
from trulens.feedback.groundtruth import GroundTruthAgreement

expected = {expected}
ranked = {call.ranked_ids}
{scores}chunks = [{{"text": doc, "expect_score": grade}} for doc, grade in expected.items()]
truth = [{{"query": "q", "expected_response": "", "expected_chunks": chunks}}]
agreement = GroundTruthAgreement(truth, provider=DummyProvider())
print(float(agreement.{computed}))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "trulens",
        "TruLens",
        "2.16.0",
        "language_models",
        measures={
            "ndcg": {**_CHOICES, "ideal_cut": "n", "negative": "keep"},
            "ndcg@": {**_CHOICES, "negative": "keep"},
            "precision": {**_SETS, "precision_base": "n", "duplicates": "count_all"},
            "recall": _SETS,
            "rr": _CHOICES,
            "rr@": None,
            "success": _CHOICES,
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
        program=CallForm(_NAMES, _write, "trulens-feedback=={0}", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
