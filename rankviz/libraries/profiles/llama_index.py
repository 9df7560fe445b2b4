"""The profile of llama-index."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, cut_before
from rankviz.libraries.common_choices import CREDITED
from rankviz.libraries.profile import Choices, Note, Profile

_REFUSING: Choices = {"no_relevant": "error"}
# The list is as long as its retriever made it, and is read whole.
_MEASURES: dict[str, Choices | None] = {
    "ap": CREDITED,
    "rr": {},
    "precision": {"precision_base": "n", "duplicates": "dedupe_first"},
    "recall": {},
    "success": {},
}
_FILE = "core/evaluation/retrieval/metrics.py"
_NOTES = (
    Note("llama_index_empty", "trap", "run-llama/llama_index#13926"),
    Note("llama_index_copies", "slip", "run-llama/llama_index#22683", ("ap", "ndcg")),
    Note("llama_index_mode", "trap", "run-llama/llama_index#14100", ("ndcg",)),
    Note("llama_index_granular_mrr", "name", f"{_FILE}: MRR, use_granular_mrr", ("rr",)),
    Note("llama_index_granular_hit_rate", "name", f"{_FILE}: HitRate, use_granular_hit_rate", ("success", "recall")),
)
# Its metrics have no k: the list is cut before.
_NAMES = cut_before(
    {
        "ndcg": "NDCG",
        "ap": "AveragePrecision",
        "rr": "MRR",
        "precision": "Precision",
        "recall": "Recall",
        "success": "HitRate",
    }
)


def _write(call: Call, measure: str) -> str:
    name, cut, to = measure.partition("[")
    return f"""from llama_index.core.evaluation.retrieval.metrics import {name}

expected = {call.relevant_ids}
retrieved = {call.ranked_ids}
print({name}().compute(expected_ids=expected, retrieved_ids=retrieved{cut}{to}).score)
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "llama_index_0_12_1",
        "llama-index",
        "0.12.1",
        "language_models",
        common=_REFUSING,
        measures={"ndcg": {"gain": "binary", "ideal": "k_ones", "short_list": "shrink", **CREDITED}, **_MEASURES},
        source=f"{_FILE}; recorded by tools/recorders/llama_index_0_12_1.py",
        until="0.12.2",
        notes=(Note("llama_index_ideal", "slip", "run-llama/llama_index#17070", ("ndcg",)), *_NOTES),
        program=CallForm(_NAMES, _write, "llama-index-core=={0}", needs="relevant", run_on="2026-11-23"),
    ),
    Profile(
        "llama_index",
        "llama-index",
        "0.14.25",
        "language_models",
        common=_REFUSING,
        measures={"ndcg": {"gain": "binary", "ideal_cut": "none", **CREDITED}, **_MEASURES},
        source=f"{_FILE}; recorded by tools/recorders/llama_index.py",
        since="0.12.6",
        notes=(
            Note("llama_index_whole", "trap", f"{_FILE}: NDCG", ("ndcg",)),
            Note("llama_index_shrink", "slip", "run-llama/llama_index#17126", ("ndcg",)),
            *_NOTES,
        ),
        program=CallForm(_NAMES, _write, "llama-index-core=={0}", needs="relevant", run_on="2026-11-23"),
    ),
)
