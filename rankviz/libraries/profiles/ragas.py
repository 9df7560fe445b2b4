"""The profile of ragas."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, cut_before
from rankviz.libraries.common_choices import VERDICTS
from rankviz.libraries.profile import Note, Profile

_NAMES = cut_before(
    {
        "ap": "NonLLMContextPrecisionWithReference",
        "precision": "IDBasedContextPrecision",
        "recall": "IDBasedContextRecall",
    }
)


def _write(call: Call, measure: str) -> str:
    name, cut, to = measure.partition("[")
    by_id = name.startswith("IDBased")
    kind = "context_ids" if by_id else "contexts"
    return f"""from ragas import SingleTurnSample
from ragas.metrics import {name}{"" if by_id else ", ExactMatch"}

relevant = {call.relevant_ids}
retrieved = {call.ranked_ids}
sample = SingleTurnSample(retrieved_{kind}=retrieved{cut}{to}, reference_{kind}=relevant)
metric = {name}({"" if by_id else "distance_measure=ExactMatch()"})
print(float(metric.single_turn_score(sample)))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "ragas",
        "ragas",
        "0.4.3",
        "language_models",
        common={"mean_over": "all"},
        measures={
            "ap": VERDICTS,
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
        # Newer parts of langchain lack what it imports; rapidfuzz is asked for where strings are compared.
        program=CallForm(
            _NAMES, _write, 'ragas=={0} "langchain-community<0.4" rapidfuzz', needs="relevant", run_on="2026-11-23"
        ),
    ),
)
